//! The consequences of a changed stage for later stages, and for prizes that are paid.

use std::collections::HashMap;

use serde_json::json;
use sqlx::PgConnection;

use super::decision::DecisionContext;
use super::live::BracketLive;
use super::qualify::Qualifier;
use super::store::Stage;
use super::view::{DrawState, MatchState};
use super::view_results::MatchShort;
use super::{ranking, write};
use crate::tournaments::{self, Revision};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// The parts of a stage that others rely on: its qualifiers and its ranks.
#[derive(PartialEq, Eq)]
pub struct Outlook {
    qualifiers: Option<Vec<Qualifier>>,
    pub ranks: HashMap<i64, i32>,
}

/// The parts of later stages that are undone.
#[derive(Debug, Default)]
pub struct LaterFalls {
    pub stages: Vec<i32>,
    /// Their decided matches, last first
    pub matches: Vec<MatchShort>,
}

impl Outlook {
    pub fn new(stage: &Stage) -> Self {
        let follows = stage.stage < stage.last_stage;
        Self { qualifiers: stage.qualifiers().ok().filter(|_| follows), ranks: stage.ranks() }
    }
}

/// Returns what would be undone in later stages. The stage holds the change already.
///
/// # Errors
/// 409 `prize_paid` when the rank of somebody whose prize is paid would change.
pub async fn preview(conn: &mut PgConnection, stage: &Stage, before: &Outlook) -> Result<LaterFalls, Problem> {
    let after = Outlook::new(stage);
    let mut falls = LaterFalls::default();
    if before.qualifiers.is_some() && before.qualifiers != after.qualifiers {
        falls.stages = drawn_later(&mut *conn, stage).await?;
        for later in falls.stages.iter().rev() {
            let later = Stage::load(&mut *conn, stage.tournament_id, *later).await?;
            let published = later.draw.as_ref().is_some_and(|draw| draw.state == DrawState::Published);
            let decided = |row: &&super::store::MatchRow| published && row.course.state == MatchState::Decided;
            falls.matches.extend(later.matches.iter().rev().filter(decided).map(|row| later.short(row)));
        }
    }
    let paid = paid(conn, stage.tournament_id).await?;
    let moved = |id: &i64| before.ranks.get(id) != after.ranks.get(id);
    if paid.iter().any(|id| moved(id) || !falls.stages.is_empty()) {
        return Err(codes::prize_paid.into());
    }
    Ok(falls)
}

/// Applies a change to later stages: where other entrants go on than before, their draws are withdrawn. Unpaid winners who now have
/// another place are no longer announced. Returns whether there were any.
///
/// # Errors
/// 409 `prize_paid`; 409 `match_results_fall` with `falls` and `laterStages` where a draw would be withdrawn without `cascade`.
pub async fn follow(change: &mut Change, stage: &mut Stage, before: &Outlook, by: &DecisionContext<'_>) -> Result<bool, Problem> {
    let falls = preview(change.conn(), stage, before).await?;
    if !falls.stages.is_empty() && !by.cascade {
        let problem = Problem::new(codes::match_results_fall);
        return Err(problem.with("falls", falls.matches).with("laterStages", falls.stages));
    }
    let after = Outlook::new(stage);
    if before.qualifiers.is_some() && before.qualifiers != after.qualifiers {
        withdraw(change, stage, &falls, by).await?;
    }
    let moved: Vec<i64> = before.ranks.keys().filter(|id| before.ranks.get(id) != after.ranks.get(id)).copied().collect();
    let withdrawn = unannounce(change, stage, &moved, by).await?;
    ranking::refresh(change, stage).await?;
    Ok(withdrawn)
}

/// Withdraws the announcement of these winners.
async fn unannounce(change: &mut Change, stage: &Stage, moved: &[i64], by: &DecisionContext<'_>) -> Result<bool, Problem> {
    let gone = sqlx::query!(
        "delete from esports.prize_winners where tournament_id = $1 and entrant_id = any($2) and paid_at is null returning place, entrant_id",
        stage.tournament_id,
        moved
    )
    .fetch_all(change.conn())
    .await?;
    if gone.is_empty() {
        return Ok(false);
    }
    let gone: Vec<_> = gone.iter().map(|row| json!({"place": row.place, "contestantId": row.entrant_id})).collect();
    let revision = Revision {
        actor_id: by.actor_id,
        kind: "winners_withdrawn",
        reason: by.reason,
        before: Some(json!({"winners": gone})),
        ..Revision::default()
    };
    tournaments::log(change, stage.tournament_id, revision).await?;
    Ok(true)
}

/// Returns the later stages that have a draw, published or not.
async fn drawn_later(conn: &mut PgConnection, stage: &Stage) -> Result<Vec<i32>, Problem> {
    Ok(sqlx::query_scalar!(
        "select stage from esports.draws where tournament_id = $1 and stage > $2 order by stage",
        stage.tournament_id,
        stage.stage
    )
    .fetch_all(conn)
    .await?)
}

pub async fn paid(conn: &mut PgConnection, tournament_id: i64) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        "select entrant_id from esports.prize_winners where tournament_id = $1 and paid_at is not null",
        tournament_id
    )
    .fetch_all(conn)
    .await?)
}

/// Withdraws draws, matches and entrants of all later stages; entrants added by hand stay.
async fn withdraw(change: &mut Change, stage: &mut Stage, falls: &LaterFalls, by: &DecisionContext<'_>) -> Result<(), Problem> {
    let (id, number) = (stage.tournament_id, stage.stage);
    sqlx::query!("delete from esports.matches where tournament_id = $1 and stage > $2", id, number)
        .execute(change.conn())
        .await?;
    sqlx::query!("delete from esports.draws where tournament_id = $1 and stage > $2", id, number).execute(change.conn()).await?;
    sqlx::query!("delete from esports.group_closures where tournament_id = $1 and stage > $2", id, number)
        .execute(change.conn())
        .await?;
    let gone = sqlx::query_scalar!(
        "delete from esports.stage_entrants where tournament_id = $1 and stage > $2 and origin is not null returning entrant_id",
        id,
        number
    )
    .fetch_all(change.conn())
    .await?;
    if gone.is_empty() && falls.stages.is_empty() {
        return Ok(());
    }
    sqlx::query!("delete from esports.prize_winners where tournament_id = $1 and paid_at is null", id)
        .execute(change.conn())
        .await?;
    let revision = Revision {
        actor_id: by.actor_id,
        kind: "later_stages_withdrawn",
        reason: by.reason,
        before: Some(json!({"stages": falls.stages, "qualifiers": gone, "matches": falls.matches})),
        ..Revision::default()
    };
    tournaments::log(change, id, revision).await?;
    for later in &falls.stages {
        // Each event needs its own version: the second of two with one version would be ignored.
        write::next_version(change, stage, false).await?;
        change.emit(&BracketLive::withdrawn(stage, *later))?;
    }
    if !falls.stages.is_empty() {
        write::next_version(change, stage, false).await?;
    }
    Ok(())
}
