//! Entries in the demo's tournaments.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::tournament::{Category, ContestantType, JoinMode, Phase};
use sqlx::PgConnection;

use super::tournaments::{MadeTournament, Plan};

/// A team or a person that may enter.
struct Candidate {
    team_id: Option<i64>,
    user_id: Option<i64>,
    name: String,
    short_name: String,
    players: Vec<i64>,
}

pub async fn load(
    conn: &mut PgConnection,
    plan: &Plan,
    made: &MadeTournament,
    number: usize,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let wanted = plan.entrants + plan.waiting;
    let candidates = match plan.kind {
        ContestantType::Team => teams(conn, plan, made, number, wanted).await?,
        ContestantType::Single => people(conn, number, wanted).await?,
    };
    let (mut joined, mut waiting) = (0, 0);
    for (position, candidate) in (0..).zip(&candidates) {
        let status = status(plan, position);
        joined += i32::from(status == "join");
        waiting += i32::from(status == "waitlist");
        // Spread over the registration period.
        let open_for = made.closed_at.min(now) - made.opened_at;
        let entered = made.opened_at + open_for * position / (wanted + 1);
        insert(conn, made, candidate, status, entered).await?;
    }
    sqlx::query!(
        "update esports.tournaments set joined = $2, waiting = $3, first_entry_at = $4 where id = $1",
        made.id,
        joined,
        waiting,
        made.opened_at + TimeDelta::hours(1)
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the status of an entry. In an open tournament with review, every third is not admitted yet.
fn status(plan: &Plan, position: i32) -> &'static str {
    if position >= plan.entrants {
        return "waitlist";
    }
    match (plan.join, plan.phase, position % 9) {
        (JoinMode::Review, Phase::Register, 2 | 5) => "register",
        (JoinMode::Review, Phase::Register, 7) => "incomplete_team",
        (JoinMode::Review, Phase::Register, 8) => "invalid",
        _ => "join",
    }
}

/// Returns teams of the category. Open tournaments leave the sandbox's teams free to enter; running ones include them.
async fn teams(
    conn: &mut PgConnection,
    plan: &Plan,
    made: &MadeTournament,
    number: usize,
    wanted: i32,
) -> sqlx::Result<Vec<Candidate>> {
    let level = match plan.category {
        Category::School => Some("school"),
        Category::University => Some("university"),
        _ => None,
    };
    let rows = sqlx::query!(
        r#"select t.id, t.name, t.short_name, array_agg(m.user_id order by m.role, m.joined_at) as "players!"
           from esports.teams t join esports.team_members m on m.team_id = t.id left join people.profiles p on p.user_id = m.user_id
           where ($1::text is null or p.education_level = $1) and t.disbanded_at is null
             and ($5 or t.name not in ('Bangkok Limes', 'Naga Pulse'))
           group by t.id having count(*) >= $2
           -- Other ones for each tournament, behind those of the sandbox's captains.
           order by t.name not in ('Bangkok Limes', 'Naga Pulse'), (t.id * 7919 + $4) % 1009 limit $3"#,
        level,
        i64::from(made.game.main_players),
        i64::from(wanted),
        i64::try_from(number * 97).unwrap_or_default(),
        !matches!(plan.phase, Phase::Register)
    )
    .fetch_all(conn)
    .await?;
    let most = usize::try_from(made.game.main_players + made.game.max_substitutes).unwrap_or_default();
    Ok(rows
        .into_iter()
        .map(|row| Candidate {
            team_id: Some(row.id),
            user_id: None,
            name: row.name,
            short_name: row.short_name,
            players: row.players.into_iter().take(most).collect(),
        })
        .collect())
}

async fn people(conn: &mut PgConnection, number: usize, wanted: i32) -> sqlx::Result<Vec<Candidate>> {
    let rows = sqlx::query!(
        "select u.id, u.display_name from people.users u
         where u.email like '%@players.manao.example' and not exists (select from esports.tournament_staff s where s.user_id = u.id)
           and not exists (select from esports.promoters p where p.user_id = u.id)
         order by (u.id * 7919 + $2) % 10007 limit $1",
        i64::from(wanted),
        i64::try_from(number * 331).unwrap_or_default()
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Candidate {
            team_id: None,
            user_id: Some(row.id),
            short_name: row.display_name.chars().take(4).collect(),
            name: row.display_name,
            players: vec![row.id],
        })
        .collect())
}

/// Returns a game ID in the game's format.
fn game_id(slug: &str, user_id: i64) -> String {
    match slug {
        "valorant" => format!("Player{}#TH{}", user_id % 100_000, user_id % 10),
        "free-fire" => format!("88{:07}", user_id * 37 % 10_000_000),
        "pubg-mobile" => format!("51{:08}", user_id * 7919 % 100_000_000),
        "fc-mobile" => format!("70{:08}", user_id * 7919 % 100_000_000),
        "mobile-legends" => format!("{:08}", 10_000_000 + user_id * 37 % 90_000_000),
        _ => format!("20{:06}", user_id * 37 % 1_000_000),
    }
}

async fn insert(
    conn: &mut PgConnection,
    made: &MadeTournament,
    candidate: &Candidate,
    status: &str,
    entered: DateTime<Utc>,
) -> sqlx::Result<()> {
    let incomplete = status == "incomplete_team";
    let id = sqlx::query_scalar!(
        "insert into esports.entrants (tournament_id, team_id, user_id, status, name, short_name, submitted_at, waiting_since, reason, decided_at,
                               created_at, updated_at, told_version, told_status)
         values ($1, $2, $3, $4, $5, $6, case when $7 then null else $8::timestamptz end, case when $4 = 'waitlist' then $8::timestamptz end,
                 case when $4 = 'invalid' then 'บัตรนักศึกษามองไม่เห็นชื่อ / The name on the student card cannot be read' end,
                 case when $4 in ('join', 'invalid') then $8::timestamptz end, $8, $8, 1, $4) returning id",
        made.id,
        candidate.team_id,
        candidate.user_id,
        status,
        candidate.name,
        candidate.short_name,
        incomplete,
        entered,
    )
    .fetch_one(&mut *conn)
    .await?;
    // One player has not given a game ID yet.
    let game_ids: Vec<String> = (0..)
        .zip(&candidate.players)
        .map(
            |(position, user_id): (usize, _)| {
                if incomplete && position == 1 { String::new() } else { game_id(&made.game.slug, *user_id) }
            },
        )
        .collect();
    sqlx::query!(
        "insert into esports.entrant_players (entrant_id, tournament_id, user_id, role, position, game_id, display_name, academy_id)
         select $1, $2, u.id, case when list.position <= $5 then 'main' else 'substitute' end, list.position, list.game_id, u.display_name, p.academy_id
         from unnest($3::bigint[], $4::text[]) with ordinality as list (user_id, game_id, position)
         join people.users u on u.id = list.user_id left join people.profiles p on p.user_id = u.id",
        id,
        made.id,
        &candidate.players,
        &game_ids,
        if candidate.team_id.is_some() { i64::from(made.game.main_players) } else { 1 },
    )
    .execute(conn)
    .await?;
    Ok(())
}
