//! The note staff write when they decide about money or goods.

use crate::problem::{Problem, required};

/// In characters.
const LONGEST: usize = 500;

/// The note, trimmed.
///
/// # Errors
/// 422 `fields_invalid` when there is none, or it is too long.
pub fn checked(note: &str) -> Result<&str, Problem> {
    required(note, LONGEST).map_err(|code| Problem::invalid("note", code))
}
