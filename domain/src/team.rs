//! Teams: what they may be called, when two names are one, and how somebody becomes a member.

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};
use unicode_security::skeleton;

use crate::text::normalise;

/// Characters, marks counted.
pub const NAME: std::ops::RangeInclusive<usize> = 2..=40;
pub const SHORT_NAME: std::ops::RangeInclusive<usize> = 2..=6;
/// Beside letters, digits and spaces.
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

/// A team's name, plain and with single spaces.
pub fn name(text: &str) -> Result<String, TeamNameRefusal> {
    let name = plain(text, *NAME.end()).ok_or(TeamNameRefusal::Name)?;
    if name.is_empty() {
        return Err(TeamNameRefusal::Missing);
    }
    let fits = NAME.contains(&name.chars().count()) && !fold_name(&name).is_empty();
    let fine = name.chars().all(|c| c == ' ' || MARKS.contains(c) || is_written(c));
    if fits && fine { Ok(name) } else { Err(TeamNameRefusal::Name) }
}

/// The few letters that stand for the team in a bracket.
pub fn short_name(text: &str) -> Result<String, TeamNameRefusal> {
    let name = plain(text, *SHORT_NAME.end()).ok_or(TeamNameRefusal::ShortName)?;
    if name.is_empty() {
        return Err(TeamNameRefusal::Missing);
    }
    let fine = SHORT_NAME.contains(&name.chars().count()) && name.chars().all(is_written);
    if fine { Ok(name) } else { Err(TeamNameRefusal::ShortName) }
}

/// Nothing when it is far too long to be looked at.
fn plain(text: &str, longest: usize) -> Option<String> {
    (text.len() <= longest * 16).then(|| normalise(text))
}

/// A letter, a digit, or a mark on a letter.
fn is_written(c: char) -> bool {
    c.is_alphanumeric() || is_mark(c)
}

fn is_mark(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark)
}

/// A name as it is compared, for uniqueness and for search: two names with the same fold look alike. Case, width, spaces, punctuation, marks
/// on Latin letters (`é`) and what cannot be seen do not count; look-alike letters of other scripts, and signs that are one to the eye (`0` and `O`, `1`, `l` and `I`, `rn` and `m`, `เเ` and
/// `แ`), are the same.
pub fn fold_name(name: &str) -> String {
    let mut letters: Vec<char> = without_latin_marks(normalise(name).nfkd()).into_iter().nfkc().collect();
    sort_thai_marks(&mut letters);
    let is_latin = letters.iter().any(char::is_ascii_alphabetic);
    let mut capital = String::with_capacity(letters.len());
    for letter in letters {
        if is_latin {
            // Among Latin letters a foreign one is what it looks like, small (Greek nu is a v) or else as a capital (Cyrillic en is an H).
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

/// Decomposed text without accents and the like on Latin letters; those of other scripts make other letters (`й`).
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

/// Small capitals, which the table of look-alikes leaves alone.
fn small_capital(c: char) -> char {
    const SMALL: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ";
    const PLAIN: &str = "abcdefghijklmnoprstuvwyz";
    SMALL.chars().zip(PLAIN.chars()).find(|(small, _)| *small == c).map_or(c, |(_, plain)| plain)
}

/// Thai vowels and tone marks over one letter look the same in either order; two obsolete letters look like those in use.
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
        /// By the team
        Invitation = "invitation",
        /// By the person
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

/// Who wants something of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Team,
    Person,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Decline,
    /// By the side that made it
    Cancel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OfferRefusal {
    #[error("it waits for nobody any more")]
    Over,
    #[error("the other side answers")]
    OtherSide,
}

/// What an offer becomes by an answer. The same answer again changes nothing: it finds the offer as it left it.
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

/// Who wants to leave, and what holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaver {
    pub captain: bool,
    /// Nobody else is in the team
    pub last: bool,
    /// Stands on a roster of a tournament that is not over
    pub plays: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    AtOnce,
    /// The captain is asked; it happens by itself after a while
    Ask,
    Disband,
    /// Somebody else becomes captain first
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
