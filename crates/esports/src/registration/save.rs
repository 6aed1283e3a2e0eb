//! Entering: a draft that is kept, or an entry that moves on as far as possible.

use super::players::{EnteredPlayer, GivenDocument, Player};
use manao_domain::registration::{EntrantStatus, destination};
use manao_domain::tournament::{ContestantType, Phase};
use serde::Deserialize;
use utoipa::ToSchema;

use super::entrant::{Entrant, Step, step};
use super::view::Entry;
use super::{mine, places, players, tell};
use crate::tournaments::Row;
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::{Code, OnConstraint as _, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryForm {
    pub tournament_id: i64,
    /// The caller's own team; absent in a tournament of single players
    pub team_id: Option<i64>,
    pub players: Vec<EnteredPlayer>,
    #[serde(default)]
    pub documents: Vec<GivenDocument>,
    /// Keeps the entry without submitting it
    #[serde(default)]
    pub draft: bool,
    /// Version of the replaced entry that the client last saw; 409 `entry_changed` when it has changed since
    #[serde(default)]
    pub version: Option<i64>,
}

/// Number of attempts when the tournament or the entry changes meanwhile.
const TRIES: usize = 3;

/// # Errors
/// The refusals of a registration, each at the person it concerns.
pub async fn save(app: &App, user_id: i64, form: EntryForm, lang: manao_kernel::problem::Lang) -> Result<Entry, Problem> {
    for _ in 0..TRIES {
        if let Some((tournament, entry)) = attempt(app, user_id, &form).await? {
            return mine::after(app, &tournament, entry, (user_id, Role::Captain), lang).await;
        }
    }
    Err(codes::entry_changed.into())
}

/// Tries once; None when the tournament or the entry changed meanwhile.
async fn attempt(app: &App, user_id: i64, form: &EntryForm) -> Result<Option<(Row, (i64, Vec<Player>))>, Problem> {
    let mut conn = app.db.acquire().await?;
    let tournament = Row::load(&mut conn, form.tournament_id).await?;
    let stage = may_enter(&mut conn, app, &tournament, (form.team_id, user_id)).await?;
    players::check(&mut conn, &tournament, &form.players, form.draft).await?;
    let standing = Entrant::standing(&mut conn, tournament.id, form.team_id, user_id).await?;
    let standing_id = standing.as_ref().map(|entrant| entrant.id);
    if let Err(refusal) = players::admit(&mut conn, &tournament, (form.team_id, user_id, standing_id), &form.players).await {
        // The same form was sent twice: the other request made the entry that these players are in.
        let meanwhile = Entrant::standing(&mut conn, tournament.id, form.team_id, user_id).await?;
        return if meanwhile.map(|entrant| entrant.id) == standing_id { Err(refusal) } else { Ok(None) };
    }
    drop(conn);

    let mut change = app.change().await?;
    // Writers of this entry's players take turns here, because its row is locked only after the tournament's.
    change.lock(&lock_name(&tournament, form.team_id, user_id)).await?;
    let entrant = match Entrant::standing(change.conn(), tournament.id, form.team_id, user_id).await? {
        Some(entrant) => {
            if form.version.is_some_and(|version| version != entrant.version) {
                return Err(codes::entry_changed.into());
            }
            players::take_off(&mut change, entrant.id, &form.players).await?;
            entrant
        }
        None => create(&mut change, &tournament, (form.team_id, user_id), (stage, form.draft)).await?,
    };
    let id = entrant.id;
    if let Err(refusal) = players::write(&mut change, tournament.id, id, &form.players).await {
        drop(change);
        return Err(players::in_other_entry(app, refusal, (tournament.id, id), &form.players).await?);
    }
    players::give(&mut change, &tournament, entrant.id, user_id, &form.documents).await?;
    // A draft does not take back an entry that was submitted.
    let sent = !form.draft || entrant.submitted_at.is_some();
    let entrant = Entrant { submitted_at: if sent { entrant.submitted_at.or(Some(change.now())) } else { None }, ..entrant };
    let kind = if sent { "entry_sent" } else { "entry_drafted" };
    let Some(roster) = proceed(&mut change, &tournament, entrant, (kind, user_id), None).await? else { return Ok(None) };
    change.commit().await?;
    Ok(Some((tournament, (id, roster))))
}

pub fn lock_name(tournament: &Row, team_id: Option<i64>, user_id: i64) -> String {
    match team_id {
        Some(team_id) => format!("entry:{}:team:{team_id}", tournament.id),
        None => format!("entry:{}:user:{user_id}", tournament.id),
    }
}

/// Moves an entry on after its players were written, and queues the notices. Must come last in its change. Returns its roster, or None
/// when the tournament changed meanwhile.
///
/// # Errors
/// 409 `entry_must_stay_complete`, `entry_changed`.
pub async fn proceed(
    change: &mut Change,
    tournament: &Row,
    entrant: Entrant,
    (kind, actor_id): (&'static str, i64),
    reason: Option<&str>,
) -> Result<Option<Vec<Player>>, Problem> {
    let now = change.now();
    let roster = players::of_entry(change.conn(), tournament, entrant.id, players::today(now)).await?;
    let complete = players::are_complete(tournament, &roster);
    let sent = entrant.submitted_at.is_some();
    // After the draw, staff may name anyone: the place is already given.
    let late = tournament.bracket_published_at.is_some();
    if entrant.status.is_admitted() && !complete && !late {
        return Err(codes::entry_must_stay_complete.into());
    }
    let to = match destination(entrant.status, complete && sent, tournament.join_mode) {
        _ if late => entrant.status,
        // Completed after registration, when places were already counted: it needs a review.
        EntrantStatus::Join
            if entrant.status != EntrantStatus::Join && tournament.phase(now) != Phase::Register && entrant.takes_a_place() =>
        {
            EntrantStatus::Register
        }
        to => to,
    };
    change.job(&tell::TellEntry { entrant_id: entrant.id }, JobOptions::default()).await?;
    let Some(status) = places::settle(change, tournament, &entrant, to).await? else { return Ok(None) };
    let decided = Step { kind, status, actor_id: Some(actor_id), reason, decided: false };
    step(change, &entrant, decided).await?;
    if entrant.stage > 1 && status == EntrantStatus::Join {
        qualify(change, &entrant).await?;
    }
    Ok(Some(roster))
}

/// Makes an entrant invited to a later stage one of its entrants.
pub async fn qualify(change: &mut Change, entrant: &Entrant) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into esports.stage_entrants (tournament_id, stage, entrant_id, added_at) values ($1, $2, $3, $4) on conflict do nothing",
        entrant.tournament_id,
        entrant.stage,
        entrant.id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns the stage at which this team or person may enter now.
///
/// # Errors
/// 409 `tournament_cancelled`, `tournament_over`, `registration_not_open`, `registration_closed`, `tournament_invitation_required`,
/// `tournament_entry_refused`, `captain_required`, `players_too_few`.
pub async fn may_enter(
    conn: &mut sqlx::PgConnection,
    app: &App,
    tournament: &Row,
    (team_id, user_id): (Option<i64>, i64),
) -> Result<i32, Problem> {
    places::standing(tournament)?;
    if team_id.is_some() != (tournament.contestant_type == ContestantType::Team) {
        return Err(codes::tournament_entry_refused.into());
    }
    let known = sqlx::query!(
        r#"select (select max(stage) from esports.tournament_invitations
                   where tournament_id = $1 and case when $2::bigint is null then user_id = $3 else team_id = $2 end) as invited,
                  exists (select from esports.entrants where tournament_id = $1 and not active and status <> 'withdrawn'
                          and case when $2::bigint is null then user_id = $3 else team_id = $2 end) as "refused!",
                  esports.acting_captain($2) = $3 as "captain", (select count(*) from esports.team_members where team_id = $2) as "members!""#,
        tournament.id,
        team_id,
        user_id
    )
    .fetch_one(conn)
    .await?;
    let stage = known.invited.unwrap_or(1);
    if let Some(refusal) = closed(tournament.phase(app.now()), stage) {
        return Err(refusal.into());
    }
    if tournament.invite_only && known.invited.is_none() {
        return Err(codes::tournament_invitation_required.into());
    }
    if known.refused {
        return Err(codes::tournament_entry_refused.into());
    }
    if team_id.is_none() {
        return Ok(stage);
    }
    if known.captain != Some(true) {
        return Err(codes::captain_required.into());
    }
    if known.members < i64::from(tournament.main_players) {
        return Err(Problem::new(codes::players_too_few).param("count", tournament.main_players));
    }
    Ok(stage)
}

/// Later stages can be entered by invitation while the earlier ones are played.
fn closed(phase: Phase, stage: i32) -> Option<Code> {
    match phase {
        Phase::Register => None,
        Phase::Upcoming | Phase::Draft => Some(codes::registration_not_open),
        Phase::Draw | Phase::Competition if stage > 1 => None,
        Phase::Draw | Phase::Competition => Some(codes::registration_closed),
        Phase::Finished => Some(codes::tournament_over),
        Phase::Cancelled => Some(codes::tournament_cancelled),
    }
}

async fn create(
    change: &mut Change,
    tournament: &Row,
    (team_id, user_id): (Option<i64>, i64),
    (stage, draft): (i32, bool),
) -> Result<Entrant, Problem> {
    let now = change.now();
    sqlx::query_as!(
        Entrant,
        r#"insert into esports.entrants (tournament_id, stage, team_id, user_id, status, name, short_name, logo, submitted_at, created_at, updated_at)
         select $1, $2, named.team_id, named.user_id, 'incomplete_team', named.name, named.short_name, named.logo,
                case when $5 then null else $6::timestamptz end, $6, $6
         from (select id as team_id, null::bigint as user_id, name, short_name, logo from esports.teams where id = $3
               union all
               select null, id, display_name, left(display_name, 12), picture from people.users where id = $4 and $3::bigint is null) as named
         returning id, tournament_id, stage, team_id, user_id, status as "status: EntrantStatus", name, short_name, logo, submitted_at, reason,
                   locked_at, version"#,
        tournament.id,
        stage,
        team_id,
        user_id,
        draft,
        now
    )
    .fetch_optional(change.conn())
    .await
    .on_constraint("entrants_team", codes::entry_changed)?
    .ok_or_else(|| codes::team_not_found.into())
}
