//! Two sides agree on the time of their match. At most one proposal is open, and each step is taken under the lock of the room. A step
//! that fixes a time locks the tournament as well.

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use manao_domain::match_time::{self, Hours, ProposalState, Span};
use manao_domain::talk::{self, TalkRefusal};
use serde_json::json;

use super::scores::{acting, speaks};
use super::tell_times::{self, TimeNews, TimeNotice};
use super::{busy, clock};
use crate::brackets::attention::MatchStuck;
use crate::brackets::room::{Room, Step};
use crate::brackets::room_state::{self, MatchWindow, TimeSource};
use crate::brackets::{MatchSide, MatchState};
use crate::messages::StepKind;
use crate::tournaments;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Problem, codes};
use manao_people::inbox;

/// Most characters of a note.
pub const NOTE: usize = 200;
/// Most characters of a date.
const DATE: usize = 40;

/// A proposal as stored in the database.
pub struct Proposal {
    id: i64,
    side: MatchSide,
    at: DateTime<Utc>,
    note: String,
    state: ProposalState,
    expires_at: DateTime<Utc>,
}

impl Proposal {
    fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.state == ProposalState::Open && self.expires_at > now
    }
}

/// The outcome of a proposed time.
enum ProposalOutcome {
    Stands,
    /// The same request succeeded before, but its answer was lost
    Again,
    /// The other side proposed the same time, so that proposal is accepted
    Same(i64),
}

/// A time that a side proposes.
pub struct ProposedTime {
    at: DateTime<Utc>,
    note: String,
}

impl ProposedTime {
    /// # Errors
    /// 422 at `at`, `note`.
    pub fn parse(at: &str, note: Option<&str>) -> Result<Self, Problem> {
        let note = match talk::message(note.unwrap_or_default()) {
            Ok(note) if note.chars().count() <= NOTE => talk::masked(&note).into_owned(),
            Err(TalkRefusal::Empty) => String::new(),
            Ok(_) | Err(TalkRefusal::TooLong) => return Err(Problem::invalid("note", codes::text_too_long)),
        };
        Ok(Self { at: moment(at)?, note })
    }
}

/// Parses a time, to the whole minute.
///
/// # Errors
/// 422 `date_invalid` at `at`.
pub fn moment(text: &str) -> Result<DateTime<Utc>, Problem> {
    let read = Some(text).filter(|text| text.len() <= DATE).and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let whole = read.map(|at| at.to_utc()).and_then(|at| at.duration_trunc(TimeDelta::minutes(1)).ok());
    whole.ok_or_else(|| Problem::invalid("at", codes::date_invalid))
}

pub fn length(room: &Room) -> TimeDelta {
    match_time::length(room.best_of, room.game_minutes)
}

/// Proposes a time when no proposal is open.
///
/// # Errors
/// 404 `match_not_found`; 403 `captain_acts`; 429 `too_many_requests`; 422 at `at`, 409 `time_proposed`, `match_not_open`, `time_taken`,
/// `tournament_cancelled`, `tournament_over`, with the current room (`match`).
pub async fn propose(app: &App, user_id: i64, match_id: i64, wish: &ProposedTime) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let mut room = Room::lock(&mut change, match_id).await?;
    let side = acting(&mut change, &room, user_id).await?;
    open(&mut change, &room).await?;
    if let Some(there) = standing(&mut change, match_id).await? {
        if there.is_open(change.now()) {
            return match there {
                Proposal { side: by, at, .. } if by != side && at == wish.at => {
                    drop(change);
                    accept(app, user_id, there.id).await.map(|_| ())
                }
                Proposal { side: by, at, ref note, .. } if by == side && at == wish.at && *note == wish.note => Ok(()),
                _ => Err(room.refuse(&mut change, codes::time_proposed).await),
            };
        }
        clock::expired(&mut change, &mut room).await?;
    }
    let expires_at = checked(&mut change, &room, user_id, wish).await?;
    put(&mut change, &mut room, (user_id, side), (wish, expires_at), StepKind::TimeProposed).await?;
    change.commit().await
}

/// Replaces a proposal: counters the other side's, or changes one's own. A repeated request changes nothing. Returns the match.
///
/// # Errors
/// 404 `proposal_not_found`; same as [`propose`]; 409 `proposal_replaced`.
pub async fn replace(app: &App, user_id: i64, proposal_id: i64, wish: &ProposedTime) -> Result<i64, Problem> {
    let mut change = app.change().await?;
    let (mut room, there) = lock(&mut change, proposal_id, false).await?;
    let side = acting(&mut change, &room, user_id).await?;
    match against(&mut change, &room, (&there, side), wish).await? {
        ProposalOutcome::Same(id) => {
            drop(change);
            accept(app, user_id, id).await
        }
        ProposalOutcome::Again => Ok(room.match_id),
        ProposalOutcome::Stands => {
            let expires_at = checked(&mut change, &room, user_id, wish).await?;
            let own = there.side == side;
            close(&mut change, there.id, if own { ProposalState::Withdrawn } else { ProposalState::Countered }, Some(user_id))
                .await?;
            let kind = if own { StepKind::TimeProposed } else { StepKind::TimeCountered };
            put(&mut change, &mut room, (user_id, side), (wish, expires_at), kind).await?;
            change.commit().await?;
            Ok(room.match_id)
        }
    }
}

async fn against(
    change: &mut Change,
    room: &Room,
    (there, side): (&Proposal, MatchSide),
    wish: &ProposedTime,
) -> Result<ProposalOutcome, Problem> {
    if !there.is_open(change.now()) {
        let again = match there.state {
            ProposalState::Accepted => there.side != side && there.at == wish.at && room.scheduled_at == Some(there.at),
            ProposalState::Countered | ProposalState::Withdrawn => standing(change, room.match_id)
                .await?
                .is_some_and(|now| now.side == side && now.at == wish.at && now.note == wish.note && now.is_open(change.now())),
            _ => false,
        };
        return if again { Ok(ProposalOutcome::Again) } else { Err(room.refuse(change, codes::proposal_replaced).await) };
    }
    open(change, room).await?;
    Ok(if there.side != side && there.at == wish.at { ProposalOutcome::Same(there.id) } else { ProposalOutcome::Stands })
}

/// Accepts a proposal. A repeated request changes nothing. Returns the match.
///
/// # Errors
/// 404 `proposal_not_found`; 403 `captain_acts`; 409 `proposal_replaced`, `proposal_own`, `match_not_open`, `time_taken`,
/// `tournament_cancelled`, `tournament_over`, with the current room (`match`).
pub async fn accept(app: &App, user_id: i64, proposal_id: i64) -> Result<i64, Problem> {
    let mut change = app.change().await?;
    let (mut room, there) = lock(&mut change, proposal_id, true).await?;
    let side = acting(&mut change, &room, user_id).await?;
    if there.state == ProposalState::Accepted && there.side != side && room.scheduled_at == Some(there.at) {
        return Ok(room.match_id);
    }
    answered(&mut change, &room, (&there, side)).await?;
    open(&mut change, &room).await?;
    busy::hold(&mut change, &[room.match_id]).await?;
    let span = Span { from: there.at, to: there.at + length(&room) };
    busy::free(&mut change, &room, span).await?;
    close(&mut change, there.id, ProposalState::Accepted, Some(user_id)).await?;
    let was = room.state;
    fix(&mut room, span, TimeSource::Agreed);
    room.save(&mut change).await?;
    let step = Step {
        kind: StepKind::TimeAgreed,
        author_id: Some(user_id),
        side: Some(speaks(side)),
        data: json!({"at": there.at, "proposalId": there.id}),
    };
    let now = room.step(&mut change, step).await?;
    MatchStuck::emit(&mut change, &[(was, &now)]).await?;
    tell_times::fixed(&mut change, room.match_id, there.at, TimeNotice::Agreed).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, room.tournament_id);
    Ok(room.match_id)
}

/// Declines a proposal. A repeated request changes nothing. Returns the match.
///
/// # Errors
/// 404 `proposal_not_found`; 403 `captain_acts`; 409 `proposal_replaced`, `proposal_own`, `tournament_cancelled`, `tournament_over`.
pub async fn decline(app: &App, user_id: i64, proposal_id: i64) -> Result<i64, Problem> {
    let mut change = app.change().await?;
    let (mut room, there) = lock(&mut change, proposal_id, false).await?;
    let side = acting(&mut change, &room, user_id).await?;
    if there.state == ProposalState::Declined && there.side != side {
        return Ok(room.match_id);
    }
    answered(&mut change, &room, (&there, side)).await?;
    end(&mut change, &mut room, (user_id, side), (&there, ProposalState::Declined, StepKind::TimeDeclined)).await?;
    tell_times::other_side(&mut change, &room, side, (TimeNews::Declined, there.at)).await?;
    change.commit().await?;
    Ok(room.match_id)
}

/// Withdraws a proposal. A repeated request changes nothing. Returns the match.
///
/// # Errors
/// 404 `proposal_not_found`; 403 `captain_acts`; 409 `proposal_replaced`, `proposal_not_own`, `tournament_cancelled`, `tournament_over`.
pub async fn withdraw(app: &App, user_id: i64, proposal_id: i64) -> Result<i64, Problem> {
    let mut change = app.change().await?;
    let (mut room, there) = lock(&mut change, proposal_id, false).await?;
    let side = acting(&mut change, &room, user_id).await?;
    if there.side != side {
        return Err(room.refuse(&mut change, codes::proposal_not_own).await);
    }
    if there.state == ProposalState::Withdrawn && standing(&mut change, room.match_id).await?.is_none() {
        return Ok(room.match_id);
    }
    if !there.is_open(change.now()) {
        return Err(room.refuse(&mut change, codes::proposal_replaced).await);
    }
    end(&mut change, &mut room, (user_id, side), (&there, ProposalState::Withdrawn, StepKind::TimeWithdrawn)).await?;
    tell_times::other_side(&mut change, &room, side, (TimeNews::Withdrawn, there.at)).await?;
    change.commit().await?;
    Ok(room.match_id)
}

/// Locks the proposal's room, and returns it with the current proposal.
async fn lock(change: &mut Change, proposal_id: i64, with_match: bool) -> Result<(Room, Proposal), Problem> {
    let match_id = sqlx::query_scalar!("select match_id from esports.match_proposals where id = $1", proposal_id)
        .fetch_optional(change.conn())
        .await?
        .ok_or(codes::proposal_not_found)?;
    let room = if with_match { Room::lock_match(change, match_id).await? } else { Room::lock(change, match_id).await? };
    let proposal = sqlx::query_as!(
        Proposal,
        r#"select id, side as "side: MatchSide", at, note, state as "state: ProposalState", expires_at from esports.match_proposals where id = $1"#,
        proposal_id
    )
    .fetch_one(change.conn())
    .await?;
    Ok((room, proposal))
}

async fn standing(change: &mut Change, match_id: i64) -> Result<Option<Proposal>, Problem> {
    Ok(sqlx::query_as!(
        Proposal,
        r#"select id, side as "side: MatchSide", at, note, state as "state: ProposalState", expires_at from esports.match_proposals where match_id = $1 and state = 'open'"#,
        match_id
    )
    .fetch_optional(change.conn())
    .await?)
}

/// Checks that a time can still be agreed on: both sides are known, and the match has not begun.
async fn open(change: &mut Change, room: &Room) -> Result<(), Problem> {
    if let Some(over) = room.over {
        return Err(room.refuse(change, over).await);
    }
    let ahead = room.scheduled_at.is_none_or(|at| at > change.now());
    if ahead && room.state.is_upcoming() {
        return Ok(());
    }
    Err(room.refuse(change, codes::match_not_open).await)
}

/// Checks that the proposal is the other side's and waits for an answer.
async fn answered(change: &mut Change, room: &Room, (there, side): (&Proposal, MatchSide)) -> Result<(), Problem> {
    let refusal = if let Some(over) = room.over {
        over
    } else if !there.is_open(change.now()) {
        codes::proposal_replaced
    } else if there.side == side {
        codes::proposal_own
    } else {
        return Ok(());
    };
    Err(room.refuse(change, refusal).await)
}

/// Checks that the time may be proposed, and returns the deadline for an answer. Nothing is written yet, so a refusal shows the room as
/// it was.
async fn checked(change: &mut Change, room: &Room, user_id: i64, wish: &ProposedTime) -> Result<DateTime<Utc>, Problem> {
    let now = change.now();
    change.app().limit(limits::PROPOSE_TIME, format!("{user_id}:{}", room.match_id))?;
    let window = window(change, room).await?;
    let hours = Hours { from: room.hours.0, to: room.hours.1 };
    if let Err(refusal) = match_time::check(wish.at, length(room), (window.opens_at, window.closes_at), hours, now) {
        return Err(room.refuse(change, Problem::invalid("at", refusal.into())).await);
    }
    busy::free(change, room, Span { from: wish.at, to: wish.at + length(room) }).await?;
    Ok(match_time::expires_at(wish.at, window.settle_by, room.scheduled_at, now))
}

/// Stores a proposal, and notifies the other side.
async fn put(
    change: &mut Change,
    room: &mut Room,
    (user_id, side): (i64, MatchSide),
    (wish, expires_at): (&ProposedTime, DateTime<Utc>),
    kind: StepKind,
) -> Result<(), Problem> {
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into esports.match_proposals (match_id, side, author_id, at, note, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning id",
        room.match_id,
        side.as_str(),
        user_id,
        wish.at,
        wish.note,
        now,
        expires_at
    )
    .fetch_one(change.conn())
    .await?;
    let note = Some(&wish.note).filter(|note| !note.is_empty());
    let data = json!({"proposalId": id, "at": wish.at, "note": note, "expiresAt": expires_at});
    room.step(change, Step { kind, author_id: Some(user_id), side: Some(speaks(side)), data }).await?;
    tell_times::other_side(change, room, side, (TimeNews::Proposed(id), wish.at)).await
}

/// Returns the window of the match's round.
pub async fn window(change: &mut Change, room: &Room) -> Result<MatchWindow, Problem> {
    let at = change.now();
    let now = room_state::load(change.conn(), &[room.match_id], at).await?;
    Ok(now.first().ok_or(codes::match_not_found)?.window)
}

/// Ends a proposal without a time.
async fn end(
    change: &mut Change,
    room: &mut Room,
    (user_id, side): (i64, MatchSide),
    (there, state, kind): (&Proposal, ProposalState, StepKind),
) -> Result<(), Problem> {
    if let Some(over) = room.over {
        return Err(room.refuse(change, over).await);
    }
    close(change, there.id, state, Some(user_id)).await?;
    let data = json!({"proposalId": there.id, "at": there.at});
    room.step(change, Step { kind, author_id: Some(user_id), side: Some(speaks(side)), data }).await?;
    Ok(())
}

async fn close(change: &mut Change, proposal_id: i64, state: ProposalState, by: Option<i64>) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update esports.match_proposals set state = $2, answered_by = $3, answered_at = $4 where id = $1",
        proposal_id,
        state.as_str(),
        by,
        now
    )
    .execute(change.conn())
    .await?;
    inbox::proposals_ended(change, &[proposal_id]).await
}

/// Sets the match's time. The match only becomes scheduled if both sides are known.
pub fn fix(room: &mut Room, span: Span, source: TimeSource) {
    (room.scheduled_at, room.ends_at, room.time_source) = (Some(span.from), Some(span.to), Some(source));
    if matches!(room.state, MatchState::Ready | MatchState::Playing) {
        room.state = MatchState::Scheduled;
    }
}
