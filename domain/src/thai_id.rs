//! Thai national ID: 13 digits, the last of them a check digit: (11 − Σ dᵢ·(14 − i) mod 11) mod 10 over the first twelve.

use serde::{Deserialize, Serialize};

use crate::text::normalise;

/// Thirteen digits with a valid check digit. `Debug` and `Display` hide it: it must not reach a log.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ThaiId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a Thai national ID")]
pub struct NotAThaiId;

impl ThaiId {
    /// Parses an ID as people write it: `1-2345-67890-12-1`, spaces, Thai digits.
    pub fn parse(text: &str) -> Result<ThaiId, NotAThaiId> {
        if text.len() > 128 {
            return Err(NotAThaiId);
        }
        let digits: String = normalise(text).chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let values: Vec<u32> = digits.chars().map(|c| c.to_digit(10)).collect::<Option<_>>().ok_or(NotAThaiId)?;
        let (check, first) = values.split_last().filter(|(_, first)| first.len() == 12).ok_or(NotAThaiId)?;
        let sum: u32 = first.iter().zip((2..=13).rev()).map(|(digit, weight)| digit * weight).sum();
        if (11 - sum % 11) % 10 == *check { Ok(ThaiId(digits)) } else { Err(NotAThaiId) }
    }

    /// Returns the thirteen digits, for storing and for the owner's own eyes.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Returns the last three digits: `x-xxxx-xxxxx-27-3`.
    pub fn masked(&self) -> String {
        format!("x-xxxx-xxxxx-{}-{}", &self.0[10..12], &self.0[12..])
    }
}

impl std::fmt::Display for ThaiId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.masked())
    }
}

impl std::fmt::Debug for ThaiId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ThaiId({self})")
    }
}

impl TryFrom<String> for ThaiId {
    type Error = NotAThaiId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        ThaiId::parse(&text)
    }
}

impl From<ThaiId> for String {
    fn from(id: ThaiId) -> String {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Deserialize)]
    struct Vectors {
        valid: Vec<String>,
        invalid: Vec<String>,
    }

    #[test]
    fn known_numbers() {
        let vectors: Vectors = serde_json::from_str(include_str!("../tests/fixtures/thai_id.json")).unwrap();
        assert!(vectors.valid.len() >= 20 && vectors.invalid.len() >= 20);
        for digits in &vectors.valid {
            assert_eq!(ThaiId::parse(digits).unwrap().digits(), digits);
        }
        for digits in &vectors.invalid {
            assert_eq!(ThaiId::parse(digits), Err(NotAThaiId), "{digits}");
        }
    }

    #[test]
    fn writings_and_nonsense() {
        for text in ["6260181590830", " 6-2601-81590-83-0 ", "6 2601 81590 83 0", "๖๒๖๐๑๘๑๕๙๐๘๓๐"] {
            assert_eq!(ThaiId::parse(text).unwrap().digits(), "6260181590830", "{text}");
        }
        let long = "6".repeat(1_000);
        for text in ["", "626018159083", "62601815908300", "626018159083x", "0000000000000", long.as_str()] {
            assert_eq!(ThaiId::parse(text), Err(NotAThaiId), "{text:.20}");
        }
    }

    #[test]
    fn it_does_not_show_itself() {
        let id = ThaiId::parse("6260181590830").unwrap();
        assert_eq!(id.to_string(), "x-xxxx-xxxxx-83-0");
        assert_eq!(format!("{id:?}"), "ThaiId(x-xxxx-xxxxx-83-0)");
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"6260181590830\"");
        assert!(serde_json::from_str::<ThaiId>("\"6260181590831\"").is_err());
    }

    proptest! {
        /// For any twelve digits, exactly one check digit is valid.
        #[test]
        fn exactly_one_check_digit(first in "[0-9]{12}") {
            let right = (0..10).filter(|check| ThaiId::parse(&format!("{first}{check}")).is_ok()).count();
            prop_assert_eq!(right, 1);
        }
    }
}
