//! In whose name a result is decided.

use super::room_state::RuledBy;

/// Who changes it, and whether the later stages may fall.
pub struct DecisionContext<'a> {
    pub actor_id: Option<i64>,
    pub reason: Option<&'a str>,
    pub cascade: bool,
    pub ruled: RuledBy,
}
