//! The right to run tournaments: applied for, granted for a year, renewed, taken back.

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PromoterStatus {
        /// Never applied
        None = "none",
        /// An application waits for the staff
        Submitted = "submitted",
        Approved = "approved",
        Rejected = "rejected",
        /// The year is over
        Expired = "expired",
        Revoked = "revoked",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = PromoterApplicationStatus))]
    ApplicationStatus {
        Submitted = "submitted",
        Approved = "approved",
        Rejected = "rejected",
    }
}

text_enum! {
    /// What happened on the way to the right, or will.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = PromoterStepKind))]
    StepKind {
        TermsAccepted = "terms_accepted",
        Submitted = "submitted",
        /// An application for another year
        RenewalSubmitted = "renewal_submitted",
        Approved = "approved",
        Renewed = "renewed",
        Rejected = "rejected",
        Revoked = "revoked",
        /// The end of the right: past or to come
        Expires = "expires",
    }
}
