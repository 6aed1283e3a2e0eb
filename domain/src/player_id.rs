//! Player IDs as people paste them — `1234567 (2201)`, Thai or full-width digits, spaces, invisible marks — and as games want them.
//! How an ID looks is data: one anchored pattern a game, kept with the catalogue and used by the browser as well.

use regex_lite::{Regex, RegexBuilder};

use crate::text::normalise;

/// Nothing longer is an ID in any game; longer text is refused before it is looked at.
pub const MAX_LENGTH: usize = 64;

/// A game's rule, compiled once.
#[derive(Debug, Clone)]
pub struct PlayerIdRule {
    pattern: Regex,
    /// The game knows digits only: what stands between digits is dropped (`1234 567`, `1234-567`).
    digits_only: bool,
    needs_server: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the pattern cannot be used: {0}")]
pub struct PatternInvalid(String);

/// An ID in its game's writing. `server` is what was pasted with it or given beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerId {
    pub id: String,
    pub server: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlayerIdRefusal {
    #[error("a player ID is needed")]
    Missing,
    #[error("this does not look like the game's player ID")]
    Invalid,
    #[error("a server is needed")]
    ServerRequired,
}

impl PlayerIdRule {
    /// `pattern` is a regular expression that both Rust and browsers read: no look-around, no back references. It is anchored here
    /// whether or not it says so.
    pub fn new(pattern: &str, needs_server: bool) -> Result<PlayerIdRule, PatternInvalid> {
        let anchored = format!("^(?:{pattern})$");
        let regex =
            RegexBuilder::new(&anchored).size_limit(64 * 1024).build().map_err(|error| PatternInvalid(error.to_string()))?;
        // A rule that refuses every separator and letter has nothing to lose by their being dropped.
        let body = pattern.trim_start_matches('^').trim_end_matches('$');
        let digits_only = ["[0-9]", "\\d"].iter().any(|class| {
            body.strip_prefix(class)
                .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '{' | '}' | ',' | '+')))
        });
        Ok(PlayerIdRule { pattern: regex, digits_only, needs_server })
    }

    /// Reads a pasted ID. A server in brackets behind the ID is taken where the game has servers; one given apart goes before it.
    pub fn parse(&self, pasted: &str, server: Option<&str>) -> Result<PlayerId, PlayerIdRefusal> {
        let server = server.map(normalise).filter(|server| !server.is_empty());
        if pasted.len() > MAX_LENGTH * 8 || server.as_ref().is_some_and(|server| server.chars().count() > MAX_LENGTH) {
            return Err(PlayerIdRefusal::Invalid);
        }
        let text = normalise(pasted);
        if text.is_empty() {
            return Err(PlayerIdRefusal::Missing);
        }
        let (id, in_brackets) = if self.needs_server { split_server(&text) } else { (text.as_str(), None) };
        let id: String =
            if self.digits_only { id.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | ',')).collect() } else { id.to_owned() };
        if id.chars().count() > MAX_LENGTH || !self.pattern.is_match(&id) {
            return Err(PlayerIdRefusal::Invalid);
        }
        match server.or(in_brackets) {
            Some(server) if self.needs_server => Ok(PlayerId { id, server: Some(server) }),
            None if self.needs_server => Err(PlayerIdRefusal::ServerRequired),
            _ => Ok(PlayerId { id, server: None }),
        }
    }
}

/// `1234567 (2201)` → `1234567`, `2201`; square brackets likewise.
fn split_server(text: &str) -> (&str, Option<String>) {
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some((id, server)) = text.strip_suffix(close).and_then(|rest| rest.split_once(open)) {
            let server = server.trim();
            if !server.is_empty() && !server.contains([open, close]) {
                return (id.trim(), Some(server.to_owned()));
            }
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DIGITS: &str = "^[0-9]{6,12}$";
    const RIOT: &str = "^[^#\\s][^#]{1,14}[^#\\s]#[A-Za-z0-9]{3,5}$";
    const NAME: &str = "^[A-Za-z0-9_]{4,20}$";

    #[test]
    fn pasted_ids_become_the_games() {
        let ok = |id: &str| Ok((id.to_owned(), None));
        let with = |id: &str, server: &str| Ok((id.to_owned(), Some(server.to_owned())));
        for (pattern, needs_server, pasted, server, expected) in [
            (DIGITS, false, "1234567", None, ok("1234567")),
            (DIGITS, false, "  1234 567\n", None, ok("1234567")),
            (DIGITS, false, "1234-567", None, ok("1234567")),
            (DIGITS, false, "๑๒๓๔๕๖๗", None, ok("1234567")),
            (DIGITS, false, "１２３４５６７", None, ok("1234567")),
            (DIGITS, false, "\u{200B}1234567\u{FEFF}", None, ok("1234567")),
            (DIGITS, false, "1234567", Some("asia"), ok("1234567")),
            (DIGITS, false, "1234567 (2201)", None, Err(PlayerIdRefusal::Invalid)),
            (DIGITS, false, "12345", None, Err(PlayerIdRefusal::Invalid)),
            (DIGITS, false, "1234567890123", None, Err(PlayerIdRefusal::Invalid)),
            (DIGITS, false, "12345x7", None, Err(PlayerIdRefusal::Invalid)),
            (DIGITS, false, "", None, Err(PlayerIdRefusal::Missing)),
            (DIGITS, false, " \u{200B} ", None, Err(PlayerIdRefusal::Missing)),
            (DIGITS, true, "1234567 (2201)", None, with("1234567", "2201")),
            (DIGITS, true, "1234567(2201)", None, with("1234567", "2201")),
            (DIGITS, true, "1234567 [ ๒๒๐๑ ]", None, with("1234567", "2201")),
            (DIGITS, true, "1234567（2201）", None, with("1234567", "2201")),
            (DIGITS, true, "1234567 (2201)", Some("2202"), with("1234567", "2202")),
            (DIGITS, true, "1234567", Some(" asia "), with("1234567", "asia")),
            (DIGITS, true, "1234567", Some("  "), Err(PlayerIdRefusal::ServerRequired)),
            (DIGITS, true, "1234567", None, Err(PlayerIdRefusal::ServerRequired)),
            (DIGITS, true, "1234567 ()", None, Err(PlayerIdRefusal::Invalid)),
            (RIOT, false, "  Somchai Jai#TH1 ", None, ok("Somchai Jai#TH1")),
            (RIOT, false, "สมชาย#TH01", None, ok("สมชาย#TH01")),
            (RIOT, false, "Somchai  Jai＃TH1", None, ok("Somchai Jai#TH1")),
            (RIOT, false, "Somchai", None, Err(PlayerIdRefusal::Invalid)),
            (RIOT, false, "Somchai#TH#1", None, Err(PlayerIdRefusal::Invalid)),
            (NAME, false, "lime_99", None, ok("lime_99")),
            (NAME, false, "lime-99", None, Err(PlayerIdRefusal::Invalid)),
            (NAME, false, "lime_99\nx", None, Err(PlayerIdRefusal::Invalid)),
        ] {
            let rule = PlayerIdRule::new(pattern, needs_server).unwrap();
            let parsed = rule.parse(pasted, server).map(|player| (player.id, player.server));
            assert_eq!(parsed, expected, "{pasted:?} {server:?}");
        }
    }

    #[test]
    fn a_pattern_is_anchored_and_bounded() {
        let open = PlayerIdRule::new("[0-9]{6,12}", false).unwrap();
        assert_eq!(open.parse("x1234567", None), Err(PlayerIdRefusal::Invalid));
        assert!(open.parse("123 4567", None).is_ok());
        let either = PlayerIdRule::new("a+|b+", false).unwrap();
        assert_eq!(either.parse("ax", None), Err(PlayerIdRefusal::Invalid));
        assert!(PlayerIdRule::new("([0-9]", false).is_err());
        assert!(PlayerIdRule::new("(?:a{1000}){1000}", false).is_err());

        let any = PlayerIdRule::new(".+", false).unwrap();
        assert!(any.parse(&"x".repeat(64), None).is_ok());
        assert_eq!(any.parse(&"x".repeat(65), None), Err(PlayerIdRefusal::Invalid));
        assert_eq!(any.parse("xxxx", Some(&"s".repeat(65))), Err(PlayerIdRefusal::Invalid));
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_accepted_again(text in "[0-9๐-๙ ()-]{0,20}") {
            let rule = PlayerIdRule::new(DIGITS, true).unwrap();
            if let Ok(player) = rule.parse(&text, Some("1")) {
                prop_assert!(player.id.bytes().all(|byte| byte.is_ascii_digit()));
                prop_assert_eq!(rule.parse(&player.id, player.server.as_deref()), Ok(player.clone()));
            }
        }
    }
}
