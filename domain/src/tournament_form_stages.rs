//! The stages of a form: each takes in what the one before lets go on.

use serde::{Deserialize, Serialize};

use super::{CAPACITY, FormRefusal, Game, Refusals, TournamentForm, TournamentStage, given, is_longer, refuse_if, small};
use crate::text::normalise;
use crate::tournament::{Elimination, Format};

const NAME: usize = 80;
/// Double elimination of 4,096 has 24 rounds, and a final that may be played again.
const ROUNDS: usize = 26;
const TABLE: usize = 40;
const MAPS: std::ops::RangeInclusive<i64> = 1..=30;

/// A stage as it is played: what its format has no use for is left out.
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
}

pub(super) fn bounds(stage: &TournamentStage, at: usize, refusals: &mut Refusals) {
    let long = is_longer(stage.name.as_deref(), NAME);
    refuse_if(refusals, long, format!("stages[{at}].name"), FormRefusal::TooLong);
    let long = is_longer(stage.point_table.as_deref(), TABLE);
    refuse_if(refusals, long, format!("stages[{at}].pointTable"), FormRefusal::TooLong);
    refuse_if(refusals, stage.series.len() > ROUNDS, format!("stages[{at}].series"), FormRefusal::TooMany);
}

pub(super) fn check(form: &TournamentForm, game: Option<&Game>, refusals: &mut Refusals) -> Vec<CheckedStage> {
    refuse_if(refusals, form.stages.is_empty(), "stages", FormRefusal::Missing);
    let mut entrants = form.capacity.filter(|many| CAPACITY.contains(many));
    let mut checked = Vec::new();
    for (at, stage) in form.stages.iter().enumerate() {
        let mut judge = Judge { at, stage, entrants, last: at + 1 == form.stages.len(), refusals };
        let Some(stage) = judge.stage(game) else { break };
        entrants = stage.qualifiers.map(i64::from);
        checked.push(stage);
    }
    checked
}

struct Judge<'a> {
    at: usize,
    stage: &'a TournamentStage,
    /// None while it is not known how many
    entrants: Option<i64>,
    last: bool,
    refusals: &'a mut Refusals,
}

impl Judge<'_> {
    fn refuse_if(&mut self, wrong: bool, field: &str, refusal: FormRefusal) {
        refuse_if(self.refusals, wrong, format!("stages[{}].{field}", self.at), refusal);
    }

    fn stage(&mut self, game: Option<&Game>) -> Option<CheckedStage> {
        let format = given(self.stage.format, &format!("stages[{}].format", self.at), self.refusals)?;
        self.refuse_if(game.is_some_and(|game| !game.formats().contains(&format)), "format", FormRefusal::FormatOfGame);
        let (bracket, survivor) = (format == Format::Bracket, format == Format::Survivor);
        let groups = (!bracket).then(|| self.groups());
        let winners = (!bracket && !self.last).then(|| self.winners(groups.unwrap_or(1))).flatten();
        let qualifiers = if self.last { None } else { self.qualifiers(groups.zip(winners)) };
        let elimination = bracket.then(|| self.stage.elimination.unwrap_or(Elimination::Single));
        let (point_table, maps) = if survivor { self.survivor(game) } else { (None, None) };
        Some(CheckedStage {
            name: self.stage.name.as_deref().map(normalise).filter(|name| !name.is_empty()),
            format,
            elimination,
            third_place: elimination == Some(Elimination::Single) && self.stage.third_place,
            groups: groups.map(small),
            winners_per_group: winners.map(small),
            double_round: format == Format::RoundRobin && self.stage.double_round,
            point_table,
            maps: maps.map(small),
            qualifiers: qualifiers.map(small),
            series: if survivor { Vec::new() } else { self.series(format) },
        })
    }

    fn groups(&mut self) -> i64 {
        let groups = self.stage.groups.unwrap_or(1);
        let impossible = !(1..=CAPACITY.end() / 2).contains(&groups);
        self.refuse_if(impossible, "groups", FormRefusal::OutOfRange);
        let small = !impossible && self.entrants.is_some_and(|entrants| entrants / groups < 2);
        self.refuse_if(small, "groups", FormRefusal::GroupTooSmall);
        groups.clamp(1, CAPACITY.end() / 2)
    }

    /// How many of each group go on.
    fn winners(&mut self, groups: i64) -> Option<i64> {
        let winners = given(self.stage.winners_per_group, &format!("stages[{}].winnersPerGroup", self.at), self.refusals)?;
        let smallest = self.entrants.map_or(*CAPACITY.end(), |entrants| entrants / groups);
        let wrong = winners < 1 || winners >= smallest;
        self.refuse_if(wrong, "winnersPerGroup", FormRefusal::Winners);
        (!wrong).then_some(winners)
    }

    /// How many go on: told, or by groups and their winners.
    fn qualifiers(&mut self, grouped: Option<(i64, i64)>) -> Option<i64> {
        if self.stage.format != Some(Format::Bracket) {
            let many = grouped.map(|(groups, winners)| groups * winners)?;
            self.refuse_if(self.stage.qualifiers.is_some_and(|told| told != many), "qualifiers", FormRefusal::QualifiersOfGroups);
            self.refuse_if(many < 2, "winnersPerGroup", FormRefusal::Qualifiers);
            return Some(many);
        }
        let many = given(self.stage.qualifiers, &format!("stages[{}].qualifiers", self.at), self.refusals)?;
        let wrong = many < 2 || many >= self.entrants.unwrap_or(CAPACITY.end() + 1);
        self.refuse_if(wrong, "qualifiers", FormRefusal::Qualifiers);
        self.refuse_if(!wrong && many & (many - 1) != 0, "qualifiers", FormRefusal::QualifiersOfBracket);
        (!wrong).then_some(many)
    }

    fn survivor(&mut self, game: Option<&Game>) -> (Option<String>, Option<i64>) {
        let table = given(self.stage.point_table.clone(), &format!("stages[{}].pointTable", self.at), self.refusals);
        let strange = table.as_ref().zip(game).is_some_and(|(table, game)| !game.point_tables.contains(table));
        self.refuse_if(strange, "pointTable", FormRefusal::PointTable);
        let maps = given(self.stage.maps, &format!("stages[{}].maps", self.at), self.refusals);
        self.refuse_if(maps.is_some_and(|maps| !MAPS.contains(&maps)), "maps", FormRefusal::OutOfRange);
        (table, maps)
    }

    fn series(&mut self, format: Format) -> Vec<i32> {
        let known = |games: &i64| matches!(games, 1 | 3 | 5 | 7) || (*games == 2 && format == Format::RoundRobin);
        self.refuse_if(!self.stage.series.iter().all(known), "series", FormRefusal::Series);
        if self.stage.series.is_empty() { vec![1] } else { self.stage.series.iter().map(|games| small(*games)).collect() }
    }
}
