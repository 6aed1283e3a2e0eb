//! The tables of a round robin, and the ranks of a stage.

use std::collections::HashMap;

use manao_domain::bracket::standings::{Line, Meeting, Rules, standings};
use manao_domain::bracket::{Entrant, groups, ranks};

use super::layout;
use super::layout::small;
use super::store::{Stage, Stripping};
use super::view::{BracketGroup, GroupLine, GroupRest};

/// A group's table at the moment.
pub struct Table {
    /// Number from 1
    pub group: i32,
    pub members: Vec<Entrant>,
    pub lines: Vec<Line>,
    /// Every match is decided
    pub complete: bool,
}

impl Stage {
    /// Returns how many entrants of each group go on; None in the last stage.
    pub fn winners_per_group(&self) -> Option<usize> {
        self.settings.winners_per_group.filter(|_| self.stage < self.last_stage).and_then(|many| usize::try_from(many).ok())
    }

    /// Returns the tables of a round robin, by group.
    pub fn tables(&self) -> Vec<Table> {
        if !self.settings.format.rules().has_tables() {
            return Vec::new();
        }
        let (groups, out) = (layout::members(&self.arrangement()), self.out());
        let mut meetings: Vec<Vec<Meeting>> = vec![Vec::new(); groups.len()];
        let mut complete = vec![true; groups.len()];
        for (at, drawn) in self.drawn.iter().enumerate() {
            let Some(group) = drawn.group.filter(|group| *group < groups.len()) else { continue };
            match Meeting::new(drawn, &self.play, at) {
                Some(meeting) => meetings[group].push(meeting),
                None => complete[group] = false,
            }
        }
        let table = |(at, members): (usize, Vec<Entrant>)| {
            let group = small(at + 1);
            let lots = self.lots(group);
            let rules =
                Rules { points: self.settings.point_rule(), tie_breaks: self.settings.tie_breaks(), lots: &lots, out: &out };
            let lines = standings(&members, &meetings[at], &rules);
            Table { group, members, lines, complete: complete[at] }
        };
        groups.into_iter().enumerate().map(table).collect()
    }

    /// Returns the lots that were drawn in a group.
    pub fn lots(&self, group: i32) -> Vec<Entrant> {
        let closure = self.closures.iter().find(|closure| closure.group == group);
        closure.map(|closure| closure.lots.iter().filter_map(|id| self.index.get(id).copied()).collect()).unwrap_or_default()
    }

    /// Returns the certain ranks of this stage, by entrant: in an elimination once out, in groups once they are complete. The same place
    /// in different groups is the same rank. An entrant that was stripped of its place has none.
    pub fn ranks(&self) -> HashMap<i64, i32> {
        let mut ranks = self.ranks_by_results();
        for entrant in self.entrants.iter().filter(|entrant| entrant.out) {
            let Some(stripping) = entrant.stripped else { continue };
            let Some(lost) = ranks.remove(&entrant.id) else { continue };
            if stripping == Stripping::MoveUp {
                ranks.values_mut().filter(|rank| **rank > lost).for_each(|rank| *rank -= 1);
            }
        }
        ranks
    }

    fn ranks_by_results(&self) -> HashMap<i64, i32> {
        if !self.settings.format.rules().has_groups() {
            let places = ranks::places(&self.drawn, &self.play);
            let named = places.into_iter().flat_map(|place| place.entrants.into_iter().map(move |who| (who, place.rank)));
            return named.map(|(who, rank)| (self.id_of(who), small(rank))).collect();
        }
        let groups = self.ranked_groups();
        let sizes: Vec<usize> = groups.iter().map(|ranked| ranked.members).collect();
        let complete = groups.iter().filter(|ranked| ranked.complete);
        let order = complete.flat_map(|ranked| ranked.order.iter().copied());
        order.map(|(who, place)| (self.id_of(who), small(rank_of_place(place, &sizes)))).collect()
    }

    pub fn groups(&self) -> Vec<BracketGroup> {
        let rests = self.rests();
        let groups = self.tables().into_iter().map(|table| {
            let closure = self.closures.iter().find(|closure| closure.group == table.group);
            let tied = if closure.is_some() { Vec::new() } else { self.ids(&self.ties_of(&(&table).into()).concat()) };
            BracketGroup {
                group: table.group,
                entrants: table.members.iter().map(|who| self.id_of(*who)).collect(),
                rests: rests.iter().filter(|(group, _)| *group == table.group).map(|(_, rest)| *rest).collect(),
                lines: table.lines.iter().map(|line| self.line(line)).collect(),
                winners: self.winners_per_group().map(small),
                complete: table.complete,
                closed: closure.is_some(),
                cut_tie: (!tied.is_empty()).then_some(tied),
                lot_seed: closure.and_then(|closure| closure.lot_seed).map(|seed| seed.to_string()),
            }
        });
        groups.collect()
    }

    fn rests(&self) -> Vec<(i32, GroupRest)> {
        let rest = |rest: groups::Rest| {
            (small(rest.group + 1), GroupRest { round: small(rest.round), contestant_id: self.id_of(rest.entrant) })
        };
        self.settings.format.rules().rests(&self.settings, &self.arrangement()).into_iter().map(rest).collect()
    }

    fn line(&self, line: &Line) -> GroupLine {
        GroupLine {
            contestant_id: self.id_of(line.entrant),
            rank: small(line.rank),
            points: line.points,
            played: line.played,
            won: line.won,
            drawn: line.drawn,
            lost: line.lost,
            forfeited: line.forfeited,
            games_won: line.games_won,
            games_lost: line.games_lost,
            decided_by: line.decided_by,
        }
    }
}

/// Returns the rank of a place in a group, counted over all groups.
pub fn rank_of_place(place: usize, sizes: &[usize]) -> usize {
    1 + sizes.iter().map(|size| (*size).min(place - 1)).sum::<usize>()
}
