//! A stage while it is played: results go in, entrants go on.
//!
//! What is kept is what people decided. Byes, and what those forfeit who are out of the tournament, follow from it, so that any order of results
//! and resets ends as the surviving results alone would.

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
    best_of: u8,
    may_be_drawn: bool,
}

#[derive(Debug, Clone)]
pub struct Play {
    nodes: Vec<Node>,
    /// By entrant: out of the tournament
    out: Vec<bool>,
    /// The second match of a grand final
    reset: Option<usize>,
}

impl Play {
    /// Nothing is played yet.
    pub fn new(matches: &[Match], entrants: usize) -> Self {
        Self::replay(matches, entrants, &[], &[])
    }

    /// As it stands after these results, in any order, with these entrants out. A result that does not stand on the others is passed over, as
    /// is a second one of a match.
    pub fn replay(matches: &[Match], entrants: usize, out: &[Entrant], results: &[(usize, Outcome)]) -> Self {
        let mut play = Play {
            nodes: nodes(matches),
            out: vec![false; entrants],
            reset: matches.iter().position(|drawn| drawn.part == Part::Final && drawn.round == 2),
        };
        for entrant in out {
            if let Some(flag) = play.out.get_mut(usize::from(*entrant)) {
                *flag = true;
            }
        }
        let mut given = vec![None; matches.len()];
        for (at, outcome) in results.iter().rev() {
            if let Some(of) = given.get_mut(*at) {
                *of = Some(*outcome);
            }
        }
        let mut changed = Vec::new();
        // What a match stands on is played before it.
        for (at, outcome) in given.into_iter().enumerate() {
            play.nodes[at].result = outcome.filter(|outcome| play.accepts(at, *outcome).is_ok());
            play.settle(at, &mut changed);
            changed.clear();
        }
        play
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
        let mut changed = if same { Vec::new() } else { self.clear(at, cascade)? };
        self.nodes[at].result = Some(outcome);
        self.settle(at, &mut changed);
        Ok(sorted(changed))
    }

    fn accepts(&self, at: usize, outcome: Outcome) -> Result<(), Refusal> {
        let node = self.nodes.get(at).ok_or(Refusal::NoMatch)?;
        if !node.seats.iter().all(|seat| matches!(seat, Seat::Entrant(_))) {
            return Err(Refusal::NotReady);
        }
        match outcome {
            Outcome::Played { home, away } if !series::is_score(node.best_of, home, away) => Err(Refusal::Score),
            Outcome::Played { home, away } if home == away && !node.may_be_drawn => Err(Refusal::Score),
            _ => Ok(()),
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
        here.all(|node| !matches!(node.state, State::Decided(_) | State::Forfeited(_)))
    }

    fn set_out(&mut self, entrant: Entrant, out: bool) -> Vec<usize> {
        let Some(flag) = self.out.get_mut(usize::from(entrant)) else { return Vec::new() };
        *flag = out;
        let mut changed = Vec::new();
        for at in 0..self.nodes.len() {
            if self.nodes[at].seats.contains(&Seat::Entrant(entrant)) {
                self.settle(at, &mut changed);
            }
        }
        sorted(changed)
    }

    fn is_forfeited_by(&self, at: usize, entrant: Entrant) -> bool {
        matches!(self.nodes[at].state, State::Forfeited(_)) && self.nodes[at].seats.contains(&Seat::Entrant(entrant))
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
            [Seat::Nobody, _] | [_, Seat::Nobody] => State::Bye,
            [Seat::Entrant(home), Seat::Entrant(away)] => {
                let out = |entrant: Entrant| self.out.get(usize::from(entrant)).copied().unwrap_or_default();
                match (node.result, out(home), out(away)) {
                    (Some(result), ..) => State::Decided(result),
                    (None, true, true) => State::Forfeited(Outcome::DoubleForfeit),
                    (None, true, false) => State::Forfeited(Outcome::Walkover(Side::Away)),
                    (None, false, true) => State::Forfeited(Outcome::Walkover(Side::Home)),
                    (None, false, false) => State::Ready,
                }
            }
        }
    }

    /// Who leaves the match as its winner and as its loser.
    pub(super) fn leave(&self, at: usize) -> (Seat, Seat) {
        let [home, away] = self.nodes[at].seats;
        let won_by = |side: Side| if side == Side::Home { (home, away) } else { (away, home) };
        match self.nodes[at].state {
            State::Locked | State::Ready => (Seat::Open, Seat::Open),
            State::Void => (Seat::Nobody, Seat::Nobody),
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

    /// Judges a match anew, and all that follow from it.
    fn settle(&mut self, at: usize, changed: &mut Vec<usize>) {
        let mut todo = vec![at];
        changed.push(at);
        while let Some(at) = todo.pop() {
            self.nodes[at].state = self.judge(at);
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
                }
            }
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
        best_of: drawn.best_of,
        may_be_drawn: drawn.part == Part::Group && !drawn.extra,
    };
    let mut nodes: Vec<Node> = matches.iter().map(node).collect();
    for (at, drawn) in matches.iter().enumerate() {
        for (slot, side) in [(drawn.home, Side::Home), (drawn.away, Side::Away)] {
            match slot {
                Slot::WinnerOf(from) => nodes[from].winner_to = Some((at, side)),
                Slot::LoserOf(from) => nodes[from].loser_to = Some((at, side)),
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
