//! Keeps entrants of one school, university or organization apart: they meet as late as possible, or are in different groups.
//!
//! The order of the draw is changed by swaps alone, each of which improves it. The swaps are published with the draw, so that it can be checked
//! by hand.

use std::collections::HashMap;

use super::Entrant;

/// Most swaps that are tried.
const TRIES: usize = 200_000;
/// For a pair that meets later than in the first round, only entrants of similar strength are tried for a swap.
const NEAR: usize = 64;

/// Places of entrants: lines of a bracket, or groups.
pub type Arrangement = [Vec<Option<Entrant>>];

struct Field {
    /// Parts of the field that each place belongs to, `weights` of them for each place; parts of the first level meet first
    parts: Vec<usize>,
    /// Place of each entrant
    place_of: Vec<Option<usize>>,
    /// Organization of each entrant, from 0; None if no other entrant here shares it
    organizations: Vec<Option<usize>>,
    /// Number of entrants of each organization in each part, `many` numbers for a part
    counts: Vec<u16>,
    /// Number of organizations
    many: usize,
    /// Cost of a pair that shares a part of this level, in addition to the cost of sharing one of a higher level
    weights: Vec<i64>,
}

/// Returns the swaps that keep entrants of one organization apart, in the order to make them. Pinned entrants stay.
pub fn apart(arrangement: &Arrangement, organizations: &[Option<i64>], pinned: &[Entrant]) -> Vec<(Entrant, Entrant)> {
    apart_beside(arrangement, organizations, &vec![None; organizations.len()], pinned)
}

/// Works like [`apart`], but makes no swap after which more `mates` would meet in the first round, or be in one group.
pub fn apart_beside(
    arrangement: &Arrangement,
    organizations: &[Option<i64>],
    mates: &[Option<i64>],
    pinned: &[Entrant],
) -> Vec<(Entrant, Entrant)> {
    let mut field = Field::new(arrangement, organizations);
    let mut mates = Field::new(arrangement, mates);
    let free: Vec<Entrant> =
        (0..organizations.len()).zip(0..).map(|(_, entrant)| entrant).filter(|who| !pinned.contains(who)).collect();
    let mut swaps = Vec::new();
    let mut tries = TRIES;
    loop {
        let before = swaps.len();
        // The weaker of a pair makes way for the stronger.
        for (index, entrant) in free.iter().enumerate().rev() {
            let Some(level) = field.meets_own_at(*entrant) else { continue };
            let reach = if level == 0 { free.len() } else { NEAR };
            let nearest = (1..reach).flat_map(|away| [index.checked_sub(away), Some(index + away)]);
            for other in nearest.flatten().filter_map(|near| free.get(near)) {
                if tries == 0 {
                    return swaps;
                }
                tries -= 1;
                if field.gains(*entrant, *other) && !mates.meets_at_once(*entrant, *other) {
                    field.swap(*entrant, *other);
                    mates.swap(*entrant, *other);
                    swaps.push((*entrant, *other));
                    break;
                }
            }
        }
        if swaps.len() == before {
            return swaps;
        }
    }
}

impl Field {
    fn new(arrangement: &Arrangement, organizations: &[Option<i64>]) -> Self {
        let lines = arrangement.first().map_or(0, Vec::len);
        let bracket = arrangement.len() == 1;
        let levels = if bracket { lines.max(1).ilog2() as usize } else { 1 };
        let (mut parts, mut place_of) = (Vec::new(), vec![None; organizations.len()]);
        let places =
            arrangement.iter().enumerate().flat_map(|(section, of)| of.iter().enumerate().map(move |place| (section, place)));
        for (at, (section, (line, entrant))) in places.enumerate() {
            // The parts of a bracket are numbered like a heap.
            parts.extend((0..levels).map(|level| if bracket { (lines + line) >> (level + 1) } else { section }));
            if let Some(place) = entrant.and_then(|entrant| place_of.get_mut(usize::from(entrant))) {
                *place = Some(at);
            }
        }
        let (organizations, many) = numbered(organizations);
        let weight = |level: usize| 1 << (2 * (levels - 1 - level));
        let weights = (0..levels).map(|level| weight(level) - if level + 1 < levels { weight(level + 1) } else { 0 }).collect();
        let counts = vec![0; (parts.iter().max().copied().unwrap_or_default() + 1) * many];
        let mut field = Field { parts, place_of, organizations, counts, many, weights };
        for (_, entrant) in (0..field.place_of.len()).zip(0..) {
            if let Some((at, organization)) = field.standing(entrant) {
                field.count(at, organization, 1);
            }
        }
        field
    }

    /// Returns the place and organization of an entrant that shares its organization with others.
    fn standing(&self, entrant: Entrant) -> Option<(usize, usize)> {
        let entrant = usize::from(entrant);
        Some((self.place_of[entrant]?, self.organizations[entrant]?))
    }

    fn cell(&self, level: usize, at: usize, organization: usize) -> usize {
        self.parts[at * self.weights.len() + level] * self.many + organization
    }

    fn count(&mut self, at: usize, organization: usize, by: i16) {
        for level in 0..self.weights.len() {
            let cell = self.cell(level, at, organization);
            self.counts[cell] = self.counts[cell].saturating_add_signed(by);
        }
    }

    /// Returns the first level at which this entrant may meet one of its own organization.
    fn meets_own_at(&self, entrant: Entrant) -> Option<usize> {
        let (at, organization) = self.standing(entrant)?;
        (0..self.weights.len()).find(|level| self.counts[self.cell(*level, at, organization)] > 1)
    }

    /// Returns how many more pairs share a part of a level when an entrant of this organization moves.
    fn pairs_more(&self, level: usize, organization: usize, from: usize, to: usize) -> i64 {
        let (here, there) = (self.cell(level, from, organization), self.cell(level, to, organization));
        // The moving entrant itself is counted at its old place, and not at its new one.
        if here == there { 0 } else { i64::from(self.counts[there]) - i64::from(self.counts[here]) + 1 }
    }

    /// Returns the change of the total cost when both change places.
    fn change(&self, one: Entrant, other: Entrant, weights: &[i64]) -> i64 {
        let (one, other) = (usize::from(one), usize::from(other));
        let (own, theirs) = (self.organizations[one], self.organizations[other]);
        let (Some(here), Some(there)) = (self.place_of[one], self.place_of[other]) else { return 0 };
        if own == theirs {
            return 0;
        }
        let moved = |organization: Option<usize>, from, to| -> i64 {
            let Some(organization) = organization else { return 0 };
            weights.iter().enumerate().map(|(level, weight)| weight * self.pairs_more(level, organization, from, to)).sum()
        };
        moved(own, here, there) + moved(theirs, there, here)
    }

    /// Returns whether it is better when both change places.
    fn gains(&self, one: Entrant, other: Entrant) -> bool {
        self.change(one, other, &self.weights) < 0
    }

    /// Returns whether more entrants would meet one of their own in the first round.
    fn meets_at_once(&self, one: Entrant, other: Entrant) -> bool {
        self.change(one, other, &[1]) > 0
    }

    fn swap(&mut self, one: Entrant, other: Entrant) {
        let (one, other) = (usize::from(one), usize::from(other));
        let (own, theirs) = (self.organizations[one], self.organizations[other]);
        let (Some(here), Some(there)) = (self.place_of[one], self.place_of[other]) else { return };
        for (at, organization, by) in [(here, own, -1), (there, theirs, -1), (there, own, 1), (here, theirs, 1)] {
            if let Some(organization) = organization {
                self.count(at, organization, by);
            }
        }
        (self.place_of[one], self.place_of[other]) = (Some(there), Some(here));
    }
}

/// Numbers the organizations of two or more entrants from 0, and returns how many there are.
fn numbered(organizations: &[Option<i64>]) -> (Vec<Option<usize>>, usize) {
    let mut sizes: HashMap<i64, usize> = HashMap::new();
    for organization in organizations.iter().flatten() {
        *sizes.entry(*organization).or_default() += 1;
    }
    let mut numbers: HashMap<i64, usize> = HashMap::new();
    let mut number = |organization: i64| {
        let next = numbers.len();
        (sizes[&organization] > 1).then(|| *numbers.entry(organization).or_insert(next))
    };
    let numbered = organizations.iter().map(|organization| number((*organization)?)).collect();
    (numbered, numbers.len())
}

/// Makes the swaps; one that names an entrant without a place is skipped.
pub fn rearranged(arrangement: &Arrangement, swaps: &[(Entrant, Entrant)]) -> Vec<Vec<Option<Entrant>>> {
    let mut drawn = arrangement.to_vec();
    let mut place_of: HashMap<Entrant, (usize, usize)> = HashMap::new();
    for (section, entrants) in drawn.iter().enumerate() {
        place_of.extend(entrants.iter().enumerate().filter_map(|(line, entrant)| Some(((*entrant)?, (section, line)))));
    }
    for (one, other) in swaps {
        let (Some(here), Some(there)) = (place_of.get(one).copied(), place_of.get(other).copied()) else { continue };
        (drawn[here.0][here.1], drawn[there.0][there.1]) = (Some(*other), Some(*one));
        place_of.insert(*one, there);
        place_of.insert(*other, here);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::super::seeding::{bracket, snake};
    use super::*;

    fn organizations(groups: &[&[usize]], entrants: usize) -> Vec<Option<i64>> {
        let of = |entrant: usize| groups.iter().zip(1..).find(|(group, _)| group.contains(&entrant)).map(|(_, number)| number);
        (0..entrants).map(of).collect()
    }

    fn meet_in(lines: &[Option<Entrant>], one: Entrant, other: Entrant) -> u32 {
        let line = |who| lines.iter().position(|line| *line == Some(who)).unwrap();
        usize::BITS - (line(one) ^ line(other)).leading_zeros()
    }

    #[test]
    fn two_of_a_school_meet_in_the_final_at_the_earliest() {
        let drawn = vec![bracket(16)];
        // Seeds 1 and 16 would meet at once, 2 and 7 in the quarter-final.
        let schools = organizations(&[&[0, 15], &[1, 6]], 16);
        let swaps = apart(&drawn, &schools, &[0, 1, 2, 3]);
        let lines = &rearranged(&drawn, &swaps)[0];
        assert_eq!((meet_in(lines, 0, 15), meet_in(lines, 1, 6)), (4, 4), "{swaps:?}");
        assert!(lines.iter().zip(&drawn[0]).all(|(now, before)| before.is_none_or(|seed| seed > 3) || now == before));
        assert!(swaps.len() <= 3, "{swaps:?}");
    }

    #[test]
    fn a_full_field_of_many_schools_has_no_pair_in_the_first_round() {
        let entrants = 512;
        let schools: Vec<Option<i64>> = (0..entrants).map(|entrant| Some(entrant / 8)).collect();
        let drawn = vec![bracket(512)];
        let swaps = apart(&drawn, &schools, &[]);
        let lines = &rearranged(&drawn, &swaps)[0];
        let own = |line: &Option<Entrant>| schools[usize::from(line.unwrap())];
        for part in lines.chunks(16) {
            let met: std::collections::HashSet<_> = part.iter().map(own).collect();
            assert_eq!(met.len(), 16, "nobody of one school before the round of 32");
        }
    }

    #[test]
    fn what_cannot_be_kept_apart_stands_as_well_as_can_be() {
        let drawn: Vec<Vec<Option<Entrant>>> =
            snake(12, 3).into_iter().map(|group| group.into_iter().map(Some).collect()).collect();
        let schools = organizations(&[&[0, 5, 6, 11], &[1, 2, 3]], 12);
        let now = rearranged(&drawn, &apart(&drawn, &schools, &[]));
        let of = |school: i64| -> Vec<usize> {
            let count = |group: &Vec<Option<Entrant>>| {
                group.iter().flatten().filter(|who| schools[usize::from(**who)] == Some(school)).count()
            };
            now.iter().map(count).collect()
        };
        let mut four = of(1);
        four.sort_unstable();
        assert_eq!((four, of(2)), (vec![1, 1, 2], vec![1, 1, 1]));
    }

    #[test]
    fn schools_keep_apart_without_bringing_mates_together() {
        // Sixteen entrants from eight groups of two, and four schools across them.
        let mates: Vec<Option<i64>> = (0..16).map(|seed| Some(seed % 8)).collect();
        let schools: Vec<Option<i64>> = (0..16).map(|seed| Some(seed / 4)).collect();
        for seed in 0..50 {
            let mut order: Vec<usize> = (0..16).collect();
            super::super::seeding::shuffle(&mut order, seed);
            let of = |keep: &[Option<i64>]| order.iter().map(|who| keep[*who]).collect::<Vec<_>>();
            let (mates, schools) = (of(&mates), of(&schools));
            let drawn = vec![bracket(16)];
            let drawn = rearranged(&drawn, &apart(&drawn, &mates, &[]));
            let now = rearranged(&drawn, &apart_beside(&drawn, &schools, &mates, &[]));
            let same = |keep: &[Option<i64>]| {
                now[0].chunks(2).filter(|pair| keep[usize::from(pair[0].unwrap())] == keep[usize::from(pair[1].unwrap())]).count()
            };
            assert_eq!((same(&mates), same(&schools)), (0, 0), "seed {seed}: {now:?}");
        }
    }

    #[test]
    fn pinned_entrants_and_strangers_stay() {
        let drawn = vec![bracket(4)];
        assert_eq!(apart(&drawn, &organizations(&[&[0, 3]], 4), &[0, 1, 2, 3]), []);
        assert_eq!(apart(&drawn, &[None; 4], &[]), []);
        assert_eq!(rearranged(&drawn, &[(0, 99)]), drawn);
    }
}
