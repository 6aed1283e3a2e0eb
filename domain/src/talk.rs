//! What people write to each other: plain text, in bounds, and with foul words masked where it is shown.

mod english;
mod thai;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

use crate::text::{Marks, is_invisible};

/// Characters of a message.
pub const LONGEST: usize = 1000;
/// What is longer is not even looked at.
const MOST_BYTES: usize = 10_000;
const JOINER: char = '\u{200D}';
const AS_EMOJI: char = '\u{FE0F}';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TalkRefusal {
    Empty,
    TooLong,
}

/// A message as it is kept: composed, trimmed, without what cannot be seen or turns the text around. Joined emoji stay joined.
///
/// # Errors
/// When nothing is left of it, or too much.
pub fn message(text: &str) -> Result<String, TalkRefusal> {
    if text.len() > MOST_BYTES {
        return Err(TalkRefusal::TooLong);
    }
    let mut plain = String::with_capacity(text.len());
    let mut marks = Marks::default();
    let mut rest = text.nfc().peekable();
    while let Some(c) = rest.next() {
        let emoji_before = plain.chars().next_back().is_some_and(is_emoji);
        let stays = match c {
            '\n' => !plain.ends_with("\n\n"),
            JOINER => emoji_before && rest.peek().copied().is_some_and(is_emoji),
            AS_EMOJI => plain.chars().next_back().is_some_and(may_be_emoji),
            _ => !is_invisible(c) && marks.take(c),
        };
        if stays {
            plain.push(if c != '\n' && c.is_control() { ' ' } else { c });
        }
    }
    let plain = plain.trim();
    match plain.chars().count() {
        0 => Err(TalkRefusal::Empty),
        1..=LONGEST => Ok(plain.to_owned()),
        _ => Err(TalkRefusal::TooLong),
    }
}

/// What is drawn as an emoji when it is asked for; letters, digits and plain marks are not.
fn may_be_emoji(c: char) -> bool {
    !c.is_ascii() && c != AS_EMOJI && (is_emoji(c) || matches!(c, '‼' | '⁉' | '〰' | 'ℹ'))
}

fn is_emoji(c: char) -> bool {
    matches!(c, AS_EMOJI | '\u{1F3FB}'..='\u{1F3FF}') || c.general_category_group() == GeneralCategoryGroup::Symbol
}
/// The text with foul words of Thai and English masked, also where their letters are drawn out, set apart, or others that look the same.
pub fn masked(text: &str) -> Cow<'_, str> {
    let letters: Vec<char> = text.chars().collect();
    let mut hidden = vec![false; letters.len()];
    thai::hide(&letters, &mut hidden);
    english::hide(&letters, &mut hidden);
    if !hidden.contains(&true) {
        return Cow::Borrowed(text);
    }
    let shown = letters.iter().zip(&hidden).filter_map(|(c, hidden)| match hidden {
        false => Some(*c),
        true if c.is_whitespace() => Some(*c),
        true => (!is_mark(*c)).then_some('*'),
    });
    Cow::Owned(shown.collect())
}
fn is_mark(c: char) -> bool {
    c.general_category() == GeneralCategory::NonspacingMark
}
fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | '*' | '~' | ',' | '/' | '|' | '\'')
}
fn is_thai(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{E7F}')
}

/// Where characters of a kind stand in a row, counted from `first`.
fn runs(letters: &[char], first: usize, of_kind: impl Fn(char) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in letters.iter().enumerate().filter(|(_, c)| of_kind(**c)) {
        match runs.last_mut() {
            Some(run) if run.end == first + at => run.end += 1,
            _ => runs.push(first + at..first + at + 1),
        }
    }
    runs
}

#[cfg(test)]
#[path = "talk_tests.rs"]
mod tests;
