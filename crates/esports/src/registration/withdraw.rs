//! The end of an entry: its captain withdraws it, or staff remove it.

use crate::brackets::MatchShort;
use manao_domain::registration::EntrantStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entrant::{Entrant, Step, step};
use super::{places, tell};
use crate::{brackets, tournaments};
use manao_kernel::access::{Member, Role};
use manao_kernel::app::App;
use manao_kernel::note;
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryEnd {
    /// Required of staff
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Lists the matches that it would forfeit, and changes nothing
    #[serde(default)]
    pub dry_run: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryEnded {
    /// Matches that it forfeits, or would; empty before the bracket is published
    pub forfeits: Vec<MatchShort>,
    /// Version of the tournament's counts of entrants without this entry; with `dryRun`, the current version
    pub entries_version: i64,
}

/// Ends an entry. A freed place goes to the longest waiting entry, in the same change. After the draw nobody moves up, and its open
/// matches are forfeited; a dry run only lists them.
///
/// # Errors
/// 404 `tournament_not_found` when it is not of that tournament; 409 `entry_over`, `tournament_cancelled`, `tournament_over`; 422 when
/// staff give no reason.
pub async fn end(
    app: &App,
    member: &Member,
    role: Role,
    (tournament_id, id): (i64, i64),
    end: &EntryEnd,
) -> Result<EntryEnded, Problem> {
    let given = end.reason.as_deref().filter(|reason| !reason.trim().is_empty());
    let needs_reason = given.is_some() || (role != Role::Captain && !end.dry_run);
    let reason = if needs_reason { Some(note::reason(given)?) } else { None };
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
    let forfeits = brackets::forfeits(&mut change, tournament_id, id).await?;
    if end.dry_run {
        return Ok(EntryEnded { forfeits, entries_version: tournament.entries_version });
    }
    let (kind, status) = match (role, tournament.bracket_published_at.is_some()) {
        (Role::Captain, _) => ("entry_withdrawn", EntrantStatus::Withdrawn),
        (_, false) => ("entrant_removed", EntrantStatus::Removed),
        (_, true) => ("entrant_disqualified", EntrantStatus::Disqualified),
    };
    places::count(&mut change, &entrant, status).await?;
    let decided = role != Role::Captain;
    step(&mut change, &entrant, Step { kind, status, actor_id: Some(member.user_id), reason, decided }).await?;
    // It stays in stages that are drawn, where its matches are forfeited.
    sqlx::query!(
        "delete from esports.stage_entrants s where entrant_id = $1
           and not exists (select from esports.draws d where d.tournament_id = s.tournament_id and d.stage = s.stage and d.state = 'published')",
        id
    )
    .execute(change.conn())
    .await?;
    let mut change = brackets::leave(change, (tournament_id, id), (member.user_id, reason)).await?;
    if entrant.status == EntrantStatus::Join {
        places::fill(&mut change, tournament_id).await?;
    }
    tell::entries(&mut change, &[id]).await?;
    let entries_version = places::entries_version(change.conn(), tournament_id).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, tournament_id);
    Ok(EntryEnded { forfeits, entries_version })
}
