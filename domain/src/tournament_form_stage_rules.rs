//! The scoring of a stage: criteria between equals, the draw of groups, and the early end of a survivor stage.

use serde::{Deserialize, Serialize};

use super::stages::StageJudge;
use super::{CheckedStage, FormRefusal, Game, TournamentRush, small};
use crate::bracket::standings::{PointRule, TieBreak};
use crate::survivor::{self, HeatKind, RushKind, SurvivorTieBreak};
use crate::tournament::{Elimination, GrandFinal, GroupDraw};

/// Most matches of a stage, or maps of its heats.
const MATCHES: i64 = 20_000;
const THRESHOLD: std::ops::RangeInclusive<i64> = 1..=9_999;

/// An end before the last map, as a stage is published with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = TournamentRushSettings))]
#[serde(rename_all = "camelCase")]
pub struct CheckedRush {
    pub kind: RushKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
}

impl CheckedStage {
    /// Returns whether the grand final of a double elimination may be played twice.
    pub fn may_reset(&self) -> bool {
        self.grand_final.unwrap_or(GrandFinal::Reset) == GrandFinal::Reset
    }

    pub fn point_rule(&self) -> PointRule {
        self.point_rule.unwrap_or(PointRule::WinDraw)
    }

    pub fn tie_breaks(&self) -> &[TieBreak] {
        if self.tie_breaks.is_empty() { TieBreak::USUAL } else { &self.tie_breaks }
    }

    pub fn group_draw(&self) -> GroupDraw {
        self.group_draw.unwrap_or(GroupDraw::Snake)
    }

    pub fn tie_order(&self) -> &[SurvivorTieBreak] {
        if self.tie_order.is_empty() { SurvivorTieBreak::USUAL } else { &self.tie_order }
    }

    pub fn heats(&self) -> HeatKind {
        self.heats.unwrap_or(HeatKind::Split)
    }

    pub fn rush(&self) -> Option<survivor::Rush> {
        let CheckedRush { kind, threshold, after } = self.rush?;
        match kind {
            RushKind::ChampionRush => Some(survivor::Rush::Champion { threshold: threshold? }),
            RushKind::Smash => Some(survivor::Rush::Smash { after: usize::try_from(after?).ok()? }),
        }
    }
}

impl StageJudge<'_> {
    pub(crate) fn grand_final(&self, elimination: Option<Elimination>) -> Option<GrandFinal> {
        let double = elimination == Some(Elimination::Double);
        double.then(|| self.stage.grand_final.unwrap_or(GrandFinal::Reset))
    }

    /// Returns the order of criteria, each at most once.
    pub(crate) fn order<T: Copy + PartialEq>(&mut self, field: &str, order: &[T], usual: &[T]) -> Vec<T> {
        for (at, named) in order.iter().enumerate() {
            self.refuse_if(order[..at].contains(named), &format!("{field}[{at}]"), FormRefusal::Twice);
        }
        if order.is_empty() { usual } else { order }.to_vec()
    }

    pub(crate) fn rush(&mut self, maps: Option<i64>, game: Option<&Game>) -> Option<CheckedRush> {
        let TournamentRush { kind, threshold, after } = self.stage.rush.as_ref()?;
        self.refuse_if(kind.is_none(), "rush.kind", FormRefusal::Missing);
        let groups = self.groups;
        let heats = self.entrants.zip(game).is_some_and(|(entrants, game)| ceil(entrants, groups) > game.sides.max(2));
        self.refuse_if(heats, "rush.kind", FormRefusal::Rush);
        let kind = (*kind)?;
        let champion = kind == RushKind::ChampionRush;
        let (field, number) = if champion { ("rush.threshold", threshold) } else { ("rush.after", after) };
        self.refuse_if(number.is_none(), field, FormRefusal::Missing);
        let range = if champion { THRESHOLD } else { 1..=maps.unwrap_or(i64::MAX) - 1 };
        self.refuse_if(number.is_some_and(|number| !range.contains(&number)), field, FormRefusal::OutOfRange);
        let told = |of: bool| number.filter(|_| of).map(small);
        Some(CheckedRush { kind, threshold: told(champion), after: told(!champion) })
    }

    pub(crate) fn best_maps(&mut self, maps: Option<i64>) -> Option<i32> {
        let best = self.stage.best_maps?;
        self.refuse_if(!(1..=maps.unwrap_or(i64::MAX)).contains(&best), "bestMaps", FormRefusal::OutOfRange);
        Some(small(best))
    }

    /// Refuses more matches, or maps of heats, than a stage can have. `of_group` gives those of a group by its members, played `times` times.
    pub(crate) fn bound_matches(&mut self, of_group: &dyn Fn(i64) -> i64, times: i64) {
        let Some(entrants) = self.entrants else { return };
        let (size, larger) = (entrants / self.groups, entrants % self.groups);
        let matches = (larger * of_group(size + 1) + (self.groups - larger) * of_group(size)) * times;
        self.refuse_if(matches > MATCHES, "groups", FormRefusal::Matches);
    }
}

fn ceil(many: i64, part: i64) -> i64 {
    many / part + i64::from(many % part > 0)
}
