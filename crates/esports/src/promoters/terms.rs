//! The terms that promoters accept.

/// The terms of promoters, personal data included, as the web shows them; kept with each acceptance. Changed together with their text:
/// whoever applies or renews after that accepts them again.
pub const PROMOTER_TERMS_VERSION: &str = "2026-11-23";
