//! The formats of a stage: one file each, behind one trait. [`Format::rules`] is the only place that distinguishes them.

mod elimination;
mod round_robin;
mod survivor;

use super::groups::Rest;
use super::{Entrant, Match};
use crate::tournament::{Elimination, Format};
use crate::tournament_form::{CheckedStage, Game, StageJudge};

/// Everything that differs between formats.
pub trait FormatRules: Sync {
    /// Returns whether the game can be played in this format.
    fn is_playable(&self, game: &Game) -> bool;

    /// Returns whether entrants are divided into groups; otherwise they are on the lines of a bracket.
    fn has_groups(&self) -> bool;

    /// Returns whether many sides meet at once, over several maps; otherwise two sides meet in a match.
    fn has_heats(&self) -> bool;

    /// Returns whether matches of two sides are counted in a table.
    fn has_tables(&self) -> bool {
        self.has_groups() && !self.has_heats()
    }

    /// Returns the part of the tournament's page that shows the stage, as its address names it.
    fn tab(&self) -> &'static str;

    /// Returns the number of defeats after which an entrant is out, if defeats decide that; single when `chosen` is absent.
    fn elimination(&self, chosen: Option<Elimination>) -> Option<Elimination>;

    /// Checks the fields of a form's stage that the format asks for, and returns its settings.
    fn check(&self, judge: &mut StageJudge<'_>, game: Option<&Game>) -> CheckedStage;

    /// Returns the matches of two sides, in the order of play. `sections` are the lines of a bracket, or groups. If other stages follow, the
    /// rounds end when only the qualifiers are left.
    fn matches(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Match>;

    /// Returns the entrants that rest, with the round.
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
