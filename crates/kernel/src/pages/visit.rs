//! A request for a page: the language, the path and the query.

use axum::http::Uri;

use super::own_path::own_path;
use crate::problem::Lang;

/// Most bytes of a path; the next constant is that of its query.
const PATH: usize = 1024;
const QUERY: usize = 8 * 1024;

/// Parameters that advertisers add to an address; no page reads them.
const COUNTED: [&str; 5] = ["fbclid", "gclid", "msclkid", "ttclid", "line_uid"];

pub struct Visit {
    pub lang: Lang,
    /// Segments of the path without the language prefix, decoded; None when it cannot be decoded
    pub segments: Option<Vec<String>>,
    /// Query without the parameters of advertisers
    pub asked: Vec<(String, String)>,
}

impl Visit {
    /// Parses an address whose path is tidy ([`tidied`]).
    pub fn new(uri: &Uri) -> Self {
        let (lang, path) = match uri.path().strip_prefix("/en") {
            Some("") => (Lang::En, "/"),
            Some(rest) if rest.starts_with('/') => (Lang::En, rest),
            _ => (Lang::Th, uri.path()),
        };
        let parts = path.strip_prefix('/').unwrap_or(path);
        let segments = if parts.is_empty() { Some(Vec::new()) } else { parts.split('/').map(decoded).collect() };
        let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let asked = pairs.filter(|(name, _)| !name.starts_with("utm_") && !COUNTED.contains(&name.as_ref()));
        Self { lang, segments, asked: asked.map(|(name, value)| (name.into_owned(), value.into_owned())).collect() }
    }

    /// Returns `?name=value&…` of the query in a fixed order, if it has only `names`, each at most once.
    pub fn query_of(&self, names: &[&str]) -> Option<String> {
        let mut asked: Vec<_> = self.asked.iter().collect();
        asked.sort();
        let once = asked.windows(2).all(|two| two[0].0 != two[1].0);
        if !once || asked.iter().any(|(name, _)| !names.contains(&name.as_str())) {
            return None;
        }
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(asked).finish();
        Some(if query.is_empty() { query } else { format!("?{query}") })
    }
}

pub fn is_too_long(uri: &Uri) -> bool {
    uri.path().len() > PATH || uri.query().is_some_and(|query| query.len() > QUERY)
}

/// Returns the normal form of an address, if it differs: no trailing slash, nothing encoded needlessly, `%` escapes in capitals.
pub fn tidied(uri: &Uri) -> Option<String> {
    let path = uri.path();
    let trimmed = path.trim_end_matches('/');
    let tidy = normal(if trimmed.is_empty() { "/" } else { trimmed });
    if tidy == path || own_path(&tidy).is_none() {
        return None;
    }
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{tidy}{query}"))
}

/// Returns the address of a path in a language; Thai has no prefix.
pub fn address(public: &str, path: &str, lang: Lang) -> String {
    match (lang, path) {
        (Lang::Th, path) => format!("{public}{path}"),
        (Lang::En, "/") => format!("{public}/en"),
        (Lang::En, path) => format!("{public}/en{path}"),
    }
}

const fn needs_no_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Encodes any text as a path segment.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| if needs_no_code(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Returns the byte that a `%` at the beginning stands for.
fn coded(text: &[u8]) -> Option<u8> {
    let hex = text.get(1..3)?;
    hex.iter().all(u8::is_ascii_hexdigit).then(|| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok())?
}

fn normal(path: &str) -> String {
    let (mut written, mut rest) = (String::with_capacity(path.len()), path);
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        written.push_str(before);
        let (text, taken) = match coded(from.as_bytes()) {
            Some(byte) if needs_no_code(byte) => (char::from(byte).to_string(), 3),
            Some(byte) => (format!("%{byte:02X}"), 3),
            None => ("%".to_owned(), 1),
        };
        written.push_str(&text);
        rest = &from[taken..];
    }
    written + rest
}

/// Decodes a segment; None for anything but a single line of text.
fn decoded(segment: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::with_capacity(segment.len()), segment.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            bytes.push(coded(rest)?);
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    (!text.is_empty() && !text.contains(char::is_control)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_one_spelling() {
        for (asked, tidy) in [
            ("/", None),
            ("/games/rov", None),
            ("/games/rov/?from=mail", Some("/games/rov?from=mail")),
            ("/g%61mes/%e0%b8%81", Some("/games/%E0%B8%81")),
            ("/games/%E0%B8%81", None),
            ("/a%2fb", Some("/a%2Fb")),
            ("/%zz%", None),
            ("//evil.example/", None),
            ("/%2e%2e/", Some("/..")),
        ] {
            let found = tidied(&uri(asked));
            assert_eq!(found.as_deref(), tidy, "{asked}");
            assert_eq!(found.and_then(|tidy| tidied(&uri(&tidy))), None, "{asked}: once is enough");
        }
    }

    #[test]
    fn a_path_is_read_in_its_language() {
        let text = |parts: &[&str]| Some(parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        for (path, lang, segments) in [
            ("/", Lang::Th, text(&[])),
            ("/en", Lang::En, text(&[])),
            ("/english", Lang::Th, text(&["english"])),
            ("/en/games/%E0%B8%81%2F%20x", Lang::En, text(&["games", "ก/ x"])),
            ("/games//rov", Lang::Th, None),
            ("/games/%FF", Lang::Th, None),
            ("/games/%0A", Lang::Th, None),
            ("/games/%4", Lang::Th, None),
            ("/games/%+4", Lang::Th, None),
        ] {
            let visit = Visit::new(&uri(path));
            assert_eq!((visit.lang, visit.segments), (lang, segments), "{path}");
        }
        assert!(is_too_long(&uri(&format!("/{}", "a".repeat(1024)))));
        assert!(is_too_long(&uri(&format!("/?{}", "a".repeat(9 * 1024)))));
        assert!(!is_too_long(&uri(&format!("/{}?{}", "a".repeat(1023), "b".repeat(8 * 1024)))));
    }

    #[test]
    fn what_is_asked_beside_the_page_is_known_by_name() {
        for (query, names, shared) in [
            ("", &["kind"][..], Some("")),
            ("utm_source=mail&gclid=1", &[], Some("")),
            ("kind=A", &["kind"], Some("?kind=A")),
            ("b=2&a=1", &["a", "b"], Some("?a=1&b=2")),
            ("kind=A&kind=B", &["kind"], None),
            ("kind=A&player=1", &["kind"], None),
        ] {
            let visit = Visit::new(&uri(&format!("/games?{query}")));
            assert_eq!(visit.query_of(names).as_deref(), shared, "{query}");
        }
    }
}
