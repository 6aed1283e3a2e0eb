//! What we write to people about.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kinds of mail. There is one of a kind for each thing: an order, a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    VerificationCode,
    /// To the address that an account had before
    EmailChanged,
    NewDevice,
    PasswordChanged,
    Receipt,
    PaidLate,
    RepairBegun,
    RepairEnded,
}

/// What somebody may be spared. What guards the account is sent to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    Receipts,
    Orders,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::VerificationCode,
        Kind::EmailChanged,
        Kind::NewDevice,
        Kind::PasswordChanged,
        Kind::Receipt,
        Kind::PaidLate,
        Kind::RepairBegun,
        Kind::RepairEnded,
    ];

    /// The word in the database and in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::VerificationCode => "verification_code",
            Kind::EmailChanged => "email_changed",
            Kind::NewDevice => "new_device",
            Kind::PasswordChanged => "password_changed",
            Kind::Receipt => "receipt",
            Kind::PaidLate => "paid_late",
            Kind::RepairBegun => "repair_begun",
            Kind::RepairEnded => "repair_ended",
        }
    }

    pub fn find(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What switches it off, if anything does.
    pub fn topic(self) -> Option<Topic> {
        match self {
            Kind::VerificationCode | Kind::EmailChanged | Kind::NewDevice | Kind::PasswordChanged => None,
            Kind::Receipt => Some(Topic::Receipts),
            Kind::PaidLate | Kind::RepairBegun | Kind::RepairEnded => Some(Topic::Orders),
        }
    }
}

impl Topic {
    pub const ALL: [Topic; 2] = [Topic::Receipts, Topic::Orders];

    pub fn as_str(self) -> &'static str {
        match self {
            Topic::Receipts => "receipts",
            Topic::Orders => "orders",
        }
    }

    pub fn find(name: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.as_str() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_one_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::find(kind.as_str()), Some(kind));
        }
        for topic in Topic::ALL {
            assert_eq!(Topic::find(topic.as_str()), Some(topic));
        }
    }
}
