//! Live events about brackets.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::layout::small;
use super::store::Stage;
use super::survivor_view::SurvivorGroup;
use super::view::{BracketGroup, BracketMatch, Reader};
use manao_kernel::live::{LiveEvent, topics};

/// Most matches in one event.
const MOST: usize = 64;
/// Matches of earlier changes that an event repeats, for clients that missed those events.
const EARLIER: usize = 12;
/// Most entrants of a survivor group in one event.
const LARGEST: usize = 128;

/// The changes of a stage after version `since`. A client with an older version reloads; for another stage, only the counts matter.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketLive {
    pub tournament_id: i64,
    pub stage: i32,
    pub version: i64,
    pub since: i64,
    pub matches: Vec<BracketMatch>,
    /// Tables of those matches
    pub groups: Vec<BracketGroup>,
    pub survivor: Vec<SurvivorGroup>,
    /// Ranks of all who sit at those matches
    pub ranks: Vec<BracketRank>,
    /// Number of decided matches of the stage
    pub decided: i64,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketRank {
    pub contestant_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
}

impl LiveEvent for BracketLive {
    const NAME: &'static str = "bracket.changed";
    const ABOUT: &'static str = "State of `public:bracket:{id}`: what changed of a stage after the version `since`";

    fn topic(&self) -> String {
        topics::bracket(self.tournament_id)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

impl BracketLive {
    /// Returns an event without details, on which viewers reload.
    pub fn reload(stage: &Stage) -> Self {
        Self {
            tournament_id: stage.tournament_id,
            stage: stage.stage,
            version: stage.version,
            since: stage.version,
            matches: Vec::new(),
            groups: Vec::new(),
            survivor: Vec::new(),
            ranks: Vec::new(),
            decided: stage.counts().1,
        }
    }

    /// Returns the event that the draw of a later stage was withdrawn with a change of this one.
    pub fn withdrawn(stage: &Stage, later: i32) -> Self {
        Self { stage: later, decided: 0, ..Self::reload(stage) }
    }

    /// Returns the event of one changed group of a survivor stage.
    pub fn survivor(stage: &Stage, group: i32) -> Self {
        let boards = stage.boards();
        let Some(board) = boards.iter().find(|board| board.group == group).filter(|board| board.members.len() <= LARGEST) else {
            return Self::reload(stage);
        };
        let ranks = stage.ranks();
        let rank = |id: i64| BracketRank { contestant_id: id, rank: ranks.get(&id).copied() };
        Self {
            since: stage.version - 1,
            survivor: vec![stage.told(board, Reader::Everybody)],
            ranks: board.members.iter().map(|who| rank(stage.id_of(*who))).collect(),
            ..Self::reload(stage)
        }
    }

    /// Returns [`BracketLive::new`] with the table of this group, although none of its matches changed.
    pub fn of_group(stage: &Stage, group: i32, before: &HashMap<i64, i32>) -> Self {
        let mut told = Self::new(stage, before);
        if told.groups.iter().all(|there| there.group != group) {
            told.groups.extend(stage.groups().into_iter().filter(|there| there.group == group));
        }
        told
    }

    /// Returns the changes of the stage's newest version, and of earlier ones while they are small. `before` holds the previous ranks.
    pub fn new(stage: &Stage, before: &HashMap<i64, i32>) -> Self {
        let mut newest: Vec<usize> = (0..stage.drawn.len()).collect();
        newest.sort_unstable_by_key(|at| std::cmp::Reverse(stage.matches[*at].version));
        let changed = newest.iter().take_while(|at| stage.matches[**at].version == stage.version).count();
        if changed > MOST {
            return Self::reload(stage);
        }
        let told = newest.len().min(changed.max(EARLIER));
        // Include all changes of a version, or none.
        let since = newest.get(told).map_or(0, |at| stage.matches[*at].version).min(stage.version - 1);
        // Ranks of entrants elsewhere may move too. With few entrants all ranks are sent, with many only those of this change.
        let few = stage.entrants.len() <= LARGEST;
        let since = if few { since } else { stage.version - 1 };
        let mut told: Vec<usize> = newest.into_iter().filter(|at| stage.matches[*at].version > since).collect();
        told.sort_unstable();
        let ranks = stage.ranks();
        let mut seated: Vec<i64> = told.iter().flat_map(|at| super::answer::seated(stage, *at)).collect();
        let touched: Vec<i32> = told.iter().filter_map(|at| stage.drawn[*at].group).map(|group| small(group + 1)).collect();
        let groups: Vec<BracketGroup> = stage.groups().into_iter().filter(|group| touched.contains(&group.group)).collect();
        seated.extend(groups.iter().flat_map(|group| group.entrants.iter().copied()));
        if few {
            seated.extend(stage.entrants.iter().map(|entrant| entrant.id));
        }
        seated.sort_unstable();
        seated.dedup();
        let moved = |id: &i64| ranks.get(id) != before.get(id) && seated.binary_search(id).is_err();
        if stage.index.keys().any(moved) {
            return Self::reload(stage);
        }
        Self {
            since,
            matches: told.iter().map(|at| stage.shown(*at)).collect(),
            ranks: seated.into_iter().map(|id| BracketRank { contestant_id: id, rank: ranks.get(&id).copied() }).collect(),
            groups,
            ..Self::reload(stage)
        }
    }
}
