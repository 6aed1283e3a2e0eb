//! Numbers as people type them (specification: numeric input allows digits only, decimal input digits and a dot).

use crate::text::normalise;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotNumeric {
    #[error("digits only")]
    Digits,
    #[error("digits and one dot only")]
    Decimal,
    #[error("five digits")]
    ZipCode,
}

/// Parses digits only, at most 18 of them; Thai digits become plain.
pub fn digits(text: &str) -> Result<String, NotNumeric> {
    let number = normalise(text);
    let fine = (1..=18).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    if fine { Ok(number) } else { Err(NotNumeric::Digits) }
}

/// Parses digits with at most one dot between them.
pub fn decimal(text: &str) -> Result<String, NotNumeric> {
    let number = normalise(text);
    let (whole, part) = number.split_once('.').map_or((number.as_str(), None), |(whole, part)| (whole, Some(part)));
    match (digits(whole), part.map(digits)) {
        (Ok(_), None | Some(Ok(_))) => Ok(number),
        _ => Err(NotNumeric::Decimal),
    }
}

/// Parses a Thai postcode: five digits, the first two a province's (10 and up).
pub fn zip_code(text: &str) -> Result<String, NotNumeric> {
    digits(text).ok().filter(|code| code.len() == 5 && !code.starts_with('0')).ok_or(NotNumeric::ZipCode)
}
