//! The draw as the results shape it.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use manao_domain::bracket::play::{Seat, State};
use manao_domain::bracket::standings::{Line, Meeting, Rules, cut_tie, standings};
use manao_domain::bracket::{Entrant, Match, Outcome, Part, Play, Refusal, Side};
use serde_json::Number;

use super::sheet::{GivenResult, Sheet};
use super::stage::Stage;

pub struct Course {
    pub first: Stage,
    pub first_play: Play,
    /// The tables of the groups
    pub tables: Vec<Table>,
    pub second: Option<Second>,
}

pub struct Table {
    /// Lines in order of standing; empty while nothing is decided
    pub lines: Vec<Line>,
    /// Every match is decided
    pub complete: bool,
    /// Entrants level at the cut between those who qualify and the others
    pub cut_tie: Vec<Entrant>,
}

pub struct Second {
    pub stage: Stage,
    pub play: Play,
    /// The entrant of each place
    pub qualified: Vec<Qualified>,
}

/// The state of a group's place in the second stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qualified {
    Open,
    /// As numbered in the first stage
    Entrant(Entrant),
    /// Too few of the group are still in the tournament
    Nobody,
}

impl Qualified {
    pub fn entrant(self) -> Option<Entrant> {
        if let Qualified::Entrant(who) = self { Some(who) } else { None }
    }
}

pub fn play(sheet: &Sheet, mut first: Stage, second: Option<Stage>) -> Result<Course> {
    let mut results = BTreeMap::new();
    let matches = first.matches.len() + second.as_ref().map_or(0, |stage| stage.matches.len());
    for result in sheet.results.iter().flatten() {
        ensure!((1..=matches).contains(&result.id), "there is no match {}: they are 1 to {matches}", result.id);
        ensure!(results.insert(result.id - 1, result).is_none(), "match {} has two results", result.id);
    }
    let later = results.split_off(&first.matches.len());
    let names: Vec<Option<&str>> = sheet.entrants.iter().map(|name| Some(name.as_str())).collect();
    let field = Field { sheet, names, out: sheet.out.clone(), before: 0 };
    let first_play = field.decide(&mut first.matches, &results)?;
    let tables = tables(sheet, &first, &first_play);
    let second = match second {
        None => None,
        Some(mut stage) => {
            let qualified = qualified(sheet, &tables);
            let names = qualified.iter().map(|place| field.names.get(usize::from(place.entrant()?)).copied().flatten()).collect();
            // A place that no entrant is left for is forfeited.
            let out = (0..).zip(&qualified).filter(|(_, place)| **place == Qualified::Nobody).map(|(at, _)| at).collect();
            let field = Field { sheet, names, out, before: first.matches.len() };
            let play = field.decide(&mut stage.matches, &later)?;
            Some(Second { stage, play, qualified })
        }
    };
    Ok(Course { first, first_play, tables, second })
}

/// The entrants of a stage.
struct Field<'a> {
    sheet: &'a Sheet,
    /// By entrant, as far as the names are known
    names: Vec<Option<&'a str>>,
    out: Vec<Entrant>,
    /// Matches of the stage before
    before: usize,
}

impl Field<'_> {
    /// Decides the matches by the results, in the order of play.
    fn decide(&self, matches: &mut [Match], results: &BTreeMap<usize, &GivenResult>) -> Result<Play> {
        let series = &self.sheet.series;
        if series.is_empty() {
            for (at, result) in results {
                guess_series(&mut matches[at - self.before], result);
            }
        }
        let mut play = Play::begin(matches, self.names.len(), &self.out);
        for (at, result) in results {
            let (id, at) = (at + 1, at - self.before);
            let [home, away] = self.sides(id, &play, at)?;
            let outcome = outcome(result, home, away)?;
            play.decide(at, outcome, false).map_err(|refusal| match (refusal, outcome) {
                (Refusal::Score, Outcome::Played { home, away }) if home == away && matches[at].part != Part::Group => {
                    anyhow!("match {id} has a winner: {home}-{away} is a draw")
                }
                (Refusal::Score, Outcome::Played { home, away }) if series.is_empty() => {
                    anyhow!("match {id} cannot end {home}-{away} in games")
                }
                (Refusal::Score, Outcome::Played { home, away }) => {
                    anyhow!("match {id} cannot end {home}-{away}: it is best of {}", matches[at].best_of)
                }
                (refusal, _) => anyhow!("match {id}: {refusal}"),
            })?;
        }
        Ok(play.conclude())
    }

    fn sides(&self, id: usize, play: &Play, at: usize) -> Result<[&str; 2]> {
        let seats = play.seats(at);
        ensure!(!seats.contains(&Seat::Nobody), "match {id} is not played: a side has nobody");
        let name = |seat| if let Seat::Entrant(who) = seat { self.names.get(usize::from(who)).copied().flatten() } else { None };
        match seats.map(name) {
            [Some(home), Some(away)] => Ok([home, away]),
            _ => bail!("match {id} is not ready: its sides are not known yet"),
        }
    }
}

/// Infers the series of a match from its score, where no series are named.
fn guess_series(drawn: &mut Match, result: &GivenResult) {
    let games = |number: &Option<Number>| number.as_ref().and_then(Number::as_u64).unwrap_or_default();
    drawn.best_of = match (games(&result.home), games(&result.away)) {
        (1, 1) => 2,
        (home, away) => match home.max(away) {
            2 => 3,
            3 => 5,
            4 => 7,
            _ => 1,
        },
    };
}

fn outcome(result: &GivenResult, home: &str, away: &str) -> Result<Outcome> {
    let id = result.id;
    match (&result.home, &result.away, &result.walkover, result.double_forfeit) {
        (Some(home), Some(away), None, false) => Ok(Outcome::Played { home: games(id, home)?, away: games(id, away)? }),
        (None, None, Some(winner), false) => match winner.trim() {
            "home" => Ok(Outcome::Walkover(Side::Home)),
            "away" => Ok(Outcome::Walkover(Side::Away)),
            winner if winner == home => Ok(Outcome::Walkover(Side::Home)),
            winner if winner == away => Ok(Outcome::Walkover(Side::Away)),
            winner => bail!("match {id} cannot be won by {winner:?}: it is {home:?} against {away:?}"),
        },
        (None, None, None, true) => Ok(Outcome::DoubleForfeit),
        _ => bail!("match {id} has either home and away, or walkover, or doubleForfeit"),
    }
}

fn games(id: usize, number: &Number) -> Result<u8> {
    number
        .as_u64()
        .and_then(|games| u8::try_from(games).ok())
        .with_context(|| format!("match {id}: {number} is no number of games won"))
}

fn tables(sheet: &Sheet, stage: &Stage, play: &Play) -> Vec<Table> {
    if sheet.groups == 0 {
        return Vec::new();
    }
    let mut meetings: Vec<Vec<Meeting>> = vec![Vec::new(); stage.sections.len()];
    let mut complete = vec![true; stage.sections.len()];
    for (at, drawn) in stage.matches.iter().enumerate() {
        let group = drawn.group.unwrap_or_default();
        match Meeting::new(drawn, play, at) {
            Some(meeting) => meetings[group].push(meeting),
            None => complete[group] = !matches!(play.state(at), State::Ready) && complete[group],
        }
    }
    let rules = Rules { points: sheet.point_rule, tie_breaks: &sheet.tie_breaks, lots: &sheet.lots, out: &sheet.out };
    let table = |(members, (meetings, complete)): (&Vec<Option<Entrant>>, (Vec<Meeting>, bool))| {
        let members: Vec<Entrant> = members.iter().flatten().copied().collect();
        let lines = standings(&members, &meetings, &rules);
        let stay: Vec<Line> = lines.iter().filter(|line| !sheet.out.contains(&line.entrant)).cloned().collect();
        let tie = sheet.winners_per_group.filter(|_| complete).map(|winners| cut_tie(&stay, winners));
        Table { lines, complete, cut_tie: tie.unwrap_or_default() }
    };
    stage.sections.iter().zip(meetings.into_iter().zip(complete)).map(table).collect()
}

/// Returns the qualified entrants by place and then group, for places that one entrant of a decided group holds alone. Entrants that are
/// out of the tournament are passed over.
fn qualified(sheet: &Sheet, tables: &[Table]) -> Vec<Qualified> {
    let at_place = |place: usize, table: &Table| {
        if !table.complete {
            return Qualified::Open;
        }
        let stay: Vec<&Line> = table.lines.iter().filter(|line| !sheet.out.contains(&line.entrant)).collect();
        let Some(line) = stay.get(place - 1) else { return Qualified::Nobody };
        let shared = stay.iter().filter(|other| other.rank == line.rank).count() > 1;
        if shared { Qualified::Open } else { Qualified::Entrant(line.entrant) }
    };
    let places = 1..=sheet.winners_per_group.unwrap_or_default();
    places.flat_map(|place| tables.iter().map(move |table| at_place(place, table))).collect()
}
