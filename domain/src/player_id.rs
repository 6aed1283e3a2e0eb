//! Player IDs as people paste them — `1234567 (2201)`, Thai or full-width digits, spaces, invisible marks — and as games expect them. The format
//! of an ID is data: one anchored pattern per game, stored with the catalogue and also used by the browser.

use regex_lite::{Regex, RegexBuilder};

use crate::text::normalise;

/// Longest ID of any game; longer text is rejected without parsing.
pub const MAX_LENGTH: usize = 64;

/// A game's rule, compiled once.
#[derive(Debug, Clone)]
pub struct PlayerIdRule {
    pattern: Regex,
    /// Whether the game knows digits only: separators between digits are dropped (`1234 567`, `1234-567`).
    digits_only: bool,
    needs_server: bool,
    /// Format of a server that is typed and not chosen: a number that the player knows.
    typed_server: Option<Regex>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the pattern cannot be used: {0}")]
pub struct PatternInvalid(String);

/// An ID in its game's format. `server` is the one that was pasted with it or given separately.
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
    #[error("this does not look like a server of the game")]
    ServerInvalid,
}

impl PlayerIdRule {
    /// Compiles a rule. `pattern` is a regular expression that both Rust and browsers support: no look-around, no back references. It is
    /// anchored here whether or not it says so.
    pub fn new(pattern: &str, needs_server: bool) -> Result<PlayerIdRule, PatternInvalid> {
        let pattern_of_id = compiled(pattern)?;
        // A pattern that admits no separator or letter loses nothing when they are dropped.
        let body = pattern.trim_start_matches('^').trim_end_matches('$');
        let digits_only = ["[0-9]", "\\d"].iter().any(|class| {
            body.strip_prefix(class)
                .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '{' | '}' | ',' | '+')))
        });
        Ok(PlayerIdRule { pattern: pattern_of_id, digits_only, needs_server, typed_server: None })
    }

    /// Adds the format of servers, for a game whose servers are typed.
    pub fn with_typed_server(self, pattern: &str) -> Result<PlayerIdRule, PatternInvalid> {
        Ok(PlayerIdRule { typed_server: Some(compiled(pattern)?), needs_server: true, ..self })
    }

    /// Parses a pasted ID. A server in brackets behind the ID is accepted if the game has servers, a typed one also behind a space. A server
    /// given separately takes precedence.
    pub fn parse(&self, pasted: &str, server: Option<&str>) -> Result<PlayerId, PlayerIdRefusal> {
        let server = server.map(normalise).filter(|server| !server.is_empty());
        if pasted.len() > MAX_LENGTH * 8 || server.as_ref().is_some_and(|server| server.chars().count() > MAX_LENGTH) {
            return Err(PlayerIdRefusal::Invalid);
        }
        let text = normalise(pasted);
        if text.is_empty() {
            return Err(PlayerIdRefusal::Missing);
        }
        let (id, pasted) = if self.needs_server { split_server(&text) } else { (text.as_str(), None) };
        let (id, pasted) = match (pasted, &server) {
            (None, None) => self.split_typed(id),
            (pasted, _) => (id, pasted),
        };
        let id = self.plain(id);
        if id.chars().count() > MAX_LENGTH || !self.pattern.is_match(&id) {
            return Err(PlayerIdRefusal::Invalid);
        }
        match server.or(pasted) {
            Some(server) if self.typed_server.as_ref().is_some_and(|pattern| !pattern.is_match(&server)) => {
                Err(PlayerIdRefusal::ServerInvalid)
            }
            Some(server) if self.needs_server => Ok(PlayerId { id, server: Some(server) }),
            None if self.needs_server => Err(PlayerIdRefusal::ServerRequired),
            _ => Ok(PlayerId { id, server: None }),
        }
    }

    fn plain(&self, id: &str) -> String {
        if self.digits_only { id.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | ',')).collect() } else { id.to_owned() }
    }

    /// Splits `1234567 2201` into `1234567` and `2201`, if both match their patterns.
    fn split_typed<'a>(&self, text: &'a str) -> (&'a str, Option<String>) {
        let split = text.rsplit_once(' ').filter(|(id, server)| {
            self.typed_server.as_ref().is_some_and(|pattern| pattern.is_match(server)) && self.pattern.is_match(&self.plain(id))
        });
        split.map_or((text, None), |(id, server)| (id, Some(server.to_owned())))
    }
}

fn compiled(pattern: &str) -> Result<Regex, PatternInvalid> {
    let anchored = format!("^(?:{pattern})$");
    RegexBuilder::new(&anchored).size_limit(64 * 1024).build().map_err(|error| PatternInvalid(error.to_string()))
}

/// Splits `1234567 (2201)` into `1234567` and `2201`; square brackets likewise.
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
            (DIGITS, false, "2O394817", None, Err(PlayerIdRefusal::Invalid)),
            (DIGITS, false, "00123456", None, ok("00123456")),
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
    fn a_typed_server_must_look_like_one() {
        let rule = PlayerIdRule::new(DIGITS, true).unwrap().with_typed_server("^[0-9]{4,5}$").unwrap();
        for (pasted, server, expected) in [
            ("1234567 (2201)", None, Ok(("1234567", "2201"))),
            ("1234567 2201", None, Ok(("1234567", "2201"))),
            ("1234 567 22015", None, Ok(("1234567", "22015"))),
            ("๑๒๓๔๕๖๗ [๒๒๐๑]", None, Ok(("1234567", "2201"))),
            ("1234567", Some(" ๒๒๐๑ "), Ok(("1234567", "2201"))),
            ("12345678 2201", Some("2202"), Ok(("123456782201", "2202"))),
            ("1234567", Some("s1"), Err(PlayerIdRefusal::ServerInvalid)),
            ("1234567 (1)", None, Err(PlayerIdRefusal::ServerInvalid)),
            ("1234567 (220111)", None, Err(PlayerIdRefusal::ServerInvalid)),
            // The ID before it would be too short, so it is all one number.
            ("1234 5678", None, Err(PlayerIdRefusal::ServerRequired)),
            ("1234567", None, Err(PlayerIdRefusal::ServerRequired)),
        ] {
            let parsed = rule.parse(pasted, server).map(|player| (player.id, player.server.unwrap()));
            assert_eq!(parsed, expected.map(|(id, server)| (id.to_owned(), server.to_owned())), "{pasted:?} {server:?}");
        }
        assert!(PlayerIdRule::new(DIGITS, true).unwrap().with_typed_server("(").is_err());
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
