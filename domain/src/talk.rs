//! What people write to each other: plain text, in bounds, and with foul words masked where it is shown.

use std::borrow::Cow;

use rustrict::{Censor, Type};
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
            AS_EMOJI => plain.chars().next_back().is_some_and(|before| !before.is_whitespace()),
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

fn is_emoji(c: char) -> bool {
    matches!(c, AS_EMOJI | '\u{1F3FB}'..='\u{1F3FF}') || c.general_category_group() == GeneralCategoryGroup::Symbol
}

/// Foul Thai words, and the letters with which another word would begin there: เชี่ยวชาญ, โหดเหี้ยม, สัสดี.
const THAI: &[(&str, &str)] = &[
    ("ควย", ""),
    ("เย็ด", ""),
    ("เหี้ย", "ม"),
    ("เชี่ย", "ว"),
    ("สัส", "ด"),
    ("ไอ้สัตว์", ""),
    ("อีสัตว์", ""),
    ("หน้าหี", "บ"),
    ("ไอ้หี", "บ"),
    ("อีหี", "บ"),
    ("อีดอก", ""),
    ("อีกะหรี่", ""),
    ("ส้นตีน", ""),
    ("พ่อมึงตาย", ""),
    ("แม่มึงตาย", ""),
    ("เงี่ยน", ""),
    ("จัญไร", ""),
    ("ระยำ", ""),
    ("อีตอแหล", ""),
];

/// The text with foul words of Thai and English masked, also where their letters are drawn out or set apart.
pub fn masked(text: &str) -> Cow<'_, str> {
    let letters: Vec<char> = text.chars().collect();
    let mut hidden = vec![false; letters.len()];
    for at in 0..letters.len() {
        if let Some(end) = THAI.iter().filter_map(|word| thai(&letters, at, word)).max() {
            hidden[at..end].fill(true);
        }
    }
    english(&letters, &mut hidden);
    if !hidden.contains(&true) {
        return Cow::Borrowed(text);
    }
    let shown = letters.iter().zip(&hidden).filter_map(|(c, hidden)| match hidden {
        false => Some(*c),
        true if c.is_whitespace() => Some(*c),
        true => (c.general_category() != GeneralCategory::NonspacingMark).then_some('*'),
    });
    Cow::Owned(shown.collect())
}

/// Where the word ends that begins there, if it does.
fn thai(letters: &[char], start: usize, (word, unless): &(&str, &str)) -> Option<usize> {
    let mut wanted = word.chars().peekable();
    let (mut at, mut gaps, mut spaces, mut joins) = (start, 0, 0, 0);
    while let Some(letter) = wanted.next() {
        if *letters.get(at)? != letter {
            return None;
        }
        at += 1;
        // Drawn out: ควยยย.
        while letters.get(at) == Some(&letter) && wanted.peek() != Some(&letter) {
            at += 1;
        }
        if let Some(next) = wanted.peek().filter(|next| next.general_category() != GeneralCategory::NonspacingMark) {
            joins += 1;
            let from = at;
            while letters.get(at).is_some_and(|c| c != next && (c.is_whitespace() || is_separator(*c))) {
                spaces += usize::from(letters[at].is_whitespace());
                at += 1;
            }
            gaps += usize::from(at > from);
        }
    }
    // Blanks between all letters set a word apart; one of them is the end of a phrase.
    let apart = spaces == 0 || gaps == joins;
    let another = letters.get(at).is_some_and(|next| unless.contains(*next));
    (apart && !another).then_some(at)
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | '*' | '~' | ',' | '/' | '|' | '\'')
}

/// Between Thai, word by word; a stretch whose words are each fine and which is foul as a whole is masked whole.
fn english(letters: &[char], hidden: &mut [bool]) {
    let foul = |text: String| {
        text.chars().any(|c| c.is_ascii_alphabetic())
            && Censor::from_str(&text).analyze().is((Type::PROFANE | Type::OFFENSIVE | Type::SEXUAL) & Type::MODERATE_OR_HIGHER)
    };
    for stretch in runs(letters, 0, |c| !is_thai(c)) {
        if !foul(letters[stretch.clone()].iter().collect()) {
            continue;
        }
        let words = runs(&letters[stretch.clone()], stretch.start, |c| !c.is_whitespace());
        let foul_words: Vec<_> = words.into_iter().filter(|word| foul(letters[word.clone()].iter().collect())).collect();
        for word in if foul_words.is_empty() { vec![stretch] } else { foul_words } {
            hidden[word].fill(true);
        }
    }
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_is_what_can_be_seen() {
        for (text, kept) in [
            ("  hi  ", "hi"),
            ("a\u{202E}b\u{2066}c\u{200B}d\u{FEFF}", "abcd"),
            ("น้ำผึ้ง เก่งมาก", "น้ำผึ้ง เก่งมาก"),
            ("👨\u{200D}👩\u{200D}👧 ok ❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧 ok ❤\u{FE0F}"),
            ("a\u{200D}b", "ab"),
            ("e\u{301}", "é"),
            ("one\n\n\n\n\ntwo\tthree\u{0}", "one\n\ntwo three"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("\u{FE0F}a", "a"),
        ] {
            assert_eq!(message(text).as_deref(), Ok(kept), "{text:?}");
        }
        for text in ["", " \n\t ", "\u{200B}\u{202E}", "\u{200D}"] {
            assert_eq!(message(text), Err(TalkRefusal::Empty), "{text:?}");
        }
        assert_eq!(message(&"ก".repeat(LONGEST)).map(|text| text.chars().count()), Ok(LONGEST));
        assert_eq!(message(&"ก".repeat(LONGEST + 1)), Err(TalkRefusal::TooLong));
        assert_eq!(message(&"\u{200B}".repeat(10_001)), Err(TalkRefusal::TooLong));
    }

    #[test]
    fn foul_words_are_masked_and_others_stay() {
        for (text, shown) in [
            ("ไอ้เหี้ย", "ไอ้***"),
            ("คววยยย", "******"),
            ("ค ว ย", "* * *"),
            ("ค.ว.ย ครับ", "***** ครับ"),
            ("what the fuck man", "what the **** man"),
            ("เกม fuck นี้", "เกม **** นี้"),
        ] {
            assert_eq!(masked(text), shown, "{text:?}");
        }
        for text in [
            "สวัสดีครับ",
            "ผู้เชี่ยวชาญ",
            "โหดเหี้ยม",
            "สัสดี",
            "ดอกทองกวาว",
            "แกงกะหรี่",
            "แต่ดวงดี",
            "หีบเพลง",
            "คนสุดท้าย",
            "เลี้ยงควาย",
            "gg wp",
            "nice shot, assassin class",
            "Scunthorpe",
            "glhf 13-7",
            "มาตอน 19:00 ได้ไหม",
            "👍👍",
            "อยากคุย ว่ายน้ำ",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken_or_refused_and_stays_as_it_was_taken(text in "\\PC{0,80}") {
            if let Ok(kept) = message(&text) {
                prop_assert_eq!(message(&kept), Ok(kept.clone()));
                prop_assert!(masked(&kept).chars().count() <= kept.chars().count());
            }
        }
    }
}
