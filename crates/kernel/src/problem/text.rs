//! The language of a request, and the text of a code with its parameters filled in.

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use manao_domain::{Satang, text_enum, thai};
use serde_json::{Map, Value};

use super::Code;

text_enum! {
    /// A language of the product. Thai unless the request asks for English.
    #[derive(Default, utoipa::ToSchema)]
    Lang {
        #[default]
        Th = "th",
        En = "en",
    }
}

impl Lang {
    /// The prefix of page paths in this language.
    pub fn prefix(self) -> &'static str {
        self.pick("", "/en")
    }

    /// Picks the text in this language.
    pub fn pick<T>(self, th: T, en: T) -> T {
        match self {
            Lang::Th => th,
            Lang::En => en,
        }
    }

    /// Returns the language of a request. `?lang=` takes precedence over `Accept-Language`.
    pub fn from_parts(parts: &Parts) -> Self {
        let asked = parts.uri.query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("lang=")));
        match asked {
            Some("en") => return Lang::En,
            Some("th") => return Lang::Th,
            _ => {}
        }
        let header = parts.headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        preferred(header.unwrap_or_default())
    }
}

/// Returns the language of ours that the `Accept-Language` header ranks highest; the first on a tie.
fn preferred(header: &str) -> Lang {
    let mut best: Option<(Lang, f32)> = None;
    for range in header.split(',') {
        let mut parts = range.split(';');
        let tag = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let lang = match tag.split('-').next() {
            Some("th") => Lang::Th,
            Some("en") => Lang::En,
            _ => continue,
        };
        let weight = parts.find_map(|part| part.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok())).unwrap_or(1.0);
        if weight > 0.0 && best.is_none_or(|(_, highest)| weight > highest) {
            best = Some((lang, weight));
        }
    }
    best.map(|(lang, _)| lang).unwrap_or_default()
}

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Ok(Lang::from_parts(parts))
    }
}

/// Returns the code's text with its `{placeholders}` filled. Amounts (`…Satang`) become baht with thousands separators; a text in both languages
/// is taken in this one.
pub(super) fn fill(code: &Code, params: &Map<String, Value>, lang: Lang) -> String {
    let said = |(name, value): (&String, &Value)| (name.clone(), value.get(lang.as_str()).unwrap_or(value).clone());
    thai::join(&fill_in(lang.pick(code.th, code.en), &params.iter().map(said).collect())).into_owned()
}

/// Fills the `{placeholders}` of a text in the same way.
pub fn fill_in(text: &str, params: &Map<String, Value>) -> String {
    let mut text = text.to_owned();
    for (name, value) in params {
        let placeholder = format!("{{{name}}}");
        if !text.contains(&placeholder) {
            continue;
        }
        let shown = match value {
            Value::Number(number) if name.ends_with("Satang") || name == "satang" => baht(number.as_i64().unwrap_or_default()),
            Value::String(string) => string.clone(),
            other => other.to_string(),
        };
        text = text.replace(&placeholder, &shown);
    }
    text
}

/// Formats an amount as people read it: `1,234`, and with satang `1,234.50`.
pub fn baht(satang: i64) -> String {
    Satang(satang).to_string()
}

/// Formats an amount as on a receipt, always with satang: `1,234.00`.
pub fn baht_exact(satang: i64) -> String {
    Satang(satang).to_fixed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_of_our_languages_wins() {
        for (header, expected) in [
            ("", Lang::Th),
            ("en", Lang::En),
            ("en-GB,en;q=0.9", Lang::En),
            ("fr,en;q=0.4,th;q=0.6", Lang::Th),
            ("en;q=0,th;q=0.1", Lang::Th),
            ("th,en", Lang::Th),
            ("de", Lang::Th),
        ] {
            assert_eq!(preferred(header), expected, "{header}");
        }
    }

    #[test]
    fn amounts_are_shown_in_baht() {
        for (satang, shown, exact) in [
            (0, "0", "0.00"),
            (5, "0.05", "0.05"),
            (2000, "20", "20.00"),
            (4590, "45.90", "45.90"),
            (123_456_789, "1,234,567.89", "1,234,567.89"),
            (-100_000, "\u{2212}1,000", "\u{2212}1,000.00"),
        ] {
            assert_eq!((baht(satang).as_str(), baht_exact(satang).as_str()), (shown, exact));
        }
    }

    #[test]
    fn every_placeholder_stands_in_both_languages() {
        for code in super::super::codes::ALL {
            let names = |text: &str| {
                let mut names: Vec<_> =
                    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned).collect();
                names.sort();
                names
            };
            assert_eq!(names(code.th), names(code.en), "{}", code.name);
            assert!((400..600).contains(&code.status), "{}", code.name);
        }
    }
}
