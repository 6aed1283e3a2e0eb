//! Staff fix the time of a match, or of a whole round.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::{self, NOTICE, ProposalState, Span};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::busy;
use super::tell_times::{self, TimeNotice};
use super::times::{fix, length, moment};
use crate::brackets::attention::MatchStuck;
use crate::brackets::room::{Room, Step, end_proposals};
use crate::brackets::room_state::TimeSource;
use crate::brackets::{MatchState, rounds};
use crate::messages::{MessageSide, StepKind};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Code, Problem, codes};

/// Most minutes that a match can be moved by: thirty days.
const SHIFT: i64 = 30 * 24 * 60;
/// Furthest ahead that a match can be fixed.
const HORIZON: TimeDelta = TimeDelta::days(366);

/// The new time of a match or round.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    To(DateTime<Utc>),
    By(TimeDelta),
}

impl Move {
    /// # Errors
    /// 422 at `at`, `shiftMinutes`.
    pub fn parse(at: Option<&str>, shift: Option<i64>) -> Result<Self, Problem> {
        match (at, shift) {
            (Some(at), None) => moment(at).map(Self::To),
            (None, Some(minutes)) if minutes != 0 && minutes.abs() <= SHIFT => Ok(Self::By(TimeDelta::minutes(minutes))),
            _ => Err(Problem::invalid(if shift.is_some() { "shiftMinutes" } else { "at" }, codes::time_shift_invalid)),
        }
    }
}

/// The round to move.
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
    /// Not moved: a player has another match then, or the time would be in the past
    pub clashes: Vec<MovedMatch>,
    /// The round's default time, which applies to matches without one; absent when it stays
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<MovedDefault>,
    /// Version of the round before it was moved; an opaque text
    pub version: String,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct MovedDefault {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
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
    /// Whether the sides had agreed on the previous time
    pub agreed: bool,
}

/// Fixes the time of a match. The round's window does not bind staff.
///
/// # Errors
/// 404 `match_not_found`; 422 at `reason`; 422 at `at`, `shiftMinutes`, 409 `match_changed`, `match_not_open`, `match_no_time` (nothing to
/// shift), `time_taken`, `match_of_many`, `tournament_cancelled`, `tournament_over`, with the current room (`match`).
pub async fn edit(
    app: &App,
    user_id: i64,
    (match_id, version): (i64, Option<i64>),
    to: Move,
    reason: &str,
) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock_match(&mut change, match_id).await?;
    if let Some(over) = room.over {
        return Err(room.refuse(&mut change, over).await);
    }
    let seen =
        sqlx::query_scalar!("select version from esports.matches where id = $1", match_id).fetch_one(change.conn()).await?;
    if version.is_some_and(|version| version != seen) {
        return Err(room.refuse(&mut change, codes::match_changed).await);
    }
    if !room.state.may_move() {
        return Err(room.refuse(&mut change, codes::match_not_open).await);
    }
    let Some(at) = target(room.scheduled_at, to) else { return Err(room.refuse(&mut change, codes::match_no_time).await) };
    if let Err(code) = near(at, change.now()) {
        let field = if matches!(to, Move::To(_)) { "at" } else { "shiftMinutes" };
        return Err(room.refuse(&mut change, Problem::invalid(field, code)).await);
    }
    busy::hold(&mut change, &[match_id]).await?;
    let span = Span { from: at, to: at + length(&room) };
    busy::free(&mut change, &room, span).await?;
    shift(&mut change, &mut room, span, (user_id, reason)).await?;
    tell_times::fixed(&mut change, match_id, at, TimeNotice::Set(reason)).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(())
}

/// Checks that the time is neither past nor too far ahead.
fn near(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), Code> {
    match at {
        at if at > now + HORIZON => Err(codes::time_outside_window),
        at if at < now + NOTICE => Err(codes::time_in_past),
        _ => Ok(()),
    }
}

/// Moves every match of a round that is not over, and the default time for those without one. With `dry_run` it only returns what would
/// be moved, and takes no locks.
///
/// # Errors
/// 404 `tournament_not_found`; 409 `match_changed`, `tournament_cancelled`, `tournament_over`; 422 at `at`, `shiftMinutes`, `reason`.
pub async fn edit_round(
    app: &App,
    user_id: i64,
    (of, seen): (RoundOf, Option<&str>),
    to: Move,
    (reason, dry_run): (&str, bool),
) -> Result<RoundMoves, Problem> {
    let mut change = app.change().await?;
    if !dry_run {
        sqlx::query!("select id from esports.tournaments where id = $1 for no key update", of.tournament_id)
            .fetch_optional(change.conn())
            .await?;
    }
    standing(&mut change, of.tournament_id).await?;
    let now = change.now();
    if let Move::To(at) = to {
        near(at, now).map_err(|code| Problem::invalid("at", code))?;
    }
    // Read first, so that the version is never newer than the answer.
    let version = version_of(&mut change, of).await?;
    if seen.is_some_and(|seen| seen != version) {
        return Err(codes::match_changed.into());
    }
    let matches = matches_of(&mut change, of).await?;
    let ids: Vec<i64> = matches.iter().map(|of| of.id).collect();
    let mut rooms = Vec::with_capacity(ids.len());
    if !dry_run {
        for id in &ids {
            rooms.push(Room::lock(&mut change, *id).await?);
        }
        busy::hold(&mut change, &ids).await?;
    }
    let round = move_default(&mut change, of, to, dry_run).await?;
    let default = round.as_ref().map(|round| round.1);
    let mut moves = RoundMoves { moved: Vec::new(), clashes: Vec::new(), default, version };
    let mut told = Vec::new();
    for (number, of) in matches.into_iter().enumerate() {
        let Some(at) = target(of.scheduled_at, to) else { continue };
        let span = Span { from: at, to: at + match_time::length(of.best_of, of.game_minutes) };
        let clashes = near(at, now).is_err() || !busy::busy(change.conn(), of.id, span).await?.is_empty();
        let agreed = of.time_source == Some(TimeSource::Agreed);
        let moved = MovedMatch { match_id: of.id, label: of.label, from: of.scheduled_at, to: at, agreed };
        if clashes {
            moves.clashes.push(moved);
            continue;
        }
        moves.moved.push(moved);
        if let Some(room) = rooms.get_mut(number) {
            shift(&mut change, room, span, (user_id, reason)).await?;
            told.push((room.match_id, at));
        }
    }
    if dry_run {
        return Ok(moves);
    }
    if let Some((part, _)) = round {
        let known: Vec<i64> = told.iter().map(|(id, _)| *id).collect();
        rounds::tell(&mut change, (of.tournament_id, of.stage), &[(part, of.round)], &known).await?;
    }
    tell_times::all_fixed(&mut change, &told, TimeNotice::Set(reason)).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, of.tournament_id);
    Ok(moves)
}

fn target(scheduled_at: Option<DateTime<Utc>>, to: Move) -> Option<DateTime<Utc>> {
    match to {
        Move::To(at) => Some(at),
        Move::By(by) => scheduled_at?.checked_add_signed(by),
    }
}

/// # Errors
/// 404 `tournament_not_found`; 409 `tournament_cancelled`, `tournament_over`.
async fn standing(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    let row = sqlx::query!(
        "select cancelled_at is not null as \"cancelled!\", finished_at is not null as \"finished!\" from esports.tournaments where id = $1",
        tournament_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::tournament_not_found)?;
    match (row.cancelled, row.finished) {
        (true, _) => Err(codes::tournament_cancelled.into()),
        (_, true) => Err(codes::tournament_over.into()),
        _ => Ok(()),
    }
}

/// Returns a text that differs after each change of the round's matches or of its default time.
async fn version_of(change: &mut Change, of: RoundOf) -> Result<String, Problem> {
    let row = sqlx::query!(
        r#"select (select max(version) from esports.matches where tournament_id = $1 and stage = $2 and round = $3
                     and (part = $4 or $4 is null and part in ('main', 'group'))) as version,
                  (select max(default_at) from esports.match_rounds where tournament_id = $1 and stage = $2 and round = $3
                     and (part = $4 or $4 is null and part in ('main', 'group'))) as default_at"#,
        of.tournament_id,
        of.stage,
        of.round,
        of.part.map(Part::as_str)
    )
    .fetch_one(change.conn())
    .await?;
    Ok(format!("{}-{}", row.version.unwrap_or_default(), row.default_at.map_or(0, |at| at.timestamp_millis())))
}

/// A match of a round that may be moved.
struct Movable {
    id: i64,
    label: Option<String>,
    scheduled_at: Option<DateTime<Utc>>,
    time_source: Option<TimeSource>,
    best_of: i32,
    game_minutes: i32,
}

/// Returns the matches of the round that are not over.
async fn matches_of(change: &mut Change, of: RoundOf) -> Result<Vec<Movable>, Problem> {
    let rows = sqlx::query!(
        r#"select m.id, m.label, m.state as "state: MatchState", m.scheduled_at, m.time_source as "time_source: TimeSource", m.best_of,
                  g.game_minutes
           from esports.matches m join esports.tournaments t on t.id = m.tournament_id join esports.esport_games g on g.id = t.game_id
           where m.tournament_id = $1 and m.stage = $2 and m.round = $3 and m.home_slot is not null
             and (m.part = $4 or $4 is null and m.part in ('main', 'group')) and not m.extra order by m.id"#,
        of.tournament_id,
        of.stage,
        of.round,
        of.part.map(Part::as_str)
    )
    .fetch_all(change.conn())
    .await?;
    let movable = rows.into_iter().filter(|row| row.state.may_move()).map(|row| Movable {
        id: row.id,
        label: row.label.map(|label| label.to_string()),
        scheduled_at: row.scheduled_at,
        time_source: row.time_source,
        best_of: row.best_of,
        game_minutes: row.game_minutes,
    });
    Ok(movable.collect())
}

/// Moves the round's window with its matches, or widens it to include their new time. A default that would be past stays. Returns the
/// round's part, and the change of the default.
async fn move_default(
    change: &mut Change,
    of: RoundOf,
    to: Move,
    dry_run: bool,
) -> Result<Option<(String, MovedDefault)>, Problem> {
    let now = change.now();
    let row = sqlx::query!(
        "select part, opens_at, default_at, closes_at from esports.match_rounds where tournament_id = $1 and stage = $2 and round = $3
           and (part = $4 or $4 is null and part in ('main', 'group'))",
        of.tournament_id,
        of.stage,
        of.round,
        of.part.map(Part::as_str)
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (opens_at, default_at, closes_at) = match to {
        Move::To(at) => (row.opens_at.min(at), at, row.closes_at.max(at)),
        Move::By(by) => (row.opens_at + by, row.default_at + by, row.closes_at + by),
    };
    if near(default_at, now).is_err() {
        return Ok(None);
    }
    if !dry_run {
        sqlx::query!(
            "update esports.match_rounds set opens_at = $5, default_at = $6, closes_at = $7
             where tournament_id = $1 and stage = $2 and part = $3 and round = $4",
            of.tournament_id,
            of.stage,
            row.part,
            of.round,
            opens_at,
            default_at,
            closes_at
        )
        .execute(change.conn())
        .await?;
    }
    Ok(Some((row.part, MovedDefault { from: row.default_at, to: default_at })))
}

/// Fixes the time, and ends open proposals.
async fn shift(change: &mut Change, room: &mut Room, span: Span, (user_id, reason): (i64, &str)) -> Result<(), Problem> {
    end_proposals(change, &[room.match_id], ProposalState::Void).await?;
    let (before, was) = (room.scheduled_at, room.state);
    fix(room, span, TimeSource::Promoter);
    room.save(change).await?;
    busy::checked(change, room.match_id).await?;
    let data = json!({"at": span.from, "reason": reason});
    let step = Step { kind: StepKind::TimeSet, author_id: Some(user_id), side: Some(MessageSide::Staff), data };
    let now = room.step(change, step).await?;
    MatchStuck::emit(change, &[(was, &now)]).await?;
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
