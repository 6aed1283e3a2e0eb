//! A stage while it is played: results go in, entrants go on.
//!
//! What is kept is what people decided. Byes, and what those forfeit who are out of the tournament, follow from it, so that any order of results
//! and resets ends as the surviving results alone would.
//!
//! An entrant that is out goes on alone only as far as the draw itself lets it, or where a result that it played later stands on it.

use super::{Entrant, Match, Part, Slot, series};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Home,
    Away,
}

/// What people decided of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Games won
    Played { home: u8, away: u8 },
    /// Won by this side without a game
    Walkover(Side),
    /// Nobody goes on
    DoubleForfeit,
}

/// Who sits on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Not known yet
    Open,
    Entrant(Entrant),
    /// And nobody ever will, while the results stand
    Nobody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A side is not known yet
    Locked,
    Ready,
    Decided(Outcome),
    /// Decided by itself, as one side or both are out of the tournament
    Forfeited(Outcome),
    /// One side goes on for want of an opponent
    Bye,
    /// One side is alone and out of the tournament: nobody goes on
    Abandoned,
    /// Nobody meets nobody: there is no such match
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
    /// Later results that stand on this one, last first
    #[error("later results fall")]
    Falls(Vec<usize>),
}

#[derive(Debug, Clone)]
struct Node {
    seats: [Seat; 2],
    /// What people decided
    result: Option<Outcome>,
    state: State,
    /// Where winner and loser go on
    winner_to: Option<(usize, Side)>,
    loser_to: Option<(usize, Side)>,
    /// Matches whose winner or loser comes here
    feeders: [Option<usize>; 2],
    /// A bye of the draw, whatever results there are
    is_drawn_bye: bool,
    best_of: u8,
    may_be_drawn: bool,
}

#[derive(Debug, Clone)]
pub struct Play {
    nodes: Vec<Node>,
    /// By entrant: how many had left the tournament before; none of who is still in it
    left: Vec<Option<usize>>,
    departures: usize,
    /// Whoever left is taken to have played on: where a replay begins, until it is known what was played
    is_tentative: bool,
    /// The second match of a grand final
    reset: Option<usize>,
}

impl Play {
    /// Nothing is played yet.
    pub fn new(matches: &[Match], entrants: usize) -> Self {
        Self::replay(matches, entrants, &[], &[])
    }

    /// As it stands after these results, in any order, with these entrants out, in the order in which they left. A result that does not stand on
    /// the others is passed over, as is a second one of a match.
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

    /// Without results, and as if whoever is out had played on: results are decided next, in the order of play, until [`Play::conclude`].
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

    /// All results are given: who is out goes on from no match on which nothing was played.
    pub fn conclude(mut self) -> Self {
        self.is_tentative = false;
        self.settle_all();
        self
    }

    /// What a match stands on is judged before it; results of matches that nobody plays are dropped.
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

    /// Who won; none while undecided, or when nobody did.
    pub fn winner(&self, at: usize) -> Option<Entrant> {
        match self.leave(at).0 {
            Seat::Entrant(entrant) => Some(entrant),
            Seat::Open | Seat::Nobody => None,
        }
    }

    /// Decides a match, or corrects its result; answers the matches that changed. With `cascade` later results that stand on the old one fall.
    ///
    /// # Errors
    /// [`Refusal::NotReady`], [`Refusal::Score`]; [`Refusal::Falls`] without `cascade`. Then nothing was changed.
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
        // First, so that whoever left stays for it when what was played later falls.
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

    /// Takes a result back; answers the matches that changed.
    ///
    /// # Errors
    /// [`Refusal::NoResult`]; [`Refusal::Falls`] without `cascade`. Then nothing was changed.
    pub fn reset(&mut self, at: usize, cascade: bool) -> Result<Vec<usize>, Refusal> {
        if self.nodes.get(at).ok_or(Refusal::NoMatch)?.result.is_none() {
            return Err(Refusal::NoResult);
        }
        let mut changed = self.clear(at, cascade)?;
        self.nodes[at].result = None;
        self.settle(at, &mut changed);
        Ok(sorted(changed))
    }

    /// Puts an entrant out of the tournament: what it has played stands, and what it has not is forfeited. Answers the matches that changed.
    pub fn put_out(&mut self, entrant: Entrant) -> Vec<usize> {
        self.set_out(entrant, true)
    }

    /// The inverse.
    ///
    /// # Errors
    /// [`Refusal::Falls`] without `cascade`, where others played on what was forfeited. Then nothing was changed.
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

    /// Results that stand on this one, last first: what a reset takes along.
    pub fn falls(&self, at: usize) -> Vec<usize> {
        let mut falls = Vec::new();
        self.follow(at, &mut vec![false; self.nodes.len()], &mut falls);
        falls
    }

    /// Whether nothing was decided of this entrant but byes: it may still change places with another.
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

    /// Only what is decided has given anybody to those that follow.
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
                    // Who left later had won, if something was played on it.
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

    /// Whether a result would fall if this entrant, who is out, did not come this way.
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

    /// Who leaves the match as its winner and as its loser.
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

    /// The challenger of a grand final won its first match, so that there is a second.
    fn needs_reset(&self, winner: Seat, seats: [Seat; 2]) -> bool {
        !seats.contains(&Seat::Nobody) && winner == seats[1] && winner != Seat::Open
    }

    /// Judges a match anew, with all that follow from it, and those before it that somebody left undecided.
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

    /// Matches before this one that somebody left: who goes on from them depends on what was played later.
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

    /// Whether its series can end so.
    fn may_end(&self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Played { home, away } => series::is_score(self.best_of, home, away) && (home != away || self.may_be_drawn),
            Outcome::Walkover(_) | Outcome::DoubleForfeit => true,
        }
    }
}

/// Of the matches as drawn, each with where its winner and its loser go on.
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
