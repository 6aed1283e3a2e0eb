//! What people paste, made plain, before any rule looks at it.

/// Plain digits for Thai and full-width ones, full-width letters and marks in their plain form, one space for any run of space,
/// nothing invisible, nothing around.
pub fn normalise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        let c = match c {
            '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{AD}' => continue,
            '๐'..='๙' => shift(c, '๐', '0'),
            '\u{FF01}'..='\u{FF5E}' => shift(c, '\u{FF01}', '!'),
            _ if c.is_whitespace() || c.is_control() => ' ',
            _ => c,
        };
        if c != ' ' || !(plain.is_empty() || plain.ends_with(' ')) {
            plain.push(c);
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
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

    proptest! {
        #[test]
        fn normalising_twice_is_normalising_once(text in ".{0,40}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once.clone());
            prop_assert!(!once.starts_with(' ') && !once.ends_with(' ') && !once.contains("  "));
        }
    }
}
