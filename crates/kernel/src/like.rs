//! Patterns for `like`, from what people type.

use manao_domain::text::normalise;

/// Most characters of a query; the rest is ignored.
pub const LONGEST: usize = 80;

/// Returns the words of a query as they are compared: normalised, in small letters, at most [`LONGEST`] characters.
pub fn words(query: &str) -> String {
    let start: String = query.chars().take(LONGEST * 4).collect();
    normalise(&start).to_lowercase().chars().take(LONGEST).collect()
}

/// Returns the pattern of what contains the words.
pub fn containing(words: &str) -> String {
    format!("%{}%", escaped(words))
}

/// Returns the pattern of what starts with the words.
pub fn starting(words: &str) -> String {
    format!("{}%", escaped(words))
}

fn escaped(words: &str) -> String {
    words.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_patterns_are_letters_like_any_other() {
        assert_eq!(containing(&words(r"50%_Off\")), r"%50\%\_off\\%");
        assert_eq!(starting("ฟีฟ่า"), "ฟีฟ่า%");
        assert_eq!(words(&"a".repeat(1_000)).len(), LONGEST);
    }
}
