//! The input of a draw.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, Result, bail, ensure};
use manao_domain::bracket::standings::{PointRule, TieBreak};
use manao_domain::bracket::{Entrant, MOST};
use manao_domain::tournament::GroupDraw;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

/// Most characters of a name.
const LONGEST: usize = 200;
/// Most rounds with a series of their own.
const SERIES: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Single,
    Double,
    RoundRobin,
    /// Several round robins side by side
    Groups,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object with format and entrants")]
struct SheetFile {
    format: String,
    entrants: Vec<String>,
    #[serde(default, deserialize_with = "seed")]
    seed: Option<u64>,
    method: Option<Method>,
    #[serde(default)]
    third_place: bool,
    grand_final: Option<GrandFinal>,
    groups: Option<usize>,
    winners_per_group: Option<usize>,
    group_draw: Option<GroupDraw>,
    #[serde(default)]
    double_round: bool,
    best_of: Option<Series>,
    point_rule: Option<PointRule>,
    tie_breaks: Option<Vec<TieBreak>>,
    #[serde(default)]
    pins: HashMap<String, usize>,
    #[serde(default)]
    organizations: HashMap<String, String>,
    #[serde(default)]
    out: Vec<String>,
    #[serde(default)]
    lots: Vec<String>,
    results: Option<Vec<GivenResult>>,
    #[serde(flatten)]
    others: HashMap<String, serde_json::Value>,
}

/// The way in which entrants are seeded.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    Random,
    Seeded,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum GrandFinal {
    #[serde(alias = "simple")]
    Single,
    #[serde(alias = "double")]
    Reset,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Series {
    All(i32),
    ByRound(Vec<i32>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GivenResult {
    #[serde(rename = "match")]
    pub id: usize,
    pub home: Option<Number>,
    pub away: Option<Number>,
    /// `home` or `away`, or the name of the entrant that advances
    pub walkover: Option<String>,
    #[serde(default)]
    pub double_forfeit: bool,
}

/// The validated input of a draw.
pub struct Sheet {
    pub kind: Kind,
    /// Names in the order of seeds
    pub entrants: Vec<String>,
    pub seed: Option<u64>,
    pub third_place: bool,
    pub reset: bool,
    pub groups: usize,
    pub winners_per_group: Option<usize>,
    pub pots: bool,
    pub double_round: bool,
    /// Games by round; if empty, a score of every series is accepted
    pub series: Vec<i32>,
    pub point_rule: PointRule,
    pub tie_breaks: Vec<TieBreak>,
    pub pinned: Vec<Entrant>,
    /// By entrant
    pub organizations: Vec<Option<i64>>,
    pub out: Vec<Entrant>,
    pub lots: Vec<Entrant>,
    pub results: Option<Vec<GivenResult>>,
    /// Keys that are not recognised
    pub unknown: Vec<String>,
}

pub fn read(text: &str) -> Result<Sheet> {
    let mut given: SheetFile = serde_json::from_str(text).context("the file does not say what to draw")?;
    let kind = kind(&given)?;
    check_entrants(&given.entrants)?;
    let groups = groups(kind, &given)?;
    let series = series(kind, given.best_of.take())?;
    ensure!(kind != Kind::Double || !given.third_place, "a double elimination has no match for the third place");
    let pots = given.group_draw == Some(GroupDraw::Pots);
    ensure!(!pots || kind == Kind::Groups, "pots are for groups");
    ensure!(!pots || given.seed.is_some(), "pots need a seed");
    let seeding = Seeding { entrants: &given.entrants, method: given.method, seed: given.seed, pins: &given.pins, pots };
    let entrants = seeding.order()?;
    let index: HashMap<&str, Entrant> = entrants.iter().map(String::as_str).zip(0..).collect();
    let find = |name: &String| index.get(name.as_str()).copied().with_context(|| format!("{name:?} is no entrant"));
    let all = |names: &[String]| names.iter().map(find).collect::<Result<Vec<Entrant>>>();
    let pinned = given.pins.keys().map(find).collect::<Result<_>>()?;
    let (out, lots) = (all(&given.out)?, all(&given.lots)?);
    let organizations = organizations(&given.organizations, &entrants, find)?;
    let tie_breaks = given.tie_breaks.unwrap_or_else(|| TieBreak::USUAL.to_vec());
    ensure!(tie_breaks.iter().collect::<HashSet<_>>().len() == tie_breaks.len(), "a tie-break is named twice");
    Ok(Sheet {
        kind,
        seed: given.seed,
        third_place: given.third_place,
        reset: given.grand_final.unwrap_or(GrandFinal::Reset) == GrandFinal::Reset,
        groups,
        winners_per_group: given.winners_per_group,
        pots,
        double_round: given.double_round,
        series,
        point_rule: given.point_rule.unwrap_or(PointRule::WinDraw),
        tie_breaks,
        pinned,
        organizations,
        out,
        lots,
        results: given.results,
        unknown: given.others.into_keys().collect(),
        entrants,
    })
}

fn kind(given: &SheetFile) -> Result<Kind> {
    let name = given.format.trim().to_lowercase().replace(['_', ' '], "-");
    let kind = match name.as_str() {
        "single" | "single-elimination" | "elimination" | "knockout" | "bracket" => Kind::Single,
        "double" | "double-elimination" => Kind::Double,
        "round-robin" | "roundrobin" if given.groups.is_none_or(|groups| groups == 1) && given.winners_per_group.is_none() => {
            Kind::RoundRobin
        }
        "round-robin" | "roundrobin" | "groups" | "group" | "group-stage" | "groups-to-knockout" | "group-to-knockout" => {
            Kind::Groups
        }
        _ => bail!("there is no format {:?}: single, double, round-robin, groups or survivor", given.format),
    };
    let groups = given.groups.is_some() || given.winners_per_group.is_some() || given.group_draw.is_some() || given.double_round;
    ensure!(!groups || matches!(kind, Kind::RoundRobin | Kind::Groups), "groups are for the formats round-robin and groups");
    Ok(kind)
}

pub fn check_entrants(names: &[String]) -> Result<()> {
    ensure!(names.len() >= 2, "Can't Generate Bracket: it takes at least two entrants, and there are {}", names.len());
    ensure!(names.len() <= MOST, "Can't Generate Bracket: it takes at most {MOST} entrants, and there are {}", names.len());
    let mut seen = HashSet::new();
    for name in names {
        let bare = name.trim();
        ensure!(!bare.is_empty(), "Can't Generate Bracket: an entrant has no name");
        ensure!(bare.chars().count() <= LONGEST, "Can't Generate Bracket: a name is longer than {LONGEST} characters");
        ensure!(seen.insert(bare), "Can't Generate Bracket: {bare:?} is there twice");
    }
    Ok(())
}

/// Returns the number of groups; one for a round robin, zero for a bracket.
fn groups(kind: Kind, given: &SheetFile) -> Result<usize> {
    let groups = match kind {
        Kind::Single | Kind::Double => return Ok(0),
        Kind::RoundRobin => 1,
        Kind::Groups => given.groups.context("Can't Generate Bracket: it is not said how many groups there are")?,
    };
    ensure!(groups >= 1, "Can't Generate Bracket: there is at least one group");
    let smallest = given.entrants.len() / groups;
    ensure!(
        smallest >= 2,
        "Can't Generate Bracket: of {} entrants in {groups} groups, one has fewer than two",
        given.entrants.len()
    );
    let Some(winners) = given.winners_per_group else { return Ok(groups) };
    ensure!(winners >= 1, "Can't Generate Bracket: at least one of each group goes on");
    ensure!(winners <= smallest, "Can't Generate Bracket: {winners} of a group of {smallest} cannot go on, as it has fewer");
    ensure!(groups * winners >= 2, "Can't Generate Bracket: it takes two to go on");
    Ok(groups)
}

fn series(kind: Kind, given: Option<Series>) -> Result<Vec<i32>> {
    let series = match given {
        None => Vec::new(),
        Some(Series::All(games)) => vec![games],
        Some(Series::ByRound(rounds)) => {
            ensure!((1..=SERIES).contains(&rounds.len()), "bestOf names 1 to {SERIES} rounds");
            rounds
        }
    };
    for games in &series {
        ensure!([1, 2, 3, 5, 7].contains(games), "a series is best of 1, 2, 3, 5 or 7, not of {games}");
        ensure!(
            *games != 2 || matches!(kind, Kind::RoundRobin | Kind::Groups),
            "a series of two may be drawn, and somebody has to go on"
        );
    }
    Ok(series)
}

/// The parameters that decide each entrant's seed.
pub struct Seeding<'a> {
    pub entrants: &'a [String],
    pub method: Option<Method>,
    pub seed: Option<u64>,
    /// By name, seeds from 1
    pub pins: &'a HashMap<String, usize>,
    pub pots: bool,
}

impl Seeding<'_> {
    /// Returns the names by seed: shuffled where the draw is random, the pinned at their places.
    pub fn order(&self) -> Result<Vec<String>> {
        let method = self.method.unwrap_or(if self.seed.is_some() && !self.pots { Method::Random } else { Method::Seeded });
        let mut names: Vec<&str> = self.entrants.iter().map(|name| name.trim()).collect();
        let mut pins: Vec<(&str, usize)> = Vec::new();
        for (name, seed) in self.pins {
            ensure!(names.contains(&name.as_str()), "{name:?} is no entrant");
            ensure!((1..=names.len()).contains(seed), "{name:?} cannot have seed {seed} of {}", names.len());
            ensure!(pins.iter().all(|(_, other)| *other != seed - 1), "two entrants cannot have seed {seed}");
            pins.push((name.as_str(), seed - 1));
        }
        if method == Method::Random {
            let seed = self.seed.context("a random draw needs a seed")?;
            manao_domain::bracket::seeding::shuffle(&mut names, seed);
        }
        let order = manao_domain::bracket::seeding::pin(&names, &pins);
        Ok(order.into_iter().map(str::to_owned).collect())
    }
}

fn organizations(
    given: &HashMap<String, String>,
    entrants: &[String],
    find: impl Fn(&String) -> Result<Entrant>,
) -> Result<Vec<Option<i64>>> {
    let mut numbers: HashMap<&str, i64> = HashMap::new();
    let mut of = vec![None; entrants.len()];
    for (name, organization) in given {
        let next = i64::try_from(numbers.len())?;
        of[usize::from(find(name)?)] = Some(*numbers.entry(organization.as_str()).or_insert(next));
    }
    Ok(of)
}

/// Reads a number, or its decimal digits: JavaScript holds no whole number beyond 2⁵³.
pub fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Seed {
        Number(u64),
        Digits(String),
    }
    let seed =
        Option::<Seed>::deserialize(from).map_err(|_| serde::de::Error::custom("a seed is a number from 0 to 2^64 - 1"))?;
    let digits =
        |text: String| text.trim().parse().map_err(|_| serde::de::Error::custom("a seed is a number from 0 to 2^64 - 1"));
    seed.map(|seed| match seed {
        Seed::Number(number) => Ok(number),
        Seed::Digits(text) => digits(text),
    })
    .transpose()
}
