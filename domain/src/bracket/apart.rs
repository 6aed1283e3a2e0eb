//! Entrants of one school, university or organization are kept apart: they meet as late as can be, or stand in different groups.
//!
//! The order of the draw is changed by swaps alone, each of which makes it better. They are published with the draw: it can be followed by hand.

use std::collections::HashMap;

use super::Entrant;

/// Swaps that are tried at most.
const TRIES: usize = 200_000;
/// For a pair that meets later than in the first round, only entrants of about its strength change places with it.
const NEAR: usize = 64;

/// Where entrants stand: lines of a bracket, or groups.
pub type Arrangement = [Vec<Option<Entrant>>];

struct Field<'a> {
    places: Vec<Place>,
    /// By entrant
    place_of: Vec<Option<usize>>,
    organizations: &'a [Option<i64>],
    /// Of one organization in one part of the field
    counts: HashMap<(usize, usize, i64), i64>,
    /// What a pair costs that shares a part of this level but none of a lower one; level 0 is met first
    weights: Vec<i64>,
}

struct Place {
    entrant: Option<Entrant>,
    /// The part of the field at each level
    parts: Vec<usize>,
}

/// Swaps that keep entrants of one organization apart, in the order to be made. Who is pinned stays.
pub fn apart(arrangement: &Arrangement, organizations: &[Option<i64>], pinned: &[Entrant]) -> Vec<(Entrant, Entrant)> {
    let mut field = Field::new(arrangement, organizations);
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
                if field.swapped(*entrant, *other) {
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

impl<'a> Field<'a> {
    fn new(arrangement: &Arrangement, organizations: &'a [Option<i64>]) -> Self {
        let lines = arrangement.first().map_or(0, Vec::len);
        let levels = if arrangement.len() == 1 { lines.max(1).ilog2() as usize } else { 1 };
        let mut places = Vec::new();
        for (section, entrants) in arrangement.iter().enumerate() {
            for (line, entrant) in entrants.iter().enumerate() {
                let part = |level: usize| if arrangement.len() == 1 { line >> (level + 1) } else { section };
                places.push(Place { entrant: *entrant, parts: (0..levels).map(part).collect() });
            }
        }
        let mut place_of = vec![None; organizations.len()];
        for (at, entrant) in places.iter().enumerate().filter_map(|(at, place)| Some((at, place.entrant?))) {
            place_of[usize::from(entrant)] = Some(at);
        }
        let weights = (0..levels).map(|level| 1 << (2 * (levels - 1 - level))).collect();
        let mut field = Field { places, place_of, organizations, counts: HashMap::new(), weights };
        for at in 0..field.places.len() {
            if let Some(organization) = field.organization_at(at) {
                field.count(at, organization, 1);
            }
        }
        field
    }

    fn organization_at(&self, at: usize) -> Option<i64> {
        self.organizations[usize::from(self.places[at].entrant?)]
    }

    fn count(&mut self, at: usize, organization: i64, by: i64) {
        for (level, part) in self.places[at].parts.iter().enumerate() {
            *self.counts.entry((level, *part, organization)).or_default() += by;
        }
    }

    /// The first level at which this entrant may meet one of its own.
    fn meets_own_at(&self, entrant: Entrant) -> Option<usize> {
        let at = self.place_of[usize::from(entrant)]?;
        let organization = self.organizations[usize::from(entrant)]?;
        (0..self.weights.len()).find(|level| self.counts[&(*level, self.places[at].parts[*level], organization)] > 1)
    }

    /// What pairs with this entrant cost.
    fn cost(&self, entrant: Entrant) -> i64 {
        let (Some(at), Some(organization)) = (self.place_of[usize::from(entrant)], self.organizations[usize::from(entrant)])
        else {
            return 0;
        };
        // A pair of a lower level is a pair of the higher ones too: each level weighs what it adds.
        let added = |level: usize| self.weights[level] - self.weights.get(level + 1).copied().unwrap_or_default();
        let parts = self.places[at].parts.iter().enumerate();
        parts.map(|(level, part)| added(level) * (self.counts[&(level, *part, organization)] - 1)).sum()
    }

    /// Whether it is better when both change places; then they did.
    fn swapped(&mut self, one: Entrant, other: Entrant) -> bool {
        if self.organizations[usize::from(one)] == self.organizations[usize::from(other)] {
            return false;
        }
        let before = self.cost(one) + self.cost(other);
        self.swap(one, other);
        let better = self.cost(one) + self.cost(other) < before;
        if !better {
            self.swap(one, other);
        }
        better
    }

    fn swap(&mut self, one: Entrant, other: Entrant) {
        let (Some(here), Some(there)) = (self.place_of[usize::from(one)], self.place_of[usize::from(other)]) else { return };
        for (at, entrant, by) in [(here, one, -1), (there, other, -1), (there, one, 1), (here, other, 1)] {
            if let Some(organization) = self.organizations[usize::from(entrant)] {
                self.count(at, organization, by);
            }
        }
        (self.places[here].entrant, self.places[there].entrant) = (Some(other), Some(one));
        (self.place_of[usize::from(one)], self.place_of[usize::from(other)]) = (Some(there), Some(here));
    }
}

/// Makes the swaps; of somebody who stands nowhere, nothing.
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
    fn pinned_entrants_and_strangers_stay() {
        let drawn = vec![bracket(4)];
        assert_eq!(apart(&drawn, &organizations(&[&[0, 3]], 4), &[0, 1, 2, 3]), []);
        assert_eq!(apart(&drawn, &[None; 4], &[]), []);
        assert_eq!(rearranged(&drawn, &[(0, 99)]), drawn);
    }
}
