//! The order of each group, whether a table or a board counts.

use manao_domain::bracket::Entrant;

use super::groups::Table;
use super::store::Stage;
use super::survivor::GroupBoard;

/// A group with its entrants in order.
pub struct RankedGroup {
    /// Number from 1
    pub group: i32,
    pub members: usize,
    /// From the first, with the place
    pub order: Vec<(Entrant, usize)>,
    /// Everything in the group is decided
    pub complete: bool,
}

impl From<&Table> for RankedGroup {
    fn from(table: &Table) -> Self {
        let order = table.lines.iter().map(|line| (line.entrant, line.rank)).collect();
        Self { group: table.group, members: table.members.len(), order, complete: table.complete }
    }
}

impl From<&GroupBoard> for RankedGroup {
    fn from(group: &GroupBoard) -> Self {
        let order = group.board.lines.iter().map(|line| (line.entrant, line.rank)).collect();
        Self { group: group.group, members: group.members.len(), order, complete: group.complete }
    }
}

impl Stage {
    /// Returns the order of each group, by its table or its board.
    pub fn ranked_groups(&self) -> Vec<RankedGroup> {
        let tables = self.tables();
        let boards = self.boards();
        tables.iter().map(RankedGroup::from).chain(boards.iter().map(RankedGroup::from)).collect()
    }
}
