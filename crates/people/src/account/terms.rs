//! The terms that members accept.

/// Version of the terms that the web shows, stored with each acceptance. Change it together with their text in the web's `pages.ts`: everybody
/// is then asked again and cannot order until they accept.
pub const TERMS_VERSION: &str = "2026-11-22";
