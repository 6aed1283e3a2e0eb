//! Thai mobile numbers: stored as `66812345678`, shown as `0812345678`, and to others as `08x-xxx-4821`.

use serde::{Deserialize, Serialize};

use crate::text::normalise;

/// A mobile number in international format without the plus: `66` and nine digits beginning with 6, 8 or 9 (the numbering plan's mobile ranges).
/// `Debug` and `Display` mask it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Msisdn(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a Thai mobile number")]
pub struct NotAMobileNumber;

impl Msisdn {
    /// Parses `081-234-5678`, `+66 81 234 5678`, `0066812345678`, `66812345678`, Thai digits.
    pub fn parse(text: &str) -> Result<Msisdn, NotAMobileNumber> {
        if text.len() > 128 {
            return Err(NotAMobileNumber);
        }
        let plain = normalise(text);
        let bare: String =
            plain.strip_prefix('+').unwrap_or(&plain).chars().filter(|c| !matches!(c, ' ' | '-' | '(' | ')' | '.')).collect();
        if !bare.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAMobileNumber);
        }
        let national = if plain.starts_with('+') {
            bare.strip_prefix("66")
        } else {
            bare.strip_prefix("0066")
                .or_else(|| bare.strip_prefix("66").filter(|rest| rest.len() >= 9))
                .or_else(|| bare.strip_prefix('0'))
        };
        // `+66 (0)81…` still contains the national zero.
        let national = national.map(|rest| if rest.len() == 10 { rest.strip_prefix('0').unwrap_or(rest) } else { rest });
        match national {
            Some(rest) if rest.len() == 9 && rest.starts_with(['6', '8', '9']) => Ok(Msisdn(format!("66{rest}"))),
            _ => Err(NotAMobileNumber),
        }
    }

    /// Returns `66812345678`, the format of telecoms and the database.
    pub fn international(&self) -> &str {
        &self.0
    }

    /// Returns `0812345678`, the format that its owner uses.
    pub fn national(&self) -> String {
        format!("0{}", &self.0[2..])
    }

    /// Returns `08x-xxx-4821`.
    pub fn masked(&self) -> String {
        format!("0{}x-xxx-{}", &self.0[2..3], &self.0[7..])
    }
}

impl std::fmt::Display for Msisdn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.masked())
    }
}

impl std::fmt::Debug for Msisdn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Msisdn({self})")
    }
}

impl TryFrom<String> for Msisdn {
    type Error = NotAMobileNumber;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Msisdn::parse(&text)
    }
}

impl From<Msisdn> for String {
    fn from(number: Msisdn) -> String {
        number.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn writings_of_one_number() {
        for text in [
            "0812344821",
            "081-234-4821",
            " 081 234 4821 ",
            "(081) 234-4821",
            "+66812344821",
            "+66 81 234 4821",
            "+66 (0)81 234 4821",
            "66812344821",
            "0066812344821",
            "๐๘๑๒๓๔๔๘๒๑",
        ] {
            let number = Msisdn::parse(text).unwrap();
            assert_eq!(number.international(), "66812344821", "{text}");
            assert_eq!(number.national(), "0812344821");
            assert_eq!(number.to_string(), "08x-xxx-4821");
            assert_eq!(format!("{number:?}"), "Msisdn(08x-xxx-4821)");
        }
        assert_eq!(Msisdn::parse("0661234567").unwrap().international(), "66661234567");
        assert_eq!(Msisdn::parse("0912344821").unwrap().masked(), "09x-xxx-4821");
    }

    #[test]
    fn what_is_not_one() {
        let long = "0".repeat(1_000);
        for text in [
            "",
            "0",
            "+",
            "66",
            "081234482",
            "08123448210",
            "0212344821",
            "021234482",
            "0512344821",
            "0712344821",
            "+0812344821",
            "+1 812344821",
            "812344821",
            "6681234482",
            "668123448210",
            "081234482x",
            "08+12344821",
            "081234४821",
            long.as_str(),
        ] {
            assert_eq!(Msisdn::parse(text), Err(NotAMobileNumber), "{text:.20}");
        }
    }

    proptest! {
        #[test]
        fn there_and_back(national in "0[689][0-9]{8}") {
            let number = Msisdn::parse(&national).unwrap();
            prop_assert_eq!(number.national(), national);
            prop_assert_eq!(Msisdn::parse(number.international()), Ok(number.clone()));
            let json = serde_json::to_string(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<Msisdn>(&json).unwrap(), number);
        }

        #[test]
        fn what_is_read_is_always_a_mobile_number(text in "[+0-9 ()-]{0,18}") {
            if let Ok(number) = Msisdn::parse(&text) {
                prop_assert_eq!(number.international().len(), 11);
                prop_assert!(number.national().starts_with(['0']) && number.national().len() == 10);
            }
        }
    }
}
