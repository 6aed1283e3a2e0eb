//! Messages: in the rooms of matches, between entrants and staff, and to all remaining entrants.

mod broadcasts;
mod entrants;
mod leaving;
mod moderation;
mod pictures;
pub mod room;
mod talk;
