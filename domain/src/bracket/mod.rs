//! The draw of a stage, and the outcome of its results.
//!
//! Entrants are numbers in the order of seeds, from 0; matches are numbers in the order of play, from 0. The caller maps them to the database
//! and the wire.

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
mod play_cases_tests;
#[cfg(test)]
mod play_tests;
#[cfg(test)]
mod vectors;

pub use elimination::{double, single};
pub use play::{Outcome, Play, Refusal, Side};

/// Most entrants of one stage.
pub const MOST: usize = 4096;

/// An entrant, by its position in the order of seeds, from 0: 0 is the first seed.
pub type Entrant = u16;

text_enum! {
    /// The part of a stage that a match belongs to.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = BracketPart))]
    Part {
        Main = "main",
        /// Losers' bracket of a double elimination
        Losers = "losers",
        /// Match between the winners of both brackets of a double elimination
        Final = "final",
        /// Match for the third place
        Third = "third",
        Group = "group",
    }
}

/// The origin of one side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    Entrant(Entrant),
    WinnerOf(usize),
    LoserOf(usize),
    /// No entrant: the other side advances without a game
    Bye,
}

/// A match as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub part: Part,
    /// Number of the group, from 0; None in a bracket
    pub group: Option<usize>,
    /// Round within the part, from 1
    pub round: usize,
    /// Number within the round, from 1
    pub number: usize,
    pub home: Slot,
    pub away: Slot,
    pub best_of: u8,
    /// Whether it is a tie-break, which counts only for its tie
    pub extra: bool,
}

/// Lengths of series, by round from the first; the last applies to all later rounds.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a>(pub &'a [i32]);

impl Series<'_> {
    pub fn of_round(self, round: usize) -> u8 {
        let games = self.0.get(round.saturating_sub(1)).or(self.0.last()).copied().unwrap_or(1);
        u8::try_from(games).unwrap_or(1)
    }
}
