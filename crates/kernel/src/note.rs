//! The note that staff write when they decide about money or goods.

use crate::problem::{Problem, codes, required};

/// Longest note, in characters.
pub const LONGEST: usize = 500;

/// Returns the note, trimmed.
///
/// # Errors
/// 422 `fields_invalid` when there is none, or it is too long.
pub fn checked(note: &str) -> Result<&str, Problem> {
    required(note, LONGEST).map_err(|code| Problem::invalid("note", code))
}

/// The reason that others will read for a decision, trimmed.
///
/// # Errors
/// 422 at `reason`: `reason_required`, `text_too_long`.
pub fn reason(text: Option<&str>) -> Result<&str, Problem> {
    let text = text.unwrap_or_default();
    required(text, LONGEST).map_err(|_| {
        let code = if text.trim().is_empty() { codes::reason_required } else { codes::text_too_long };
        Problem::invalid("reason", code)
    })
}
