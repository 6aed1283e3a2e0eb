//! The end of an entry: its captain withdraws it, or those who run the tournament take it out.

use manao_domain::registration::EntrantStatus;

use super::entrant::{Entrant, Step, step};
use super::{places, roster, tell};
use crate::access::{Member, Role};
use crate::app::App;
use crate::problem::{Problem, codes};

/// A freed place goes to whoever has waited longest, in the same change. After the draw nobody moves up any more.
///
/// # Errors
/// 404 `tournament_not_found` when it is not of that tournament; 409 `entry_over`, `tournament_cancelled`, `tournament_over`; 422 without the
/// reason that those who run the tournament have to give.
pub async fn end(
    app: &App,
    member: &Member,
    role: Role,
    (tournament_id, id): (i64, i64),
    reason: Option<&str>,
) -> Result<(), Problem> {
    let given = reason.filter(|reason| !reason.trim().is_empty());
    let reason = if role == Role::Captain && given.is_none() { None } else { Some(roster::reason(reason)?) };
    let mut change = app.change().await?;
    let tournament = places::lock(&mut change, tournament_id).await?;
    let entrant = Entrant::lock(&mut change, id).await?;
    if entrant.tournament_id != tournament_id {
        return Err(codes::tournament_not_found.into());
    }
    places::standing(&tournament)?;
    if !entrant.status.is_active() {
        return Err(codes::entry_over.into());
    }
    let (kind, status) = match (role, tournament.bracket_published_at.is_some()) {
        (Role::Captain, _) => ("entry_withdrawn", EntrantStatus::Withdrawn),
        (_, false) => ("entrant_removed", EntrantStatus::Removed),
        (_, true) => ("entrant_disqualified", EntrantStatus::Disqualified),
    };
    places::count(&mut change, &entrant, status).await?;
    let decided = role != Role::Captain;
    step(&mut change, &entrant, Step { kind, status, actor_id: Some(member.user_id), reason, decided }).await?;
    sqlx::query!("delete from stage_entrants where entrant_id = $1", id).execute(change.conn()).await?;
    if entrant.status == EntrantStatus::Join {
        places::fill(&mut change, tournament_id).await?;
    }
    tell::entries(&mut change, &[id]).await?;
    change.commit().await
}
