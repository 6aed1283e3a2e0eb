//! Qualifiers of a stage, in the order in which the next one seeds them.

use manao_domain::bracket::{Entrant, Part, Slot};

use super::ranked::RankedGroup;
use super::store::Stage;
use super::tell::group_name;
use manao_kernel::problem::{Problem, codes};

/// An entrant who goes on, and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qualifier {
    pub entrant_id: i64,
    /// `A1` is the first of group A, `M3` the winner of match 3
    pub origin: String,
}

/// The reason why nobody goes on yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotYet {
    /// Matches or maps are open
    Open,
    /// The entrants who share the place at the line
    Tie(Vec<i64>),
}

impl From<NotYet> for Problem {
    fn from(not_yet: NotYet) -> Self {
        match not_yet {
            NotYet::Open => codes::stage_open.into(),
            NotYet::Tie(tied) => Problem::new(codes::cut_tie).with("tied", tied),
        }
    }
}

/// A group's table, as far as it matters for who goes on.
struct Group {
    /// From the first; only entrants still in the tournament
    order: Vec<Entrant>,
    complete: bool,
    tie: Vec<Entrant>,
}

impl Stage {
    /// Returns the qualifiers: by place, then by group; in a bracket by part, then by seed.
    pub fn qualifiers(&self) -> Result<Vec<Qualifier>, NotYet> {
        if self.settings.format.rules().has_groups() { self.best_of_groups() } else { self.survivors() }
    }

    fn best_of_groups(&self) -> Result<Vec<Qualifier>, NotYet> {
        let groups = self.full_groups();
        if groups.is_empty() || groups.iter().any(|group| !group.complete) {
            return Err(NotYet::Open);
        }
        if let Some(group) = groups.iter().find(|group| !group.tie.is_empty()) {
            return Err(NotYet::Tie(group.tie.iter().map(|who| self.id_of(*who)).collect()));
        }
        let winners = self.winners_per_group().unwrap_or_default();
        let several = groups.len() > 1;
        let mut qualifiers = Vec::new();
        for place in 0..winners {
            for (group, number) in groups.iter().zip(1..) {
                let Some(who) = group.order.get(place) else { continue };
                let letters = if several { group_name(number) } else { String::new() };
                qualifiers.push(Qualifier { entrant_id: self.id_of(*who), origin: format!("{letters}{}", place + 1) });
            }
        }
        Ok(qualifiers)
    }

    fn full_groups(&self) -> Vec<Group> {
        let group = |ranked: &RankedGroup| Group {
            order: self.still_in(ranked.order.iter().map(|(entrant, _)| *entrant)),
            complete: ranked.complete,
            tie: self.ties_of(ranked).concat(),
        };
        self.ranked_groups().iter().map(group).collect()
    }

    /// Filters out entrants who left the tournament.
    pub fn still_in(&self, order: impl Iterator<Item = Entrant>) -> Vec<Entrant> {
        order.filter(|who| !self.is_out(*who)).collect()
    }

    /// Returns, for each group, the entrants still in the tournament, from the first.
    pub fn orders(&self) -> Vec<Vec<i64>> {
        self.full_groups().iter().map(|group| self.ids(&group.order)).collect()
    }

    /// Returns the matches of a bracket whose winner has no further match.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends = vec![true; self.drawn.len()];
        for slot in self.drawn.iter().flat_map(|drawn| [drawn.home, drawn.away]) {
            if let Slot::WinnerOf(from) = slot {
                ends[from] = false;
            }
        }
        (0..self.drawn.len()).filter(|at| ends[*at]).collect()
    }

    /// Returns, in a bracket that another stage follows, the winners of matches without a next one.
    fn survivors(&self) -> Result<Vec<Qualifier>, NotYet> {
        if self.matches.is_empty() || !self.matches.iter().all(|row| row.course.state.is_settled()) {
            return Err(NotYet::Open);
        }
        let last = |at: &usize| matches!(self.drawn[*at].part, Part::Main | Part::Losers);
        let mut through: Vec<(bool, Entrant, String)> = (self.ends().into_iter())
            .filter(last)
            .filter_map(|at| {
                let who = self.play.winner(at).filter(|who| !self.is_out(*who))?;
                let origin = self.matches[at].label.map_or_else(|| format!("S{}", who + 1), |label| format!("M{label}"));
                Some((self.drawn[at].part == Part::Losers, who, origin))
            })
            .collect();
        through.sort();
        Ok(through.into_iter().map(|(_, who, origin)| Qualifier { entrant_id: self.id_of(who), origin }).collect())
    }
}
