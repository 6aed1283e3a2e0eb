//! What holds for every draw and every order of results.

use std::collections::HashSet;

use super::groups::round_robin;
use super::play::{Play, Seat};
use super::seeding::bracket;
use super::{Entrant, Series, Slot, single};

const ONE: Series<'static> = Series(&[1]);

fn sizes() -> impl Iterator<Item = usize> {
    (2..=300).chain([4096])
}

/// Both sides are or will be there.
fn is_played(play: &Play, at: usize) -> bool {
    play.seats(at).iter().all(|seat| *seat != Seat::Nobody)
}

#[test]
fn a_single_elimination_has_a_match_less_than_entrants() {
    for entrants in sizes() {
        let matches = single(&bracket(entrants), false, ONE);
        let play = Play::new(&matches, entrants);
        assert_eq!((0..matches.len()).filter(|at| is_played(&play, *at)).count(), entrants - 1, "{entrants}");
    }
}

#[test]
fn a_round_robin_has_each_pair_once_and_nobody_twice_in_a_round() {
    for entrants in 2..=64 {
        let members: Vec<Entrant> = (0..entrants).collect();
        let (matches, rests) = round_robin(std::slice::from_ref(&members), false, ONE);
        let mut pairs = HashSet::new();
        let mut at_home = vec![0_i32; members.len()];
        let mut busy: HashSet<(usize, Entrant)> = rests.iter().map(|rest| (rest.round, rest.entrant)).collect();
        for drawn in &matches {
            let (Slot::Entrant(home), Slot::Entrant(away)) = (drawn.home, drawn.away) else { panic!("{drawn:?}") };
            assert!(pairs.insert((home.min(away), home.max(away))), "{home} and {away} of {entrants} meet twice");
            assert!(busy.insert((drawn.round, home)) && busy.insert((drawn.round, away)), "twice in {}", drawn.round);
            at_home[usize::from(home)] += 1;
        }
        assert_eq!(pairs.len(), members.len() * (members.len() - 1) / 2);
        assert!(at_home.iter().max().unwrap() - at_home.iter().min().unwrap() <= 1, "{entrants}: {at_home:?}");
    }
}
