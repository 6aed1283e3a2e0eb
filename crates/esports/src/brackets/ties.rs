//! Ties that must be resolved: at the line to the next stage. In the last stage: between the first two places, and between places with
//! different prizes.

use manao_domain::bracket::Entrant;
use manao_domain::bracket::standings::ties;

use super::decision::DecisionContext;
use super::downstream::{self, Outlook};
use super::group_result::reopen;
use super::groups::rank_of_place;
use super::ranked::RankedGroup;
use super::store::Stage;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Ties that closed groups of a last stage left shared, before their prizes change.
pub struct SettledTies {
    shared: Vec<(i32, Vec<Entrant>)>,
    before: Outlook,
}

impl SettledTies {
    pub fn new(stage: &Stage) -> Self {
        Self { shared: stage.shared(), before: Outlook::new(stage) }
    }

    /// Reopens the groups that now have another tie to resolve; the tournament cannot end before that.
    ///
    /// # Errors
    /// 409 `prize_paid` when a lot would be void by which a paid winner won.
    pub async fn follow(&self, change: &mut Change, stage: &mut Stage, by: &DecisionContext<'_>) -> Result<(), Problem> {
        let mut open: Vec<i32> =
            stage.shared().into_iter().filter(|tie| !self.shared.contains(tie)).map(|(group, _)| group).collect();
        open.dedup();
        if open.is_empty() {
            return Ok(());
        }
        reopen(change, stage, &open, by).await?;
        downstream::follow(change, stage, &self.before, by).await.map(|_| ())
    }
}

impl Stage {
    /// Returns the sets of tied entrants, once every match or map is decided; entrants that are out take no part.
    pub fn ties_of(&self, ranked: &RankedGroup) -> Vec<Vec<Entrant>> {
        self.ties(ranked.complete, ranked.order.iter().copied())
    }

    /// Returns whether a group that is not closed has a tie.
    pub fn has_open_ties(&self) -> bool {
        self.ties_by_group().iter().any(|(group, _)| !self.has_closed(*group))
    }

    /// Returns the ties of closed groups, which staff left shared on purpose.
    fn shared(&self) -> Vec<(i32, Vec<Entrant>)> {
        self.ties_by_group().into_iter().filter(|(group, _)| self.has_closed(*group)).collect()
    }

    fn has_closed(&self, group: i32) -> bool {
        self.closures.iter().any(|closure| closure.group == group)
    }

    fn ties_by_group(&self) -> Vec<(i32, Vec<Entrant>)> {
        let of = |group: i32, ties: Vec<Vec<Entrant>>| ties.into_iter().map(move |tied| (group, tied));
        self.ranked_groups().iter().flat_map(|ranked| of(ranked.group, self.ties_of(ranked))).collect()
    }

    fn ties(&self, complete: bool, lines: impl Iterator<Item = (Entrant, usize)>) -> Vec<Vec<Entrant>> {
        if !complete {
            return Vec::new();
        }
        let order: Vec<(Entrant, usize)> = lines.filter(|(who, _)| !self.is_out(*who)).collect();
        ties(&order, &self.lines_of_places())
    }

    /// Returns the places of a group that must not be shared with the next one.
    fn lines_of_places(&self) -> Vec<usize> {
        if self.stage < self.last_stage {
            return self.winners_per_group().into_iter().collect();
        }
        let sizes: Vec<usize> = self.draw.iter().flat_map(|draw| draw.arrangement.iter().map(Vec::len)).collect();
        let won = |place: usize| {
            let rank = i64::try_from(rank_of_place(place, &sizes)).ok();
            self.prizes.iter().find(|prize| prize.place == rank).map(|prize| (prize.baht, &prize.text))
        };
        let largest = sizes.iter().max().copied().unwrap_or_default();
        (1..largest).filter(|place| *place == 1 || won(*place) != won(place + 1)).collect()
    }
}
