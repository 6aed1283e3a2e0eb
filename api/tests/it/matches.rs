//! The rooms of matches over HTTP: reports of the sides, and their outcomes.

mod appointment;
mod clock;
pub mod demo;
pub mod duel;
mod no_shows;
mod proofs;
mod races;
mod resets;
mod scores;
mod time_races;
mod times;
