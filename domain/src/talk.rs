//! What people write to each other: plain text, in bounds, and with foul words masked where it is shown.

use std::borrow::Cow;
use std::sync::LazyLock;

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

/// Foul Thai words. Those of the second kind are another word where a vowel follows: the last letter then begins a syllable of its own.
const THAI: &[(&str, bool)] = &[
    ("ควย", false),
    ("เย็ด", false),
    ("เยด", true),
    ("เหี้ย", false),
    ("เฮี้ย", false),
    ("เชี่ย", false),
    ("สัส", false),
    ("สัด", true),
    ("แตด", true),
    ("ไอ้สัตว์", false),
    ("อีสัตว์", false),
    ("หน้าหี", false),
    ("ไอ้หี", false),
    ("อีหี", false),
    ("อีดอก", false),
    ("อีกะหรี่", false),
    ("ส้นตีน", false),
    ("พ่อมึงตาย", false),
    ("แม่มึงตาย", false),
    ("เงี่ยน", false),
    ("จัญไร", false),
    ("ระยำ", false),
    ("อีตอแหล", false),
];

/// Words in which one of those ends by accident. Those of the second kind are such only where nothing of Thai follows: เหี้ยม, not เหี้ยมองอะไร.
const DECENT: &[(&str, bool)] = &[
    ("โหดเหี้ยม", false),
    ("เหี้ยมโหด", false),
    ("เหี้ยมเกรียม", false),
    ("เหี้ยมหาญ", false),
    ("เหี้ยม", true),
    ("เชี่ยวชาญ", false),
    ("เชี่ยวกราก", false),
    ("น้ำเชี่ยว", false),
    ("เชี่ยว", true),
    ("เชี่ยนหมาก", false),
    ("เฮี้ยน", false),
    ("เฮี้ยบ", false),
    ("เฮี้ยว", false),
    ("สัสดี", false),
    ("สัสสต", false),
    ("สัดส่วน", false),
    ("สัดจอง", false),
    ("ติดสัด", false),
    ("เป็นสัด", false),
    ("หีบ", false),
];

/// A word of a list as texts are compared with it.
struct ThaiWord {
    letters: Vec<char>,
    alone: bool,
}

fn words(list: &[(&str, bool)]) -> Vec<ThaiWord> {
    let word = |(word, alone): &(&str, bool)| {
        let letters: Vec<char> = word.chars().collect();
        ThaiWord { letters: Folded::of(&letters).letters, alone: *alone }
    };
    list.iter().map(word).collect()
}

static FOUL: LazyLock<Vec<ThaiWord>> = LazyLock::new(|| words(THAI));
static FINE: LazyLock<Vec<ThaiWord>> = LazyLock::new(|| words(DECENT));

/// Thai as it is compared: what looks the same is the same, however it was typed.
struct Folded {
    letters: Vec<char>,
    /// Which of the text each is of
    of: Vec<usize>,
}

impl Folded {
    fn of(letters: &[char]) -> Self {
        let mut folded: Vec<(char, usize)> = Vec::with_capacity(letters.len());
        for (at, c) in letters.iter().enumerate() {
            match c {
                'แ' => folded.extend([('เ', at), ('เ', at)]),
                'ำ' => folded.extend([('\u{E4D}', at), ('า', at)]),
                _ => folded.push((*c, at)),
            }
        }
        // A tone typed before the vowel of its letter.
        for marks in folded.chunk_by_mut(|(one, _), (next, _)| is_mark(*one) && is_mark(*next)) {
            marks.sort_by_key(|(c, _)| matches!(c, '\u{E48}'..='\u{E4B}'));
        }
        let (letters, of) = folded.into_iter().unzip();
        Self { letters, of }
    }
}

fn is_mark(c: char) -> bool {
    c.general_category() == GeneralCategory::NonspacingMark
}

/// Vowels and signs that belong to the letter before them.
fn leans_back(c: char) -> bool {
    matches!(c, '\u{E30}'..='\u{E3A}' | '\u{E45}' | '\u{E47}'..='\u{E4E}')
}

/// The text with foul words of Thai and English masked, also where their letters are drawn out, set apart, or others that look the same.
pub fn masked(text: &str) -> Cow<'_, str> {
    let letters: Vec<char> = text.chars().collect();
    let mut hidden = vec![false; letters.len()];
    let folded = &Folded::of(&letters);
    let decent_at = |at| FINE.iter().filter_map(move |word| decent(&folded.letters, at, word));
    let fine: Vec<std::ops::Range<usize>> = (0..folded.letters.len()).flat_map(decent_at).collect();
    for at in 0..folded.letters.len() {
        let ends = FOUL.iter().filter_map(|word| foul(&folded.letters, at, word));
        if let Some(end) = ends.filter(|end| !fine.iter().any(|word| word.contains(&(end - 1)))).max() {
            let marked = &folded.of[at..end];
            let (first, last) = (marked.iter().min().copied().unwrap_or(0), marked.iter().max().copied().unwrap_or(0));
            hidden[first..=last].fill(true);
        }
    }
    english(&letters, &mut hidden);
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

/// Where the word stands, if it begins there.
fn decent(letters: &[char], start: usize, word: &ThaiWord) -> Option<std::ops::Range<usize>> {
    let end = start + word.letters.len();
    let ends = letters.get(end).is_none_or(|next| if word.alone { !is_thai(*next) || *next == 'ๆ' } else { !leans_back(*next) });
    (letters.get(start..end)? == word.letters && ends).then_some(start..end)
}

/// Where the word ends that begins there, if it does.
fn foul(letters: &[char], start: usize, word: &ThaiWord) -> Option<usize> {
    let mut wanted = word.letters.iter().copied().peekable();
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
        if let Some(next) = wanted.peek().filter(|next| !is_mark(**next)) {
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
    let another = word.alone && letters.get(at).copied().is_some_and(leans_back);
    (apart && !another).then_some(at)
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | '*' | '~' | ',' | '/' | '|' | '\'')
}

/// Full-width, mathematical and the like as plain letters, and Cyrillic ones that look Latin where they stand beside Latin ones.
fn latin(letters: &[char]) -> String {
    let plain: String = letters.iter().copied().nfkc().collect();
    let word = |word: &str| -> String {
        if !word.chars().any(|c| c.is_ascii_alphabetic()) {
            return word.to_owned();
        }
        word.chars().map(|c| LOOKALIKES.iter().find(|(cyrillic, _)| *cyrillic == c).map_or(c, |(_, latin)| *latin)).collect()
    };
    plain.split_inclusive(char::is_whitespace).map(word).collect()
}

const LOOKALIKES: &[(char, char)] = &[
    ('а', 'a'),
    ('А', 'A'),
    ('В', 'B'),
    ('с', 'c'),
    ('С', 'C'),
    ('е', 'e'),
    ('Е', 'E'),
    ('Н', 'H'),
    ('һ', 'h'),
    ('і', 'i'),
    ('І', 'I'),
    ('ј', 'j'),
    ('к', 'k'),
    ('К', 'K'),
    ('М', 'M'),
    ('о', 'o'),
    ('О', 'O'),
    ('р', 'p'),
    ('Р', 'P'),
    ('ѕ', 's'),
    ('т', 't'),
    ('Т', 'T'),
    ('у', 'y'),
    ('У', 'Y'),
    ('х', 'x'),
    ('Х', 'X'),
];

/// Between Thai, word by word; a stretch whose words are each fine and which is foul as a whole is masked whole.
fn english(letters: &[char], hidden: &mut [bool]) {
    let foul = |letters: &[char]| {
        let text = latin(letters);
        text.chars().any(|c| c.is_ascii_alphabetic())
            && Censor::from_str(&text).analyze().is((Type::PROFANE | Type::OFFENSIVE | Type::SEXUAL) & Type::MODERATE_OR_HIGHER)
    };
    for stretch in runs(letters, 0, |c| !is_thai(c)) {
        if !foul(&letters[stretch.clone()]) {
            continue;
        }
        let words = runs(&letters[stretch.clone()], stretch.start, |c| !c.is_whitespace());
        let foul_words: Vec<_> = words.into_iter().filter(|word| foul(&letters[word.clone()])).collect();
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
            ("fu\u{FE0F}ck 1\u{FE0F} ค\u{FE0F}วย $\u{FE0F}", "fuck 1 ควย $"),
            ("❤\u{FE0F}\u{FE0F} ‼\u{FE0F}", "❤\u{FE0F} ‼\u{FE0F}"),
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
            ("เหี้ยมึง", "***มึง"),
            ("เหี้ยมาก", "***มาก"),
            ("โหดเหี้ยมาก", "โหด***มาก"),
            ("เหี้ยมองอะไร", "***มองอะไร"),
            ("เชี่ยวะ", "***วะ"),
            ("เชี่ยนี่", "***นี่"),
            ("เฮี้ยวะ", "***วะ"),
            ("ไอ้สัด", "ไอ้**"),
            ("สัดเอ๊ย", "**เอ๊ย"),
            ("เยดเข้", "***เข้"),
            ("แตด", "***"),
            // The same to the eye, typed otherwise.
            ("เเตด", "****"),
            ("เเหี้ย", "****"),
            ("เห้ีย", "***"),
            ("ระยํา", "****"),
            ("แม่มึงตาย เเม่มึงตาย", "******* ********"),
            ("ｆｕｃｋ you", "**** you"),
            ("𝖋𝖚𝖈𝖐 you", "**** you"),
            ("fuсk you", "**** you"),
        ] {
            assert_eq!(masked(text), shown, "{text:?}");
        }
        for text in [
            "สวัสดีครับ",
            "ผู้เชี่ยวชาญ",
            "โหดเหี้ยม",
            "โหดเหี้ยมมาก เหี้ยมโหด เหี้ยมเกรียม",
            "เขาเหี้ยม จริงๆ",
            "ผู้เชี่ยวชาญการแข่ง น้ำเชี่ยวกราก น้ำเชี่ยวมาก",
            "เชี่ยนหมาก",
            "บ้านผีเฮี้ยน ครูเฮี้ยบมาก",
            "สัดส่วน จำกัดสัดส่วน จำกัด จัดการ",
            "หมาติดสัด",
            "ซื่อสัตย์ สวัสดี สลัด วัสดุ พัสดุ",
            "เมเยดา แตดี",
            "นํ้าผึ้ง เเต่ดวงดี เเม่ค้า",
            "หน้าหีบเพลง",
            "ไม่ควรยุติ ควายยิ้ม",
            "ＧＧ ｗｐ class",
            "сосиска классно",
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
