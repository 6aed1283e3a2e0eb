//! Final places of an elimination: competition ranking, 1, 2, 3, 3, 5, 5, 5, 5.

use super::play::{Play, Seat};
use super::{Entrant, Match, Part, Slot};

/// A final place, and the entrants that have it already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedPlace {
    /// Rank from 1, shared by all that go out at the same time
    pub rank: usize,
    pub entrants: Vec<Entrant>,
}

/// Returns the places from the best. While matches are open, a place counts the entrants that will come to it, so that a rank once shown does
/// not change.
///
/// Only the winner of the last match is first. If both sides forfeit it, or its only side is out of the tournament, they are second.
pub fn places(matches: &[Match], play: &Play) -> Vec<RankedPlace> {
    let mut exits = exits(matches, play);
    exits.sort_by_key(|exit| std::cmp::Reverse(exit.level));
    let mut places: Vec<RankedPlace> = Vec::new();
    let (mut rank, mut last) = (1, 0);
    for level in exits.chunk_by(|one, other| one.level == other.level) {
        let mut entrants = Vec::new();
        let mut many = 0;
        for Exit { at, wins, .. } in level {
            let seats = play.seats(*at);
            if goes_nowhere(play, *at) {
                // All its entrants go out here.
                let all = seats.iter().filter_map(|seat| if let Seat::Entrant(entrant) = seat { Some(*entrant) } else { None });
                if !wins {
                    let before = entrants.len();
                    entrants.extend(all);
                    many += entrants.len() - before;
                }
                continue;
            }
            let (winner, loser) = play.leave(*at);
            match if *wins { winner } else { loser } {
                Seat::Entrant(entrant) => {
                    entrants.push(entrant);
                    many += 1;
                }
                Seat::Open => {
                    let to_come = seats.iter().filter(|seat| **seat != Seat::Nobody).count();
                    many += usize::from(to_come > usize::from(!wins));
                }
                Seat::Nobody => {}
            }
        }
        entrants.sort_unstable();
        let first = level.first().is_some_and(|exit| exit.level == BEST);
        // If nobody is first, the entrant after the second is third at best.
        let shown = if first { rank } else { rank.max(last + 1).max(2) };
        places.push(RankedPlace { rank: shown, entrants });
        if many > 0 {
            last = shown;
        }
        rank += many;
    }
    places
}

/// A side of a match that does not advance.
struct Exit {
    /// Level of the exit; a later exit is higher
    level: (usize, usize),
    at: usize,
    /// Whether it is the winner, who is then the best of its part
    wins: bool,
}

const BEST: (usize, usize) = (3, 1);

/// Returns the exits. Losers of a part and round go out together, and later rounds are better.
fn exits(matches: &[Match], play: &Play) -> Vec<Exit> {
    let (mut winner_goes_on, mut loser_goes_on) = (vec![false; matches.len()], vec![false; matches.len()]);
    for slot in matches.iter().flat_map(|drawn| [drawn.home, drawn.away]) {
        match slot {
            Slot::WinnerOf(from) => winner_goes_on[from] = true,
            Slot::LoserOf(from) => loser_goes_on[from] = true,
            Slot::Entrant(_) | Slot::Bye => {}
        }
    }
    let last = matches.iter().filter(|of| of.part == Part::Main).map(|of| of.round).max().unwrap_or_default();
    let double = matches.iter().any(|of| matches!(of.part, Part::Losers | Part::Final));
    let mut exits = Vec::new();
    for (at, drawn) in matches.iter().enumerate() {
        let (best, loser) = match drawn.part {
            // The losers' round in which its loser would have met the others.
            Part::Main if double => (BEST, (0, (drawn.round * 2 - 2).max(1))),
            Part::Main if drawn.round == last => (BEST, (3, 0)),
            Part::Main => (BEST, (0, drawn.round)),
            Part::Losers => ((1, 1), (0, drawn.round)),
            Part::Third => ((2, 1), (2, 0)),
            // The deciding one of the two matches.
            Part::Final if drawn.round == 1 && decides_second(matches, play, at) => continue,
            Part::Final if drawn.round == 2 && !decides_second(matches, play, at - 1) => continue,
            Part::Final => (BEST, (3, 0)),
            Part::Group => continue,
        };
        let is_final = drawn.part == Part::Final;
        if is_final || !winner_goes_on[at] {
            exits.push(Exit { level: best, at, wins: true });
        }
        // An entrant that forfeits together with its opponent does not advance.
        if is_final || !loser_goes_on[at] || goes_nowhere(play, at) {
            exits.push(Exit { level: loser, at, wins: false });
        }
    }
    exits
}

/// Returns whether nobody advances: both sides forfeit, or the only one is out of the tournament.
fn goes_nowhere(play: &Play, at: usize) -> bool {
    play.seats(at).iter().any(|seat| matches!(seat, Seat::Entrant(_))) && play.leave(at) == (Seat::Nobody, Seat::Nobody)
}

/// Returns whether a grand final has, or may still get, its second match.
fn decides_second(matches: &[Match], play: &Play, first: usize) -> bool {
    let second = matches.get(first + 1).is_some_and(|next| next.part == Part::Final);
    second && play.seats(first + 1) != [Seat::Nobody, Seat::Nobody]
}
