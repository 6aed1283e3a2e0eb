//! The input of a survivor stage.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, Result, bail, ensure};
use manao_domain::bracket::Entrant;
use manao_domain::bracket::seeding::{pots, snake};
use manao_domain::point_table::{self, PointTable};
use manao_domain::survivor::{self, HeatKind, Rush, RushKind, SurvivorTieBreak};
use manao_domain::tournament::GroupDraw;
use serde::Deserialize;

use super::sheet::{self, Method, Seeding};

/// Most maps of a stage.
const MAPS: usize = 30;
/// Assumed players of an entrant where their number is not given: kills are then practically unbounded.
const PLAYERS: i32 = 999;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SheetFile {
    #[serde(rename = "format")]
    _format: String,
    entrants: Vec<String>,
    #[serde(default, deserialize_with = "sheet::seed")]
    seed: Option<u64>,
    method: Option<Method>,
    #[serde(default)]
    pins: HashMap<String, usize>,
    groups: Option<usize>,
    group_draw: Option<GroupDraw>,
    winners_per_group: Option<usize>,
    lobby: Option<usize>,
    heats: Option<HeatKind>,
    players: Option<i32>,
    maps: usize,
    point_table: String,
    tie_breaks: Option<Vec<SurvivorTieBreak>>,
    best_maps: Option<usize>,
    rush: Option<GivenRush>,
    #[serde(default)]
    out: Vec<String>,
    #[serde(default)]
    lots: Vec<String>,
    results: Option<Vec<GivenMap>>,
    #[serde(flatten)]
    others: HashMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenRush {
    kind: RushKind,
    threshold: Option<i32>,
    after: Option<usize>,
}

/// A map of a heat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenMap {
    #[serde(default = "first")]
    pub heat: usize,
    pub map: usize,
    pub lines: Vec<GivenLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenLine {
    pub entrant: String,
    pub place: Option<i64>,
    #[serde(default)]
    pub kills: i64,
    #[serde(default)]
    pub shared: bool,
    #[serde(default)]
    pub penalty: i64,
}

fn first() -> usize {
    1
}

/// The validated input of a survivor stage.
pub struct Sheet {
    /// Names in the order of seeds
    pub entrants: Vec<String>,
    pub groups: Vec<Vec<Entrant>>,
    pub heats: Vec<Heat>,
    pub winners_per_group: Option<usize>,
    pub players: i32,
    pub maps: usize,
    pub table: &'static PointTable,
    pub tie_breaks: Vec<SurvivorTieBreak>,
    pub best_maps: Option<usize>,
    pub rush: Option<Rush>,
    pub out: Vec<Entrant>,
    pub lots: Vec<Entrant>,
    pub results: Option<Vec<GivenMap>>,
    /// Keys that are not recognised
    pub unknown: Vec<String>,
}

pub struct Heat {
    /// From 0
    pub group: usize,
    pub members: Vec<Entrant>,
}

/// Whether the file asks for a survivor stage.
pub fn is_survivor(text: &str) -> bool {
    let asked = serde_json::from_str::<serde_json::Value>(text).ok();
    asked.as_ref().and_then(|asked| asked["format"].as_str()).is_some_and(|format| format.trim().eq_ignore_ascii_case("survivor"))
}

pub fn read(text: &str) -> Result<Sheet> {
    let given: SheetFile = serde_json::from_str(text).context("the file does not say what to draw")?;
    sheet::check_entrants(&given.entrants)?;
    ensure!((1..=MAPS).contains(&given.maps), "a stage has 1 to {MAPS} maps, not {}", given.maps);
    let table =
        point_table::find(&given.point_table).with_context(|| format!("there is no point table {:?}", given.point_table))?;
    let tie_breaks = given.tie_breaks.as_deref().unwrap_or(SurvivorTieBreak::USUAL).to_vec();
    ensure!(tie_breaks.iter().collect::<HashSet<_>>().len() == tie_breaks.len(), "a tie-break is named twice");
    ensure!(given.best_maps.is_none_or(|best| (1..=given.maps).contains(&best)), "bestMaps is from 1 to the number of maps");
    ensure!(given.players.is_none_or(|players| players >= 1), "an entrant has at least one player");
    let groups = groups(&given)?;
    let lobby = given.lobby.unwrap_or(given.entrants.len());
    ensure!(lobby >= 2, "a lobby holds at least two");
    let kind = given.heats.unwrap_or(HeatKind::Split);
    let heats: Vec<Heat> = (groups.iter().enumerate())
        .flat_map(|(group, of)| survivor::heats(of, lobby, kind).into_iter().map(move |members| Heat { group, members }))
        .collect();
    let rush = given.rush.as_ref().map(|rush| read_rush(rush, given.maps)).transpose()?;
    ensure!(rush.is_none() || heats.len() == groups.len(), "a rush is for groups that play in one heat");
    let pots = given.group_draw == Some(GroupDraw::Pots);
    let seeding = Seeding { entrants: &given.entrants, method: given.method, seed: given.seed, pins: &given.pins, pots };
    let entrants = seeding.order()?;
    let index: HashMap<&str, Entrant> = entrants.iter().map(String::as_str).zip(0..).collect();
    let find = |name: &String| index.get(name.as_str()).copied().with_context(|| format!("{name:?} is no entrant"));
    let all = |names: &[String]| names.iter().map(find).collect::<Result<Vec<Entrant>>>();
    let (out, lots) = (all(&given.out)?, all(&given.lots)?);
    Ok(Sheet {
        groups,
        heats,
        winners_per_group: given.winners_per_group,
        players: given.players.unwrap_or(PLAYERS),
        maps: given.maps,
        table,
        tie_breaks,
        best_maps: given.best_maps,
        rush,
        out,
        lots,
        results: given.results,
        unknown: given.others.into_keys().collect(),
        entrants,
    })
}

/// Draws the groups.
fn groups(given: &SheetFile) -> Result<Vec<Vec<Entrant>>> {
    let (entrants, many) = (given.entrants.len(), given.groups.unwrap_or(1));
    ensure!(many >= 1, "Can't Generate Bracket: there is at least one group");
    let smallest = entrants / many;
    ensure!(smallest >= 2, "Can't Generate Bracket: of {entrants} entrants in {many} groups, one has fewer than two");
    if let Some(winners) = given.winners_per_group {
        ensure!(winners >= 1, "Can't Generate Bracket: at least one of each group goes on");
        ensure!(winners <= smallest, "Can't Generate Bracket: {winners} of a group of {smallest} cannot go on, as it has fewer");
    }
    if given.group_draw != Some(GroupDraw::Pots) {
        return Ok(snake(entrants, many));
    }
    Ok(pots(entrants, many, given.seed.context("pots need a seed")?))
}

fn read_rush(rush: &GivenRush, maps: usize) -> Result<Rush> {
    match (rush.kind, rush.threshold, rush.after) {
        (RushKind::ChampionRush, Some(threshold), None) if threshold >= 1 => Ok(Rush::Champion { threshold }),
        (RushKind::Smash, None, Some(after)) if (1..maps).contains(&after) => Ok(Rush::Smash { after }),
        _ => bail!("a champion rush has a threshold from 1, a smash begins after a map before the last"),
    }
}
