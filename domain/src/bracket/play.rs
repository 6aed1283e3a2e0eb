//! A stage while it is played: results come in, entrants advance.
//!
//! Only the decisions of people are stored. Byes, and the forfeits of entrants that are out of the tournament, follow from them. So any order of
//! results and resets ends as the surviving results alone would.
//!
//! An entrant that is out advances alone only as far as the draw itself lets it, or if a result that it played later depends on it.

use super::{Entrant, Match, Part, Slot, series};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Home,
    Away,
}

/// A match's outcome as people decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Games won
    Played { home: u8, away: u8 },
    /// Won by this side without a game
    Walkover(Side),
    /// Nobody goes on
    DoubleForfeit,
}

/// The occupant of one side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Not known yet
    Open,
    Entrant(Entrant),
    /// No entrant, and none will come while the results stand
    Nobody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A side is not known yet
    Locked,
    Ready,
    Decided(Outcome),
    /// Decided automatically, because one side or both are out of the tournament
    Forfeited(Outcome),
    /// One side advances because it has no opponent
    Bye,
    /// One side is alone and out of the tournament, so nobody advances
    Abandoned,
    /// Both sides are empty, so there is no match
    Void,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("no such match")]
    NoMatch,
    #[error("both sides are not known yet")]
    NotReady,
    #[error("no score of this series")]
    Score,
    #[error("there is no result")]
    NoResult,
    /// Later results that depend on this one, last first
    #[error("later results fall")]
    Falls(Vec<usize>),
}

#[derive(Debug, Clone)]
struct Node {
    seats: [Seat; 2],
    /// Outcome that people decided
    result: Option<Outcome>,
    state: State,
    /// Match and side to which the winner goes; then those of the loser
    winner_to: Option<(usize, Side)>,
    loser_to: Option<(usize, Side)>,
    /// Matches whose winner or loser comes here
    feeders: [Option<usize>; 2],
    /// Whether it is a bye by the draw, independent of results
    is_drawn_bye: bool,
    best_of: u8,
    may_be_drawn: bool,
}

#[derive(Debug, Clone)]
pub struct Play {
    nodes: Vec<Node>,
    /// For each entrant that has left: the number of entrants that had left before; None while it is still in the tournament
    left: Vec<Option<usize>>,
    departures: usize,
    /// Whether entrants that left are treated as if they had played on. So a replay begins, until it is known which matches were played
    is_tentative: bool,
    /// Second match of a grand final
    reset: Option<usize>,
}

impl Play {
    /// Returns a stage in which no match has been played.
    pub fn new(matches: &[Match], entrants: usize) -> Self {
        Self::replay(matches, entrants, &[], &[])
    }

    /// Returns the stage after these results, in any order, with these entrants out, in the order in which they left. A result that is
    /// impossible beside the others is ignored, as is a second one of a match.
    pub fn replay(matches: &[Match], entrants: usize, out: &[Entrant], results: &[(usize, Outcome)]) -> Self {
        let mut play = Self::begin(matches, entrants, out);
        for (at, outcome) in results.iter().rev() {
            if let Some(node) = play.nodes.get_mut(*at).filter(|node| node.may_end(*outcome)) {
                node.result = Some(*outcome);
            }
        }
        play.settle_all();
        play.conclude()
    }

    /// Returns the stage without results, as if entrants that are out had played on. Decide the results next, in the order of play, until
    /// [`Play::conclude`].
    pub fn begin(matches: &[Match], entrants: usize, out: &[Entrant]) -> Self {
        let mut play = Play {
            nodes: nodes(matches),
            left: vec![None; entrants],
            departures: 0,
            is_tentative: true,
            reset: matches.iter().position(|drawn| drawn.part == Part::Final && drawn.round == 2),
        };
        play.settle_all();
        for node in &mut play.nodes {
            node.is_drawn_bye = node.seats.contains(&Seat::Nobody);
        }
        for entrant in out {
            play.leaves(*entrant);
        }
        play.settle_all();
        play
    }

    /// Ends a replay once all results are given: an entrant that is out no longer advances from a match that was not played.
    pub fn conclude(mut self) -> Self {
        self.is_tentative = false;
        self.settle_all();
        self
    }

    /// Judges every match after the matches that lead to it; drops results of matches that nobody plays.
    fn settle_all(&mut self) {
        let mut changed = Vec::new();
        for at in 0..self.nodes.len() {
            self.settle(at, &mut changed);
            if self.nodes[at].result.is_some() && !self.nodes[at].is_seated() {
                self.nodes[at].result = None;
                self.settle(at, &mut changed);
            }
            changed.clear();
        }
    }

    pub fn state(&self, at: usize) -> State {
        self.nodes[at].state
    }

    pub fn seats(&self, at: usize) -> [Seat; 2] {
        self.nodes[at].seats
    }

    /// Returns the winner; None while the match is undecided, or if nobody won.
    pub fn winner(&self, at: usize) -> Option<Entrant> {
        match self.leave(at).0 {
            Seat::Entrant(entrant) => Some(entrant),
            Seat::Open | Seat::Nobody => None,
        }
    }

    /// Decides a match, or corrects its result; returns the matches that changed. With `cascade`, later results that depend on the old one are
    /// dropped.
    ///
    /// # Errors
    /// [`Refusal::NotReady`], [`Refusal::Score`]; [`Refusal::Falls`] without `cascade`. Nothing is changed then.
    pub fn decide(&mut self, at: usize, outcome: Outcome, cascade: bool) -> Result<Vec<usize>, Refusal> {
        self.accepts(at, outcome)?;
        let before = self.leave(at);
        let undone = self.nodes[at].result.replace(outcome);
        let state = std::mem::replace(&mut self.nodes[at].state, State::Decided(outcome));
        let same = self.leave(at) == before;
        (self.nodes[at].result, self.nodes[at].state) = (undone, state);
        let falls = if same { Vec::new() } else { self.falls(at) };
        if !falls.is_empty() && !cascade {
            return Err(Refusal::Falls(falls));
        }
        // First, so that an entrant that left keeps its place for this result while later results are dropped.
        self.nodes[at].result = Some(outcome);
        let mut changed = self.drop_results(&falls);
        self.settle(at, &mut changed);
        Ok(sorted(changed))
    }

    fn accepts(&self, at: usize, outcome: Outcome) -> Result<(), Refusal> {
        let node = self.nodes.get(at).ok_or(Refusal::NoMatch)?;
        match (node.is_seated(), node.may_end(outcome)) {
            (false, _) => Err(Refusal::NotReady),
            (true, false) => Err(Refusal::Score),
            (true, true) => Ok(()),
        }
    }

    /// Takes a result back; returns the matches that changed.
    ///
    /// # Errors
    /// [`Refusal::NoResult`]; [`Refusal::Falls`] without `cascade`. Nothing is changed then.
    pub fn reset(&mut self, at: usize, cascade: bool) -> Result<Vec<usize>, Refusal> {
        if self.nodes.get(at).ok_or(Refusal::NoMatch)?.result.is_none() {
            return Err(Refusal::NoResult);
        }
        let mut changed = self.clear(at, cascade)?;
        self.nodes[at].result = None;
        self.settle(at, &mut changed);
        Ok(sorted(changed))
    }

    /// Puts an entrant out of the tournament: its played matches stand, the others are forfeited. Returns the matches that changed.
    pub fn put_out(&mut self, entrant: Entrant) -> Vec<usize> {
        self.set_out(entrant, true)
    }

    /// Takes back that an entrant is out; returns the matches that changed.
    ///
    /// # Errors
    /// [`Refusal::Falls`] without `cascade`, if others played on after its forfeits. Nothing is changed then.
    pub fn take_back(&mut self, entrant: Entrant, cascade: bool) -> Result<Vec<usize>, Refusal> {
        let forfeited: Vec<usize> = (0..self.nodes.len()).filter(|at| self.is_forfeited_by(*at, entrant)).collect();
        let mut falls = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        for at in forfeited {
            self.follow(at, &mut seen, &mut falls);
        }
        if !falls.is_empty() && !cascade {
            return Err(Refusal::Falls(falls));
        }
        let mut changed = self.drop_results(&falls);
        changed.extend(self.set_out(entrant, false));
        Ok(sorted(changed))
    }

    /// Returns the results that depend on this one, last first: a reset drops them too.
    pub fn falls(&self, at: usize) -> Vec<usize> {
        let mut falls = Vec::new();
        self.follow(at, &mut vec![false; self.nodes.len()], &mut falls);
        falls
    }

    /// Returns whether only byes were decided for this entrant, so that it may still change places with another.
    pub fn is_untouched(&self, entrant: Entrant) -> bool {
        let mut here = self.nodes.iter().filter(|node| node.seats.contains(&Seat::Entrant(entrant)));
        here.all(|node| !matches!(node.state, State::Decided(_) | State::Forfeited(_) | State::Abandoned))
    }

    fn set_out(&mut self, entrant: Entrant, out: bool) -> Vec<usize> {
        if out {
            self.leaves(entrant);
        } else if let Some(left) = self.left.get_mut(usize::from(entrant)) {
            *left = None;
        }
        let mut changed = Vec::new();
        for at in 0..self.nodes.len() {
            if self.nodes[at].seats.contains(&Seat::Entrant(entrant)) {
                self.settle(at, &mut changed);
            }
        }
        sorted(changed)
    }

    fn leaves(&mut self, entrant: Entrant) {
        if let Some(left @ None) = self.left.get_mut(usize::from(entrant)) {
            *left = Some(self.departures);
            self.departures += 1;
        }
    }

    fn left(&self, entrant: Entrant) -> Option<usize> {
        self.left.get(usize::from(entrant)).copied().flatten()
    }

    fn is_forfeited_by(&self, at: usize, entrant: Entrant) -> bool {
        let node = &self.nodes[at];
        matches!(node.state, State::Forfeited(_) | State::Abandoned) && node.seats.contains(&Seat::Entrant(entrant))
    }

    fn clear(&mut self, at: usize, cascade: bool) -> Result<Vec<usize>, Refusal> {
        let falls = self.falls(at);
        if !falls.is_empty() && !cascade {
            return Err(Refusal::Falls(falls));
        }
        Ok(self.drop_results(&falls))
    }

    fn drop_results(&mut self, falls: &[usize]) -> Vec<usize> {
        let mut changed = Vec::new();
        for at in falls {
            self.nodes[*at].result = None;
            self.settle(*at, &mut changed);
        }
        changed
    }

    /// Only a decided match has passed entrants on to later matches.
    fn follow(&self, at: usize, seen: &mut [bool], falls: &mut Vec<usize>) {
        let node = &self.nodes[at];
        for (next, _) in [node.winner_to, node.loser_to].into_iter().flatten() {
            if seen[next] || matches!(self.nodes[next].state, State::Locked | State::Ready) {
                continue;
            }
            seen[next] = true;
            self.follow(next, seen, falls);
            if self.nodes[next].result.is_some() {
                falls.push(next);
            }
        }
    }

    fn judge(&self, at: usize) -> State {
        let node = &self.nodes[at];
        match node.seats {
            [Seat::Open, _] | [_, Seat::Open] => State::Locked,
            [Seat::Nobody, Seat::Nobody] => State::Void,
            [Seat::Nobody, Seat::Entrant(who)] | [Seat::Entrant(who), Seat::Nobody] => {
                if self.goes_on_alone(at, who) {
                    State::Bye
                } else {
                    State::Abandoned
                }
            }
            [Seat::Entrant(home), Seat::Entrant(away)] => match (node.result, self.left(home), self.left(away)) {
                (Some(result), ..) => State::Decided(result),
                (None, None, None) => State::Ready,
                (None, Some(_), None) => State::Forfeited(Outcome::Walkover(Side::Away)),
                (None, None, Some(_)) => State::Forfeited(Outcome::Walkover(Side::Home)),
                (None, Some(first), Some(second)) => {
                    let (side, winner, loser) = if first > second { (Side::Home, home, away) } else { (Side::Away, away, home) };
                    // The entrant that left later has won, if a later result depends on it.
                    let stands =
                        self.is_tentative || self.is_relied_on(node.winner_to, winner) || self.is_relied_on(node.loser_to, loser);
                    State::Forfeited(if stands { Outcome::Walkover(side) } else { Outcome::DoubleForfeit })
                }
            },
        }
    }

    fn goes_on_alone(&self, at: usize, who: Entrant) -> bool {
        let node = &self.nodes[at];
        let by_draw = node.is_drawn_bye && node.winner_to.is_some();
        self.left(who).is_none() || by_draw || self.is_tentative || self.is_relied_on(node.winner_to, who)
    }

    /// Returns whether a result would be dropped if this entrant, which is out, did not come this way.
    fn is_relied_on(&self, way: Option<(usize, Side)>, who: Entrant) -> bool {
        let Some((at, side)) = way else { return false };
        let node = &self.nodes[at];
        if node.result.is_some() {
            return true;
        }
        match node.seats[side.other() as usize] {
            Seat::Open => false,
            Seat::Nobody => self.is_relied_on(node.winner_to, who),
            Seat::Entrant(other) if self.left(other).is_some_and(|left| Some(left) < self.left(who)) => {
                self.is_relied_on(node.winner_to, who) || self.is_relied_on(node.loser_to, other)
            }
            Seat::Entrant(_) => self.is_relied_on(node.loser_to, who),
        }
    }

    /// Returns the entrants that leave the match as its winner and as its loser.
    pub(super) fn leave(&self, at: usize) -> (Seat, Seat) {
        let [home, away] = self.nodes[at].seats;
        let won_by = |side: Side| if side == Side::Home { (home, away) } else { (away, home) };
        match self.nodes[at].state {
            State::Locked | State::Ready => (Seat::Open, Seat::Open),
            State::Void | State::Abandoned => (Seat::Nobody, Seat::Nobody),
            State::Bye => won_by(if home == Seat::Nobody { Side::Away } else { Side::Home }),
            State::Decided(outcome) | State::Forfeited(outcome) => match outcome {
                Outcome::Played { home, away } if home == away => (Seat::Nobody, Seat::Nobody),
                Outcome::Played { home, away } => won_by(if home > away { Side::Home } else { Side::Away }),
                Outcome::Walkover(side) => won_by(side),
                Outcome::DoubleForfeit => (Seat::Nobody, Seat::Nobody),
            },
        }
    }

    /// Returns whether the challenger of a grand final won its first match, so that there is a second.
    fn needs_reset(&self, winner: Seat, seats: [Seat; 2]) -> bool {
        !seats.contains(&Seat::Nobody) && winner == seats[1] && winner != Seat::Open
    }

    /// Judges a match again, with all that follow from it, and the undecided ones before it from which an entrant left.
    fn settle(&mut self, at: usize, changed: &mut Vec<usize>) {
        let mut todo = vec![at];
        changed.push(at);
        self.add_undecided_feeders(at, &mut todo);
        while let Some(at) = todo.pop() {
            let now = self.judge(at);
            if std::mem::replace(&mut self.nodes[at].state, now) != now {
                changed.push(at);
            }
            let (mut winner, mut loser) = self.leave(at);
            let node = &self.nodes[at];
            let goes_on = [node.winner_to, node.loser_to];
            let decides_reset = self.reset.is_some() && goes_on[0].map(|(next, _)| next) == self.reset;
            if decides_reset && winner != Seat::Open && !self.needs_reset(winner, node.seats) {
                (winner, loser) = (Seat::Nobody, Seat::Nobody);
            }
            for (next, seat) in goes_on.into_iter().zip([winner, loser]).filter_map(|(next, seat)| Some((next?, seat))) {
                let (next, side) = next;
                let seats = &mut self.nodes[next].seats;
                if seats[side as usize] != seat {
                    seats[side as usize] = seat;
                    changed.push(next);
                    todo.push(next);
                    self.add_undecided_feeders(next, &mut todo);
                }
            }
        }
    }

    /// Adds the matches before this one that an entrant left: the entrant that advances from them depends on later matches.
    fn add_undecided_feeders(&self, at: usize, todo: &mut Vec<usize>) {
        for from in self.nodes[at].feeders.into_iter().flatten() {
            if self.somebody_left(from) && !todo.contains(&from) {
                todo.push(from);
                self.add_undecided_feeders(from, todo);
            }
        }
    }

    fn somebody_left(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        let has_left = |seat: &Seat| matches!(seat, Seat::Entrant(who) if self.left(*who).is_some());
        node.result.is_none() && !node.seats.contains(&Seat::Open) && node.seats.iter().any(has_left)
    }
}

impl Side {
    fn other(self) -> Self {
        match self {
            Side::Home => Side::Away,
            Side::Away => Side::Home,
        }
    }
}

impl Node {
    fn is_seated(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Entrant(_)))
    }

    /// Returns whether its series can end with this outcome.
    fn may_end(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Played { home, away } => series::is_score(self.best_of, home, away) && (home != away || self.may_be_drawn),
            Outcome::Walkover(_) | Outcome::DoubleForfeit => true,
        }
    }
}

/// Returns the nodes of the matches as drawn, each with the destinations of its winner and its loser.
fn nodes(matches: &[Match]) -> Vec<Node> {
    let node = |drawn: &Match| Node {
        seats: [drawn.home, drawn.away].map(|slot| match slot {
            Slot::Entrant(entrant) => Seat::Entrant(entrant),
            Slot::Bye => Seat::Nobody,
            Slot::WinnerOf(_) | Slot::LoserOf(_) => Seat::Open,
        }),
        result: None,
        state: State::Locked,
        winner_to: None,
        loser_to: None,
        feeders: [None, None],
        is_drawn_bye: false,
        best_of: drawn.best_of,
        may_be_drawn: drawn.part == Part::Group && !drawn.extra,
    };
    let mut nodes: Vec<Node> = matches.iter().map(node).collect();
    for (at, drawn) in matches.iter().enumerate() {
        for (slot, side) in [(drawn.home, Side::Home), (drawn.away, Side::Away)] {
            match slot {
                Slot::WinnerOf(from) => {
                    nodes[from].winner_to = Some((at, side));
                    nodes[at].feeders[side as usize] = Some(from);
                }
                Slot::LoserOf(from) => {
                    nodes[from].loser_to = Some((at, side));
                    nodes[at].feeders[side as usize] = Some(from);
                }
                Slot::Entrant(_) | Slot::Bye => {}
            }
        }
    }
    nodes
}

fn sorted(mut changed: Vec<usize>) -> Vec<usize> {
    changed.sort_unstable();
    changed.dedup();
    changed
}
