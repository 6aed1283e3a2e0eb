//! The terms that promoters accept.

/// Version of the promoter terms, including personal data, as the web shows them; stored with each acceptance. Must change together with
/// their text. Later applications and renewals then require a new acceptance.
pub const PROMOTER_TERMS_VERSION: &str = "2026-11-23";
