//! The heats of a survivor stage, and the boards of the maps played in them.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use manao_domain::bracket::Entrant;
use manao_domain::point_table::{self, PointTable};
use manao_domain::survivor::{self, Board, BoardLine, BoardRules, Departure, MapResult};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::layout;
use super::layout::small;
use super::store::Stage;
use super::survivor_view::{
    SurvivorChampion, SurvivorGroup, SurvivorHeat, SurvivorLine, SurvivorMap, SurvivorMapResult, SurvivorMapState,
};
use super::view::{DrawState, Reader};
use manao_kernel::problem::Problem;

/// A lobby that plays all maps of its stage, or one map for a tie.
#[derive(Clone, Debug)]
pub struct Heat {
    pub match_id: i64,
    /// Number from 1
    pub group: i32,
    /// Number in its group, from 1
    pub number: i32,
    /// Its map only resolves a tie
    pub extra: bool,
    pub members: Vec<Entrant>,
    /// By number, from 1
    pub maps: BTreeMap<i32, HeatMap>,
}

/// The latest result of a map.
#[derive(Clone, Debug)]
pub struct HeatMap {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub draft: bool,
    /// Version of the bracket with which it was first published; corrections do not change it
    pub published_in: Option<i64>,
    pub results: Vec<MapResult>,
}

/// A line of a map as its column stores it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredResult {
    pub entrant_id: i64,
    pub place: Option<usize>,
    pub kills: i32,
    pub shared: bool,
    pub penalty: i32,
}

/// A group's board at the moment.
pub struct GroupBoard {
    /// Number from 1
    pub group: i32,
    pub members: Vec<Entrant>,
    pub board: Board,
    /// Every map was played, there is a champion, or at most one entrant is still in the tournament
    pub complete: bool,
}

impl Heat {
    /// Returns whether a map was published before this version of the bracket; without a version, whether it is published.
    fn was_published(&self, map: i32, before: Option<i64>) -> bool {
        let published = self.maps.get(&map).filter(|map| !map.draft).and_then(|map| map.published_in);
        published.is_some_and(|published| before.is_none_or(|before| published < before))
    }

    /// Returns the published maps, which count.
    pub fn published(&self) -> impl Iterator<Item = (i32, &HeatMap)> {
        self.maps.iter().filter(|(_, map)| !map.draft).map(|(number, map)| (*number, map))
    }
}

/// Returns the heats of a stage with their maps, as entered until `at`.
pub async fn heats(conn: &mut PgConnection, stage: &Stage, at: Option<DateTime<Utc>>) -> Result<Vec<Heat>, Problem> {
    if !stage.settings.format.rules().has_heats() {
        return Ok(Vec::new());
    }
    if stage.draw.as_ref().is_none_or(|draw| draw.state != DrawState::Published) {
        return Ok(drafted(stage));
    }
    let members = sqlx::query!(
        "select e.match_id, e.entrant_id from esports.match_entrants e join esports.matches m on m.id = e.match_id
         where m.tournament_id = $1 and m.stage = $2 order by m.position, e.position",
        stage.tournament_id,
        stage.stage
    )
    .fetch_all(&mut *conn)
    .await?;
    let maps = sqlx::query!(
        r#"select distinct on (match_id, map) id, match_id, map, at, draft, results as "results: Json<Vec<StoredResult>>",
                  min(version) filter (where not draft) over (partition by match_id, map) as published_in
           from esports.survivor_maps where tournament_id = $1 and stage = $2 and ($3::timestamptz is null or (at <= $3 and not draft))
           order by match_id, map, id desc"#,
        stage.tournament_id,
        stage.stage,
        at
    )
    .fetch_all(conn)
    .await?;
    let heats = stage.matches.iter().map(|row| {
        let of = members.iter().filter(|member| member.match_id == row.id);
        let played = maps.iter().filter(|map| map.match_id == row.id);
        let map = |results: &[StoredResult]| results.iter().filter_map(|result| stage.result_of(result)).collect();
        Heat {
            match_id: row.id,
            group: row.group.unwrap_or(1),
            number: row.number,
            extra: row.extra,
            members: of.filter_map(|member| stage.index.get(&member.entrant_id).copied()).collect(),
            maps: played
                .filter_map(|entry| {
                    let results = map(&entry.results.as_ref()?.0);
                    let (id, at, draft, published_in) = (entry.id, entry.at, entry.draft, entry.published_in);
                    Some((entry.map, HeatMap { id, at, draft, published_in, results }))
                })
                .collect(),
        }
    });
    Ok(heats.collect())
}

/// Returns the heats of a draft.
fn drafted(stage: &Stage) -> Vec<Heat> {
    let heats = layout::heats(&stage.settings, stage.lobby, &stage.arrangement());
    let heat = |(row, members): (&super::store::MatchRow, Vec<Entrant>)| Heat {
        match_id: row.id,
        group: row.group.unwrap_or(1),
        number: row.number,
        extra: false,
        members,
        maps: BTreeMap::new(),
    };
    stage.matches.iter().zip(heats.into_iter().flatten()).map(heat).collect()
}

impl Stage {
    fn result_of(&self, stored: &StoredResult) -> Option<MapResult> {
        let StoredResult { entrant_id, place, kills, shared, penalty } = *stored;
        Some(MapResult { entrant: self.index.get(&entrant_id).copied()?, place, kills, shared, penalty })
    }

    pub fn stored_result(&self, result: &MapResult) -> StoredResult {
        let MapResult { entrant, place, kills, shared, penalty } = *result;
        StoredResult { entrant_id: self.id_of(entrant), place, kills, shared, penalty }
    }

    /// Returns the number of maps of a heat.
    pub fn maps_of(&self, heat: &Heat) -> i32 {
        if heat.extra { 1 } else { self.settings.maps.unwrap_or(1) }
    }

    fn point_table(&self) -> Option<&'static PointTable> {
        point_table::find(self.settings.point_table.as_deref()?)
    }

    /// Returns the boards of a survivor stage, by group.
    pub fn boards(&self) -> Vec<GroupBoard> {
        let Some(table) = self.point_table().filter(|_| self.settings.format.rules().has_heats()) else { return Vec::new() };
        let groups = layout::members(&self.arrangement());
        groups.into_iter().zip(1..).map(|(members, group)| self.board(group, members, table)).collect()
    }

    fn board(&self, group: i32, members: Vec<Entrant>, table: &PointTable) -> GroupBoard {
        let heats: Vec<&Heat> = self.heats.iter().filter(|heat| heat.group == group).collect();
        let departures = self.departures(&heats, &members);
        let mut maps: Vec<Vec<MapResult>> = Vec::new();
        let mut deciders = Vec::new();
        let mut complete = true;
        for heat in &heats {
            complete &= self.is_played(heat) || self.is_deserted(heat);
            for (number, map) in heat.published() {
                if heat.extra {
                    deciders.push(map.results.clone());
                    continue;
                }
                let at = usize::try_from(number - 1).unwrap_or_default();
                maps.resize(maps.len().max(at + 1), Vec::new());
                maps[at].extend(&map.results);
            }
        }
        let lots = self.lots(group);
        let rules = BoardRules {
            table,
            maps: usize::try_from(self.settings.maps.unwrap_or(1)).unwrap_or_default(),
            tie_breaks: self.settings.tie_order(),
            best_maps: self.settings.best_maps.and_then(|best| usize::try_from(best).ok()),
            rush: self.settings.rush(),
            deciders: &deciders,
            lots: &lots,
            departures: &departures,
        };
        let board = survivor::board(&members, &maps, &rules);
        let ties_played = heats.iter().filter(|heat| heat.extra).all(|heat| self.is_played(heat) || self.is_deserted(heat));
        let ended = board.champion.is_some() || self.has_no_opponents(&members);
        let complete = complete || (ended && ties_played);
        GroupBoard { group, members, complete: complete && !heats.is_empty(), board }
    }

    /// Returns the entrants of a group that left the tournament, and how many maps their heats had played by then.
    fn departures(&self, heats: &[&Heat], members: &[Entrant]) -> Vec<Departure> {
        let maps = self.settings.maps.unwrap_or(1);
        let departure = |entrant: Entrant| {
            let left_in = self.entrants.get(usize::from(entrant)).and_then(|of| of.out_version);
            let own = heats.iter().filter(|heat| !heat.extra && heat.members.contains(&entrant));
            let after = own.map(|heat| (1..=maps).take_while(|map| heat.was_published(*map, left_in)).count()).min();
            Departure { entrant, after: after.unwrap_or_default() }
        };
        members.iter().copied().filter(|who| self.is_out(*who)).map(departure).collect()
    }

    /// Returns whether every map of the heat is published.
    fn is_played(&self, heat: &Heat) -> bool {
        (1..=self.maps_of(heat)).all(|map| heat.was_published(map, None))
    }

    /// Returns whether nobody of the heat is still in the tournament.
    pub fn is_deserted(&self, heat: &Heat) -> bool {
        !heat.members.is_empty() && self.still_in(heat.members.iter().copied()).is_empty()
    }

    /// Returns whether at most one of these entrants is still in the tournament, so that nothing is left to play.
    pub fn has_no_opponents(&self, members: &[Entrant]) -> bool {
        self.still_in(members.iter().copied()).len() <= 1
    }

    pub fn is_out(&self, entrant: Entrant) -> bool {
        self.entrants.get(usize::from(entrant)).is_some_and(|entrant| entrant.out)
    }

    /// Returns whether the entrant lost its place.
    fn is_stripped(&self, entrant: Entrant) -> bool {
        self.entrants.get(usize::from(entrant)).is_some_and(|entrant| entrant.out && entrant.stripped.is_some())
    }

    /// Returns the groups of a survivor stage as the API shows them.
    pub fn survivor(&self, reader: Reader) -> Vec<SurvivorGroup> {
        self.boards().iter().map(|group| self.told(group, reader)).collect()
    }

    pub fn told(&self, of: &GroupBoard, reader: Reader) -> SurvivorGroup {
        let closure = self.closures.iter().find(|closure| closure.group == of.group);
        let tied = if closure.is_some() { Vec::new() } else { self.ids(&self.ties_of(&of.into()).concat()) };
        let by_map = self.by_map(of.group);
        let heats = self.heats.iter().filter(|heat| heat.group == of.group);
        SurvivorGroup {
            group: of.group,
            heats: heats.map(|heat| self.told_heat(heat, reader)).collect(),
            lines: of.board.lines.iter().map(|line| self.told_line(line, &by_map)).collect(),
            champion: of
                .board
                .champion
                .filter(|(entrant, _)| !self.is_stripped(*entrant))
                .map(|(entrant, map)| SurvivorChampion { contestant_id: self.id_of(entrant), map: small(map) }),
            threshold: of.board.threshold,
            winners: self.winners_per_group().map(small),
            complete: of.complete,
            closed: closure.is_some(),
            cut_tie: (!tied.is_empty()).then_some(tied),
            lot_seed: closure.and_then(|closure| closure.lot_seed).map(|seed| seed.to_string()),
        }
    }

    fn told_heat(&self, heat: &Heat, reader: Reader) -> SurvivorHeat {
        let seen = heat.maps.iter().filter(|(_, map)| !map.draft || reader == Reader::Runs);
        let map = |(number, map): (&i32, &HeatMap)| SurvivorMap {
            map: *number,
            state: if map.draft { SurvivorMapState::Draft } else { SurvivorMapState::Published },
            version: map.id,
            at: map.at,
            results: map.results.iter().map(|result| self.told_result(result)).collect(),
        };
        SurvivorHeat {
            match_id: heat.match_id,
            heat: heat.number,
            extra: heat.extra.then_some(true),
            entrants: heat.members.iter().map(|who| self.id_of(*who)).collect(),
            maps: seen.map(map).collect(),
        }
    }

    fn told_result(&self, result: &MapResult) -> SurvivorMapResult {
        SurvivorMapResult {
            contestant_id: self.id_of(result.entrant),
            place: result.place.map(small),
            kills: result.kills,
            shared: result.shared,
            penalty: result.penalty,
            points: self.point_table().map_or(0, |table| survivor::points(table, result)),
        }
    }

    fn told_line(&self, line: &BoardLine, by_map: &HashMap<Entrant, Vec<Option<i32>>>) -> SurvivorLine {
        SurvivorLine {
            contestant_id: self.id_of(line.entrant),
            rank: small(line.rank),
            total: line.total,
            wins: line.wins,
            kills: line.kills,
            place_points: line.place_points,
            maps: small(line.maps),
            decided_by: line.decided_by,
            by_map: by_map.get(&line.entrant).cloned().unwrap_or_default(),
        }
    }

    /// Returns each entrant's points per map, up to the last map played; heats are combined.
    fn by_map(&self, group: i32) -> HashMap<Entrant, Vec<Option<i32>>> {
        let heats = self.heats.iter().filter(|heat| heat.group == group && !heat.extra);
        let played: Vec<(usize, &HeatMap)> =
            heats.flat_map(Heat::published).filter_map(|(number, map)| Some((usize::try_from(number).ok()?, map))).collect();
        let last = played.iter().map(|(number, _)| *number).max().unwrap_or_default();
        let mut points: HashMap<Entrant, Vec<Option<i32>>> = HashMap::new();
        let Some(table) = self.point_table() else { return points };
        for (number, map) in played {
            for result in &map.results {
                let of = points.entry(result.entrant).or_insert_with(|| vec![None; last]);
                of[number - 1] = Some(of[number - 1].unwrap_or_default() + survivor::points(table, result));
            }
        }
        points
    }
}
