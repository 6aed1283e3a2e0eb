//! Names of people: letters and spaces only (specification, "Validation rules"), in Thai or Latin letters with their marks.

use crate::text::normalise;

/// Most characters, marks counted; anything longer is not a name.
pub const MAX_LENGTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameRefusal {
    #[error("a name is needed")]
    Missing,
    #[error("letters and spaces only")]
    Invalid,
    #[error("at most {MAX_LENGTH} characters")]
    TooLong,
    #[error("Thai letters only")]
    NotThai,
    #[error("Latin letters only")]
    NotLatin,
}

/// The script that a field requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Thai,
    Latin,
}

/// Parses a name; returns it with single spaces and none around it.
pub fn parse(text: &str) -> Result<String, NameRefusal> {
    if text.len() > MAX_LENGTH * 8 {
        return Err(NameRefusal::TooLong);
    }
    let name = normalise(text);
    if name.is_empty() {
        return Err(NameRefusal::Missing);
    }
    if name.chars().count() > MAX_LENGTH {
        return Err(NameRefusal::TooLong);
    }
    let mut after_letter = false;
    for c in name.chars() {
        // A mark follows a letter (or another mark), never stands alone.
        let fine = is_letter(c) || (after_letter && is_mark(c)) || c == ' ';
        if !fine {
            return Err(NameRefusal::Invalid);
        }
        after_letter = c != ' ';
    }
    Ok(name)
}

/// Works like [`parse`] for a field of one script: a name on a Thai ID card, or in a passport.
pub fn parse_in(text: &str, script: Script) -> Result<String, NameRefusal> {
    let name = parse(text)?;
    let thai = |c: char| matches!(c, '\u{E00}'..='\u{E7F}');
    let fine = name.chars().all(|c| c == ' ' || thai(c) == (script == Script::Thai));
    match (fine, script) {
        (true, _) => Ok(name),
        (false, Script::Thai) => Err(NameRefusal::NotThai),
        (false, Script::Latin) => Err(NameRefusal::NotLatin),
    }
}

/// Returns whether it is a Thai consonant or standalone vowel, or a Latin letter, with or without accent.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, 'ก'..='ฮ' | 'ะ' | 'า' | 'ำ' | 'เ'..='ๆ')
        || (matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') && c.is_alphabetic())
}

/// Returns whether it is a Thai vowel above or below, a tone mark or the like, or a combining accent of decomposed Latin.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{300}'..='\u{36F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_what_is_none() {
        for (text, expected) in [
            ("สมชาย ใจดี", Ok("สมชาย ใจดี")),
            ("  สมหญิง   รักไทย ", Ok("สมหญิง รักไทย")),
            ("ณัฏฐ์ชุดา", Ok("ณัฏฐ์ชุดา")),
            ("น้ำผึ้ง", Ok("น้ำผึ้ง")),
            ("ไตรรัตน์ ฤทธิ์", Ok("ไตรรัตน์ ฤทธิ์")),
            ("Somchai Jaidee", Ok("Somchai Jaidee")),
            ("José Müller", Ok("José Müller")),
            ("Jose\u{301}", Ok("José")),
            ("", Err(NameRefusal::Missing)),
            (" \u{200B}", Err(NameRefusal::Missing)),
            ("Somchai1", Err(NameRefusal::Invalid)),
            ("สมชาย๑", Err(NameRefusal::Invalid)),
            ("Som-chai", Err(NameRefusal::Invalid)),
            ("O'Neil", Err(NameRefusal::Invalid)),
            ("ราคา ฿", Err(NameRefusal::Invalid)),
            ("๏สมชาย", Err(NameRefusal::Invalid)),
            ("กรุงเทพฯ", Err(NameRefusal::Invalid)),
            ("่", Err(NameRefusal::Missing)),
            ("ก ่", Ok("ก")),
            ("ก่่่้", Ok("ก่้")),
            ("<b>", Err(NameRefusal::Invalid)),
            ("名前", Err(NameRefusal::Invalid)),
            ("a×b", Err(NameRefusal::Invalid)),
            ("😀", Err(NameRefusal::Invalid)),
        ] {
            assert_eq!(parse(text).as_deref().map_err(|refusal| *refusal), expected, "{text:?}");
        }
        assert!(parse(&"ก".repeat(100)).is_ok());
        assert_eq!(parse(&"ก".repeat(101)), Err(NameRefusal::TooLong));
        assert_eq!(parse(&"ก".repeat(10_000)), Err(NameRefusal::TooLong));
    }

    proptest! {
        #[test]
        fn a_name_is_a_name_again(text in "[ก-๎a-zA-Z ]{0,30}") {
            if let Ok(name) = parse(&text) {
                prop_assert_eq!(parse(&name), Ok(name.clone()));
            }
        }
    }
}
