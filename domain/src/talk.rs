//! Messages between people: plain text, of limited length, and with foul words masked where it is shown.

mod english;
mod thai;

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

use crate::text::{Marks, is_invisible};

/// Most characters of a message.
pub const LONGEST: usize = 1000;
/// Longest text worth looking at; a longer one is rejected at once.
const MOST_BYTES: usize = 10_000;
const JOINER: char = '\u{200D}';
const AS_EMOJI: char = '\u{FE0F}';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TalkRefusal {
    Empty,
    TooLong,
}

/// Returns a message as it is stored: composed, trimmed, without characters that are invisible or change the text's direction. Joined emoji stay
/// joined.
///
/// # Errors
/// When nothing is left of it, or too much.
pub fn message(text: &str) -> Result<String, TalkRefusal> {
    message_within(text, LONGEST)
}

/// Works like [`message`] with another limit of characters.
///
/// # Errors
/// When nothing is left of it, or too much.
pub fn message_within(text: &str, longest: usize) -> Result<String, TalkRefusal> {
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
        length if length > longest => Err(TalkRefusal::TooLong),
        _ => Ok(plain.to_owned()),
    }
}

/// Returns whether the character can be drawn as an emoji on request; letters, digits and plain marks cannot.
fn may_be_emoji(c: char) -> bool {
    !c.is_ascii() && c != AS_EMOJI && (is_emoji(c) || matches!(c, '‼' | '⁉' | '〰' | 'ℹ'))
}

fn is_emoji(c: char) -> bool {
    matches!(c, AS_EMOJI | '\u{1F3FB}'..='\u{1F3FF}') || c.general_category_group() == GeneralCategoryGroup::Symbol
}
/// Masks foul words of Thai and English, even if their letters are repeated, spaced out, or replaced by look-alikes.
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

/// Returns the runs of characters of a kind, counted from `first`.
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
