//! Brackets of single and double elimination.

use super::{Entrant, Match, Part, Series, Slot};

/// Draws a single elimination: an entrant that loses once is out. `lines` is a power of two, at least 2. There is a third-place match only if
/// both semi-finals have a loser.
///
/// Matches are in the order of play: the third place is decided before the final.
pub fn single(lines: &[Option<Entrant>], third_place: bool, series: Series<'_>) -> Vec<Match> {
    let rounds = rounds(lines);
    let mut matches = Vec::with_capacity(lines.len());
    for round in 1..rounds {
        winners_round(&mut matches, lines, round, series, |of| feeder(lines.len(), of));
    }
    // A semi-final with a bye has no loser.
    let semi_losers = rounds > 1 && lines.chunks(lines.len() / 4).all(|quarter| quarter.iter().any(Option::is_some));
    if third_place && semi_losers {
        let semis = feeder(lines.len(), rounds - 1);
        matches.push(Match {
            part: Part::Third,
            round: 1,
            // A series as long as a semi-final.
            ..pair(Slot::LoserOf(semis), Slot::LoserOf(semis + 1), series.of_round(rounds - 1))
        });
    }
    winners_round(&mut matches, lines, rounds, series, |of| feeder(lines.len(), of));
    matches
}

/// Draws a double elimination: an entrant that loses twice is out. With `reset`, the winner of the losers' bracket has to beat the winner of the
/// winners' bracket twice.
///
/// Losers of the first round meet each other; later losers cross, so that a rematch is as late as possible.
pub fn double(lines: &[Option<Entrant>], reset: bool, series: Series<'_>) -> Vec<Match> {
    let rounds = rounds(lines);
    let mut matches = Vec::with_capacity(lines.len() * 2);
    let mut winners = vec![0; rounds + 1];
    winners_round(&mut matches, lines, 1, series, |of| winners[of]);
    // The first match of the previous losers' round.
    let mut survivors = None;
    for round in 2..=rounds {
        let drops = lines.len() >> round;
        let merged = matches.len();
        for number in 0..drops {
            let (home, away) = match survivors {
                None => (Slot::LoserOf(number * 2), Slot::LoserOf(number * 2 + 1)),
                Some(first) => (Slot::WinnerOf(first + number * 2), Slot::WinnerOf(first + number * 2 + 1)),
            };
            matches.push(losers(round * 2 - 3, number, home, away, series));
        }
        winners[round] = matches.len();
        winners_round(&mut matches, lines, round, series, |of| winners[of]);
        let dropped = matches.len();
        for (number, from) in crossed(round, drops).into_iter().enumerate() {
            let (home, away) = (Slot::LoserOf(winners[round] + from), Slot::WinnerOf(merged + number));
            matches.push(losers(round * 2 - 2, number, home, away, series));
        }
        survivors = Some(dropped);
    }
    let last = winners[rounds];
    let challenger = survivors.map_or(Slot::LoserOf(last), Slot::WinnerOf);
    let best_of = series.of_round(rounds + 1);
    let first = matches.len();
    matches.push(Match { part: Part::Final, round: 1, ..pair(Slot::WinnerOf(last), challenger, best_of) });
    if reset {
        // Played only if the challenger has won: the loser of the first match is the winners' champion.
        matches.push(Match { part: Part::Final, round: 2, ..pair(Slot::LoserOf(first), Slot::WinnerOf(first), best_of) });
    }
    matches
}

fn rounds(lines: &[Option<Entrant>]) -> usize {
    debug_assert!(lines.len() >= 2 && lines.len().is_power_of_two());
    lines.len().ilog2() as usize
}

/// Returns the first match of a round that only winners' rounds precede.
fn feeder(lines: usize, round: usize) -> usize {
    lines - (lines >> (round - 1))
}

fn pair(home: Slot, away: Slot, best_of: u8) -> Match {
    Match { part: Part::Main, group: None, round: 0, number: 1, home, away, best_of, extra: false }
}

fn losers(round: usize, number: usize, home: Slot, away: Slot, series: Series<'_>) -> Match {
    // The length of a series follows the winners' round beside which a match is played.
    Match { part: Part::Losers, round, number: number + 1, ..pair(home, away, series.of_round(round.div_ceil(2) + 1)) }
}

fn winners_round(
    matches: &mut Vec<Match>,
    lines: &[Option<Entrant>],
    round: usize,
    series: Series<'_>,
    first_of: impl Fn(usize) -> usize,
) {
    for number in 0..lines.len() >> round {
        let slot = |side: usize| match round {
            1 => lines[number * 2 + side].map_or(Slot::Bye, Slot::Entrant),
            _ => Slot::WinnerOf(first_of(round - 1) + number * 2 + side),
        };
        matches.push(Match { round, number: number + 1, ..pair(slot(0), slot(1), series.of_round(round)) });
    }
}

/// Assigns the losers of a winners' round to the survivors of the losers' bracket. Of the orders that rotate and swap halves, this cycle delays
/// the first possible rematch longest (compared for 8 to 256 lines).
fn crossed(round: usize, losers: usize) -> Vec<usize> {
    let half = losers / 2;
    let from = |at: usize| match (round - 2) % 4 {
        0 => losers - 1 - at,
        // A single loser needs no crossing.
        _ if half == 0 => at,
        1 if at < half => half - 1 - at,
        1 => losers - 1 - (at - half),
        2 => (at + half) % losers,
        _ => at,
    };
    (0..losers).map(from).collect()
}
