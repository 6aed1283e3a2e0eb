//! A team's members on its entries. Before the lock, a member who leaves the team also leaves the entry. After it the roster stands, and
//! shows who has left.
//!
//! Entries belong to registration, which later reads plain columns: an entry's state, version and players, and the tournament's counts.

use sqlx::PgConnection;

use super::person::{LockedTeam, acting_captain, lock_team};
use super::tell::{Letters, TeamNotice};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

const TRIES: usize = 5;

/// Begins a change in which this person may leave the team. Locks the tournaments whose counts may change, then the team. Starts again
/// when entries were added meanwhile.
///
/// # Errors
/// 404 `team_not_found`, 409 `team_disbanded`.
pub async fn begin(app: &App, team_id: i64, user_id: i64) -> Result<(Change, LockedTeam), Problem> {
    for _ in 0..TRIES {
        let mut change = app.change().await?;
        let seen = open(change.conn(), team_id, user_id).await?;
        for tournament_id in &seen {
            // The same lock as the captain's when the entry is changed.
            change.lock(&format!("entry:{tournament_id}:team:{team_id}")).await?;
        }
        sqlx::query!("select id from esports.tournaments where id = any($1) order by id for no key update", &seen)
            .fetch_all(change.conn())
            .await?;
        let team = lock_team(&mut change, team_id).await?;
        if open(change.conn(), team_id, user_id).await?.iter().all(|tournament_id| seen.contains(tournament_id)) {
            return Ok((change, team));
        }
    }
    Err(Problem::new(codes::service_unavailable).retry_after(1).because("a team's entries change all the time"))
}

/// Returns the tournaments whose roster of this team can still lose the person.
async fn open(conn: &mut PgConnection, team_id: i64, user_id: i64) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        "select e.tournament_id from esports.entrants e join esports.entrant_players p on p.entrant_id = e.id join esports.tournaments t on t.id = e.tournament_id
         where e.team_id = $1 and p.user_id = $2 and p.active and e.locked_at is null and t.bracket_published_at is null
           and e.active and t.finished_at is null and t.cancelled_at is null
         order by e.tournament_id",
        team_id,
        user_id
    )
    .fetch_all(conn)
    .await?)
}

/// Returns whether the person is on a submitted roster of a tournament that is not over.
pub async fn plays(conn: &mut PgConnection, team_id: i64, user_id: i64) -> Result<bool, Problem> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from esports.entrants e join esports.entrant_players p on p.entrant_id = e.id join esports.tournaments t on t.id = e.tournament_id
             where e.team_id = $1 and p.user_id = $2 and p.active and p.left_at is null and e.submitted_at is not null
               and e.active
               and t.finished_at is null and t.cancelled_at is null) as "plays!""#,
        team_id,
        user_id
    )
    .fetch_one(conn)
    .await?)
}

/// Returns the next tournament, not over, that the team has entered; drafts do not count.
pub async fn entered(conn: &mut PgConnection, team_id: i64) -> Result<Option<Text>, Problem> {
    Ok(sqlx::query_as!(
        Text,
        r#"select coalesce(nullif(t.name_th, ''), t.name_en) as "th!", coalesce(nullif(t.name_en, ''), t.name_th) as "en!" from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
           where e.team_id = $1 and e.submitted_at is not null
             and e.active
             and t.finished_at is null and t.cancelled_at is null
           order by t.start_at, t.id limit 1"#,
        team_id
    )
    .fetch_optional(conn)
    .await?)
}

/// Withdraws drafts of entries when the team is disbanded.
pub async fn drop_drafts(change: &mut Change, team_id: i64) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "with dropped as (
           update esports.entrants set status = 'withdrawn', version = version + 1, updated_at = $2
           where team_id = $1 and submitted_at is null and status = 'incomplete_team' returning id)
         update esports.entrant_players p set active = false from dropped where p.entrant_id = dropped.id and p.active",
        team_id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Removes a leaver from the team's rosters that are not locked. The tournaments are locked.
pub async fn leave(
    change: &mut Change,
    team_id: i64,
    (user_id, actor_id): (i64, i64),
    name: &str,
    letters: &mut Letters,
) -> Result<(), Problem> {
    let now = change.now();
    // A locked roster stays as it was drawn, with the person marked.
    sqlx::query!(
        "update esports.entrant_players p set left_at = $3 from esports.entrants e join esports.tournaments t on t.id = e.tournament_id
         where p.user_id = $2 and p.active and p.left_at is null and e.id = p.entrant_id and e.team_id = $1
           and (e.locked_at is not null or t.bracket_published_at is not null) and t.finished_at is null and t.cancelled_at is null",
        team_id,
        user_id,
        now
    )
    .execute(change.conn())
    .await?;
    let open = open(change.conn(), team_id, user_id).await?;
    let shrunk = sqlx::query!(
        r#"with gone as (
             update esports.entrant_players p set active = false, left_at = $4 from esports.entrants e
             where p.user_id = $2 and p.active and e.id = p.entrant_id and e.team_id = $1 and e.tournament_id = any($3)
               and e.active
             returning p.entrant_id)
           select e.id, e.tournament_id, e.status, e.stage, e.submitted_at is not null as "sent!",
                  coalesce(nullif(t.name_th, ''), t.name_en) as "name_th!", coalesce(nullif(t.name_en, ''), t.name_th) as "name_en!",
                  (select count(*) from esports.entrant_players o where o.entrant_id = e.id and o.active and o.role = 'main' and o.user_id <> $2)
                    < t.main_players as "short!"
           from gone join esports.entrants e on e.id = gone.entrant_id join esports.tournaments t on t.id = e.tournament_id order by e.tournament_id"#,
        team_id,
        user_id,
        &open,
        now
    )
    .fetch_all(change.conn())
    .await?;
    let captain = acting_captain(change.conn(), team_id).await?.filter(|captain| *captain != user_id);
    for entry in shrunk {
        let falls = entry.short && entry.status != "incomplete_team";
        let status = if falls { "incomplete_team" } else { entry.status.as_str() };
        sqlx::query!(
            "with changed as (
               update esports.entrants set status = $2, waiting_since = case when $2 = 'waitlist' then waiting_since end,
                      version = version + 1, updated_at = $3 where id = $1)
             insert into esports.tournament_revisions (tournament_id, at, actor_id, kind, entrant_id, before, after)
             values ($4, $3, $5, 'player_left', $1, jsonb_build_object('status', $6::text), jsonb_build_object('status', $2::text))",
            entry.id,
            status,
            now,
            entry.tournament_id,
            actor_id,
            entry.status
        )
        .execute(change.conn())
        .await?;
        if falls && entry.stage == 1 {
            sqlx::query!(
                "update esports.tournaments set joined = joined - ($2 = 'join')::int, waiting = waiting - ($2 = 'waitlist')::int where id = $1",
                entry.tournament_id,
                entry.status
            )
            .execute(change.conn())
            .await?;
        }
        if entry.short && entry.sent {
            let tournament = Text::new(entry.name_th, entry.name_en);
            letters.add(captain, TeamNotice::EntryIncomplete { person: name, tournament: &tournament });
        }
    }
    Ok(())
}
