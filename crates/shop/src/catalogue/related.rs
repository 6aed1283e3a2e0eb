//! Related games: games of the same publisher and shelf, then the popular ones of the same kind.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use super::snapshot::{Game, Snapshot};

/// Number of related games on a game's page.
const RELATED: usize = 6;
/// Only this many of a group's most popular games are related to the others: a publisher, a shelf or a kind may have thousands.
const NAMED: usize = 30;
const SAME_PUBLISHER: u32 = 3;
const SAME_SHELF: u32 = 2;
const SAME_KIND: u32 = 1;

/// Returns the related games of each game, nearest first, then most popular first.
pub fn related(catalogue: &Snapshot) -> Vec<Vec<usize>> {
    let mut nearness: Vec<HashMap<usize, u32>> = vec![HashMap::new(); catalogue.games.len()];
    let shelves = catalogue.shelves.iter().map(|shelf| (shelf.games.clone(), SAME_SHELF));
    let publishers = groups(&catalogue.games, |game| game.publisher.as_str()).map(|group| (group, SAME_PUBLISHER));
    let kinds = groups(&catalogue.games, |game| game.kind.as_str()).map(|group| (group, SAME_KIND));
    for (mut group, points) in shelves.chain(publishers).chain(kinds) {
        // Games are held in the order of their popularity.
        group.sort_unstable();
        for game in &group {
            for other in group.iter().take(NAMED).filter(|other| *other != game) {
                *nearness[*game].entry(*other).or_default() += points;
            }
        }
    }
    let nearest = |near: HashMap<usize, u32>| {
        let mut near: Vec<(usize, u32)> = near.into_iter().collect();
        near.sort_unstable_by_key(|(other, points)| (Reverse(*points), *other));
        near.into_iter().take(RELATED).map(|(other, _)| other).collect()
    };
    nearness.into_iter().map(nearest).collect()
}

fn groups<'a, K: Eq + Hash>(games: &'a [Game], key: impl Fn(&'a Game) -> K) -> impl Iterator<Item = Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (at, game) in games.iter().enumerate() {
        groups.entry(key(game)).or_default().push(at);
    }
    groups.into_values()
}
