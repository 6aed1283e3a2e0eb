//! What staff writes down when they decide about money or goods.

use crate::problem::{Problem, codes};

/// In characters.
const LONGEST: usize = 500;

/// The note, trimmed.
///
/// # Errors
/// 422 `fields_invalid` when there is none, or it is too long.
pub fn checked(note: &str) -> Result<&str, Problem> {
    let note = note.trim();
    if note.is_empty() {
        return Err(Problem::invalid("note", codes::field_required));
    }
    if note.chars().count() > LONGEST {
        return Err(Problem::invalid("note", codes::field_invalid));
    }
    Ok(note)
}
