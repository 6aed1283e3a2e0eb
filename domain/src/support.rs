//! Threads between a member and our staff: the limits of what is written there.

use crate::talk::{self, TalkRefusal};
use crate::text::normalise;

/// Most characters of a subject.
pub const SUBJECT: usize = 120;
/// Most characters of a message.
pub const TEXT: usize = 2000;
/// Longest subject worth looking at, in bytes; a longer one is rejected at once.
const MOST_BYTES: usize = SUBJECT * 16;

/// Returns a subject as it is stored: one line without invisible characters.
///
/// # Errors
/// When nothing is left of it, or too much.
pub fn subject(text: &str) -> Result<String, TalkRefusal> {
    if text.len() > MOST_BYTES {
        return Err(TalkRefusal::TooLong);
    }
    let line = normalise(text);
    match line.chars().count() {
        0 => Err(TalkRefusal::Empty),
        length if length > SUBJECT => Err(TalkRefusal::TooLong),
        _ => Ok(line),
    }
}

/// Returns a message as it is stored, cleaned as [`talk::message`] does it.
///
/// # Errors
/// When nothing is left of it, or too much.
pub fn text(text: &str) -> Result<String, TalkRefusal> {
    talk::message_within(text, TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_line_and_a_text_has_its_limit() {
        assert_eq!(subject("  จ่ายแล้ว\nแต่ของยังไม่มา\u{202E} ").as_deref(), Ok("จ่ายแล้ว แต่ของยังไม่มา"));
        assert_eq!((subject(" \u{200B}"), text("\n")), (Err(TalkRefusal::Empty), Err(TalkRefusal::Empty)));
        for (most, rule) in [(SUBJECT, subject as fn(&str) -> _), (TEXT, text)] {
            assert_eq!(rule(&"ก".repeat(most)).map(|text: String| text.chars().count()), Ok(most));
            assert_eq!(rule(&"ก".repeat(most + 1)), Err(TalkRefusal::TooLong));
            assert_eq!(rule(&"a".repeat(10_001)), Err(TalkRefusal::TooLong));
        }
    }
}
