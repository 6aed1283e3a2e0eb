//! The survivor stage as the maps shape it.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, ensure};
use manao_domain::bracket::Entrant;
use manao_domain::bracket::standings::ties;
use manao_domain::survivor::{self, Board, BoardRules, Departure, MapRefusals, MapResult, SentResult};

use super::survivor_sheet::{GivenLine, GivenMap, Heat, Sheet};

/// The current state of a group.
pub struct GroupBoard {
    pub board: Board,
    /// Every map was played, there is a champion, or at most one entrant is left
    pub complete: bool,
    /// Entrants level at the cut between those who qualify and the others
    pub cut_tie: Vec<Entrant>,
}

/// Maps by heat and number, both from 1.
type Maps = BTreeMap<(usize, usize), Vec<MapResult>>;

/// Returns the boards of all groups.
pub fn play(sheet: &Sheet) -> Result<Vec<GroupBoard>> {
    let mut maps = Maps::new();
    for given in sheet.results.iter().flatten() {
        let (heat, map) = (given.heat, given.map);
        let results = results(sheet, given).with_context(|| format!("map {map} of heat {heat}"))?;
        ensure!(maps.insert((heat, map), results).is_none(), "map {map} of heat {heat} has two results");
    }
    Ok((0..sheet.groups.len()).map(|group| board(sheet, group, &maps)).collect())
}

/// Returns the lines of a map; entrants that are out and not named did not start.
fn results(sheet: &Sheet, given: &GivenMap) -> Result<Vec<MapResult>> {
    let heat = given.heat.checked_sub(1).and_then(|at| sheet.heats.get(at));
    let heat = heat.with_context(|| format!("there is no such heat: they are 1 to {}", sheet.heats.len()))?;
    ensure!((1..=sheet.maps).contains(&given.map), "there is no such map: they are 1 to {}", sheet.maps);
    let mut lines: Vec<SentResult> = given.lines.iter().map(|line| sent(sheet, line)).collect::<Result<_>>()?;
    let absent = |who: &Entrant| sheet.out.contains(who) && lines.iter().all(|line| line.entrant != *who);
    let absent: Vec<Entrant> = heat.members.iter().copied().filter(absent).collect();
    lines.extend(absent.into_iter().map(|entrant| SentResult { entrant, place: None, kills: 0, shared: false, penalty: 0 }));
    survivor::map(&heat.members, sheet.players, &lines).map_err(|refusals| refused(given, &refusals))
}

fn sent(sheet: &Sheet, line: &GivenLine) -> Result<SentResult> {
    let named = sheet.entrants.iter().zip(0..).find(|(name, _)| **name == line.entrant);
    let (_, entrant) = named.with_context(|| format!("{:?} is no entrant", line.entrant))?;
    Ok(SentResult { entrant, place: line.place, kills: line.kills, shared: line.shared, penalty: line.penalty })
}

fn refused(given: &GivenMap, refusals: &MapRefusals) -> anyhow::Error {
    let words = refusals.iter().map(|(at, refusal)| match at.and_then(|at| given.lines.get(at)) {
        Some(line) => format!("{:?}: {refusal}", line.entrant),
        None => refusal.to_string(),
    });
    anyhow!("{}", words.collect::<Vec<_>>().join(", "))
}

fn board(sheet: &Sheet, group: usize, maps: &Maps) -> GroupBoard {
    let members = &sheet.groups[group];
    let heats: Vec<(usize, &Heat)> = (1..).zip(&sheet.heats).filter(|(_, heat)| heat.group == group).collect();
    let mut played: Vec<Vec<MapResult>> = Vec::new();
    for ((_, map), results) in maps.iter().filter(|((heat, _), _)| heats.iter().any(|(number, _)| number == heat)) {
        played.resize(played.len().max(*map), Vec::new());
        played[map - 1].extend(results);
    }
    let departures = departures(sheet, members, &played);
    let rules = BoardRules {
        table: sheet.table,
        maps: sheet.maps,
        tie_breaks: &sheet.tie_breaks,
        best_maps: sheet.best_maps,
        rush: sheet.rush,
        deciders: &[],
        lots: &sheet.lots,
        departures: &departures,
    };
    let board = survivor::board(members, &played, &rules);
    let left = |heat: &Heat| heat.members.iter().all(|who| sheet.out.contains(who));
    let is_over = |(number, heat): &(usize, &Heat)| left(heat) || (1..=sheet.maps).all(|map| maps.contains_key(&(*number, map)));
    let staying = members.iter().filter(|who| !sheet.out.contains(who)).count();
    let complete = board.champion.is_some() || staying <= 1 || heats.iter().all(is_over);
    let order: Vec<(Entrant, usize)> =
        board.lines.iter().filter(|line| !sheet.out.contains(&line.entrant)).map(|line| (line.entrant, line.rank)).collect();
    let cut_tie = sheet.winners_per_group.filter(|_| complete).map(|winners| ties(&order, &[winners]).concat());
    GroupBoard { board, complete, cut_tie: cut_tie.unwrap_or_default() }
}

/// Returns the departures: an entrant that is out left after the last map that it started.
fn departures(sheet: &Sheet, members: &[Entrant], played: &[Vec<MapResult>]) -> Vec<Departure> {
    let started = |entrant: Entrant, results: &[MapResult]| results.iter().any(|of| of.entrant == entrant && of.place.is_some());
    let departure = |entrant: Entrant| {
        let last = played.iter().rposition(|results| started(entrant, results));
        Departure { entrant, after: last.map_or(0, |at| at + 1) }
    };
    members.iter().copied().filter(|who| sheet.out.contains(who)).map(departure).collect()
}
