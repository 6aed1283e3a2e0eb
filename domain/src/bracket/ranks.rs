//! Final places of an elimination: competition ranking, 1, 2, 3, 3, 5, 5, 5, 5.

use super::play::{Play, Seat};
use super::{Entrant, Match, Part};

/// A place in the end, and who has it already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// From 1; shared by all that go out at the same time
    pub rank: usize,
    pub entrants: Vec<Entrant>,
}

/// From the best. While matches are open a place counts those who will come to it, so that a rank that is shown does not change.
pub fn places(matches: &[Match], play: &Play) -> Vec<Place> {
    // Losers of a part and round go out together, and later rounds are better; a winner who goes nowhere is the best of its part.
    let last = matches.iter().filter(|of| of.part == Part::Main).map(|of| of.round).max().unwrap_or_default();
    let semi_loses = !matches.iter().any(|of| of.part == Part::Third);
    let double = matches.iter().any(|of| of.part == Part::Final);
    let mut exits: Vec<((usize, usize), usize, bool)> = Vec::new();
    for (at, drawn) in matches.iter().enumerate() {
        match drawn.part {
            Part::Main if double => {}
            Part::Main if drawn.round == last => exits.extend([((3, 1), at, true), ((3, 0), at, false)]),
            Part::Main if drawn.round + 1 == last && !semi_loses => {}
            Part::Main | Part::Losers => exits.push(((0, drawn.round), at, false)),
            Part::Third => exits.extend([((2, 1), at, true), ((2, 0), at, false)]),
            // The one of the two that decides.
            Part::Final if drawn.round == 1 && decides_second(matches, play, at) => {}
            Part::Final if drawn.round == 2 && !decides_second(matches, play, at - 1) => {}
            Part::Final => exits.extend([((3, 1), at, true), ((3, 0), at, false)]),
            Part::Group => {}
        }
    }
    exits.sort_by_key(|(level, ..)| std::cmp::Reverse(*level));
    let mut places: Vec<Place> = Vec::new();
    let mut rank = 1;
    for level in exits.chunk_by(|one, other| one.0 == other.0) {
        let mut entrants = Vec::new();
        let mut many = 0;
        for (_, at, wins) in level {
            let seats = play.seats(*at);
            let forfeited =
                seats.iter().all(|seat| matches!(seat, Seat::Entrant(_))) && play.leave(*at) == (Seat::Nobody, Seat::Nobody);
            if forfeited {
                // Both go out here.
                let both = seats.iter().filter_map(|seat| if let Seat::Entrant(entrant) = seat { Some(*entrant) } else { None });
                if !wins {
                    entrants.extend(both);
                    many += 2;
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
        places.push(Place { rank, entrants });
        rank += many;
    }
    places
}

/// Whether a grand final has, or will perhaps have, its second match.
fn decides_second(matches: &[Match], play: &Play, first: usize) -> bool {
    let second = matches.get(first + 1).is_some_and(|next| next.part == Part::Final);
    second && play.seats(first + 1) != [Seat::Nobody, Seat::Nobody]
}
