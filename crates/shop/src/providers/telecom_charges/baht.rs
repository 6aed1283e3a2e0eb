//! Amounts as CAMARA writes them: decimal numbers of baht. They are read and written as text, since binary fractions are not exact.

use manao_domain::Satang;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Longest number that is read.
const LONGEST: usize = 24;

/// An amount on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Baht(pub Satang);

impl Serialize for Baht {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Satang(satang) = self.0;
        let sign = if satang < 0 { "-" } else { "" };
        let text = format!("{sign}{}.{:02}", satang.unsigned_abs() / 100, satang.unsigned_abs() % 100);
        RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Baht {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Box::<RawValue>::deserialize(deserializer)?;
        parse(number.get())
            .map(|satang| Self(Satang(satang)))
            .ok_or_else(|| serde::de::Error::custom("no amount in whole satang"))
    }
}

/// Parses a JSON number of baht; None if it is not a whole number of satang.
fn parse(text: &str) -> Option<i64> {
    if text.len() > LONGEST {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or((1, mantissa), |rest| (-1, rest));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = digits.parse().ok()?;
    // In satang, the decimal point is two places further right.
    let places = i32::try_from(part.len()).ok()?.checked_sub(exponent)?.checked_sub(2)?;
    let power = 10_i64.checked_pow(places.unsigned_abs())?;
    let satang = if places > 0 { (number % power == 0).then_some(number / power)? } else { number.checked_mul(power)? };
    Some(sign * satang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_both_ways() {
        for (json, satang) in [
            ("49", 4_900),
            ("49.0", 4_900),
            ("49.000", 4_900),
            ("0.01", 1),
            ("1234.56", 123_456),
            ("1E+2", 10_000),
            ("4.9e1", 4_900),
            ("4999.99", 499_999),
            ("0.07", 7),
            ("0", 0),
        ] {
            assert_eq!(serde_json::from_str::<Baht>(json).ok(), Some(Baht(Satang(satang))), "{json}");
            let written = serde_json::to_string(&Baht(Satang(satang))).unwrap();
            assert_eq!(serde_json::from_str::<Baht>(&written).ok(), Some(Baht(Satang(satang))), "{written}");
        }
        assert_eq!(serde_json::to_string(&Baht(Satang(4_905))).unwrap(), "49.05");
        for json in ["49.005", "\"49\"", "null", "1e99", "1e-3", "99999999999999999999999999", "9223372036854775807"] {
            assert!(serde_json::from_str::<Baht>(json).is_err(), "{json}");
        }
    }
}
