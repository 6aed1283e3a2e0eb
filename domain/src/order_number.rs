//! The order number that people read, say and type: `MN-XXXX-XXXX`. Forty random bits in Crockford's base 32 (no I, L, O, U). The database keeps
//! it unique, and a clash draws another. It is not a secret: access is checked separately.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::normalise;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A well-formed order number in its canonical spelling.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OrderNumber(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an order number")]
pub struct NotAnOrderNumber;

impl OrderNumber {
    /// Returns the number of five random bytes.
    pub fn from_random(bytes: [u8; 5]) -> OrderNumber {
        let bits = bytes.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let letters: Vec<u8> = (0..8).rev().map(|place| ALPHABET[usize::from((bits >> (place * 5) & 31) as u8)]).collect();
        OrderNumber::written(letters.into_iter().map(char::from))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn written(letters: impl Iterator<Item = char>) -> OrderNumber {
        let mut text = String::with_capacity(12);
        text.push_str("MN");
        for (index, letter) in letters.enumerate() {
            if index % 4 == 0 {
                text.push('-');
            }
            text.push(letter);
        }
        OrderNumber(text)
    }
}

/// Parses what people type and paste: small, full-width or invisible letters, with or without `MN` and dashes of any kind, spaces around, O for
/// 0, I and L for 1.
impl FromStr for OrderNumber {
    type Err = NotAnOrderNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Nothing that long is an order number, so such input is not even scanned.
        if text.len() > 64 {
            return Err(NotAnOrderNumber);
        }
        let bare: String =
            normalise(text).chars().filter(|c| !c.is_whitespace() && !is_dash(*c)).map(|c| c.to_ascii_uppercase()).collect();
        let letters = if bare.chars().count() == 10 { bare.strip_prefix("MN").ok_or(NotAnOrderNumber)? } else { &bare };
        let letters = letters
            .chars()
            .map(|letter| match letter {
                'O' => Some('0'),
                'I' | 'L' => Some('1'),
                other => u8::try_from(other).ok().filter(|byte| ALPHABET.contains(byte)).map(char::from),
            })
            .collect::<Option<Vec<char>>>()
            .filter(|letters| letters.len() == 8)
            .ok_or(NotAnOrderNumber)?;
        Ok(OrderNumber::written(letters.into_iter()))
    }
}

/// Returns whether it is a hyphen, or a dash that phone keyboards and messages put in its place.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

impl TryFrom<String> for OrderNumber {
    type Error = NotAnOrderNumber;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<OrderNumber> for String {
    fn from(number: OrderNumber) -> String {
        number.0
    }
}

impl std::fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_bytes() {
        for (bytes, text) in [
            ([0; 5], "MN-0000-0000"),
            ([255; 5], "MN-ZZZZ-ZZZZ"),
            ([0, 0, 0, 0, 33], "MN-0000-0011"),
            ([0x12, 0x34, 0x56, 0x78, 0x9A], "MN-28T5-CY4T"),
        ] {
            assert_eq!(OrderNumber::from_random(bytes).as_str(), text);
        }
    }

    #[test]
    fn what_people_type_is_understood() {
        for text in [
            "MN-1A0B-CD2E",
            "mn-1a0b-cd2e",
            " MN 1A0B CD2E ",
            "1A0BCD2E",
            "mnIaObcd2e",
            "laob-cd2e",
            "ＭＮ－１Ａ０Ｂ－ＣＤ２Ｅ",
            "MN\u{200B}-1A0B-\u{FEFF}CD2E",
            "MN–1A0B—CD2E",
            "MN-๑A๐B-CD๒E",
        ] {
            assert_eq!(text.parse::<OrderNumber>().unwrap().as_str(), "MN-1A0B-CD2E", "{text}");
        }
        let long = "M".repeat(10_000);
        for text in [
            "",
            "MN-",
            "MN-1A0B-CD2",
            "MN-1A0B-CD2EE",
            "MN-1A0B-CD2U",
            "XX-1A0B-CD2E",
            "MN-1A0B-CD2ก",
            "MN-1A0B-CD2!",
            long.as_str(),
        ] {
            assert_eq!(text.parse::<OrderNumber>(), Err(NotAnOrderNumber), "{text:.20}");
        }
    }

    proptest! {
        #[test]
        fn any_number_parses_as_itself(bytes: [u8; 5]) {
            let number = OrderNumber::from_random(bytes);
            prop_assert_eq!(number.as_str().parse::<OrderNumber>(), Ok(number.clone()));
            let json = serde_json::to_string(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<OrderNumber>(&json).unwrap(), number);
        }

        #[test]
        fn any_text_is_answered(text in ".*") {
            let _ = text.parse::<OrderNumber>();
        }
    }
}
