//! Survivor: the lobbies of a group play several maps, and a board counts their points.

use super::FormatRules;
use crate::bracket::groups::Rest;
use crate::bracket::{Entrant, Match};
use crate::survivor::{HeatKind, SurvivorTieBreak};
use crate::tournament::{Elimination, Format};
use crate::tournament_form::{CheckedStage, Game, StageJudge, small};

pub(super) struct Rules;

impl FormatRules for Rules {
    fn is_playable(&self, game: &Game) -> bool {
        game.lobby
    }

    fn has_groups(&self) -> bool {
        true
    }

    fn has_heats(&self) -> bool {
        true
    }

    fn tab(&self) -> &'static str {
        "board"
    }

    fn elimination(&self, _: Option<Elimination>) -> Option<Elimination> {
        None
    }

    fn check(&self, judge: &mut StageJudge<'_>, game: Option<&Game>) -> CheckedStage {
        let mut checked = judge.grouped(Format::Survivor);
        let (point_table, maps) = judge.points_and_maps(game);
        let heats = judge.stage.heats.unwrap_or(HeatKind::Split);
        let lobby = game.map_or(2, |game| game.sides.max(2));
        let maps_played = judge.stage.maps.unwrap_or(1).clamp(1, 30);
        judge.bound_matches(&|members| heats_of(heats, members, lobby), maps_played);
        checked.point_table = point_table;
        checked.maps = maps.map(small);
        checked.heats = Some(heats);
        checked.tie_order = judge.order("tieOrder", &judge.stage.tie_order, SurvivorTieBreak::USUAL);
        checked.rush = judge.rush(maps, game);
        checked.best_maps = judge.best_maps(maps);
        checked
    }

    fn matches(&self, _: &CheckedStage, _: &[Vec<Option<Entrant>>]) -> Vec<Match> {
        Vec::new()
    }

    fn rests(&self, _: &CheckedStage, _: &[Vec<Option<Entrant>>]) -> Vec<Rest> {
        Vec::new()
    }
}

/// Returns the number of heats in which a group of this size plays each map.
fn heats_of(kind: HeatKind, members: i64, lobby: i64) -> i64 {
    let ceil = |part: i64| members / part + i64::from(members % part > 0);
    match kind {
        _ if members <= lobby => 1,
        HeatKind::Split => ceil(lobby),
        HeatKind::Pairs => {
            let parts = ceil(lobby / 2);
            parts * (parts - 1) / 2
        }
    }
}
