//! Who meets whom: the draw of a stage, and what its results make of it.
//!
//! Entrants are numbers in the order of seeds, from 0; matches are numbers in the order of play, from 0. What belongs to them in the database
//! and on the wire is the caller's affair.

pub mod apart;
mod elimination;
pub mod format;
pub mod groups;
pub mod play;
pub mod ranks;
pub mod seeding;
pub mod series;
pub mod standings;

#[cfg(test)]
mod play_tests;
#[cfg(test)]
mod vectors;

pub use elimination::{double, single};
pub use play::{Outcome, Play, Refusal, Side};

/// Entrants of one stage at most.
pub const MOST: usize = 4096;

/// In the order of seeds, from 0: 0 is the first seed.
pub type Entrant = u16;

text_enum! {
    /// The part of a stage that a match belongs to.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = BracketPart))]
    Part {
        Main = "main",
        /// Of a double elimination
        Losers = "losers",
        /// Between the winners of both brackets of a double elimination
        Final = "final",
        /// For the third place
        Third = "third",
        Group = "group",
    }
}

/// Where one side of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Entrant(Entrant),
    WinnerOf(usize),
    LoserOf(usize),
    /// Nobody: the other side goes on without a game
    Bye,
}

/// A match as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub part: Part,
    /// From 0; none in a bracket
    pub group: Option<usize>,
    /// Of its part, from 1
    pub round: usize,
    /// In its round, from 1
    pub number: usize,
    pub home: Slot,
    pub away: Slot,
    pub best_of: u8,
    /// A tie-break, which counts for nothing but its tie
    pub extra: bool,
}

/// Games of a match: by round from the first, the last for all later rounds.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a>(pub &'a [i32]);

impl Series<'_> {
    pub fn of_round(self, round: usize) -> u8 {
        let games = self.0.get(round.saturating_sub(1)).or(self.0.last()).copied().unwrap_or(1);
        u8::try_from(games).unwrap_or(1)
    }
}
