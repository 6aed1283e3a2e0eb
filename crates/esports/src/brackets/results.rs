//! From results to the engine's state of a stage, and from that to the rows that show it.

use chrono::{DateTime, Utc};
use manao_domain::bracket::play::{Seat, State};
use manao_domain::bracket::{Match, Outcome, Part, Side};

use super::layout::{self, Arrangement, small};
use super::store::{Course, MatchRow, Stage};
use super::view::{MatchOutcome, MatchSide, MatchState};

/// Returns the decisions of people, by position.
pub fn decided(rows: &[MatchRow]) -> Vec<(usize, Outcome)> {
    let explicit = |row: &MatchRow| row.course.state == MatchState::Decided && !row.course.forfeited;
    rows.iter()
        .enumerate()
        .filter(|(_, row)| explicit(row))
        .filter_map(|(at, row)| Some((at, outcome_of(&row.course)?)))
        .collect()
}

/// Returns the outcome; None if nothing was decided.
pub fn outcome_of(course: &Course) -> Option<Outcome> {
    outcome(course.outcome?, course.winner, course.home_score.zip(course.away_score))
}

pub fn outcome(kind: MatchOutcome, winner: Option<MatchSide>, score: Option<(i32, i32)>) -> Option<Outcome> {
    match kind {
        MatchOutcome::Played => {
            let (home, away) = score?;
            Some(Outcome::Played { home: u8::try_from(home).ok()?, away: u8::try_from(away).ok()? })
        }
        MatchOutcome::Walkover => Some(Outcome::Walkover(side(winner?))),
        MatchOutcome::DoubleForfeit => Some(Outcome::DoubleForfeit),
    }
}

pub fn side(side: MatchSide) -> Side {
    match side {
        MatchSide::Home => Side::Home,
        MatchSide::Away => Side::Away,
    }
}

impl Course {
    /// Returns a match of which only the sides are known.
    pub fn open(state: MatchState, [home_id, away_id]: [Option<i64>; 2]) -> Self {
        Self {
            state,
            home_id,
            away_id,
            outcome: None,
            forfeited: false,
            home_score: None,
            away_score: None,
            winner: None,
            games: None,
            decided_at: None,
            decided_by: None,
        }
    }

    /// Returns the course of an outcome; without one, of an undecided match.
    pub fn from_outcome(outcome: Option<Outcome>) -> Self {
        let mut course = Self::open(MatchState::Ready, [None, None]);
        if let Some(outcome) = outcome {
            course.decided(outcome);
        }
        course
    }

    pub fn winner_id(&self) -> Option<i64> {
        match self.winner? {
            MatchSide::Home => self.home_id,
            MatchSide::Away => self.away_id,
        }
    }

    /// Sets the outcome, but neither its time nor its games.
    fn decided(&mut self, outcome: Outcome) {
        self.state = MatchState::Decided;
        match outcome {
            Outcome::Played { home, away } => {
                self.outcome = Some(MatchOutcome::Played);
                (self.home_score, self.away_score) = (Some(home.into()), Some(away.into()));
                self.winner = match home.cmp(&away) {
                    std::cmp::Ordering::Greater => Some(MatchSide::Home),
                    std::cmp::Ordering::Less => Some(MatchSide::Away),
                    std::cmp::Ordering::Equal => None,
                };
            }
            Outcome::Walkover(Side::Home) => (self.outcome, self.winner) = (Some(MatchOutcome::Walkover), Some(MatchSide::Home)),
            Outcome::Walkover(Side::Away) => (self.outcome, self.winner) = (Some(MatchOutcome::Walkover), Some(MatchSide::Away)),
            Outcome::DoubleForfeit => self.outcome = Some(MatchOutcome::DoubleForfeit),
        }
    }
}

impl Stage {
    /// Returns the sides of a match by the engine.
    pub fn seats(&self, at: usize) -> [Option<i64>; 2] {
        self.play.seats(at).map(|seat| if let Seat::Entrant(entrant) = seat { Some(self.id_of(entrant)) } else { None })
    }

    /// Returns the state of a match by the engine. The rest is taken from `before`: the time of decision, the games, and the progress of
    /// an open match with the same sides.
    pub fn course(&self, at: usize, before: Option<&MatchRow>, now: DateTime<Utc>) -> Course {
        let ids = self.seats(at);
        let was = before.map(|row| &row.course);
        match self.play.state(at) {
            State::Locked if ids.iter().any(Option::is_some) => Course::open(MatchState::Waiting, ids),
            State::Locked => Course::open(MatchState::Locked, ids),
            State::Ready => Course::open(ready(before, ids), ids),
            State::Void => Course::open(MatchState::Void, ids),
            State::Abandoned => Course::open(MatchState::Bye, ids),
            State::Bye => {
                let winner = if ids[0].is_some() { MatchSide::Home } else { MatchSide::Away };
                Course { winner: Some(winner), ..Course::open(MatchState::Bye, ids) }
            }
            state @ (State::Decided(outcome) | State::Forfeited(outcome)) => {
                let mut course = Course::open(MatchState::Decided, ids);
                course.decided(outcome);
                course.forfeited = matches!(state, State::Forfeited(_));
                let same = was
                    .filter(|was| (was.outcome, was.forfeited, was.winner) == (course.outcome, course.forfeited, course.winner));
                course.decided_at = same.map_or(Some(now), |was| was.decided_at);
                course.decided_by = same.and_then(|was| was.decided_by);
                let score = |of: &Course| (of.home_score, of.away_score);
                course.games = same.filter(|was| score(was) == score(&course)).and_then(|was| was.games.clone());
                course
            }
        }
    }
}

fn ready(before: Option<&MatchRow>, ids: [Option<i64>; 2]) -> MatchState {
    let Some(row) = before else { return MatchState::Ready };
    let same = [row.course.home_id, row.course.away_id] == ids;
    match row.course.state {
        going @ (MatchState::Playing | MatchState::Submitted | MatchState::Disputed) if same => going,
        _ if row.scheduled_at.is_some() => MatchState::Scheduled,
        _ => MatchState::Ready,
    }
}

/// Returns the rows of a draw that is not stored.
pub fn rows(stage: &Stage, arrangement: &Arrangement) -> Vec<MatchRow> {
    let now = stage.draw.as_ref().map(|draw| draw.generated_at).unwrap_or_default();
    if stage.drawn.is_empty() {
        return heat_rows(stage, arrangement);
    }
    let labels = layout::labels(&stage.drawn, stage.entrants.len());
    let row = |(at, (drawn, label)): (usize, (&Match, Option<i32>))| MatchRow {
        id: i64::from(small(at + 1)),
        part: drawn.part,
        group: drawn.group.map(|group| small(group + 1)),
        round: small(drawn.round),
        number: small(drawn.number),
        label,
        best_of: drawn.best_of.into(),
        extra: drawn.extra,
        scheduled_at: None,
        ends_at: None,
        time_source: None,
        drawn_at: None,
        version: stage.version,
        course: stage.course(at, None, now),
    };
    stage.drawn.iter().zip(labels).enumerate().map(row).collect()
}

/// Returns rows of heats, which are matches without sides.
fn heat_rows(stage: &Stage, arrangement: &Arrangement) -> Vec<MatchRow> {
    let heats = layout::heats(&stage.settings, stage.lobby, arrangement);
    let all = heats.iter().enumerate().flat_map(|(group, heats)| (0..heats.len()).map(move |heat| (group, heat)));
    let row = |(at, (group, heat)): (usize, (usize, usize))| MatchRow {
        id: i64::from(small(at + 1)),
        part: Part::Group,
        group: Some(small(group + 1)),
        round: 1,
        number: small(heat + 1),
        label: Some(small(at + 1)),
        best_of: 1,
        extra: false,
        scheduled_at: None,
        ends_at: None,
        time_source: None,
        drawn_at: None,
        version: stage.version,
        course: Course::open(MatchState::Ready, [None, None]),
    };
    all.enumerate().map(row).collect()
}
