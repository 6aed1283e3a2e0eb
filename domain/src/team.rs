//! Teams: the rules of their names, the comparison of names, and ways to become a member or leave.

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};
use unicode_security::skeleton;

use crate::text::normalise;

/// Characters of a name, marks counted.
pub const NAME: std::ops::RangeInclusive<usize> = 2..=40;
pub const SHORT_NAME: std::ops::RangeInclusive<usize> = 2..=6;
/// Marks allowed beside letters, digits and spaces.
const MARKS: &str = ".-_'&!+";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TeamNameRefusal {
    #[error("needed")]
    Missing,
    #[error("letters, digits, spaces and a few marks, of a certain length")]
    Name,
    #[error("letters and digits, of a certain length")]
    ShortName,
}

/// Parses a team's name, plain and with single spaces.
pub fn name(text: &str) -> Result<String, TeamNameRefusal> {
    let name = plain(text, *NAME.end()).ok_or(TeamNameRefusal::Name)?;
    if name.is_empty() {
        return Err(TeamNameRefusal::Missing);
    }
    let fits = NAME.contains(&name.chars().count()) && !fold_name(&name).is_empty();
    let fine = name.chars().all(|c| c == ' ' || MARKS.contains(c) || is_written(c));
    if fits && fine { Ok(name) } else { Err(TeamNameRefusal::Name) }
}

/// Parses the few letters that stand for the team in a bracket.
pub fn short_name(text: &str) -> Result<String, TeamNameRefusal> {
    let name = plain(text, *SHORT_NAME.end()).ok_or(TeamNameRefusal::ShortName)?;
    if name.is_empty() {
        return Err(TeamNameRefusal::Missing);
    }
    let fine = SHORT_NAME.contains(&name.chars().count()) && name.chars().all(is_written);
    if fine { Ok(name) } else { Err(TeamNameRefusal::ShortName) }
}

/// Normalises a text; None when it is far too long.
fn plain(text: &str, longest: usize) -> Option<String> {
    (text.len() <= longest * 16).then(|| normalise(text))
}

/// Returns whether it is a letter, a digit, or a mark on a letter.
fn is_written(c: char) -> bool {
    c.is_alphanumeric() || is_mark(c)
}

fn is_mark(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark)
}

/// Folds a name for uniqueness and search: two names with the same fold look alike. Case, width, spaces, punctuation, marks on Latin letters
/// (`é`) and invisible characters do not count. Look-alike letters of other scripts are the same, and so are signs that look alike (`0` and `O`,
/// `1`, `l` and `I`, `rn` and `m`, `เเ` and `แ`).
pub fn fold_name(name: &str) -> String {
    let mut letters: Vec<char> = without_latin_marks(normalise(name).nfkd()).into_iter().nfkc().collect();
    sort_thai_marks(&mut letters);
    let is_latin = letters.iter().any(char::is_ascii_alphabetic);
    let mut capital = String::with_capacity(letters.len());
    for letter in letters {
        if is_latin {
            // Among Latin letters, a foreign one becomes its small look-alike (Greek nu is a v), or else that of its capital (Cyrillic en is an
            // H).
            capital.push_str(&as_latin(letter).to_uppercase());
        } else {
            capital.extend(letter.to_uppercase());
        }
    }
    let alike: String = skeleton(&capital).collect::<String>().to_lowercase();
    let alike: String = skeleton(&alike).collect::<String>().to_lowercase();
    // The dot of a Turkish capital is that of a small i; strokes through letters (ø) have become marks only here.
    without_latin_marks(alike.chars()).into_iter().filter(|c| is_written(*c) && *c != '\u{307}').collect()
}

/// Returns decomposed text without accents and similar marks on Latin letters; in other scripts marks make other letters (`й`).
fn without_latin_marks(text: impl Iterator<Item = char>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for c in text {
        let on_latin = letters.last().is_some_and(char::is_ascii_alphanumeric);
        if !(on_latin && matches!(c, '\u{300}'..='\u{36F}')) {
            letters.push(c);
        }
    }
    letters
}

fn as_latin(letter: char) -> String {
    let of = |text: &str| Some(skeleton(text).map(small_capital).collect::<String>()).filter(|shape| shape.is_ascii());
    let written = small_capital(letter).to_string();
    of(&written).or_else(|| of(&written.to_uppercase())).or_else(|| of(&written.to_lowercase())).unwrap_or(written)
}

/// Replaces small capitals, which the table of look-alikes leaves alone.
fn small_capital(c: char) -> char {
    const SMALL: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
    const PLAIN: &str = "abcdefghijklmnoprstuvwyz";
    SMALL.chars().zip(PLAIN.chars()).find(|(small, _)| *small == c).map_or(c, |(_, plain)| plain)
}

/// Sorts Thai vowels and tone marks over one letter, which look the same in either order; two obsolete letters look like current ones.
fn sort_thai_marks(letters: &mut [char]) {
    let above = |c: &char| matches!(c, '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}');
    for run in letters.chunk_by_mut(|one, next| above(one) && above(next)) {
        run.sort_unstable();
    }
    for letter in letters {
        *letter = match *letter {
            'ฃ' => 'ข',
            'ฅ' => 'ค',
            other => other,
        };
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    OfferKind {
        /// Made by the team
        Invitation = "invitation",
        /// Made by the person
        Request = "request",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    OfferStatus {
        Pending = "pending",
        Accepted = "accepted",
        Declined = "declined",
        Cancelled = "cancelled",
        Expired = "expired",
    }
}

/// The side that acts on an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Team,
    Person,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Decline,
    /// Only by the side that made it
    Cancel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfferRefusal {
    #[error("it waits for nobody any more")]
    Over,
    #[error("the other side answers")]
    OtherSide,
}

/// Returns the state of an offer after an answer. Repeating an answer changes nothing: it finds the offer in the same state.
pub fn answered(kind: OfferKind, status: OfferStatus, by: Side, answer: Answer) -> Result<OfferStatus, OfferRefusal> {
    let author = if kind == OfferKind::Invitation { Side::Team } else { Side::Person };
    if (answer == Answer::Cancel) != (by == author) {
        return Err(OfferRefusal::OtherSide);
    }
    let wanted = match answer {
        Answer::Accept => OfferStatus::Accepted,
        Answer::Decline => OfferStatus::Declined,
        Answer::Cancel => OfferStatus::Cancelled,
    };
    if status == OfferStatus::Pending || status == wanted { Ok(wanted) } else { Err(OfferRefusal::Over) }
}

/// A member who wants to leave, and the facts that may prevent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaver {
    pub captain: bool,
    /// Whether nobody else is in the team
    pub last: bool,
    /// Whether they are on a roster of a tournament that is not over
    pub plays: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    AtOnce,
    /// The captain is asked; it happens automatically after a while
    Ask,
    Disband,
    /// Another member must become captain first
    PromoteFirst,
}

pub fn leave(leaver: Leaver) -> Leave {
    match leaver {
        Leaver { last: true, .. } => Leave::Disband,
        Leaver { captain: true, .. } => Leave::PromoteFirst,
        Leaver { plays: true, .. } => Leave::Ask,
        Leaver { .. } => Leave::AtOnce,
    }
}

#[cfg(test)]
#[path = "team_tests.rs"]
mod tests;
