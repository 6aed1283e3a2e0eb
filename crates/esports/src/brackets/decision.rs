//! On whose authority a result is decided.

use super::room_state::RuledBy;

/// The user who decides, and whether later stages may be undone.
pub struct DecisionContext<'a> {
    pub actor_id: Option<i64>,
    pub reason: Option<&'a str>,
    pub cascade: bool,
    pub ruled: RuledBy,
}
