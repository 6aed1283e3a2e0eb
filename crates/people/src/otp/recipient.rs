//! The recipient of a code.

use manao_domain::msisdn::Msisdn;

/// The number or address that the code confirms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    Number(Msisdn),
    /// An e-mail address that has passed the domain's rule
    Address(String),
}

impl Recipient {
    pub fn number(&self) -> Option<&str> {
        match self {
            Self::Number(number) => Some(number.international()),
            Self::Address(_) => None,
        }
    }

    pub fn address(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Address(address) => Some(address),
        }
    }

    /// Returns one key for one recipient, however an address is capitalised.
    pub fn key(&self) -> String {
        match self {
            Self::Number(number) => number.international().to_owned(),
            Self::Address(address) => address.to_lowercase(),
        }
    }
}
