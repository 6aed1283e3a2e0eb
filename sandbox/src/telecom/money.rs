//! Amounts on the wire: decimal numbers of baht in CAMARA's calls, whole satang inside. Nothing is computed in floating point.

use serde::{Deserialize, Deserializer};
use serde_json::{Value, value::RawValue};

/// ISO 4217; the operator bills in no other currency.
pub const CURRENCY: &str = "THB";

/// An amount in satang, read from a decimal number of baht with at most two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Baht(pub i64);

impl<'de> Deserialize<'de> for Baht {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        parse(number.get()).map(Self).ok_or_else(|| serde::de::Error::custom("an amount is a number of baht with two decimals"))
    }
}

fn parse(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let is_decimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=9).contains(&whole.len()) || part.len() > 2 || !is_decimal(whole) || !is_decimal(part) {
        return None;
    }
    let satang: i64 = format!("{part:0<2}").parse().ok()?;
    Some(whole.parse::<i64>().ok()? * 100 + satang)
}

/// Returns the amount as a JSON number of baht.
pub fn number(satang: i64) -> Value {
    serde_json::from_str(&text(satang)).unwrap_or_default()
}

/// Returns the amount with two decimals, as texts show it.
pub fn text(satang: i64) -> String {
    format!("{}.{:02}", satang / 100, satang % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        for (json, satang) in [("49", 4_900), ("49.0", 4_900), ("0.01", 1), ("1234.56", 123_456), ("4999.990", 499_999)] {
            assert_eq!(serde_json::from_str::<Baht>(json).map(|baht| baht.0).ok(), Some(satang), "{json}");
            let written = number(satang).to_string();
            assert_eq!(serde_json::from_str::<Baht>(&written).map(|baht| baht.0).ok(), Some(satang), "{written}");
        }
        for json in ["0.001", "-1", "1e2", "\"49\"", "1234567890", "null"] {
            assert!(serde_json::from_str::<Baht>(json).is_err(), "{json}");
        }
    }
}
