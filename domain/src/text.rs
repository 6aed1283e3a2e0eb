//! Normalises text that people enter or paste, before any rule applies to it.
//!
//! Every public name goes through here, whoever wrote it: its owner, a login provider, an import, a top-up partner. Invisible characters are
//! dropped, because names that look alike must be equal, and a name of nothing but blanks is not a name.
//!
//! Dropping them removes the joiners and variation selectors of emoji too: a joined emoji falls into its parts, a red heart becomes a plain
//! one, and each part is visible.

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// Most marks in a row on one letter: Thai needs a vowel and a tone mark, Vietnamese an accent and a tone.
const MARKS: usize = 2;
/// Most marks on letters of other scripts (Burmese, Khmer).
const MARKS_ELSEWHERE: usize = 3;

/// Normalises a text. Thai and full-width digits, letters and marks become plain, any run of space becomes one space, and invisible characters
/// are dropped. There is one spelling for text that looks the same (composed letters, `แ` for `เเ`, Thai marks in their order). A letter keeps
/// no more marks than languages need, and surrounding space is removed.
pub fn normalise(text: &str) -> String {
    let plain = text.chars().filter(|c| !is_invisible(*c) && c.general_category() != GeneralCategory::EnclosingMark);
    let plain = plain.map(|c| match c {
        '๐'..='๙' => shift(c, '๐', '0'),
        '\u{FF01}'..='\u{FF5E}' => shift(c, '\u{FF01}', '!'),
        _ if c.is_whitespace() || c.is_control() => ' ',
        _ => c,
    });
    let letters = thai_in_order(plain.nfc());
    let mut plain = String::with_capacity(text.len());
    let mut marks = Marks::default();
    for c in letters {
        if marks.take(c) && (c != ' ' || !(plain.is_empty() || plain.ends_with(' '))) {
            plain.push(c);
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// Orders Thai as keyboards type it: `แ` is one letter, so is `ำ`, and a vowel comes before the tone mark over it.
fn thai_in_order(text: impl Iterator<Item = char>) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for c in text {
        match (c, letters.last()) {
            ('เ', Some('เ')) => {
                letters.pop();
                letters.push('แ');
            }
            // A tone mark typed after the vowel.
            ('\u{E48}'..='\u{E4B}', Some('ำ')) => letters.insert(letters.len() - 1, c),
            ('า', Some(mark)) if is_thai_mark(*mark) => {
                let run = letters.iter().rev().take_while(|c| is_thai_mark(**c)).count();
                let circle = letters[letters.len() - run..].iter().position(|c| *c == '\u{E4D}');
                let whole = circle.map(|at| letters.remove(letters.len() - run + at));
                letters.push(if whole.is_some() { 'ำ' } else { 'า' });
            }
            _ => letters.push(c),
        }
    }
    for marks in letters.chunk_by_mut(|one, next| is_thai_mark(*one) && is_thai_mark(*next)) {
        marks.sort_by_key(|c| matches!(c, '\u{E48}'..='\u{E4C}'));
    }
    letters
}

fn is_thai_mark(c: char) -> bool {
    matches!(c, '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}')
}

/// Returns the text without invisible characters and piled-up marks; everything else stays as it is written.
pub fn visible(text: &str) -> String {
    let mut marks = Marks::default();
    text.chars().filter(|c| !is_invisible(*c) && marks.take(*c)).collect()
}

/// Counts the marks since the last letter.
#[derive(Default)]
pub(crate) struct Marks {
    /// Whether the base of the marks is a visible character and not a space
    on_something: bool,
    row: [char; MARKS_ELSEWHERE],
    count: usize,
}

impl Marks {
    /// Returns whether the character stays. A mark stays on a letter, once, and while there is room; enclosing marks never do.
    pub(crate) fn take(&mut self, c: char) -> bool {
        match c.general_category() {
            GeneralCategory::NonspacingMark => {}
            GeneralCategory::EnclosingMark => return false,
            _ => {
                // A vowel with its own width may come between the marks of its letter, and allows no further marks.
                if c.general_category() != GeneralCategory::SpacingMark {
                    *self = Self { on_something: !c.is_whitespace() && !c.is_control(), ..Self::default() };
                }
                return true;
            }
        }
        let most = if is_of_two(c) { MARKS } else { MARKS_ELSEWHERE };
        let stays = self.on_something && self.count < most && !self.row[..self.count].contains(&c);
        if stays {
            self.row[self.count] = c;
            self.count += 1;
        }
        stays
    }
}

/// Returns whether it is a mark of Thai or Lao, or one for any script.
fn is_of_two(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}' | '\u{E00}'..='\u{EFF}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
            | '\u{FE20}'..='\u{FE2F}'
    )
}

/// Returns whether no font shows the character: default-ignorable characters (Unicode, `DerivedCoreProperties`), blanks other than spaces,
/// characters private to a font, and code points without a character.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
            | '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFC}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}'
    ) || u32::from(c) & 0xFFFE == 0xFFFE
}

fn shift(c: char, from: char, to: char) -> char {
    char::from_u32(u32::from(c) - u32::from(from) + u32::from(to)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pasted_text_becomes_plain() {
        for (text, plain) in [
            ("", ""),
            ("  a \t\r\n b  ", "a b"),
            ("๐๑๒๙", "0129"),
            ("ＡＢ＃１（）", "AB#1()"),
            ("a\u{200B}b\u{FEFF}\u{202E}c\u{AD}", "abc"),
            ("\u{3000}a\u{A0}b", "a b"),
            ("a\u{0}b", "a b"),
            ("น้ำผึ้ง", "น้ำผึ้ง"),
        ] {
            assert_eq!(normalise(text), plain, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_gone() {
        for c in [
            '\u{3164}',
            '\u{FFA0}',
            '\u{115F}',
            '\u{1160}',
            '\u{2800}',
            '\u{61C}',
            '\u{180E}',
            '\u{34F}',
            '\u{206A}',
            '\u{FE0F}',
            '\u{FE00}',
            '\u{E0100}',
            '\u{E0067}',
            '\u{E000}',
            '\u{F8FF}',
            '\u{F0000}',
            '\u{10FFFD}',
            '\u{FDD0}',
            '\u{FFFE}',
            '\u{1FFFF}',
            '\u{FFF9}',
            '\u{200D}',
            '\u{2061}',
            '\u{1D173}',
        ] {
            assert_eq!(normalise(&format!("a{c}b")), "ab", "{c:?}");
            assert_eq!(visible(&format!(" a{c}b")), " ab", "{c:?}");
            assert_eq!(normalise(&c.to_string()), "", "{c:?}");
        }
        for (emoji, plain) in [
            ("\u{2764}\u{FE0F}", "\u{2764}"),
            ("\u{1F468}\u{200D}\u{1F467}", "\u{1F468}\u{1F467}"),
            ("1\u{FE0F}\u{20E3}", "1"),
            ("\u{1F1F9}\u{1F1ED}", "\u{1F1F9}\u{1F1ED}"),
            ("\u{1F44B}\u{1F3FD}", "\u{1F44B}\u{1F3FD}"),
        ] {
            assert_eq!(normalise(emoji), plain, "{emoji:?}");
        }
    }

    #[test]
    fn a_letter_carries_as_many_marks_as_languages_need() {
        for (text, plain) in [
            ("ที่ปู่สิทธิ์กิ๊ฟ", "ที่ปู่สิทธิ์กิ๊ฟ"),
            ("e\u{302}\u{301}", "ế"),
            ("မြို့", "မြို့"),
            ("ก่่่่", "ก่"),
            ("กิ่้๊๋", "กิ่"),
            ("Z\u{351}\u{36B}\u{343}\u{36A}a", "Z\u{351}\u{36B}a"),
            ("่ก", "ก"),
            ("ก ่ข", "ก ข"),
            ("่", ""),
        ] {
            assert_eq!(normalise(text), plain, "{text:?}");
        }
        assert_eq!(visible("Ｎ่่่ ๙"), "Ｎ่ ๙");
    }

    #[test]
    fn what_looks_the_same_is_written_in_one_way() {
        for (written, plain) in [
            ("เเมว", "แมว"),
            ("นํ้าผึ้ง", "น้ำผึ้ง"),
            ("น\u{E49}\u{E4D}าผึ้ง", "น้ำผึ้ง"),
            ("น\u{E4D}า", "นำ"),
            ("น\u{E33}\u{E49}", "น้ำ"),
            ("ท\u{E48}\u{E35}", "ที่"),
            ("ส\u{E4C}\u{E34}", "สิ์"),
            ("ป\u{E39}\u{E48}", "ปู่"),
            ("ป\u{E48}\u{E39}", "ปู่"),
            ("Jose\u{301}", "José"),
            ("Jose\u{200B}\u{301}", "José"),
            ("ｅ\u{301}", "é"),
        ] {
            assert_eq!(normalise(written), plain, "{written:?}");
        }
    }

    proptest! {
        #[test]
        fn thai_normalised_twice_is_normalised_once(text in "[ก-๎]{0,12}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn normalising_twice_is_normalising_once(text in ".{0,40}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once.clone());
            prop_assert!(!once.starts_with(' ') && !once.ends_with(' ') && !once.contains("  "));
        }
    }
}
