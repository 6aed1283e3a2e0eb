//! The stages of a form: each takes in the entrants that qualify from the one before.

use serde::{Deserialize, Serialize};

use super::stage_rules::CheckedRush;
use super::{CAPACITY, FormRefusal, Game, Refusals, TournamentForm, given, is_longer, refuse_if, small};
use crate::bracket::standings::{PointRule, TieBreak};
use crate::survivor::{HeatKind, RushKind, SurvivorTieBreak};
use crate::text::normalise;
use crate::tournament::{Elimination, Format, GrandFinal, GroupDraw};

const NAME: usize = 80;
/// Most rounds: a double elimination of 4,096 has 24, and a final that may be played again.
const ROUNDS: usize = 26;
const TABLE: usize = 40;
pub const MAPS: std::ops::RangeInclusive<i64> = 1..=30;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TournamentStage {
    #[cfg_attr(feature = "utoipa", schema(extensions(("maxLength" = json!(NAME)))))]
    pub name: Option<String>,
    pub format: Option<Format>,
    /// Kind of elimination of a bracket; single when absent
    pub elimination: Option<Elimination>,
    pub third_place: bool,
    /// Number of groups in round robin and survivor; 1 when absent
    pub groups: Option<i64>,
    pub winners_per_group: Option<i64>,
    /// Whether everyone plays everyone twice
    pub double_round: bool,
    /// Point table of a survivor stage, one of the game's
    pub point_table: Option<String>,
    /// Number of games of a survivor stage
    pub maps: Option<i64>,
    /// Number of entrants that advance; absent in the last stage
    pub qualifiers: Option<i64>,
    /// Best of, by round from the first: 1, 3, 5 or 7, in round robin 2 too; the last holds for later rounds. When fewer rounds are played than
    /// that, the last lengths hold.
    pub series: Vec<i64>,
    /// End of a double elimination; `reset` when absent
    pub grand_final: Option<GrandFinal>,
    /// Points for a match in round robin; `win_draw` when absent
    pub point_rule: Option<PointRule>,
    /// Tie-breaks of round robin, each once, the first decides first; the usual order when empty
    pub tie_breaks: Vec<TieBreak>,
    /// Way of drawing groups in round robin and survivor; `snake` when absent
    pub group_draw: Option<GroupDraw>,
    /// Tie-breaks of survivor, in the same way as `tieBreaks`
    pub tie_order: Vec<SurvivorTieBreak>,
    /// Heats of a survivor group larger than a lobby; `split` when absent
    pub heats: Option<HeatKind>,
    /// An end of a survivor stage before its last map
    pub rush: Option<TournamentRush>,
    /// Number of best maps that count in a survivor stage; all when absent
    pub best_maps: Option<i64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct TournamentRush {
    pub kind: Option<RushKind>,
    /// Points of a champion rush, 1 to 9,999
    pub threshold: Option<i64>,
    /// Number of maps before a smash, fewer than the stage has
    pub after: Option<i64>,
}

/// A stage as it is played, without the fields that its format does not use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = TournamentStageSettings))]
#[serde(rename_all = "camelCase")]
pub struct CheckedStage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub format: Format,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elimination: Option<Elimination>,
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub third_place: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners_per_group: Option<i32>,
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub double_round: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maps: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qualifiers: Option<i32>,
    /// Best of, by round; the last holds for later rounds
    #[serde(default)]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub series: Vec<i32>,
    // The fields below have usual values, for stages that were published before they could be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grand_final: Option<GrandFinal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_rule: Option<PointRule>,
    /// Tie-breaks of round robin, in the order in which they decide
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_draw: Option<GroupDraw>,
    /// Tie-breaks of survivor, in the same way as `tieBreaks`
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_order: Vec<SurvivorTieBreak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heats: Option<HeatKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rush: Option<CheckedRush>,
    /// Number of best maps that count; all when absent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_maps: Option<i32>,
}

pub(super) fn bounds(stage: &TournamentStage, at: usize, refusals: &mut Refusals) {
    let long = is_longer(stage.name.as_deref(), NAME);
    refuse_if(refusals, long, format!("stages[{at}].name"), FormRefusal::TooLong);
    let long = is_longer(stage.point_table.as_deref(), TABLE);
    refuse_if(refusals, long, format!("stages[{at}].pointTable"), FormRefusal::TooLong);
    let lists = [
        ("series", stage.series.len(), ROUNDS),
        ("tieBreaks", stage.tie_breaks.len(), TieBreak::ALL.len()),
        ("tieOrder", stage.tie_order.len(), SurvivorTieBreak::ALL.len()),
    ];
    for (field, length, most) in lists {
        refuse_if(refusals, length > most, format!("stages[{at}].{field}"), FormRefusal::TooMany);
    }
}

pub(super) fn check(form: &TournamentForm, game: Option<&Game>, refusals: &mut Refusals) -> Vec<CheckedStage> {
    refuse_if(refusals, form.stages.is_empty(), "stages", FormRefusal::Missing);
    let mut entrants = form.capacity.filter(|many| CAPACITY.contains(many));
    let mut checked = Vec::new();
    for (at, stage) in form.stages.iter().enumerate() {
        let mut judge = StageJudge { at, stage, entrants, last: at + 1 == form.stages.len(), groups: 1, refusals };
        let Some(stage) = judge.check(game) else { break };
        entrants = stage.qualifiers.map(i64::from);
        checked.push(stage);
    }
    checked
}

/// Checks one stage of a form, with the steps that formats share.
pub struct StageJudge<'a> {
    at: usize,
    pub(crate) stage: &'a TournamentStage,
    /// Number of entrants; None while it is unknown
    pub(super) entrants: Option<i64>,
    last: bool,
    /// Number of groups; 1 until [`StageJudge::grouped`] has read it
    pub(super) groups: i64,
    refusals: &'a mut Refusals,
}

impl StageJudge<'_> {
    pub(super) fn refuse_if(&mut self, wrong: bool, field: &str, refusal: FormRefusal) {
        refuse_if(self.refusals, wrong, format!("stages[{}].{field}", self.at), refusal);
    }

    fn check(&mut self, game: Option<&Game>) -> Option<CheckedStage> {
        let format = given(self.stage.format, &format!("stages[{}].format", self.at), self.refusals)?;
        let rules = format.rules();
        self.refuse_if(game.is_some_and(|game| !rules.is_playable(game)), "format", FormRefusal::FormatOfGame);
        Some(rules.check(self, game))
    }

    /// Returns a stage with only its name and format.
    pub(crate) fn unset(&self, format: Format) -> CheckedStage {
        CheckedStage {
            name: self.stage.name.as_deref().map(normalise).filter(|name| !name.is_empty()),
            format,
            elimination: None,
            third_place: false,
            groups: None,
            winners_per_group: None,
            double_round: false,
            point_table: None,
            maps: None,
            qualifiers: None,
            series: Vec::new(),
            grand_final: None,
            point_rule: None,
            tie_breaks: Vec::new(),
            group_draw: None,
            tie_order: Vec::new(),
            heats: None,
            rush: None,
            best_maps: None,
        }
    }

    /// Returns a stage with its groups, and the number of entrants that advance from them.
    pub(crate) fn grouped(&mut self, format: Format) -> CheckedStage {
        self.groups = self.groups();
        let winners = if self.last { None } else { self.winners(self.groups) };
        let qualifiers = winners.map(|winners| self.qualifiers_of_groups(self.groups * winners));
        CheckedStage {
            groups: Some(small(self.groups)),
            winners_per_group: winners.map(small),
            qualifiers: qualifiers.map(small),
            group_draw: Some(self.stage.group_draw.unwrap_or(GroupDraw::Snake)),
            ..self.unset(format)
        }
    }

    fn groups(&mut self) -> i64 {
        let groups = self.stage.groups.unwrap_or(1);
        let impossible = !(1..=CAPACITY.end() / 2).contains(&groups);
        self.refuse_if(impossible, "groups", FormRefusal::OutOfRange);
        let small = !impossible && self.entrants.is_some_and(|entrants| entrants / groups < 2);
        self.refuse_if(small, "groups", FormRefusal::GroupTooSmall);
        groups.clamp(1, CAPACITY.end() / 2)
    }

    /// Returns how many entrants of each group advance.
    fn winners(&mut self, groups: i64) -> Option<i64> {
        let winners = given(self.stage.winners_per_group, &format!("stages[{}].winnersPerGroup", self.at), self.refusals)?;
        let smallest = self.entrants.map_or(*CAPACITY.end(), |entrants| entrants / groups);
        let wrong = winners < 1 || winners >= smallest;
        self.refuse_if(wrong, "winnersPerGroup", FormRefusal::Winners);
        (!wrong).then_some(winners)
    }

    fn qualifiers_of_groups(&mut self, many: i64) -> i64 {
        self.refuse_if(self.stage.qualifiers.is_some_and(|told| told != many), "qualifiers", FormRefusal::QualifiersOfGroups);
        self.refuse_if(many < 2, "winnersPerGroup", FormRefusal::Qualifiers);
        many
    }

    /// Returns how many entrants advance from a bracket; None from the last stage.
    pub(crate) fn qualifiers(&mut self) -> Option<i64> {
        if self.last {
            return None;
        }
        let many = given(self.stage.qualifiers, &format!("stages[{}].qualifiers", self.at), self.refusals)?;
        let wrong = many < 2 || many >= self.entrants.unwrap_or(CAPACITY.end() + 1);
        self.refuse_if(wrong, "qualifiers", FormRefusal::Qualifiers);
        self.refuse_if(!wrong && many & (many - 1) != 0, "qualifiers", FormRefusal::QualifiersOfBracket);
        (!wrong).then_some(many)
    }

    /// Returns the point table of a survivor stage and the number of its maps.
    pub(crate) fn points_and_maps(&mut self, game: Option<&Game>) -> (Option<String>, Option<i64>) {
        let table = given(self.stage.point_table.clone(), &format!("stages[{}].pointTable", self.at), self.refusals);
        let strange = table.as_ref().zip(game).is_some_and(|(table, game)| !game.point_tables.contains(table));
        self.refuse_if(strange, "pointTable", FormRefusal::PointTable);
        let maps = given(self.stage.maps, &format!("stages[{}].maps", self.at), self.refusals);
        self.refuse_if(maps.is_some_and(|maps| !MAPS.contains(&maps)), "maps", FormRefusal::OutOfRange);
        (table, maps)
    }

    /// Returns the length of each round, of the lengths that the format allows.
    pub(crate) fn series(&mut self, lengths: &[i64]) -> Vec<i32> {
        self.refuse_if(!self.stage.series.iter().all(|games| lengths.contains(games)), "series", FormRefusal::Series);
        if self.stage.series.is_empty() { vec![1] } else { self.stage.series.iter().map(|games| small(*games)).collect() }
    }
}
