//! Those who run a tournament fix the time of a match, or of a whole round.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::{NOTICE, ProposalState, Span};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::busy;
use super::tell_times::{self, Fixed};
use super::times::{fix, length, moment};
use crate::app::App;
use crate::database::Change;
use crate::features::brackets::room::{Room, Step, end_proposals};
use crate::features::brackets::room_now::TimeSource;
use crate::features::brackets::run::MatchState;
use crate::features::messages::{MessageSide, StepKind};
use crate::features::tournaments::{self, Revision};
use crate::problem::{Problem, codes, required};

/// Characters of a reason.
const REASON: usize = 500;
/// Minutes that a match is moved by at most: thirty days.
const SHIFT: i64 = 30 * 24 * 60;
/// No match is fixed for later than this from now.
const HORIZON: TimeDelta = TimeDelta::days(366);

/// To when.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    To(DateTime<Utc>),
    By(TimeDelta),
}

impl Move {
    /// # Errors
    /// 422 at `at`, `shiftMinutes`.
    pub fn read(at: Option<&str>, shift: Option<i64>) -> Result<Self, Problem> {
        match (at, shift) {
            (Some(at), None) => moment(at).map(Self::To),
            (None, Some(minutes)) if minutes != 0 && minutes.abs() <= SHIFT => Ok(Self::By(TimeDelta::minutes(minutes))),
            _ => Err(Problem::invalid(if shift.is_some() { "shiftMinutes" } else { "at" }, codes::time_shift_invalid)),
        }
    }
}

/// Which matches of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct RoundOf {
    pub tournament_id: i64,
    pub stage: i32,
    /// The main part, or a stage's groups, when absent
    pub part: Option<Part>,
    pub round: i32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundMoves {
    /// Moved, or with `dryRun` to be moved
    pub moved: Vec<MovedMatch>,
    /// Left as they are: somebody has another match then, or it would be in the past
    pub clashes: Vec<MovedMatch>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedMatch {
    pub match_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<DateTime<Utc>>,
    pub to: DateTime<Utc>,
    /// The sides agreed on the time that it had
    pub agreed: bool,
}

/// # Errors
/// 422 at `reason`.
pub fn reason(text: &str) -> Result<&str, Problem> {
    required(text, REASON).map_err(|_| {
        Problem::invalid("reason", if text.trim().is_empty() { codes::reason_required } else { codes::text_too_long })
    })
}

/// Fixes the time of a match. Its round's window binds the sides, not those who run the tournament.
///
/// # Errors
/// 404 `match_not_found`; 422 at `at`, `shiftMinutes`, `reason`; 409 `match_not_open`, `match_no_time` (nothing to shift), `time_taken`,
/// `match_of_many`, `tournament_cancelled`, `tournament_over`, with the room as it is now (`match`).
pub async fn edit(app: &App, user_id: i64, match_id: i64, to: Move, reason: &str) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    if let Some(over) = room.over {
        return Err(room.refuse(&mut change, over).await);
    }
    if !may_move(&room) {
        return Err(room.refuse(&mut change, codes::match_not_open).await);
    }
    let Some(at) = target(&room, to) else { return Err(room.refuse(&mut change, codes::match_no_time).await) };
    let now = change.now();
    if at < now + NOTICE || at > now + HORIZON {
        let code = if at > now + HORIZON { codes::time_outside_window } else { codes::time_in_past };
        return Err(Problem::invalid(if matches!(to, Move::To(_)) { "at" } else { "shiftMinutes" }, code));
    }
    busy::hold(&mut change, &[match_id]).await?;
    let span = Span { from: at, to: at + length(&room) };
    busy::free(&mut change, &room, span).await?;
    shift(&mut change, &mut room, span, (user_id, reason)).await?;
    tell_times::fixed(&mut change, match_id, at, Fixed::Set(reason)).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Moves every match of a round that is not over. With `dry_run` nothing changes, and what would is answered.
///
/// # Errors
/// 404 `tournament_not_found`; 409 `tournament_cancelled`, `tournament_over`; 422 at `at`, `shiftMinutes`, `reason`.
pub async fn edit_round(
    app: &App,
    user_id: i64,
    of: RoundOf,
    to: Move,
    (reason, dry_run): (&str, bool),
) -> Result<RoundMoves, Problem> {
    let mut change = app.change().await?;
    let ids = matches_of(&mut change, of).await?;
    let mut rooms = Vec::with_capacity(ids.len());
    for id in &ids {
        rooms.push(Room::lock(&mut change, *id).await?);
    }
    busy::hold(&mut change, &ids).await?;
    let labels = labels(&mut change, &ids).await?;
    let mut moves = RoundMoves { moved: Vec::new(), clashes: Vec::new() };
    let now = change.now();
    let mut told = Vec::new();
    for (mut room, label) in rooms.into_iter().zip(labels).filter(|(room, _)| may_move(room)) {
        let Some(at) = target(&room, to) else { continue };
        let agreed = room.time_source == Some(TimeSource::Agreed);
        let moved = MovedMatch { match_id: room.match_id, label, from: room.scheduled_at, to: at, agreed };
        let span = Span { from: at, to: at + length(&room) };
        let clashes =
            at < now + NOTICE || at > now + HORIZON || { !busy::busy(change.conn(), room.match_id, span).await?.is_empty() };
        if clashes {
            moves.clashes.push(moved);
            continue;
        }
        moves.moved.push(moved);
        if !dry_run {
            shift(&mut change, &mut room, span, (user_id, reason)).await?;
            told.push((room.match_id, at));
        }
    }
    if dry_run {
        return Ok(moves);
    }
    tell_times::all_fixed(&mut change, &told, Fixed::Set(reason)).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, of.tournament_id);
    Ok(moves)
}

fn may_move(room: &Room) -> bool {
    matches!(
        room.state,
        MatchState::Locked | MatchState::Waiting | MatchState::Ready | MatchState::Scheduled | MatchState::Playing
    )
}

fn target(room: &Room, to: Move) -> Option<DateTime<Utc>> {
    match to {
        Move::To(at) => Some(at),
        Move::By(by) => room.scheduled_at?.checked_add_signed(by),
    }
}

/// The matches of the round, the tournament locked.
async fn matches_of(change: &mut Change, of: RoundOf) -> Result<Vec<i64>, Problem> {
    let row = sqlx::query!(
        "select cancelled_at is not null as \"cancelled!\", finished_at is not null as \"finished!\" from tournaments where id = $1 for no key update",
        of.tournament_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::tournament_not_found)?;
    if row.cancelled {
        return Err(codes::tournament_cancelled.into());
    }
    if row.finished {
        return Err(codes::tournament_over.into());
    }
    Ok(sqlx::query_scalar!(
        "select id from matches where tournament_id = $1 and stage = $2 and round = $3 and home_slot is not null
           and (part = $4 or $4 is null and part in ('main', 'group')) and not extra order by id",
        of.tournament_id,
        of.stage,
        of.round,
        of.part.map(Part::as_str)
    )
    .fetch_all(change.conn())
    .await?)
}

async fn labels(change: &mut Change, ids: &[i64]) -> Result<Vec<Option<String>>, Problem> {
    Ok(sqlx::query_scalar!("select label::text from matches where id = any($1) order by id", ids)
        .fetch_all(change.conn())
        .await?)
}

/// Fixes the time: nothing that was proposed counts any more.
async fn shift(change: &mut Change, room: &mut Room, span: Span, (user_id, reason): (i64, &str)) -> Result<(), Problem> {
    end_proposals(change, &[room.match_id], ProposalState::Void).await?;
    let before = room.scheduled_at;
    fix(room, span, TimeSource::Promoter);
    room.save(change).await?;
    let data = json!({"at": span.from, "reason": reason});
    let step = Step { kind: StepKind::TimeSet, author_id: Some(user_id), side: Some(MessageSide::Staff), data };
    room.step(change, step).await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "match_time_set",
        match_id: Some(room.match_id),
        reason: Some(reason),
        before: Some(json!({"scheduledAt": before})),
        after: Some(json!({"scheduledAt": span.from})),
        ..Revision::default()
    };
    tournaments::log(change, room.tournament_id, revision).await
}
