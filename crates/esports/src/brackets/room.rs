//! The room of a match: the steps of its sides and of staff, one after the other.
//!
//! A step that leaves the match unchanged (a proposal) locks the room. One that changes it (a time, a report) locks the tournament first,
//! as every change of a match does. Effects of a decision on other matches' rooms are found by comparing (`follow`).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::ProposalState;
use manao_domain::tournament::Reporter;
use serde_json::{Value, json};

use super::attention::MatchStuck;
use super::decision::DecisionContext;
use super::live::BracketLive;
use super::room_state::{self, MatchNow, RuledBy, TimeSource};
use super::tell_match::{self, MatchNews};
use super::view::{BracketMatch, BracketSlot, MatchOutcome, MatchSide, MatchState};
use crate::messages::{self, MatchStep, MessageSide, StepKind};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::inbox;

/// A room that is locked until its change ends.
pub struct Room {
    pub match_id: i64,
    pub tournament_id: i64,
    pub stage: i32,
    /// Version of the room, before this step
    pub version: i64,
    /// First version of the room for the match in its current form; earlier steps no longer count
    pub begun_with: i64,
    pub state: MatchState,
    pub home_id: Option<i64>,
    pub away_id: Option<i64>,
    pub scheduled_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub time_source: Option<TimeSource>,
    pub confirm_due_at: Option<DateTime<Utc>>,
    pub best_of: i32,
    /// Minutes of one game
    pub game_minutes: i32,
    /// Minutes until a report stands
    pub confirm_minutes: i64,
    pub reporter: Reporter,
    /// Hours of the day, in Bangkok, between which matches are played
    pub hours: (i64, i64),
    /// The refusal when the tournament is cancelled or finished
    pub over: Option<manao_kernel::problem::Code>,
}

/// A step in a room, without the match.
pub struct Step {
    pub kind: StepKind,
    /// The user who acted; None for the scheduler
    pub author_id: Option<i64>,
    pub side: Option<MessageSide>,
    pub data: Value,
}

impl Room {
    /// Locks the room alone, for steps that leave the match unchanged.
    ///
    /// # Errors
    /// 404 `match_not_found`; 409 `match_of_many` for a heat.
    pub async fn lock(change: &mut Change, match_id: i64) -> Result<Self, Problem> {
        let is_heat = sqlx::query_scalar!(r#"select home_slot is null as "heat!" from esports.matches where id = $1"#, match_id)
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::match_not_found)?;
        if is_heat {
            return Err(codes::match_of_many.into());
        }
        sqlx::query!("select match_id from esports.match_rooms where match_id = $1 for update", match_id)
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::match_not_found)?;
        Self::load(change, match_id).await
    }

    /// Locks the match's tournament and the room, for steps that change the match.
    ///
    /// # Errors
    /// Same as [`Room::lock`].
    pub async fn lock_match(change: &mut Change, match_id: i64) -> Result<Self, Problem> {
        sqlx::query!(
            "select id from esports.tournaments where id = (select tournament_id from esports.matches where id = $1) for no key update",
            match_id
        )
        .fetch_optional(change.conn())
        .await?
        .ok_or(codes::match_not_found)?;
        Self::lock(change, match_id).await
    }

    async fn load(change: &mut Change, match_id: i64) -> Result<Self, Problem> {
        let row = sqlx::query!(
            r#"select m.tournament_id, m.stage, r.version, r.begun_with, m.state as "state: MatchState", m.home_id, m.away_id,
                      m.scheduled_at, m.ends_at, m.time_source as "time_source: TimeSource", m.confirm_due_at, m.best_of, g.game_minutes,
                      t.confirm_minutes,
                      t.reporter as "reporter: Reporter",
                      t.hours_from, t.hours_to,
                      t.cancelled_at is not null as "cancelled!", t.finished_at is not null as "finished!"
               from esports.match_rooms r join esports.matches m on m.id = r.match_id join esports.tournaments t on t.id = m.tournament_id
               join esports.esport_games g on g.id = t.game_id where r.match_id = $1"#,
            match_id
        )
        .fetch_one(change.conn())
        .await?;
        Ok(Self {
            match_id,
            tournament_id: row.tournament_id,
            stage: row.stage,
            version: row.version,
            begun_with: row.begun_with,
            state: row.state,
            home_id: row.home_id,
            away_id: row.away_id,
            scheduled_at: row.scheduled_at,
            ends_at: row.ends_at,
            time_source: row.time_source,
            confirm_due_at: row.confirm_due_at,
            best_of: row.best_of,
            game_minutes: row.game_minutes,
            confirm_minutes: row.confirm_minutes,
            reporter: row.reporter,
            hours: (row.hours_from, row.hours_to),
            over: match (row.cancelled, row.finished) {
                (true, _) => Some(codes::tournament_cancelled),
                (_, true) => Some(codes::tournament_over),
                _ => None,
            },
        })
    }

    pub fn entrant(&self, side: MatchSide) -> Option<i64> {
        if side == MatchSide::Home { self.home_id } else { self.away_id }
    }

    /// Returns the refusal with the current room, so that a late caller sees what happened.
    pub async fn refuse(&self, change: &mut Change, problem: impl Into<Problem>) -> Problem {
        match now(change, self.match_id).await {
            Ok(now) => problem.into().with("match", now),
            Err(failed) => failed,
        }
    }

    /// Writes the state and times held here into the match, and emits the bracket event. The rest of the row stays. The tournament is
    /// locked ([`Room::lock_match`]).
    pub async fn save(&self, change: &mut Change) -> Result<(), Problem> {
        sqlx::query!(
            "with next as (update esports.tournaments set bracket_version = bracket_version + 1 where id = $2 returning bracket_version)
             update esports.matches set state = $3, scheduled_at = $4, ends_at = $5, time_source = $6, confirm_due_at = $7,
                    version = next.bracket_version from next where matches.id = $1",
            self.match_id,
            self.tournament_id,
            self.state.as_str(),
            self.scheduled_at,
            self.ends_at,
            self.time_source.map(TimeSource::as_str),
            self.confirm_due_at
        )
        .execute(change.conn())
        .await?;
        sqlx::query!("update esports.match_rooms set state = $2 where match_id = $1", self.match_id, self.state.as_str())
            .execute(change.conn())
            .await?;
        let told = told(change, self.match_id).await?;
        change.emit(&told)
    }

    /// Takes the step: raises the room's version, posts the step to the thread, and emits the room. Must be the last call of a change,
    /// except for inbox messages.
    pub async fn step(&mut self, change: &mut Change, step: Step) -> Result<MatchNow, Problem> {
        let Step { kind, author_id, side, data } = step;
        messages::post(change, &[MatchStep { match_id: self.match_id, kind, author_id, side, data }]).await?;
        self.changed(change).await
    }

    /// Does the same for a change without a step in the thread, such as the start of the match.
    pub async fn changed(&mut self, change: &mut Change) -> Result<MatchNow, Problem> {
        self.version = sqlx::query_scalar!(
            "update esports.match_rooms set version = version + 1 where match_id = $1 returning version",
            self.match_id
        )
        .fetch_one(change.conn())
        .await?;
        let now = now(change, self.match_id).await?;
        change.emit(&now)?;
        Ok(now)
    }

    /// Voids the reports of both sides; reports from an older view of the room are then refused. Locked by [`Room::lock_match`].
    pub async fn void_reports(&mut self, change: &mut Change, by: &DecisionContext<'_>) -> Result<(), Problem> {
        let at = change.now();
        let stuck = self.state;
        // Sides that play again must agree on another time.
        if self.ends_at.is_some_and(|ends| ends <= at) {
            (self.scheduled_at, self.ends_at, self.time_source) = (None, None, None);
        }
        self.state = match self.scheduled_at {
            Some(begins) if begins <= at => MatchState::Playing,
            Some(_) => MatchState::Scheduled,
            None => MatchState::Ready,
        };
        self.confirm_due_at = None;
        sqlx::query!("update esports.match_reports set void_at = $2 where match_id = $1 and void_at is null", self.match_id, at)
            .execute(change.conn())
            .await?;
        sqlx::query!("update esports.match_rooms set begun_with = version + 1 where match_id = $1", self.match_id)
            .execute(change.conn())
            .await?;
        self.save(change).await?;
        let side = by.actor_id.map(|_| MessageSide::Staff);
        let data = json!({"reason": by.reason});
        let now = self.step(change, Step { kind: StepKind::MatchReset, author_id: by.actor_id, side, data }).await?;
        MatchStuck::emit(change, &[(stuck, &now)]).await?;
        tell_match::later(change, &[(&now, MatchNews::Reset)]).await
    }
}

async fn now(change: &mut Change, match_id: i64) -> Result<MatchNow, Problem> {
    let at = change.now();
    let found = room_state::load(change.conn(), &[match_id], at).await?;
    found.into_iter().next().ok_or_else(|| codes::match_not_found.into())
}

/// Returns the public event of one match whose time or state changed, without the rest of its stage.
async fn told(change: &mut Change, match_id: i64) -> Result<BracketLive, Problem> {
    let row = sqlx::query!(
        r#"with slots as (
             select m.id, substring(m.home_slot from 2)::bigint as home_at, left(m.home_slot, 1) as home_kind,
                    substring(m.away_slot from 2)::bigint as away_at, left(m.away_slot, 1) as away_kind from esports.matches m where m.id = $1)
           select m.tournament_id, m.stage, m.part as "part: Part", m.group_number, m.round, m.number, m.label, m.best_of, m.extra,
                  m.state as "state: MatchState", m.home_id, m.away_id, m.scheduled_at, m.version, s.home_kind, s.away_kind,
                  (select f.id from esports.matches f where f.tournament_id = m.tournament_id and f.stage = m.stage and f.position = s.home_at
                   and s.home_kind in ('w', 'l')) as home_from,
                  (select f.id from esports.matches f where f.tournament_id = m.tournament_id and f.stage = m.stage and f.position = s.away_at
                   and s.away_kind in ('w', 'l')) as away_from,
                  (select count(*) from esports.matches d where d.tournament_id = m.tournament_id and d.stage = m.stage and d.state = 'decided')
                    as "decided!"
           from esports.matches m join slots s on s.id = m.id"#,
        match_id
    )
    .fetch_one(change.conn())
    .await?;
    let slot = |kind: Option<String>, from: Option<i64>, contestant_id: Option<i64>| BracketSlot {
        contestant_id,
        winner_of: from.filter(|_| kind.as_deref() == Some("w")),
        loser_of: from.filter(|_| kind.as_deref() == Some("l")),
        bye: (kind.as_deref() == Some("b")).then_some(true),
    };
    let shown = BracketMatch {
        id: match_id,
        part: row.part,
        group: row.group_number,
        round: row.round,
        number: row.number,
        label: row.label.map(|label| label.to_string()),
        home: slot(row.home_kind, row.home_from, row.home_id),
        away: slot(row.away_kind, row.away_from, row.away_id),
        best_of: row.best_of,
        extra: row.extra.then_some(true),
        state: row.state,
        outcome: None,
        forfeited: None,
        home_score: None,
        away_score: None,
        games: None,
        winner: None,
        scheduled_at: row.scheduled_at,
        decided_at: None,
        version: row.version,
    };
    Ok(BracketLive {
        tournament_id: row.tournament_id,
        stage: row.stage,
        version: row.version,
        since: row.version - 1,
        matches: vec![shown],
        groups: Vec::new(),
        survivor: Vec::new(),
        ranks: Vec::new(),
        decided: row.decided,
    })
}

/// Opens the rooms of new matches, so that later changes are found by comparing. Heats have none.
pub async fn open(change: &mut Change, match_ids: &[i64]) -> Result<(), Problem> {
    sqlx::query!(
        "insert into esports.match_rooms (match_id, home_id, away_id, state)
         select id, home_id, away_id, state from esports.matches where id = any($1) and home_slot is not null",
        match_ids
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Ends the open proposals of these rooms.
pub async fn end_proposals(change: &mut Change, match_ids: &[i64], state: ProposalState) -> Result<(), Problem> {
    let at = change.now();
    let ended = sqlx::query_scalar!(
        "update esports.match_proposals set state = $2, answered_at = $3 where match_id = any($1) and state = 'open' returning id",
        match_ids,
        state.as_str(),
        at
    )
    .fetch_all(change.conn())
    .await?;
    inbox::proposals_ended(change, &ended).await
}

/// Handles a cancelled tournament: ends open proposals, and updates the rooms of upcoming and running matches. The tournament is locked.
pub async fn cancelled(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    let at = change.now();
    let ids = sqlx::query_scalar!(
        "update esports.match_rooms r set version = r.version + 1 from esports.matches m where m.id = r.match_id and m.tournament_id = $1
           and (m.upcoming or m.running) returning r.match_id",
        tournament_id
    )
    .fetch_all(change.conn())
    .await?;
    end_proposals(change, &ids, ProposalState::Void).await?;
    for now in room_state::load(change.conn(), &ids, at).await? {
        change.emit(&now)?;
    }
    Ok(())
}

/// Brings rooms up to date with their matches. Reports and proposals for other sides, or for a result that was taken back, are void. Must
/// be called after the rows are stored.
pub async fn follow(change: &mut Change, match_ids: &[i64], by: &DecisionContext<'_>) -> Result<(), Problem> {
    if match_ids.is_empty() {
        return Ok(());
    }
    let at = change.now();
    let rooms = sqlx::query!(
        r#"with old as (select * from esports.match_rooms where match_id = any($1) order by match_id for update),
                new as (update esports.match_rooms r set version = r.version + 1, home_id = m.home_id, away_id = m.away_id, state = m.state,
                          begun_with = case when (r.home_id, r.away_id) is distinct from (m.home_id, m.away_id)
                                              or r.state = 'decided' and m.state <> 'decided' then r.version + 1 else r.begun_with end
                        from old join esports.matches m on m.id = old.match_id where r.match_id = old.match_id
                        returning r.match_id, r.home_id, r.away_id)
           select n.match_id, n.home_id, n.away_id, o.home_id as "was_home?", o.away_id as "was_away?", m.state as "state: MatchState", o.state as "was: MatchState", m.outcome as "outcome: MatchOutcome",
                  m.home_score, m.away_score, m.winner_side as "winner: MatchSide", m.decided_by as "by: RuledBy", m.forfeited,
                  coalesce(o.home_id <> n.home_id, o.home_id is not null and n.home_id is null)
                    or coalesce(o.away_id <> n.away_id, o.away_id is not null and n.away_id is null) as "other!"
           from new n join esports.matches m on m.id = n.match_id join old o on o.match_id = n.match_id order by n.match_id"#,
        match_ids
    )
    .fetch_all(change.conn())
    .await?;
    let void: Vec<i64> = rooms
        .iter()
        .filter(|room| room.other || room.forfeited || room.was == MatchState::Decided)
        .map(|room| room.match_id)
        .collect();
    let settled: Vec<i64> = rooms.iter().filter(|room| room.other || room.state.is_settled()).map(|room| room.match_id).collect();
    sqlx::query!("update esports.match_reports set void_at = $2 where match_id = any($1) and void_at is null", &void, at)
        .execute(change.conn())
        .await?;
    end_proposals(change, &settled, ProposalState::Void).await?;
    let left: BTreeSet<i64> = rooms
        .iter()
        .flat_map(|room| {
            [room.was_home, room.was_away].into_iter().flatten().filter(|id| ![room.home_id, room.away_id].contains(&Some(*id)))
        })
        .collect();
    messages::entrants_left(change, &left.into_iter().collect::<Vec<_>>()).await?;
    // Sides that agreed did so in their reports, so they are not named here.
    let actor_id = by.actor_id.filter(|_| by.ruled == RuledBy::Staff);
    let side = actor_id.map(|_| MessageSide::Staff);
    let steps = rooms.iter().filter_map(|room| {
        let (kind, data) = match (room.state, room.was) {
            (MatchState::Decided, _) => (
                StepKind::MatchDecided,
                json!({"outcome": room.outcome, "homeScore": room.home_score, "awayScore": room.away_score, "winner": room.winner,
                       "by": room.by.unwrap_or(RuledBy::Staff)}),
            ),
            _ if room.other => (StepKind::SidesChanged, json!({})),
            (_, MatchState::Decided) => (StepKind::MatchReset, json!({"reason": by.reason})),
            _ => return None,
        };
        Some(MatchStep { match_id: room.match_id, kind, author_id: actor_id, side, data })
    });
    messages::post(change, &steps.collect::<Vec<_>>()).await?;
    let ids: Vec<i64> = rooms.iter().map(|room| room.match_id).collect();
    let (mut stuck, mut news) = (Vec::new(), Vec::new());
    let now = room_state::load(change.conn(), &ids, at).await?;
    for (now, room) in now.iter().zip(&rooms) {
        change.emit(now)?;
        stuck.push((room.was, now));
        let told = match (room.was, room.state) {
            (_, MatchState::Decided) if !room.other => Some(MatchNews::Decided),
            _ if room.other => Some(MatchNews::Sides),
            (MatchState::Decided, _) => Some(MatchNews::Reset),
            (MatchState::Locked | MatchState::Waiting, MatchState::Ready | MatchState::Scheduled) => Some(MatchNews::Ready),
            _ => None,
        };
        news.extend(told.map(|told| (now, told)));
    }
    MatchStuck::emit(change, &stuck).await?;
    tell_match::later(change, &news).await
}
