//! Groups: closed once all their matches are decided, reopened when their table changes.

use manao_domain::bracket::{Entrant, Match, Series, groups, seeding};
use manao_domain::text_enum;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::decision::DecisionContext;
use super::downstream::{self, Outlook};
use super::layout::small;
use super::live::BracketLive;
use super::room_state::RuledBy;
use super::store::{Closure, Course, MatchRow, Stage};
use super::view::{Bracket, Reader};
use super::{answer, draw, survivor_close, write};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupClosing {
    /// How to resolve a tie that must be resolved; refused when there is none
    #[serde(default)]
    pub resolve: Option<TieResolution>,
    /// Checks whether the group can be closed, and changes nothing
    #[serde(default)]
    pub dry_run: bool,
}

text_enum! {
    /// How a tie is resolved: at the line to the next stage, or in the last stage at the first place or a prize.
    #[derive(ToSchema)]
    TieResolution {
        /// The tied entrants play once more
        Match = "match",
        /// By lot, with a published seed
        Lot = "lot",
        /// Left unresolved; only in the last stage
        Shared = "shared",
    }
}

/// The order of closed tables, as others rely on it.
pub struct ClosedTables(Vec<ClosedTable>);

#[derive(PartialEq, Eq)]
struct ClosedTable {
    group: i32,
    complete: bool,
    order: Vec<(Entrant, usize)>,
}

impl ClosedTables {
    pub fn new(stage: &Stage) -> Self {
        if stage.closures.is_empty() {
            return Self(Vec::new());
        }
        let closed = |group: i32| stage.closures.iter().any(|closure| closure.group == group);
        let tables = stage.tables().into_iter().filter(|table| closed(table.group));
        let tables = tables.map(|table| ClosedTable {
            group: table.group,
            complete: table.complete,
            order: table.lines.iter().map(|line| (line.entrant, line.rank)).collect(),
        });
        let boards = stage.boards().into_iter().filter(|board| closed(board.group));
        let boards = boards.map(|board| ClosedTable {
            group: board.group,
            complete: board.complete,
            order: board.board.lines.iter().map(|line| (line.entrant, line.rank)).collect(),
        });
        Self(tables.chain(boards).collect())
    }

    /// Reopens groups whose order has changed; their lots are void.
    pub async fn follow(&self, change: &mut Change, stage: &mut Stage, by: &DecisionContext<'_>) -> Result<(), Problem> {
        let now = Self::new(stage);
        let open: Vec<i32> =
            self.0.iter().zip(&now.0).filter(|(before, after)| before != after).map(|(before, _)| before.group).collect();
        reopen(change, stage, &open, by).await
    }
}

/// Reopens these groups; their lots are void.
pub async fn reopen(change: &mut Change, stage: &mut Stage, open: &[i32], by: &DecisionContext<'_>) -> Result<(), Problem> {
    if open.is_empty() {
        return Ok(());
    }
    stage.closures.retain(|closure| !open.contains(&closure.group));
    sqlx::query!(
        "delete from esports.group_closures where tournament_id = $1 and stage = $2 and group_number = any($3)",
        stage.tournament_id,
        stage.stage,
        open
    )
    .execute(change.conn())
    .await?;
    let revision = Revision {
        actor_id: by.actor_id,
        kind: "groups_reopened",
        reason: by.reason,
        after: Some(json!({"stage": stage.stage, "groups": open})),
        ..Revision::default()
    };
    tournaments::log(change, stage.tournament_id, revision).await
}

/// Closes the group of a match.
///
/// # Errors
/// 404 `match_not_found`; 409 `group_open`, `group_closed`, `group_not_tied`, `cut_tie` with `tied`, `match_not_in_group`, `prize_paid`,
/// `tournament_cancelled`, `tournament_over`.
pub async fn submit(app: &App, user_id: i64, match_id: i64, sent: &GroupClosing) -> Result<Bracket, Problem> {
    let mut change = app.change().await?;
    let mut stage = Stage::lock_of_match(&mut change, match_id).await?;
    stage.may_decide(change.now())?;
    let row = stage.position_of(match_id).map(|at| &stage.matches[at]).ok_or(codes::match_not_found)?;
    let group = row.group.ok_or(codes::match_not_in_group)?;
    if stage.closures.iter().any(|closure| closure.group == group) {
        return Err(codes::group_closed.into());
    }
    let ties = ties(&stage, group)?;
    let tied = stage.ids(&ties.concat());
    may_resolve(&stage, &tied, sent.resolve)?;
    if sent.dry_run {
        return answer::bracket(change.conn(), &stage, Reader::Runs, None).await;
    }
    let before = Outlook::new(&stage);
    write::next_version(&mut change, &mut stage, false).await?;
    let kind = match sent.resolve {
        Some(TieResolution::Match) => {
            play_out(&mut change, &mut stage, group, &ties).await?;
            "tie_break_added"
        }
        Some(TieResolution::Shared) => {
            close(&mut change, &mut stage, user_id, group, &[]).await?;
            "group_closed"
        }
        Some(TieResolution::Lot) | None => {
            close(&mut change, &mut stage, user_id, group, &tied).await?;
            "group_closed"
        }
    };
    let lot = stage.closures.iter().find(|closure| closure.group == group && closure.lot_seed.is_some());
    let lot = lot.map(|closure| json!({"seed": closure.lot_seed.map(|seed| seed.to_string()), "order": closure.lots}));
    let revision = Revision {
        actor_id: Some(user_id),
        kind,
        match_id: Some(match_id),
        after: Some(json!({"stage": stage.stage, "group": group, "tied": tied, "resolve": sent.resolve, "lot": lot})),
        ..Revision::default()
    };
    tournaments::log(&mut change, stage.tournament_id, revision).await?;
    let by = DecisionContext { actor_id: Some(user_id), reason: None, cascade: false, ruled: RuledBy::Staff };
    let withdrawn = downstream::follow(&mut change, &mut stage, &before, &by).await?;
    change.emit(&if withdrawn || stage.finished_at.is_some() {
        BracketLive::reload(&stage)
    } else if stage.settings.format.rules().has_heats() {
        BracketLive::survivor(&stage, group)
    } else {
        BracketLive::of_group(&stage, group, &before.ranks)
    })?;
    draw::finish(change, &stage).await
}

/// Checks that a tie has a resolution, and that nothing else has one. Places that lead to the next stage cannot be shared.
fn may_resolve(stage: &Stage, tied: &[i64], resolve: Option<TieResolution>) -> Result<(), Problem> {
    match resolve {
        Some(_) if tied.is_empty() => Err(codes::group_not_tied.into()),
        None if tied.is_empty() => Ok(()),
        Some(TieResolution::Match | TieResolution::Lot) => Ok(()),
        Some(TieResolution::Shared) if stage.stage == stage.last_stage => Ok(()),
        Some(TieResolution::Shared) | None => Err(Problem::new(codes::cut_tie).with("tied", tied)),
    }
}

async fn play_out(change: &mut Change, stage: &mut Stage, group: i32, ties: &[Vec<Entrant>]) -> Result<(), Problem> {
    for tied in ties {
        if stage.settings.format.rules().has_heats() {
            survivor_close::add_heat(change, stage, group, tied).await?;
        } else {
            add_matches(change, stage, group, tied).await?;
        }
    }
    Ok(())
}

/// Returns the tied entrants whose order must be decided.
///
/// # Errors
/// 409 `group_open` while a match of it is not decided.
fn ties(stage: &Stage, group: i32) -> Result<Vec<Vec<Entrant>>, Problem> {
    let ranked = stage.ranked_groups().into_iter().find(|ranked| ranked.group == group && ranked.complete);
    ranked.map(|ranked| stage.ties_of(&ranked)).ok_or_else(|| codes::group_open.into())
}

/// Closes a group. Ties are resolved by lot, from the sorted ids, with a published seed.
async fn close(change: &mut Change, stage: &mut Stage, user_id: i64, group: i32, tied: &[i64]) -> Result<(), Problem> {
    let now = change.now();
    let lot_seed: Option<u64> = (!tied.is_empty()).then(rand::random);
    let mut lots = tied.to_vec();
    lots.sort_unstable();
    if let Some(seed) = lot_seed {
        seeding::shuffle(&mut lots, seed);
    }
    sqlx::query!(
        "insert into esports.group_closures (tournament_id, stage, group_number, closed_at, closed_by, lot_seed, lots) values ($1, $2, $3, $4, $5, $6, $7)",
        stage.tournament_id,
        stage.stage,
        group,
        now,
        user_id,
        lot_seed.map(u64::cast_signed),
        &lots
    )
    .execute(change.conn())
    .await?;
    stage.closures.push(Closure { group, closed_at: now, lot_seed, lots });
    Ok(())
}

/// Adds matches between the tied entrants, each against each.
async fn add_matches(change: &mut Change, stage: &mut Stage, group: i32, tied: &[Entrant]) -> Result<(), Problem> {
    let of_group = |row: &&MatchRow| row.group == Some(group);
    let last = stage.matches.iter().filter(of_group).map(|row| row.round).max().unwrap_or_default();
    let best_of = stage.matches.iter().filter(of_group).map(|row| row.best_of).max().unwrap_or(1);
    // An odd number of games, so that somebody has to win.
    let best_of = if best_of % 2 == 0 { best_of + 1 } else { best_of };
    let (matches, _) = groups::round_robin(&[tied.to_vec()], false, Series(&[best_of]));
    let from = stage.matches.len();
    let mut label = stage.matches.iter().filter_map(|row| row.label).max().unwrap_or_default();
    for of in matches {
        label += 1;
        let round = usize::try_from(last).unwrap_or_default() + of.round;
        let of = Match { group: usize::try_from(group - 1).ok(), round, extra: true, ..of };
        stage.matches.push(MatchRow {
            id: 0,
            part: of.part,
            group: Some(group),
            round: small(of.round),
            number: small(of.number),
            label: Some(label),
            best_of,
            extra: true,
            scheduled_at: None,
            ends_at: None,
            time_source: None,
            drawn_at: None,
            version: stage.version,
            course: Course::from_outcome(None),
        });
        stage.drawn.push(of);
    }
    stage.replay();
    let added: Vec<usize> = (from..stage.matches.len()).collect();
    stage.bring_up(change.now(), &added, &[]);
    write::insert(change, stage, from).await
}
