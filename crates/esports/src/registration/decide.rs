//! Decisions of staff on entries, one change each.

use manao_domain::registration::EntrantStatus;
use manao_domain::tournament::Phase;
use serde::Deserialize;
use std::collections::HashMap;
use utoipa::ToSchema;

use super::entrant::{Entrant, Step, step};
use super::notice::MissingKinds;
use super::view::{EntriesDecided, EntryDecided};
use super::{places, players, save, tell};
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::{Lang, Notice, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
pub struct EntryDecision {
    /// `join`, `reject`, `invalid` or `register`
    pub status: EntrantStatus,
    /// Required to reject, and for an invalid entry without `missing`
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// For an invalid entry: documents that its players have to upload again
    #[serde(default)]
    pub missing: Vec<MissingKinds>,
    /// Further entries of the same tournament, at most 100
    #[serde(default)]
    pub ids: Vec<i64>,
    /// Version of each entry that the client last saw. An entry that has changed since is left as it is (`entry_changed`)
    #[serde(default)]
    pub versions: HashMap<i64, i64>,
}

/// Most entries in one decision.
const MOST: usize = 100;
/// Most people with missing documents.
const PEOPLE: usize = 20;

/// # Errors
/// 422 when the decision itself is invalid; problems of single entries are part of the answer.
pub async fn decide(app: &App, user_id: i64, id: i64, decision: EntryDecision, lang: Lang) -> Result<EntriesDecided, Problem> {
    let reason = checked(&decision)?;
    let tournament_id = Entrant::load(&mut *app.db.acquire().await?, id).await?.tournament_id;
    let mut items = Vec::new();
    let mut ids = vec![id];
    ids.extend(decision.ids.iter().copied().filter(|other| *other != id));
    for id in ids {
        let item = match one(app, (user_id, tournament_id), id, (&decision, reason)).await {
            Ok((status, version)) => EntryDecided { id, status: Some(status), version: Some(version), problem: None },
            // A server error is no outcome of this entry.
            Err(problem) if problem.code().status >= 500 => return Err(problem),
            Err(problem) => EntryDecided { id, status: None, version: None, problem: Some(Notice::new(problem, lang)) },
        };
        items.push(item);
    }
    let entries_version = places::entries_version(&mut *app.db.acquire().await?, tournament_id).await?;
    Ok(EntriesDecided { items, entries_version })
}

fn checked(decision: &EntryDecision) -> Result<Option<&str>, Problem> {
    use EntrantStatus::{Invalid, Join, Register, Reject};
    if !matches!(decision.status, Join | Reject | Invalid | Register) {
        return Err(Problem::invalid("status", codes::field_invalid));
    }
    if decision.ids.len() >= MOST {
        return Err(Problem::invalid("ids", codes::field_invalid));
    }
    if decision.missing.len() > PEOPLE || decision.missing.iter().any(|missing| missing.kinds.len() > PEOPLE) {
        return Err(Problem::invalid("missing", codes::field_invalid));
    }
    let needed = decision.status == Reject || decision.status == Invalid && decision.missing.is_empty();
    let given = decision.reason.as_deref().is_some_and(|reason| !reason.trim().is_empty());
    if needed || given { note::reason(decision.reason.as_deref()).map(Some) } else { Ok(None) }
}

/// # Errors
/// 404 `entrant_not_found`; 409 `entry_changed`, `entry_decision_invalid`, `entry_incomplete`, `entry_full`, `entry_drawn`,
/// `tournament_cancelled`, `tournament_over`.
async fn one(
    app: &App,
    (user_id, tournament_id): (i64, i64),
    id: i64,
    (decision, reason): (&EntryDecision, Option<&str>),
) -> Result<(EntrantStatus, i64), Problem> {
    let mut change = app.change().await?;
    let tournament = places::lock(&mut change, tournament_id).await?;
    places::standing(&tournament)?;
    let entrant = Entrant::lock(&mut change, id).await?;
    if entrant.tournament_id != tournament_id {
        return Err(codes::entrant_not_found.into());
    }
    if tournament.bracket_published_at.is_some() && entrant.takes_a_place() {
        return Err(codes::entry_drawn.into());
    }
    if decision.versions.get(&id).is_some_and(|version| *version != entrant.version) {
        return Err(codes::entry_changed.into());
    }
    if !entrant.status.may_be_decided(decision.status) {
        return Err(codes::entry_decision_invalid.into());
    }
    let (kind, status) = match decision.status {
        EntrantStatus::Join => ("entrant_approved", admitted(&mut change, &tournament, &entrant).await?),
        EntrantStatus::Invalid => {
            find_incorrect(&mut change, id, &decision.missing).await?;
            ("entrant_invalid", EntrantStatus::Invalid)
        }
        EntrantStatus::Register => {
            stand_again(&mut change, &tournament, &entrant).await?;
            ("entrant_reopened", EntrantStatus::Register)
        }
        other => ("entrant_rejected", other),
    };
    places::count(&mut change, &entrant, status).await?;
    step(&mut change, &entrant, Step { kind, status, actor_id: Some(user_id), reason, decided: true }).await?;
    if status == EntrantStatus::Join && entrant.stage > 1 {
        save::qualify(&mut change, &entrant).await?;
    }
    if entrant.status == EntrantStatus::Join {
        places::fill(&mut change, tournament_id).await?;
    }
    tell::entries(&mut change, &[id]).await?;
    change.commit().await?;
    Ok((status, entrant.version + 1))
}

/// Returns the status after admission: a place, or one on the waiting list.
async fn admitted(change: &mut Change, tournament: &Row, entrant: &Entrant) -> Result<EntrantStatus, Problem> {
    let now = change.now();
    let roster = players::of_entry(change.conn(), tournament, entrant.id, players::today(now)).await?;
    if !players::are_complete(tournament, &roster) {
        return Err(codes::entry_incomplete.into());
    }
    // Admitted entries that wait come first, except for those that the promoter takes out of turn.
    let waits = entrant.status == EntrantStatus::Waitlist;
    let free = tournament.joined < tournament.capacity && (waits || tournament.waiting == 0);
    match free || !entrant.takes_a_place() {
        true => Ok(EntrantStatus::Join),
        false if waits => Err(codes::entry_full.into()),
        false => Ok(EntrantStatus::Waitlist),
    }
}

/// Marks the documents that must be uploaded again; one that was never uploaded is missing anyway.
async fn find_incorrect(change: &mut Change, entrant_id: i64, missing: &[MissingKinds]) -> Result<(), Problem> {
    for missing in missing {
        let kinds: Vec<String> = missing.kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
        sqlx::query!(
            "update esports.entrant_documents set checked = 'invalid' where entrant_id = $1 and user_id = $2 and kind = any($3)",
            entrant_id,
            missing.user_id,
            &kinds
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Restores a rejected entry, unless it or its players have another entry by now.
async fn stand_again(change: &mut Change, tournament: &Row, entrant: &Entrant) -> Result<(), Problem> {
    if tournament.phase(change.now()) == Phase::Competition && entrant.takes_a_place() {
        return Err(codes::entry_drawn.into());
    }
    if entrant.status.is_active() {
        return Ok(());
    }
    let standing = Entrant::standing(change.conn(), tournament.id, entrant.team_id, entrant.user_id.unwrap_or_default()).await?;
    if standing.is_some() {
        return Err(codes::entry_exists.into());
    }
    let again =
        sqlx::query!("update esports.entrant_players set active = true where entrant_id = $1 and left_at is null", entrant.id)
            .execute(change.conn())
            .await;
    match again {
        Ok(_) => Ok(()),
        Err(error) if players::is_elsewhere(&error) => Err(codes::player_in_other_entry.into()),
        Err(error) => Err(error.into()),
    }
}
