//! The formats of a stage: a file each, behind one trait. [`Format::rules`] is the only place that tells them apart.

mod elimination;
mod round_robin;
mod survivor;

use super::groups::Rest;
use super::{Entrant, Match};
use crate::tournament::{Elimination, Format};
use crate::tournament_form::{CheckedStage, Game, StageJudge};

/// Everything that differs between formats.
pub trait FormatRules: Sync {
    /// Whether the game can be played in this format.
    fn is_playable(&self, game: &Game) -> bool;

    /// Whether entrants are divided into groups; otherwise they stand on the lines of a bracket.
    fn has_groups(&self) -> bool;

    /// Whether many sides meet at once, over several maps; otherwise two sides meet in a match.
    fn has_heats(&self) -> bool;

    /// Whether matches of two sides are counted in a table.
    fn has_tables(&self) -> bool {
        self.has_groups() && !self.has_heats()
    }

    /// The part of the tournament's page that shows the stage, as its address names it.
    fn tab(&self) -> &'static str;

    /// Returns after how many defeats an entrant is out, where defeats decide that; single when `chosen` is absent.
    fn elimination(&self, chosen: Option<Elimination>) -> Option<Elimination>;

    /// Checks the fields of a form's stage that the format asks for, and returns its settings.
    fn check(&self, judge: &mut StageJudge<'_>, game: Option<&Game>) -> CheckedStage;

    /// Returns the matches of two sides, in the order of play. `sections` are the lines of a bracket, or groups. Of a stage that others
    /// follow, these are the rounds that leave as many entrants as go on.
    fn matches(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Match>;

    /// Returns who rests in which round.
    fn rests(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Rest>;
}

impl Format {
    pub fn rules(self) -> &'static dyn FormatRules {
        match self {
            Self::Bracket => &elimination::Rules,
            Self::RoundRobin => &round_robin::Rules,
            Self::Survivor => &survivor::Rules,
        }
    }
}
