//! The table of a group: points, and the criteria between entrants with equal points.

use std::collections::HashMap;

use super::play::{Outcome, Play, Seat, Side, State};
use super::{Entrant, Match, series};

text_enum! {
    /// The points that a match is worth.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PointRule {
        /// 3 for a win, 1 for a draw
        WinDraw = "win_draw",
        /// As in leagues of Thai colleges: 3 for a win without a lost game, else 2; 1 for a defeat with a game won; 1 for a draw
        ByGames = "by_games",
        /// 1 for a win, nothing else
        Wins = "wins",
    }
}

text_enum! {
    /// A criterion between entrants with the same points, applied in the order that a stage names.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    TieBreak {
        /// Points of the matches between them
        HeadToHead = "head_to_head",
        /// Games won minus games lost between them
        HeadToHeadDifference = "head_to_head_difference",
        /// Games won minus games lost
        Difference = "difference",
        GamesWon = "games_won",
        Wins = "wins",
        FewerForfeits = "fewer_forfeits",
    }
}

impl TieBreak {
    /// The usual order, for a stage that names none.
    pub const USUAL: &'static [TieBreak] = &[
        TieBreak::HeadToHead,
        TieBreak::HeadToHeadDifference,
        TieBreak::Difference,
        TieBreak::GamesWon,
        TieBreak::FewerForfeits,
    ];
}

text_enum! {
    /// The criterion that separated an entrant from others with the same points.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    DecidedBy {
        HeadToHead = "head_to_head",
        HeadToHeadDifference = "head_to_head_difference",
        Difference = "difference",
        GamesWon = "games_won",
        Wins = "wins",
        FewerForfeits = "fewer_forfeits",
        TieBreakMatch = "tie_break_match",
        Lot = "lot",
    }
}

impl From<TieBreak> for DecidedBy {
    fn from(tie_break: TieBreak) -> Self {
        match tie_break {
            TieBreak::HeadToHead => DecidedBy::HeadToHead,
            TieBreak::HeadToHeadDifference => DecidedBy::HeadToHeadDifference,
            TieBreak::Difference => DecidedBy::Difference,
            TieBreak::GamesWon => DecidedBy::GamesWon,
            TieBreak::Wins => DecidedBy::Wins,
            TieBreak::FewerForfeits => DecidedBy::FewerForfeits,
        }
    }
}

/// A decided match between two entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    pub home: Entrant,
    pub away: Entrant,
    /// Games won; for a walkover, the score that would win the series
    pub score: (u8, u8),
    pub forfeit: Forfeit,
    /// Whether it is a tie-break, which counts only for its tie
    pub extra: bool,
}

impl Meeting {
    /// Returns the meeting of a match with two entrants, even if one did not come; None while it is open.
    pub fn new(drawn: &Match, play: &Play, at: usize) -> Option<Self> {
        let [Seat::Entrant(home), Seat::Entrant(away)] = play.seats(at) else { return None };
        let (State::Decided(outcome) | State::Forfeited(outcome)) = play.state(at) else { return None };
        let won = series::wins_needed(drawn.best_of);
        let (score, forfeit) = match outcome {
            Outcome::Played { home, away } => ((home, away), Forfeit::Nobody),
            Outcome::Walkover(Side::Home) => ((won, 0), Forfeit::Away),
            Outcome::Walkover(Side::Away) => ((0, won), Forfeit::Home),
            Outcome::DoubleForfeit => ((0, 0), Forfeit::Both),
        };
        Some(Meeting { home, away, score, forfeit, extra: drawn.extra })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forfeit {
    Nobody,
    Home,
    Away,
    Both,
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub entrant: Entrant,
    /// Rank from 1; shared if nothing decides
    pub rank: usize,
    pub points: i32,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub forfeited: u32,
    pub games_won: u32,
    pub games_lost: u32,
    /// None if the points alone decided, or nothing did
    pub decided_by: Option<DecidedBy>,
}

impl Line {
    fn difference(&self) -> i64 {
        i64::from(self.games_won) - i64::from(self.games_lost)
    }
}

pub struct Rules<'a> {
    pub points: PointRule,
    pub tie_breaks: &'a [TieBreak],
    /// Lots that were drawn, in the order of their entrants
    pub lots: &'a [Entrant],
    /// Entrants that are out of the tournament
    pub out: &'a [Entrant],
}

impl PointRule {
    fn of(self, own: u8, other: u8, forfeited: bool) -> i32 {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (self, own.cmp(&other)) {
            _ if forfeited => 0,
            (PointRule::WinDraw, Greater) => 3,
            (PointRule::ByGames, Greater) => 3 - i32::from(other > 0),
            (PointRule::ByGames, Less) => i32::from(own > 0),
            (PointRule::Wins, Greater) | (PointRule::WinDraw | PointRule::ByGames, Equal) => 1,
            (PointRule::Wins, Equal | Less) | (PointRule::WinDraw, Less) => 0,
        }
    }
}

/// Returns the table, from the first. When a criterion separates some of a set of tied entrants, all criteria start again for each smaller set
/// (Toornament, "The tie-breakers"). Entrants that left before all was played rank behind those that stayed, and are not first.
pub fn standings(entrants: &[Entrant], meetings: &[Meeting], rules: &Rules<'_>) -> Vec<Line> {
    let mut table = Table { lines: HashMap::new(), meetings, rules };
    for entrant in entrants {
        table.lines.insert(*entrant, Line::new(*entrant));
    }
    for meeting in meetings.iter().filter(|meeting| !meeting.extra) {
        table.count(meeting);
    }
    let left = |entrant: &Entrant| rules.out.contains(entrant) && table.lines[entrant].forfeited > 0;
    let (gone, stayed): (Vec<Entrant>, Vec<Entrant>) = entrants.iter().copied().partition(left);
    let mut lines = Vec::with_capacity(entrants.len());
    for level in [&stayed, &gone].into_iter().flat_map(|part| split(part, |entrant| i64::from(table.lines[&entrant].points))) {
        table.rank(&level, None, &mut lines);
    }
    if stayed.is_empty() {
        lines.iter_mut().for_each(|line| line.rank += 1);
    }
    lines
}

/// Returns the entrants that share a rank across one of the lines, each of which lies between a place and the next. `order` is from the first,
/// with ranks.
pub fn ties(order: &[(Entrant, usize)], lines: &[usize]) -> Vec<Vec<Entrant>> {
    let mut before = 0;
    let across = |level: &&[(Entrant, usize)]| {
        let places = before + 1..before + level.len();
        before += level.len();
        lines.iter().any(|line| places.contains(line))
    };
    let levels = order.chunk_by(|one, other| one.1 == other.1).filter(across);
    levels.map(|level| level.iter().map(|(who, _)| *who).collect()).collect()
}

/// Returns the entrants that share the place on the line between qualifiers and the others; empty when the table decides.
pub fn cut_tie(lines: &[Line], winners: usize) -> Vec<Entrant> {
    let order: Vec<(Entrant, usize)> = lines.iter().map(|line| (line.entrant, line.rank)).collect();
    ties(&order, &[winners]).concat()
}

impl Line {
    fn new(entrant: Entrant) -> Self {
        Line {
            entrant,
            rank: 0,
            points: 0,
            played: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            forfeited: 0,
            games_won: 0,
            games_lost: 0,
            decided_by: None,
        }
    }

    fn add(&mut self, rule: PointRule, own: u8, other: u8, forfeited: bool) {
        self.played += 1;
        self.games_won += u32::from(own);
        self.games_lost += u32::from(other);
        self.points += rule.of(own, other, forfeited);
        self.forfeited += u32::from(forfeited);
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal if !forfeited => self.drawn += 1,
            _ => self.lost += 1,
        }
    }
}

struct Table<'a> {
    lines: HashMap<Entrant, Line>,
    meetings: &'a [Meeting],
    rules: &'a Rules<'a>,
}

impl Table<'_> {
    fn count(&mut self, meeting: &Meeting) {
        let (home, away) = meeting.score;
        let (home_out, away_out) = meeting.forfeits();
        if let Some(line) = self.lines.get_mut(&meeting.home) {
            line.add(self.rules.points, home, away, home_out);
        }
        if let Some(line) = self.lines.get_mut(&meeting.away) {
            line.add(self.rules.points, away, home, away_out);
        }
    }

    /// Ranks entrants that are tied so far; `by` is the criterion that separated them from others.
    fn rank(&self, level: &[Entrant], by: Option<DecidedBy>, lines: &mut Vec<Line>) {
        if level.len() > 1 {
            for (criterion, value) in self.criteria(level) {
                let parts = split(level, value);
                if parts.len() > 1 {
                    for part in parts {
                        self.rank(&part, Some(criterion), lines);
                    }
                    return;
                }
            }
        }
        let rank = lines.len() + 1;
        lines.extend(level.iter().map(|entrant| Line { rank, decided_by: by, ..self.lines[entrant].clone() }));
    }

    fn criteria<'s>(&'s self, level: &'s [Entrant]) -> impl Iterator<Item = (DecidedBy, Box<dyn Fn(Entrant) -> i64 + 's>)> {
        let named = self.rules.tie_breaks.iter().map(move |tie_break| {
            let value: Box<dyn Fn(Entrant) -> i64 + 's> = match tie_break {
                TieBreak::HeadToHead => Box::new(between(self.among(level, false), |line| i64::from(line.points))),
                TieBreak::HeadToHeadDifference => Box::new(between(self.among(level, false), Line::difference)),
                TieBreak::Difference => Box::new(|entrant| self.lines[&entrant].difference()),
                TieBreak::GamesWon => Box::new(|entrant| i64::from(self.lines[&entrant].games_won)),
                TieBreak::Wins => Box::new(|entrant| i64::from(self.lines[&entrant].won)),
                TieBreak::FewerForfeits => Box::new(|entrant| -i64::from(self.lines[&entrant].forfeited)),
            };
            (DecidedBy::from(*tie_break), value)
        });
        // An incomplete round of tie-breaks decides nothing.
        let extra = self.all_met_again(level).then(|| {
            let value: Box<dyn Fn(Entrant) -> i64 + 's> = Box::new(between(self.among(level, true), |line| i64::from(line.won)));
            (DecidedBy::TieBreakMatch, value)
        });
        let drawn = level.iter().all(|entrant| self.rules.lots.contains(entrant)).then(|| {
            let at = |entrant| self.rules.lots.iter().position(|lot| *lot == entrant).unwrap_or_default();
            let value: Box<dyn Fn(Entrant) -> i64 + 's> =
                Box::new(move |entrant| -i64::try_from(at(entrant)).unwrap_or_default());
            (DecidedBy::Lot, value)
        });
        named.chain(extra).chain(drawn)
    }

    /// Returns the table of the matches between these entrants alone.
    fn among(&self, level: &[Entrant], extra: bool) -> HashMap<Entrant, Line> {
        let lines = level.iter().map(|entrant| (*entrant, Line::new(*entrant))).collect();
        let mut table = Table { lines, meetings: &[], rules: self.rules };
        let both = |meeting: &&Meeting| level.contains(&meeting.home) && level.contains(&meeting.away);
        for meeting in self.meetings.iter().filter(|meeting| meeting.extra == extra).filter(both) {
            table.count(meeting);
        }
        table.lines
    }

    fn all_met_again(&self, level: &[Entrant]) -> bool {
        let pairs = level.len() * (level.len() - 1) / 2;
        let both = |meeting: &&Meeting| meeting.extra && level.contains(&meeting.home) && level.contains(&meeting.away);
        self.meetings.iter().filter(both).count() >= pairs
    }
}

impl Meeting {
    fn forfeits(&self) -> (bool, bool) {
        match self.forfeit {
            Forfeit::Nobody => (false, false),
            Forfeit::Home => (true, false),
            Forfeit::Away => (false, true),
            Forfeit::Both => (true, true),
        }
    }
}

fn between(lines: HashMap<Entrant, Line>, value: impl Fn(&Line) -> i64) -> impl Fn(Entrant) -> i64 {
    move |entrant| lines.get(&entrant).map_or(0, &value)
}

/// Groups entrants by value, the highest first; equal ones keep their order.
fn split(level: &[Entrant], value: impl Fn(Entrant) -> i64) -> Vec<Vec<Entrant>> {
    let mut valued: Vec<(i64, Entrant)> = level.iter().map(|entrant| (value(*entrant), *entrant)).collect();
    valued.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    valued.chunk_by(|one, other| one.0 == other.0).map(|part| part.iter().map(|(_, entrant)| *entrant).collect()).collect()
}

#[cfg(test)]
#[path = "standings_tests.rs"]
mod tests;
