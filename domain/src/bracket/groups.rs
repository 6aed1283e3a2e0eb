//! Groups in which each entrant meets each other, and the lines of their best entrants in a following bracket.

use super::{Entrant, Match, Part, Series, Slot};

/// A rest: the entrant without a match in a round, if the number of entrants is odd.
pub struct Rest {
    /// Number of the group, from 0
    pub group: usize,
    /// Number of the round, from 1
    pub round: usize,
    pub entrant: Entrant,
}

/// Draws each group by Berger tables (FIDE Handbook C.05, annex 1), its first entrant being number 1. Each pair meets once, or twice with home
/// and away changed, and nobody plays twice in a round. Home and away matches of an entrant differ by at most one. Matches are ordered round by
/// round.
pub fn round_robin(groups: &[Vec<Entrant>], double: bool, series: Series<'_>) -> (Vec<Match>, Vec<Rest>) {
    let mut matches = Vec::new();
    let mut rests = Vec::new();
    let single: Vec<Vec<Vec<(usize, usize)>>> = groups.iter().map(|group| berger(group.len())).collect();
    let longest = single.iter().map(Vec::len).max().unwrap_or_default();
    for round in 1..=longest * if double { 2 } else { 1 } {
        let mut number = 0;
        for (group, (members, table)) in groups.iter().zip(&single).enumerate() {
            // A smaller group ends earlier, and so does its second half.
            let rounds = table.len() * if double { 2 } else { 1 };
            if round > rounds || table.is_empty() {
                continue;
            }
            let again = round > table.len();
            for (home, away) in &table[(round - 1) % table.len()] {
                let (home, away) = if again { (away, home) } else { (home, away) };
                match (members.get(*home), members.get(*away)) {
                    (Some(home), Some(away)) => {
                        number += 1;
                        matches.push(Match {
                            part: Part::Group,
                            group: Some(group),
                            round,
                            number,
                            home: Slot::Entrant(*home),
                            away: Slot::Entrant(*away),
                            best_of: series.of_round(round),
                            extra: false,
                        });
                    }
                    (Some(entrant), None) | (None, Some(entrant)) => rests.push(Rest { group, round, entrant: *entrant }),
                    (None, None) => {}
                }
            }
        }
    }
    (matches, rests)
}

/// Returns pairs by round, from 0. With an odd number, the opponent of the missing last member rests.
fn berger(members: usize) -> Vec<Vec<(usize, usize)>> {
    if members < 2 {
        return Vec::new();
    }
    let even = members + members % 2;
    let turning = even - 1;
    let round = |round: usize| {
        // Half a turn each round: the fixed last member meets the first of the rotated order, at home every other time.
        let first = (round * (even / 2)) % turning;
        let at = |step: usize| (first + step) % turning;
        let fixed = if round.is_multiple_of(2) { (at(0), even - 1) } else { (even - 1, at(0)) };
        let others = (1..even / 2).map(|step| (at(step), at(turning - step)));
        std::iter::once(fixed).chain(others).collect()
    };
    (0..turning).map(round).collect()
}

/// Returns the bracket lines of the best of each group, each as `(place, group)`; `places[place][group]` is the entrant.
///
/// Winners meet seconds of other groups, and two of one group are in different halves. None if the numbers do not allow that by a table: they
/// are then seeded by place, and the caller keeps groups apart.
pub fn crossed(groups: usize, winners: usize) -> Option<Vec<(usize, usize)>> {
    if winners != 2 || !groups.is_power_of_two() || groups < 2 {
        return None;
    }
    let half = |own: usize, other: usize| (0..groups / 2).flat_map(move |pair| [(0, pair * 2 + own), (1, pair * 2 + other)]);
    Some(half(0, 1).chain(half(1, 0)).collect())
}
