//! The order of entrants: by seeds, or shuffled by a published number that anyone can verify, and its lines in a bracket.

use super::Entrant;

/// A stream of numbers determined by a seed: SplitMix64 (Steele, Lea, Flood 2014), chosen because it takes five lines in any language.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `bound`, each equally likely: numbers beyond the last whole multiple of it are skipped.
    fn below(&mut self, bound: u64) -> u64 {
        let rest = (u64::MAX % bound + 1) % bound;
        loop {
            let number = self.next();
            if number <= u64::MAX - rest {
                return number % bound;
            }
        }
    }
}

/// Shuffles after Fisher and Yates, from the last place to the second: each changes with one of those up to itself.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut numbers = SplitMix64(seed);
    for last in (1..items.len()).rev() {
        let other = numbers.below(last as u64 + 1);
        items.swap(last, usize::try_from(other).unwrap_or_default());
    }
}

/// Puts `pinned` entrants at their places of the order; the others keep their sequence.
pub fn pin<T: Copy + PartialEq>(order: &[T], pinned: &[(T, usize)]) -> Vec<T> {
    let mut free = order.iter().filter(|entrant| pinned.iter().all(|(who, _)| who != *entrant));
    (0..order.len())
        .filter_map(|place| match pinned.iter().find(|(_, at)| *at == place) {
            Some((who, _)) => Some(*who),
            None => free.next().copied(),
        })
        .collect()
}

/// Returns seeds from 0 in the order of a bracket's lines: the seeds of each first-round pair have the same sum, and each seed meets the
/// strongest as late as possible. `size` is a power of two.
fn lines(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let doubled = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, doubled - 1 - seed]).collect();
    }
    order
}

/// Returns the lines of a bracket, top to bottom; byes are opposite the top seeds.
pub fn bracket(entrants: usize) -> Vec<Option<Entrant>> {
    let line = |seed: usize| Entrant::try_from(seed).ok().filter(|_| seed < entrants);
    lines(entrants.next_power_of_two().max(2)).into_iter().map(line).collect()
}

/// Divides entrants into groups by a strict snake: there and back again, row by row.
pub fn snake(entrants: usize, groups: usize) -> Vec<Vec<Entrant>> {
    let mut drawn = vec![Vec::new(); groups];
    for (seed, entrant) in (0..entrants).zip(0..) {
        let (row, at) = (seed / groups, seed % groups);
        drawn[if row % 2 == 0 { at } else { groups - 1 - at }].push(entrant);
    }
    drawn
}

/// Divides entrants into groups by pots: each pot has as many seeds as there are groups, and gives one to each group, by lot.
pub fn pots(entrants: usize, groups: usize, seed: u64) -> Vec<Vec<Entrant>> {
    let mut drawn = vec![Vec::new(); groups];
    let all: Vec<Entrant> = (0..entrants).zip(0..).map(|(_, entrant)| entrant).collect();
    for (pot, members) in all.chunks(groups).enumerate() {
        let mut order: Vec<usize> = (0..groups).collect();
        shuffle(&mut order, seed.wrapping_add(pot as u64));
        for (entrant, group) in members.iter().zip(order) {
            drawn[group].push(*entrant);
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // From the reference implementation with seed 1234567.
        let mut numbers = SplitMix64(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| numbers.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_seed_gives_one_order_and_each_place_to_everybody_as_often() {
        let draw = |seed| {
            let mut order: Vec<usize> = (0..5).collect();
            shuffle(&mut order, seed);
            order
        };
        assert_eq!(draw(7), draw(7));
        let mut counts = [[0; 5]; 5];
        for seed in 0..20_000 {
            for (place, entrant) in draw(seed).into_iter().enumerate() {
                counts[place][entrant] += 1;
            }
        }
        assert!(counts.iter().flatten().all(|count| (3_750..4_250).contains(count)), "{counts:?}");
    }

    #[test]
    fn pinned_entrants_have_their_places() {
        assert_eq!(pin(&['c', 'a', 'd', 'b'], &[('a', 0), ('b', 2)]), ['a', 'c', 'b', 'd']);
        assert_eq!(pin(&[3, 1, 2], &[]), [3, 1, 2]);
    }

    #[test]
    fn a_pot_gives_one_to_each_group() {
        for (entrants, groups) in [(8, 4), (10, 3), (7, 2), (4096, 512)] {
            let drawn = pots(entrants, groups, 42);
            for pot in 0..entrants.div_ceil(groups) {
                let of_pot = |group: &Vec<Entrant>| group.iter().filter(|seed| usize::from(**seed) / groups == pot).count();
                assert!(drawn.iter().all(|group| of_pot(group) <= 1), "{entrants} in {groups}");
            }
            assert_eq!(drawn.iter().map(Vec::len).sum::<usize>(), entrants);
        }
    }
}
