//! Times of matches: windows of rounds, limits on a proposed time, and times that suit both sides.
//!
//! Hours of the day are those of Bangkok, seven hours ahead of UTC all year.

use chrono::{DateTime, TimeDelta, Utc};

use crate::bangkok::OFFSET as BANGKOK;
use crate::bracket::{Match, Part, Slot};

#[cfg(test)]
#[path = "match_time_tests.rs"]
mod tests;

/// Time before its round's default time by which a pair must have agreed.
pub const SETTLE: TimeDelta = TimeDelta::hours(2);
/// Shortest notice: a match is not scheduled earlier than this from now.
pub const NOTICE: TimeDelta = TimeDelta::minutes(10);
/// Longest time to answer a proposal.
pub const ANSWER: TimeDelta = TimeDelta::hours(48);
const DAY: TimeDelta = TimeDelta::days(1);
/// Time of day when most people can play.
const EVENING: TimeDelta = TimeDelta::hours(19);
/// A day shorter than this, and shorter than half of its hours, is not a day for a round.
const SHORTEST_DAY: TimeDelta = TimeDelta::hours(4);
/// Times are multiples of this.
const STEP: TimeDelta = TimeDelta::minutes(30);
/// Most suggestions; the next constant is the number of starts considered for them: sixty days of half hours.
const SUGGESTED: usize = 3;
const LOOKED_AT: usize = 60 * 48;

/// The time from one moment to another, which is not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

impl Span {
    /// Returns whether they overlap; spans that only touch do not.
    fn overlaps(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }
}

text_enum! {
    /// The state of a proposed time.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ProposalState {
        Open = "open",
        Accepted = "accepted",
        Declined = "declined",
        /// The other side proposed another time
        Countered = "countered",
        /// Its side withdrew it, or proposed another time in its place
        Withdrawn = "withdrawn",
        Expired = "expired",
        /// The match was played, moved, or is no longer up to its sides
        Void = "void",
    }
}

/// Hours of the day between which matches are played: from 0 to 23, to 1 to 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hours {
    pub from: i64,
    pub to: i64,
}

impl Hours {
    /// Returns the hours on the day of this moment.
    fn of_day(self, at: DateTime<Utc>) -> Span {
        let midnight = midnight(at);
        Span { from: midnight + TimeDelta::hours(self.from), to: midnight + TimeDelta::hours(self.to) }
    }

    /// Returns whether a match that begins then stays within the hours. A match longer than the hours only has to begin in them.
    fn hold(self, at: DateTime<Utc>, length: TimeDelta) -> bool {
        let day = self.of_day(at);
        let whole = self.from == 0 && self.to == 24 || length > day.to - day.from;
        at >= day.from && at < day.to && (whole || at + length <= day.to)
    }

    /// Returns whether a round can have this part of a day for itself. A tournament that begins shortly before midnight has not had its first
    /// day then.
    fn make_a_day(self, part: Span) -> bool {
        part.to - part.from >= SHORTEST_DAY.min(TimeDelta::hours(self.to - self.from) / 2)
    }
}

/// The times between which a round is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub opens_at: DateTime<Utc>,
    /// Time for pairs that do not agree on one
    pub default_at: DateTime<Utc>,
    /// Last start
    pub closes_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeRefusal {
    #[error("in the past, or too soon")]
    Past,
    #[error("outside the round's window")]
    Window,
    #[error("outside the hours of play")]
    Hours,
}

/// Returns the duration of all games of a match.
pub fn length(best_of: i32, game_minutes: i32) -> TimeDelta {
    TimeDelta::minutes(i64::from(best_of.max(1)) * i64::from(game_minutes.max(1)))
}

fn midnight(at: DateTime<Utc>) -> DateTime<Utc> {
    let local = at + BANGKOK;
    local - TimeDelta::seconds(local.timestamp().rem_euclid(DAY.num_seconds())) - sub_second(at) - BANGKOK
}

fn sub_second(at: DateTime<Utc>) -> TimeDelta {
    TimeDelta::nanoseconds(i64::from(at.timestamp_subsec_nanos()))
}

/// Returns the step of each match, from 0. All matches of one step can be played at the same time, and earlier steps decide who plays.
pub fn steps(matches: &[Match]) -> Vec<usize> {
    let mut steps: Vec<usize> = Vec::with_capacity(matches.len());
    for of in matches {
        let after = |slot: Slot| match slot {
            Slot::WinnerOf(at) | Slot::LoserOf(at) => steps.get(at).map_or(0, |step| step + 1),
            Slot::Entrant(_) | Slot::Bye => 0,
        };
        let step = if of.part == Part::Group { of.round.saturating_sub(1) } else { after(of.home).max(after(of.away)) };
        steps.push(step);
    }
    steps
}

/// Returns the windows of rounds that are played one after another, with these match lengths. If there are enough days, each round has whole
/// days, and its default time is the evening of the last; otherwise they share the available hours.
pub fn plan(period: Span, hours: Hours, lengths: &[TimeDelta]) -> Vec<Window> {
    let rounds = lengths.len();
    let all = days(period, hours);
    let whole: Vec<Span> = all.iter().copied().filter(|day| hours.make_a_day(*day)).collect();
    let (Some(beginning), Some(end), true) = (all.first(), all.last(), rounds > 0 && whole.len() >= rounds) else {
        return share(&all, period, lengths);
    };
    let window = |(round, length): (usize, &TimeDelta)| {
        let (first, last) = (whole[round * whole.len() / rounds], whole[(round + 1) * whole.len() / rounds - 1]);
        let closes_at = (last.to - *length).max(last.from);
        let default_at = (midnight(last.from) + EVENING).clamp(last.from, closes_at);
        // A remnant too short for a day of its own belongs to the adjacent day.
        Window {
            opens_at: if round == 0 { beginning.from } else { first.from },
            default_at,
            closes_at: if round + 1 == rounds { closes_at.max(end.to - *length) } else { closes_at },
        }
    };
    lengths.iter().enumerate().map(window).collect()
}

/// Returns the hours of each day of the period.
fn days(period: Span, hours: Hours) -> Vec<Span> {
    let mut days = Vec::new();
    let mut at = midnight(period.from);
    while at < period.to {
        let day = hours.of_day(at);
        let day = Span { from: day.from.max(period.from), to: day.to.min(period.to) };
        if day.from < day.to {
            days.push(day);
        }
        at += DAY;
    }
    days
}

/// Divides all hours equally. The default is the last start, when the previous round is over whatever its sides agreed on.
fn share(days: &[Span], period: Span, lengths: &[TimeDelta]) -> Vec<Window> {
    let whole = [period];
    let days = if days.is_empty() { &whole[..] } else { days };
    let all: TimeDelta = days.iter().map(|day| day.to - day.from).sum();
    let rounds = i32::try_from(lengths.len().max(1)).unwrap_or(i32::MAX);
    let part = all / rounds;
    let window = |(length, number): (&TimeDelta, i32)| {
        let opens_at = neat(reach(days, part * number, false)).max(period.from);
        let ends_at = reach(days, part * (number + 1), true);
        let closes_at = neat(ends_at - *length).max(opens_at);
        Window { opens_at, default_at: closes_at, closes_at }
    };
    lengths.iter().zip(0..).map(window).collect()
}

/// Returns the moment when this much of the days has passed: at the end of a day, or at the beginning of the next.
fn reach(days: &[Span], mut passed: TimeDelta, ending: bool) -> DateTime<Utc> {
    for day in days {
        let long = day.to - day.from;
        if passed < long || ending && passed == long {
            return day.from + passed;
        }
        passed -= long;
    }
    days.last().map(|day| day.to).unwrap_or_default()
}

/// Rounds down to five minutes.
fn neat(at: DateTime<Utc>) -> DateTime<Utc> {
    at - TimeDelta::seconds(at.timestamp().rem_euclid(300)) - sub_second(at)
}

/// Checks that a match of this length may be played then.
///
/// # Errors
/// The reason against that time.
pub fn check(
    at: DateTime<Utc>,
    length: TimeDelta,
    (opens_at, closes_at): (DateTime<Utc>, DateTime<Utc>),
    hours: Hours,
    now: DateTime<Utc>,
) -> Result<(), TimeRefusal> {
    if at < now + NOTICE {
        return Err(TimeRefusal::Past);
    }
    if at < opens_at || at > closes_at {
        return Err(TimeRefusal::Window);
    }
    if hours.hold(at, length) { Ok(()) } else { Err(TimeRefusal::Hours) }
}

/// Returns the time until which a proposal can be answered. It must be settled before the round's default applies; a scheduled match can be
/// moved until it begins.
pub fn expires_at(
    at: DateTime<Utc>,
    settle_by: Option<DateTime<Utc>>,
    scheduled_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let settled = scheduled_at.or(settle_by).filter(|settled| *settled > now);
    let soonest = (now + ANSWER).min(at);
    settled.map_or(soonest, |settled| settled.min(soonest))
}

/// Returns the best free starts at half hours: one a day, near the evening; more on a day if there are too few days.
pub fn suggest(
    window: (DateTime<Utc>, DateTime<Utc>),
    length: TimeDelta,
    hours: Hours,
    busy: &[Span],
    now: DateTime<Utc>,
) -> Vec<DateTime<Utc>> {
    let first = window.0.max(now + NOTICE);
    let mut at = midnight(first);
    at += STEP * i32::try_from((first - at).num_minutes() / STEP.num_minutes()).unwrap_or_default();
    let starts = std::iter::successors(Some(at), |at| Some(*at + STEP)).take(LOOKED_AT).take_while(|at| *at <= window.1);
    let is_free = |at: &DateTime<Utc>| {
        let span = Span { from: *at, to: *at + length };
        check(*at, length, window, hours, now).is_ok() && !busy.iter().any(|busy| busy.overlaps(span))
    };
    let mut free: Vec<DateTime<Utc>> = starts.filter(is_free).collect();
    free.sort_by_key(|at| ((*at - midnight(*at) - EVENING).abs(), *at));
    let mut picked: Vec<DateTime<Utc>> = Vec::new();
    for another_day in [true, false] {
        let mut by_day = free.clone();
        if another_day {
            by_day.sort_by_key(|at| midnight(*at));
        }
        for at in by_day {
            let apart = |other: &DateTime<Utc>| {
                if another_day { midnight(*other) != midnight(at) } else { (*other - at).abs() >= length.max(STEP) }
            };
            if picked.len() < SUGGESTED && picked.iter().all(apart) {
                picked.push(at);
            }
        }
    }
    picked.sort_unstable();
    picked
}
