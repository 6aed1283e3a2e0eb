//! Ties that are not left as they are: on the line between those who go on and the others; in the last stage, between the first place and the
//! second, and between places that win different prizes.

use manao_domain::bracket::Entrant;
use manao_domain::bracket::standings::ties;
use manao_domain::tournament::Format;

use super::groups::{Table, rank_of_place};
use super::store::Stage;
use super::survivor::GroupBoard;

impl Stage {
    /// Sets of those who are level, once every match is decided; who is out takes no part.
    pub fn ties_of_table(&self, table: &Table) -> Vec<Vec<Entrant>> {
        self.ties(table.complete, table.lines.iter().map(|line| (line.entrant, line.rank)))
    }

    /// The same, once every map was played.
    pub fn ties_of_board(&self, group: &GroupBoard) -> Vec<Vec<Entrant>> {
        self.ties(group.complete, group.board.lines.iter().map(|line| (line.entrant, line.rank)))
    }

    /// In a group that is not closed.
    pub fn has_open_ties(&self) -> bool {
        let open = |group: i32| self.closures.iter().all(|closure| closure.group != group);
        match self.settings.format {
            Format::Bracket => false,
            Format::RoundRobin => self.tables().iter().any(|table| open(table.group) && !self.ties_of_table(table).is_empty()),
            Format::Survivor => self.boards().iter().any(|board| open(board.group) && !self.ties_of_board(board).is_empty()),
        }
    }

    fn ties(&self, complete: bool, lines: impl Iterator<Item = (Entrant, usize)>) -> Vec<Vec<Entrant>> {
        if !complete {
            return Vec::new();
        }
        let order: Vec<(Entrant, usize)> = lines.filter(|(who, _)| !self.is_out(*who)).collect();
        ties(&order, &self.lines_of_places())
    }

    /// Places of a group that nobody may share with the next one.
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
