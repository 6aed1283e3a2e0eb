//! Survivor stages: many sides meet at once in a lobby, over several maps; places and kills are worth points.
//!
//! A group plays in one lobby, or in several heats whose results add up.

use std::collections::HashMap;

use crate::bracket::Entrant;
use crate::point_table::PointTable;

/// Most kills of one side. Opponents bound it, but if players come back after a kill, no table gives a number.
const MOST_KILLS: i64 = 999;
const PENALTY: std::ops::RangeInclusive<i64> = -999..=0;

text_enum! {
    /// A criterion between entrants of a survivor group with the same total, applied in the order that a stage names.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    SurvivorTieBreak {
        /// Maps won
        Wins = "wins",
        Kills = "kills",
        /// Points for places alone
        PlacePoints = "place_points",
        /// The better place on the last map; an entrant that did not start it comes after all others
        LastMap = "last_map",
        /// The better best map
        BestMap = "best_map",
    }
}

impl SurvivorTieBreak {
    /// The usual order, for a stage that names none: that of Free Fire's own tournaments.
    pub const USUAL: &'static [SurvivorTieBreak] = &[SurvivorTieBreak::Wins, SurvivorTieBreak::Kills, SurvivorTieBreak::LastMap];
}

text_enum! {
    /// A way to end before the last map.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    RushKind {
        /// An entrant that has reached the threshold before a map and wins it is champion
        ChampionRush = "champion_rush",
        /// Like a champion rush; the threshold is the leader's total after some maps, plus 10
        Smash = "smash",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rush {
    Champion {
        threshold: i32,
    },
    /// Starts after this many maps
    Smash {
        after: usize,
    },
}

/// Points that a smash adds to the leader's total.
pub const SMASH: i32 = 10;

/// An entrant's result on a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapResult {
    pub entrant: Entrant,
    /// Place from 1; None for an entrant that did not start
    pub place: Option<usize>,
    pub kills: i32,
    /// Whether the place is shared with the others that have it
    pub shared: bool,
    /// Penalty points, 0 or less
    pub penalty: i32,
}

/// A result as it was submitted, before it is checked.
#[derive(Debug, Clone, Copy)]
pub struct SentResult {
    pub entrant: Entrant,
    pub place: Option<i64>,
    pub kills: i64,
    pub shared: bool,
    pub penalty: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MapRefusal {
    #[error("not in this lobby")]
    Stranger,
    #[error("given twice")]
    Twice,
    #[error("somebody of the lobby is missing")]
    Missing,
    #[error("a place is from 1 to the number of those who played")]
    Place,
    #[error("a place is given twice")]
    PlaceTaken,
    #[error("a place is left out")]
    PlaceLeftOut,
    #[error("kills are from 0 to what the opponents are")]
    Kills,
    #[error("a penalty is from -999 to 0")]
    Penalty,
    #[error("who did not start has no kills")]
    Absent,
}

/// Refusals of a map by the number of the submitted line; None for the whole map.
pub type MapRefusals = Vec<(Option<usize>, MapRefusal)>;

/// Checks a map's result for a lobby whose sides have this many players.
///
/// # Errors
/// All problems at once.
pub fn map(lobby: &[Entrant], players: i32, sent: &[SentResult]) -> Result<Vec<MapResult>, MapRefusals> {
    let started = sent.iter().filter(|line| line.place.is_some()).count();
    let (results, mut refusals) = lines(lobby, players, sent, started);
    if lobby.iter().any(|entrant| sent.iter().all(|line| line.entrant != *entrant)) {
        refusals.push((None, MapRefusal::Missing));
    }
    // After a shared place, as many places are skipped.
    let mut places: Vec<usize> = results.iter().filter_map(|line| line.place).collect();
    places.sort_unstable();
    let gap = (1..).zip(&places).any(|(number, place)| *place != number && !places[..number - 1].contains(place));
    if gap && refusals.is_empty() {
        refusals.push((None, MapRefusal::PlaceLeftOut));
    }
    if refusals.is_empty() { Ok(results) } else { Err(refusals) }
}

/// Checks the known part of a map that is still being played: lines may be missing.
///
/// # Errors
/// All problems at once.
pub fn part_of_map(lobby: &[Entrant], players: i32, sent: &[SentResult]) -> Result<Vec<MapResult>, MapRefusals> {
    let (results, refusals) = lines(lobby, players, sent, lobby.len());
    if refusals.is_empty() { Ok(results) } else { Err(refusals) }
}

/// Checks each line by itself and against the others; `started` is the number of entrants that started.
fn lines(lobby: &[Entrant], players: i32, sent: &[SentResult], started: usize) -> (Vec<MapResult>, MapRefusals) {
    let mut refusals = Vec::new();
    let most_kills = (i64::try_from(started).unwrap_or_default() - 1).max(0) * i64::from(players);
    let mut results: Vec<MapResult> = Vec::with_capacity(sent.len());
    for (at, line) in sent.iter().enumerate() {
        let mut refuse = |wrong: bool, refusal| {
            if wrong {
                refusals.push((Some(at), refusal));
            }
        };
        refuse(!lobby.contains(&line.entrant), MapRefusal::Stranger);
        refuse(sent[..at].iter().any(|before| before.entrant == line.entrant), MapRefusal::Twice);
        let place = line.place.map(|place| usize::try_from(place).unwrap_or_default());
        refuse(place.is_some_and(|place| !(1..=started).contains(&place)), MapRefusal::Place);
        let same = |other: &SentResult| line.place.is_some() && other.place == line.place;
        let taken = sent.iter().filter(|other| same(other)).count() > 1;
        refuse(taken && !line.shared, MapRefusal::PlaceTaken);
        refuse(line.place.is_none() && line.kills != 0, MapRefusal::Absent);
        refuse(!(0..=most_kills.min(MOST_KILLS)).contains(&line.kills) && line.place.is_some(), MapRefusal::Kills);
        refuse(!PENALTY.contains(&line.penalty), MapRefusal::Penalty);
        results.push(MapResult {
            entrant: line.entrant,
            place,
            kills: i32::try_from(line.kills).unwrap_or_default(),
            shared: line.shared && taken,
            penalty: i32::try_from(line.penalty).unwrap_or_default(),
        });
    }
    (results, refusals)
}

/// Returns the points of one map.
pub fn points(table: &PointTable, result: &MapResult) -> i32 {
    let scored = result.place.map_or(0, |place| table.score(place, result.kills));
    scored + result.penalty
}

/// A line of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    pub entrant: Entrant,
    /// Rank from 1; shared if nothing decides
    pub rank: usize,
    pub total: i32,
    pub wins: i32,
    pub kills: i32,
    /// Points for places alone
    pub place_points: i32,
    pub maps: usize,
    pub decided_by: Option<BoardDecidedBy>,
}

text_enum! {
    /// The criterion that separated an entrant from others with the same total.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    BoardDecidedBy {
        /// The entrant won a map after it had reached the threshold
        Rush = "rush",
        Wins = "wins",
        Kills = "kills",
        PlacePoints = "place_points",
        LastMap = "last_map",
        BestMap = "best_map",
        /// A map that counts only for the tie
        TieBreakMap = "tie_break_map",
        Lot = "lot",
    }
}

/// An entrant that left the tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    pub entrant: Entrant,
    /// Last of its maps that was published before, from 1; 0 if none was
    pub after: usize,
}

pub struct BoardRules<'a> {
    pub table: &'a PointTable,
    /// Number of maps that the stage plays
    pub maps: usize,
    pub tie_breaks: &'a [SurvivorTieBreak],
    /// Number of best maps that count; None for all
    pub best_maps: Option<usize>,
    pub rush: Option<Rush>,
    /// Maps that count only for the tie of the entrants that played them, in the order played
    pub deciders: &'a [Vec<MapResult>],
    /// Lots that were drawn, in the order of their entrants
    pub lots: &'a [Entrant],
    pub departures: &'a [Departure],
}

impl BoardRules<'_> {
    fn left_before(&self, entrant: Entrant, map: usize) -> bool {
        self.departures.iter().any(|departure| departure.entrant == entrant && departure.after < map)
    }
}

/// The board of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Lines from the first
    pub lines: Vec<BoardLine>,
    /// Entrant that ended the stage by winning a map, and that map's number from 1
    pub champion: Option<(Entrant, usize)>,
    /// Threshold of a rush, as soon as it is known
    pub threshold: Option<i32>,
}

/// Ranks a group by its maps. `maps` are results in the order played; those of several heats with the same number are in one list.
///
/// Entrants that left before the last map rank behind all that stayed. They keep their points, and are not champions: if nobody stayed, the
/// first place is empty. Entrants that left later keep their places.
pub fn board(entrants: &[Entrant], maps: &[Vec<MapResult>], rules: &BoardRules<'_>) -> Board {
    let mut sums: HashMap<Entrant, Sum> = entrants.iter().map(|entrant| (*entrant, Sum::default())).collect();
    let mut threshold = None;
    let mut champion = None;
    for (number, results) in (1..).zip(maps) {
        if champion.is_some() {
            break;
        }
        threshold = threshold.or_else(|| rules.rush.and_then(|rush| rush.threshold(number, &sums, rules.best_maps)));
        let winner = results.iter().find(|result| result.place == Some(1) && !result.shared).map(|result| result.entrant);
        let winner = winner.filter(|winner| !rules.left_before(*winner, number));
        let before = winner.and_then(|winner| sums.get(&winner)).map(|sum| sum.total(rules.best_maps));
        if threshold.is_some_and(|threshold| before.is_some_and(|total| total >= threshold)) {
            champion = winner.map(|winner| (winner, number));
        }
        for result in results {
            if let Some(sum) = sums.get_mut(&result.entrant) {
                sum.add(rules.table, result);
            }
        }
    }
    threshold = threshold.or_else(|| rules.rush.and_then(|rush| rush.threshold(maps.len() + 1, &sums, rules.best_maps)));
    let mut lines = Vec::with_capacity(entrants.len());
    let crowned = champion.map(|(entrant, _)| entrant).filter(|entrant| entrants.contains(entrant));
    lines.extend(crowned.map(|entrant| sums[&entrant].line(entrant, 1, Some(BoardDecidedBy::Rush), rules.best_maps)));
    let last = champion.map_or(rules.maps, |(_, map)| map);
    let others = entrants.iter().copied().filter(|entrant| Some(*entrant) != crowned);
    let (left, stayed): (Vec<Entrant>, Vec<Entrant>) = others.partition(|entrant| rules.left_before(*entrant, last));
    let nobody_stayed = crowned.is_none() && stayed.is_empty();
    for level in [stayed, left].iter().flat_map(|part| split(part, |entrant| vec![sums[&entrant].total(rules.best_maps)])) {
        rank(&level, None, &sums, rules, &mut lines);
    }
    if nobody_stayed {
        lines.iter_mut().for_each(|line| line.rank += 1);
    }
    Board { lines, champion, threshold }
}

impl Rush {
    /// Returns the threshold of this map, from the totals before it.
    fn threshold(self, number: usize, sums: &HashMap<Entrant, Sum>, best_maps: Option<usize>) -> Option<i32> {
        match self {
            Rush::Champion { threshold } => Some(threshold),
            Rush::Smash { after } if number > after => {
                sums.values().map(|sum| sum.total(best_maps)).max().map(|leader| leader + SMASH)
            }
            Rush::Smash { .. } => None,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Sum {
    /// Points of each map, in the order played
    maps: Vec<i32>,
    wins: i32,
    kills: i32,
    place_points: i32,
    last_place: Option<usize>,
    penalty: i32,
}

impl Sum {
    fn add(&mut self, table: &PointTable, result: &MapResult) {
        self.maps.push(points(table, result) - result.penalty);
        self.penalty += result.penalty;
        self.wins += i32::from(result.place == Some(1));
        self.kills += result.kills;
        self.place_points += result.place.map_or(0, |place| table.score(place, 0));
        self.last_place = result.place;
    }

    fn total(&self, best_maps: Option<usize>) -> i32 {
        let mut maps = self.maps.clone();
        maps.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
        maps.iter().take(best_maps.unwrap_or(maps.len())).sum::<i32>() + self.penalty
    }

    fn line(&self, entrant: Entrant, rank: usize, by: Option<BoardDecidedBy>, best_maps: Option<usize>) -> BoardLine {
        BoardLine {
            entrant,
            rank,
            total: self.total(best_maps),
            wins: self.wins,
            kills: self.kills,
            place_points: self.place_points,
            maps: self.maps.len(),
            decided_by: by,
        }
    }
}

fn rank(
    level: &[Entrant],
    by: Option<BoardDecidedBy>,
    sums: &HashMap<Entrant, Sum>,
    rules: &BoardRules<'_>,
    lines: &mut Vec<BoardLine>,
) {
    let last = |entrant: Entrant| -i32::try_from(sums[&entrant].last_place.unwrap_or(usize::MAX)).unwrap_or(i32::MAX);
    let drawn = level.iter().all(|entrant| rules.lots.contains(entrant));
    let lot = |entrant: Entrant| {
        rules.lots.iter().position(|of| *of == entrant).and_then(|at| i32::try_from(at).ok()).unwrap_or_default()
    };
    let named = rules.tie_breaks.iter().map(|tie_break| {
        let parts = split(level, |entrant| match tie_break {
            SurvivorTieBreak::Wins => vec![sums[&entrant].wins],
            SurvivorTieBreak::Kills => vec![sums[&entrant].kills],
            SurvivorTieBreak::PlacePoints => vec![sums[&entrant].place_points],
            SurvivorTieBreak::LastMap => vec![last(entrant)],
            SurvivorTieBreak::BestMap => {
                let mut maps = sums[&entrant].maps.clone();
                maps.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
                maps
            }
        });
        let by = match tie_break {
            SurvivorTieBreak::Wins => BoardDecidedBy::Wins,
            SurvivorTieBreak::Kills => BoardDecidedBy::Kills,
            SurvivorTieBreak::PlacePoints => BoardDecidedBy::PlacePoints,
            SurvivorTieBreak::LastMap => BoardDecidedBy::LastMap,
            SurvivorTieBreak::BestMap => BoardDecidedBy::BestMap,
        };
        (by, parts)
    });
    let deciders = rules.deciders.iter().filter_map(|results| {
        let place = |entrant: Entrant| results.iter().find(|result| result.entrant == entrant).map(|result| result.place);
        let all = level.iter().all(|entrant| place(*entrant).is_some());
        let worth = |entrant: Entrant| -i32::try_from(place(entrant).flatten().unwrap_or(usize::MAX)).unwrap_or(i32::MAX);
        all.then(|| (BoardDecidedBy::TieBreakMap, split(level, |entrant| vec![worth(entrant)])))
    });
    let by_lot = drawn.then(|| (BoardDecidedBy::Lot, split(level, |entrant| vec![-lot(entrant)])));
    if let Some((by, parts)) = named.chain(deciders).chain(by_lot).find(|(_, parts)| parts.len() > 1) {
        for part in parts {
            rank(&part, Some(by), sums, rules, lines);
        }
        return;
    }
    let at = lines.len() + 1;
    lines.extend(level.iter().map(|entrant| sums[entrant].line(*entrant, at, by, rules.best_maps)));
}

fn split(level: &[Entrant], value: impl Fn(Entrant) -> Vec<i32>) -> Vec<Vec<Entrant>> {
    let mut valued: Vec<(Vec<i32>, Entrant)> = level.iter().map(|entrant| (value(*entrant), *entrant)).collect();
    valued.sort_by(|(one, _), (other, _)| other.cmp(one));
    valued.chunk_by(|one, other| one.0 == other.0).map(|part| part.iter().map(|(_, entrant)| *entrant).collect()).collect()
}

text_enum! {
    /// The way in which a group larger than a lobby plays.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    HeatKind {
        /// In as few heats as hold it, of about the same size
        Split = "split",
        /// In parts of half a lobby, each of which meets each other part
        Pairs = "pairs",
    }
}

/// Returns the heats of a group; each plays all the maps of the stage.
pub fn heats(group: &[Entrant], lobby: usize, kind: HeatKind) -> Vec<Vec<Entrant>> {
    if group.len() <= lobby {
        return vec![group.to_vec()];
    }
    let dealt = |many: usize| -> Vec<Vec<Entrant>> {
        let drawn = crate::bracket::seeding::snake(group.len(), many);
        drawn.into_iter().map(|part| part.into_iter().filter_map(|at| group.get(usize::from(at)).copied()).collect()).collect()
    };
    match kind {
        HeatKind::Split => dealt(group.len().div_ceil(lobby)),
        HeatKind::Pairs => {
            let parts = dealt(group.len().div_ceil((lobby / 2).max(1)));
            let pairs = (0..parts.len()).flat_map(|one| (one + 1..parts.len()).map(move |other| (one, other)));
            pairs.map(|(one, other)| [parts[one].as_slice(), parts[other].as_slice()].concat()).collect()
        }
    }
}

#[cfg(test)]
#[path = "survivor_tests.rs"]
mod tests;
