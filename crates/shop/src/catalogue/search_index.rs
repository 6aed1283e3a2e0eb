//! The texts by which games are found. A text that many games share is kept, and compared, once.

use std::collections::BTreeMap;

use super::search::{SHORT, is_number, plain, sound, squeezed};
use super::snapshot::{Game, Product};

/// Shorter words are never compared by likeness: they would be like everything.
const LEAST_LIKE: usize = 3;
/// Length of the longest name that is compared by likeness.
const LONGEST_LIKE: usize = 40;

/// A text, and the games that hold it.
#[derive(Debug)]
struct Entry<T> {
    text: T,
    games: Vec<usize>,
}

/// Ranks and distances are given by game, None for a game that is not found.
#[derive(Debug, Default)]
pub struct SearchIndex {
    games: usize,
    /// Names and aliases, without spaces
    names: Vec<Entry<String>>,
    /// Whole texts: names, aliases, publishers, the names of products
    texts: Vec<Entry<String>>,
    /// The words that a mistyped word is compared with, by their sound
    alike: Vec<Entry<Word>>,
}

/// A word by its sound.
#[derive(Debug)]
struct Word {
    letters: Vec<char>,
    set: LetterSet,
}

impl SearchIndex {
    /// Indexes games, each with what it sells.
    pub fn new<'a>(games: impl Iterator<Item = (&'a Game, Vec<&'a Product>)>) -> Self {
        let (mut names, mut texts, mut alike) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut count = 0;
        for (at, (game, products)) in games.enumerate() {
            count += 1;
            let own = [&game.name.th, &game.name.en, &game.slug].into_iter().chain(&game.aliases);
            let own: Vec<String> = own.map(|name| plain(name)).filter(|name| !name.is_empty()).collect();
            let sold = products.iter().flat_map(|product| [&product.name.th, &product.name.en]);
            let sold = sold.chain([&game.publisher]).map(|text| plain(text));
            for name in &own {
                hold(&mut names, squeezed(name), at);
                hold_alike(&mut alike, &squeezed(name), at);
            }
            for text in own.iter().cloned().chain(sold) {
                text.split(' ').for_each(|word| hold_alike(&mut alike, word, at));
                hold(&mut texts, text, at);
            }
        }
        let alike = alike.into_iter().map(|(letters, games)| {
            let set = LetterSet::new(&letters);
            Entry { text: Word { letters, set }, games }
        });
        Self { games: count, names: entries(names), texts: entries(texts), alike: alike.collect() }
    }

    /// Ranks the games that hold a search, lower is better. `whole` is without spaces.
    pub fn ranks(&self, whole: &str, words: &[&str]) -> Vec<Option<u8>> {
        let mut held = vec![0; self.games];
        for word in words {
            let short = word.chars().count() < SHORT;
            let holds = |text: &str| if short { text.split(' ').any(|each| each.starts_with(word)) } else { text.contains(word) };
            let mut holding = vec![false; self.games];
            for entry in self.texts.iter().filter(|entry| holds(&entry.text)) {
                entry.games.iter().for_each(|game| holding[*game] = true);
            }
            held.iter_mut().zip(holding).for_each(|(held, holds)| *held += usize::from(holds));
        }
        let by_words = held.into_iter().map(|held| (held == words.len()).then_some(3));
        self.name_ranks(whole).into_iter().zip(by_words).map(|(by_name, by_words)| by_name.or(by_words)).collect()
    }

    /// Ranks by the games' names alone.
    pub fn name_ranks(&self, whole: &str) -> Vec<Option<u8>> {
        let short = whole.chars().count() < SHORT;
        let rank = |name: &str| match () {
            () if name == whole => Some(0),
            () if name.starts_with(whole) => Some(1),
            () if !short && name.contains(whole) => Some(2),
            () => None,
        };
        self.least(self.names.iter().filter_map(|entry| Some((rank(&entry.text)?, &entry.games))))
    }

    /// Returns the distances of the whole search, or else of its words together, in mistakes per hundred letters.
    pub fn distances(&self, whole: &[char], words: &[Vec<char>]) -> Vec<Option<usize>> {
        let share = |mistakes: usize| mistakes * 100 / whole.len().max(1);
        let of_whole = self.nearest(whole);
        if words.len() < 2 {
            return of_whole.into_iter().map(|mistakes| mistakes.map(share)).collect();
        }
        let of_words: Vec<Vec<Option<usize>>> = words.iter().map(|word| self.nearest(word)).collect();
        let together = |game: usize| of_words.iter().map(|mistakes| mistakes[game]).sum::<Option<usize>>();
        of_whole.into_iter().enumerate().map(|(game, mistakes)| mistakes.or_else(|| together(game)).map(share)).collect()
    }

    /// Returns the fewest mistakes by which a word becomes one of a game's, or the beginning of one.
    fn nearest(&self, word: &[char]) -> Vec<Option<usize>> {
        let Some(most) = mistakes(word.len()) else { return vec![None; self.games] };
        let set = LetterSet::new(word);
        self.least(self.alike.iter().filter_map(|entry| Some((within(word, set, &entry.text, most)?, &entry.games))))
    }

    /// Returns the least value of each game.
    fn least<'a, R: Ord + Copy>(&self, found: impl Iterator<Item = (R, &'a Vec<usize>)>) -> Vec<Option<R>> {
        let mut least: Vec<Option<R>> = vec![None; self.games];
        for (value, games) in found {
            for game in games {
                least[*game] = Some(least[*game].map_or(value, |before| before.min(value)));
            }
        }
        least
    }
}

fn hold<T: Ord>(entries: &mut BTreeMap<T, Vec<usize>>, text: T, game: usize) {
    let games = entries.entry(text).or_default();
    if games.last() != Some(&game) {
        games.push(game);
    }
}

fn hold_alike(entries: &mut BTreeMap<Vec<char>, Vec<usize>>, word: &str, game: usize) {
    let letters = sound(word);
    if !is_number(word) && (LEAST_LIKE..=LONGEST_LIKE).contains(&letters.len()) {
        hold(entries, letters, game);
    }
}

fn entries<T>(texts: BTreeMap<T, Vec<usize>>) -> Vec<Entry<T>> {
    texts.into_iter().map(|(text, games)| Entry { text, games }).collect()
}

/// Which letters a word has, sixty-four kinds of them.
#[derive(Clone, Copy, Debug)]
struct LetterSet(u64);

impl LetterSet {
    fn new(letters: &[char]) -> Self {
        Self(letters.iter().fold(0, |set, letter| set | 1 << (u32::from(*letter) % 64)))
    }

    /// Whether so few mistakes could make one word of the other: each brings in one letter at most, and takes one away.
    fn is_within(self, other: Self, mistakes: usize) -> bool {
        let less = |one: u64, other: u64| (one & !other).count_ones() as usize <= mistakes;
        less(self.0, other.0) && less(other.0, self.0)
    }
}

/// Returns the number of mistakes that a word of this length may have.
fn mistakes(length: usize) -> Option<usize> {
    match length {
        ..LEAST_LIKE => None,
        LEAST_LIKE..=5 => Some(1),
        6..=8 => Some(2),
        _ => Some(3),
    }
}

/// Counts letters left out, inserted, mistaken or exchanged; None where they are more than `most`.
fn within(word: &[char], set: LetterSet, other: &Word, most: usize) -> Option<usize> {
    let letters = &other.letters;
    // A short word with a mistake must at least begin as the other does.
    if word.len() < 6 && word.first() != letters.first() {
        return None;
    }
    let counted = |beginning: &[char], has: LetterSet| {
        if beginning.len().abs_diff(word.len()) > most || !set.is_within(has, most) {
            return None;
        }
        Some(strsim::generic_damerau_levenshtein(word, beginning)).filter(|mistakes| *mistakes <= most)
    };
    // The user may still be typing: then the word is only its beginning.
    let typing = letters.get(..word.len()).filter(|typed| word.len() >= 5 && typed.len() < letters.len());
    let typing = typing.and_then(|typed| counted(typed, LetterSet::new(typed)));
    typing.into_iter().chain(counted(letters, other.set)).min()
}
