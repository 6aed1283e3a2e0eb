//! The kinds of mail that the shop sends.

use manao_domain::text_enum;

text_enum! {
    /// The kinds of mail. Each is sent at most once per subject: an order, a session.
    Kind {
        VerificationCode = "verification_code",
        /// A notice to the account's previous address
        EmailChanged = "email_changed",
        NewDevice = "new_device",
        PasswordChanged = "password_changed",
        /// To staff: somebody came into the console with their login
        StaffEntered = "staff_entered",
        /// To staff: their second factors changed
        StaffFactors = "staff_factors",
        Receipt = "receipt",
        PaidLate = "paid_late",
        RepairBegun = "repair_begun",
        RepairEnded = "repair_ended",
        /// Esports messages, for people who asked for them by mail
        TournamentNews = "tournament_news",
        /// Answers of our staff to a member's thread
        SupportAnswered = "support_answered",
    }
}

text_enum! {
    /// Topics that a person can opt out of. Security mails go to everyone.
    #[derive(utoipa::ToSchema)]
    #[schema(as = MailTopic)]
    Topic {
        Receipts = "receipts",
        Orders = "orders",
        Tournaments = "tournaments",
        Support = "support",
    }
}

impl Kind {
    /// Returns the topic that switches it off, if any.
    pub fn topic(self) -> Option<Topic> {
        match self {
            Kind::VerificationCode
            | Kind::EmailChanged
            | Kind::NewDevice
            | Kind::PasswordChanged
            | Kind::StaffEntered
            | Kind::StaffFactors => None,
            Kind::Receipt => Some(Topic::Receipts),
            Kind::PaidLate | Kind::RepairBegun | Kind::RepairEnded => Some(Topic::Orders),
            Kind::TournamentNews => Some(Topic::Tournaments),
            Kind::SupportAnswered => Some(Topic::Support),
        }
    }
}
