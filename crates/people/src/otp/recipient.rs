//! Where a code goes.

use manao_domain::msisdn::Msisdn;

/// What is confirmed by the code.
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

    /// One key for one recipient, however an address is capitalised.
    pub fn key(&self) -> String {
        match self {
            Self::Number(number) => number.international().to_owned(),
            Self::Address(address) => address.to_lowercase(),
        }
    }
}
