//! Kinds of documents that people keep with their profile and hand in as evidence.

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    DocumentKind {
        IdCard = "id_card",
        StudentCard = "student_card",
        SchoolCertificate = "school_certificate",
        ParentalConsent = "parental_consent",
        WorkplaceCard = "workplace_card",
        Other = "other",
    }
}
