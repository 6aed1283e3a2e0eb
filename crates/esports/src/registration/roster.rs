//! Changes of the players of an active entry.

use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use manao_domain::tournament::Phase;

use super::entrant::Entrant;
use super::players::EnteredPlayer;
use super::view::Entry;
use super::{mine, places, players, save};
use crate::tournaments::Row;
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::note;
use manao_kernel::problem::{Lang, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RosterForm {
    pub entrant_id: i64,
    pub version: i64,
    pub players: Vec<EnteredPlayer>,
    /// Required of staff
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
}

/// # Errors
/// 409 `entry_changed` when it is in another version, `entry_over`, `roster_locked`, `registration_closed`; 422 as when it is entered.
pub async fn update(app: &App, member: &Member, role: Role, form: RosterForm, lang: Lang) -> Result<Entry, Problem> {
    let mut conn = app.db.acquire().await?;
    let entrant = Entrant::load(&mut conn, form.entrant_id).await?;
    let tournament = Row::load(&mut conn, entrant.tournament_id).await?;
    places::standing(&tournament)?;
    let captain = role == Role::Captain;
    let reason = if captain { None } else { Some(note::reason(form.reason.as_deref())?) };
    if !entrant.status.is_active() {
        return Err(codes::entry_over.into());
    }
    let locked = tournament.bracket_published_at.is_some();
    let same = same_people(&mut conn, entrant.id, &form.players).await?;
    if captain && locked && !same {
        return Err(codes::roster_locked.into());
    }
    if captain && !locked && !matches!(tournament.phase(app.now()), Phase::Register | Phase::Draw) {
        return Err(codes::registration_closed.into());
    }
    players::check(&mut conn, &tournament, &form.players, false).await?;
    // A locked roster stands, even if players have left the team since.
    if !(locked && same) {
        let whose = (entrant.team_id, entrant.user_id.unwrap_or_default(), Some(entrant.id));
        players::admit(&mut conn, &tournament, whose, &form.players).await?;
    }
    drop(conn);

    let mut change = app.change().await?;
    change.lock(&save::lock_name(&tournament, entrant.team_id, entrant.user_id.unwrap_or_default())).await?;
    let entrant = Entrant::load(change.conn(), entrant.id).await?;
    if entrant.version != form.version {
        return Err(codes::entry_changed.into());
    }
    players::take_off(&mut change, entrant.id, &form.players).await?;
    if let Err(refusal) = players::write(&mut change, tournament.id, entrant.id, &form.players).await {
        drop(change);
        return Err(players::in_other_entry(app, refusal, (tournament.id, entrant.id), &form.players).await?);
    }
    let (id, kind) = (entrant.id, ("roster_changed", member.user_id));
    let roster = save::proceed(&mut change, &tournament, entrant, kind, reason).await?.ok_or(codes::entry_changed)?;
    change.commit().await?;
    mine::after(app, &tournament, (id, roster), (member.user_id, role), lang).await
}

/// Returns whether these are exactly the listed players, with the same game IDs.
async fn same_people(conn: &mut sqlx::PgConnection, entrant_id: i64, players: &[EnteredPlayer]) -> Result<bool, Problem> {
    let rows = sqlx::query!("select user_id, game_id from esports.entrant_players where entrant_id = $1", entrant_id)
        .fetch_all(conn)
        .await?;
    let listed: BTreeMap<i64, String> = rows.into_iter().map(|row| (row.user_id, row.game_id)).collect();
    let same = |player: &EnteredPlayer| {
        let named = player.game_id.trim();
        listed.get(&player.user_id).is_some_and(|listed| named.is_empty() || named == listed)
    };
    Ok(players.len() == listed.len() && players.iter().all(same))
}
