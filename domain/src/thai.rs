//! Line breaks in Thai. Thai is written without spaces, so browsers use a dictionary to find where a line may break. They do not know compounds
//! and names: "we deliver within a few seconds" may break after "not". `thai_compounds.txt` lists such words, with the places to hold together.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// Character that prevents a line break beside it, and is invisible.
const WORD_JOINER: char = '\u{2060}';

struct Compounds {
    found: AhoCorasick,
    joined: Vec<String>,
}

static COMPOUNDS: LazyLock<Compounds> = LazyLock::new(|| {
    let list = include_str!("../thai_compounds.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (plain, joined): (Vec<_>, Vec<_>) =
        list.map(|word| (word.replace('|', ""), word.replace('|', WORD_JOINER.encode_utf8(&mut [0; 4])))).unzip();
    #[expect(clippy::expect_used, reason = "the list is part of the program")]
    let found = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(plain).expect("a list of words");
    Compounds { found, joined }
});

/// Returns the text as it is shown, with no line breaks inside a listed word. For texts that are read in place, not for those that are stored or
/// compared.
pub fn join(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !COMPOUNDS.found.is_match(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(COMPOUNDS.found.replace_all(text, &COMPOUNDS.joined))
}

/// Returns the text as it is stored, searched and copied.
pub fn plain(text: String) -> String {
    if text.contains(WORD_JOINER) { text.replace(WORD_JOINER, "") } else { text }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_longest_word_is_held_together_and_comes_apart_again() {
        let text = "กรุณาเข้าสู่ระบบ แล้วยกเลิกคำสั่งซื้อที่ผู้จัดการแข่งขันส่งใน RoV";
        let shown = join(text);
        assert_eq!(shown.replace('\u{2060}', "|"), "กรุณาเข้า|สู่|ระบบ แล้วยกเลิกคำ|สั่ง|ซื้อที่ผู้|จัดการ|แข่งขันส่งใน RoV");
        assert_eq!(join(&shown), shown, "joined once");
        assert_eq!(plain(shown.into_owned()), text);
        assert!(matches!(join("Log in"), Cow::Borrowed("Log in")));
    }

    #[test]
    fn every_word_of_the_list_is_there_once_and_has_parts() {
        let mut seen = HashSet::new();
        for word in include_str!("../thai_compounds.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let parts: Vec<_> = word.split('|').collect();
            assert!(
                parts.len() > 1 && parts.iter().all(|part| part.chars().all(|c| ('\u{E01}'..='\u{E5B}').contains(&c))),
                "{word}"
            );
            assert!(parts.iter().all(|part| !part.is_empty()) && seen.insert(parts.concat()), "{word}");
        }
    }
}
