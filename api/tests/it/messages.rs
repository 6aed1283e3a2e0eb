//! Talk: in the rooms of matches, between entrants and those who run a tournament, and to everybody who is still in.

mod broadcasts;
mod entrants;
mod leaving;
mod moderation;
mod pictures;
pub mod room;
mod talk;
