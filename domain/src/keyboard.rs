//! Text that was typed with the wrong keyboard layout: Thai (Kedmanee) instead of English, or English instead of Thai.

/// The rows of the keyboard, first without and then with Shift: the English characters and the Thai ones of the same keys.
const ROWS: [(&str, &str); 8] = [
    ("`1234567890-=", "_ๅ/-ภถุึคตจขช"),
    ("qwertyuiop[]\\", "ๆไำพะัีรนยบลฃ"),
    ("asdfghjkl;'", "ฟหกดเ้่าสวง"),
    ("zxcvbnm,./", "ผปแอิืทมใฝ"),
    ("~!@#$%^&*()_+", "%+๑๒๓๔ู฿๕๖๗๘๙"),
    ("QWERTYUIOP{}|", "๐\"ฎฑธํ๊ณฯญฐ,ฅ"),
    ("ASDFGHJKL:\"", "ฤฆฏโฌ็๋ษศซ."),
    ("ZXCVBNM<>?", "()ฉฮฺ์?ฒฬฦ"),
];

/// Returns the text that the same keys write in the other layout. A text with a Thai character is taken as typed in the Thai layout.
/// Characters that are on no key stay.
pub fn switch_layout(text: &str) -> String {
    let is_thai = text.chars().any(|c| matches!(c, '\u{E01}'..='\u{E5B}'));
    let switch = |c: char| {
        let mut keys = keys().map(|(english, thai)| if is_thai { (thai, english) } else { (english, thai) });
        keys.find(|(from, _)| *from == c).map_or(c, |(_, to)| to)
    };
    text.chars().map(switch).collect()
}

fn keys() -> impl Iterator<Item = (char, char)> {
    ROWS.iter().flat_map(|(english, thai)| english.chars().zip(thai.chars()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_of_the_wrong_layout_is_recovered() {
        for (typed, meant) in [
            ("พนอ", "rov"),
            ("ดพำำ ดรพำ", "free fire"),
            ("ฮฤศฯฑฤ์ธ", "VALORANT"),
            ("ยหถ", "ps5"),
            ("้นืาฟร", "honkai"),
            ("auakp", "ฟีฟาย"),
            ("ry[0u", "พับจี"),
            ("Fi[]Hvd", "โรบล็อก"),
            ("", ""),
            (" é€ ", " é€ "),
        ] {
            assert_eq!(switch_layout(typed), meant, "{typed}");
        }
    }

    #[test]
    fn every_key_is_listed_once() {
        assert!(ROWS.iter().all(|(english, thai)| english.chars().count() == thai.chars().count()));
        let english: HashSet<char> = keys().map(|(english, _)| english).collect();
        let thai: HashSet<char> = keys().map(|(_, thai)| thai).collect();
        assert_eq!((english.len(), thai.len()), (94, 94));
        assert!(english.iter().all(char::is_ascii_graphic));
    }

    proptest! {
        #[test]
        fn switching_twice_gives_the_same_text(text in "[a-z][ -~]{0,20}") {
            prop_assert_eq!(switch_layout(&switch_layout(&text)), text);
        }
    }
}
