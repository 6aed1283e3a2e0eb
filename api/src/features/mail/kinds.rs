//! What we write to people about.

use manao_domain::text_enum;

text_enum! {
    /// The kinds of mail. There is one of a kind for each thing: an order, a session.
    Kind {
        VerificationCode = "verification_code",
        /// To the address that an account had before
        EmailChanged = "email_changed",
        NewDevice = "new_device",
        PasswordChanged = "password_changed",
        Receipt = "receipt",
        PaidLate = "paid_late",
        RepairBegun = "repair_begun",
        RepairEnded = "repair_ended",
    }
}

text_enum! {
    /// What somebody may be spared. What guards the account is sent to everybody.
    #[derive(utoipa::ToSchema)]
    #[schema(as = MailTopic)]
    Topic {
        Receipts = "receipts",
        Orders = "orders",
    }
}

impl Kind {
    /// What switches it off, if anything does.
    pub fn topic(self) -> Option<Topic> {
        match self {
            Kind::VerificationCode | Kind::EmailChanged | Kind::NewDevice | Kind::PasswordChanged => None,
            Kind::Receipt => Some(Topic::Receipts),
            Kind::PaidLate | Kind::RepairBegun | Kind::RepairEnded => Some(Topic::Orders),
        }
    }
}
