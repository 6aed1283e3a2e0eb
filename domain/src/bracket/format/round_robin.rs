//! Round robin: each entrant of a group plays each other, and a table ranks them.

use super::FormatRules;
use crate::bracket::groups::{Rest, round_robin};
use crate::bracket::standings::{PointRule, TieBreak};
use crate::bracket::{Entrant, Match, Series};
use crate::tournament::{Elimination, Format};
use crate::tournament_form::{CheckedStage, Game, StageJudge};

/// A series of two games can be drawn, which a table can count.
const SERIES: &[i64] = &[1, 2, 3, 5, 7];

pub(super) struct Rules;

impl FormatRules for Rules {
    fn is_playable(&self, _: &Game) -> bool {
        true
    }

    fn has_groups(&self) -> bool {
        true
    }

    fn has_heats(&self) -> bool {
        false
    }

    fn tab(&self) -> &'static str {
        "tables"
    }

    fn elimination(&self, _: Option<Elimination>) -> Option<Elimination> {
        None
    }

    fn check(&self, judge: &mut StageJudge<'_>, _: Option<&Game>) -> CheckedStage {
        let mut checked = judge.grouped(Format::RoundRobin);
        let times = if judge.stage.double_round { 2 } else { 1 };
        // The number of matches grows with the square of the members.
        judge.bound_matches(&|members| members * (members - 1) / 2, times);
        checked.double_round = judge.stage.double_round;
        checked.series = judge.series(SERIES);
        checked.point_rule = Some(judge.stage.point_rule.unwrap_or(PointRule::WinDraw));
        checked.tie_breaks = judge.order("tieBreaks", &judge.stage.tie_breaks, TieBreak::USUAL);
        checked
    }

    fn matches(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Match> {
        drawn(settings, sections).0
    }

    fn rests(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Rest> {
        drawn(settings, sections).1
    }
}

fn drawn(settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> (Vec<Match>, Vec<Rest>) {
    let groups: Vec<Vec<Entrant>> = sections.iter().map(|group| group.iter().flatten().copied().collect()).collect();
    round_robin(&groups, settings.double_round, Series(&settings.series))
}
