//! The rules of brackets alone, without database and network.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Args;
use manao_domain::bracket::apart::apart;
use manao_domain::bracket::groups::round_robin;
use manao_domain::bracket::ranks::places;
use manao_domain::bracket::seeding::{bracket, shuffle, snake};
use manao_domain::bracket::standings::{Meeting, PointRule, Rules, TieBreak, standings};
use manao_domain::bracket::{Entrant, Match, Outcome, Play, Series, double, single};
use manao_domain::point_table;
use manao_domain::survivor::{BoardRules, MapResult, SurvivorTieBreak, board};

use crate::report;

#[derive(Args)]
pub struct Options {
    /// Turns of each measurement.
    #[arg(long, default_value_t = 200)]
    turns: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

const ENTRANTS: usize = 4096;
const SERIES: Series<'static> = Series(&[3]);
const HOME: Outcome = Outcome::Played { home: 2, away: 0 };
const AWAY: Outcome = Outcome::Played { home: 0, away: 2 };

pub fn run(options: &Options) -> Result<()> {
    let machine = report::machine();
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(body, "One core; median and slowest of {} turns.\n", options.turns)?;
    writeln!(body, "| | median | slowest | goal |\n| --- | --- | --- | --- |")?;
    for (name, goal, mut times) in draws(options.turns).into_iter().chain(course(options.turns)?).chain(tables(options.turns)?) {
        times.sort_unstable();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        writeln!(body, "| {name} | {} | {} | {goal} |", told(median), told(slowest))?;
    }
    println!("{body}");
    report::replace(&options.results, "engine", "The engine of brackets", &body)
}

/// Name, goal, and duration of each turn.
type Row = (String, &'static str, Vec<Duration>);

fn draws(turns: usize) -> Vec<Row> {
    let schools: Vec<Option<i64>> = (0..ENTRANTS).map(|entrant| i64::try_from(entrant / 8).ok()).collect();
    vec![
        (
            "draw 4,096, shuffled, single elimination, byes known".into(),
            "< 5 ms",
            timed(turns, || {
                let mut order: Vec<usize> = (0..ENTRANTS).collect();
                shuffle(&mut order, 42);
                let matches = single(&bracket(ENTRANTS), true, SERIES);
                (order, Play::new(&matches, ENTRANTS))
            }),
        ),
        (
            "draw 4,096, double elimination with reset".into(),
            "–",
            timed(turns, || Play::new(&double(&bracket(ENTRANTS), true, SERIES), ENTRANTS)),
        ),
        (
            "draw 512 into 64 groups of 8, round robin twice".into(),
            "–",
            timed(turns, || round_robin(&snake(512, 64), true, Series(&[2]))),
        ),
        (
            "keep 512 schools of 8 apart among 4,096".into(),
            "–",
            timed(turns.min(20), || apart(&[bracket(ENTRANTS)], &schools, &[])),
        ),
    ]
}

fn course(turns: usize) -> Result<Vec<Row>> {
    let matches = double(&bracket(ENTRANTS), true, SERIES);
    let results: Vec<(usize, Outcome)> = (0..matches.len() - 1).map(|at| (at, HOME)).collect();
    let (mut applied, mut corrected) = (Vec::new(), Vec::new());
    let mut play = Play::new(&matches, ENTRANTS);
    for (at, outcome) in &results {
        let start = Instant::now();
        play.decide(*at, *outcome, false)?;
        applied.push(start.elapsed());
    }
    // Every match that depends on the first one is reset, as deep as the bracket is.
    let falls = play.falls(0).len();
    for _ in 0..turns {
        let mut played = play.clone();
        let start = Instant::now();
        played.decide(0, AWAY, true)?;
        corrected.push(start.elapsed());
    }
    let first = single(&bracket(ENTRANTS), true, SERIES);
    Ok(vec![
        ("one result of 4,096 in a double elimination (each of them once)".into(), "< 0.1 ms", applied),
        (format!("correction of its first match, {falls} later results fall"), "–", corrected),
        (
            "read 8,190 results again, last first".into(),
            "–",
            timed(turns, || Play::replay(&matches, ENTRANTS, &[], black_box(&backwards(&results)))),
        ),
        ("ranks of 4,096".into(), "–", timed(turns, || ranks(&first))),
    ])
}

fn backwards(results: &[(usize, Outcome)]) -> Vec<(usize, Outcome)> {
    results.iter().rev().copied().collect()
}

fn ranks(matches: &[Match]) -> usize {
    let results: Vec<(usize, Outcome)> = (0..matches.len()).map(|at| (at, HOME)).collect();
    places(matches, &Play::replay(matches, ENTRANTS, &[], &results)).len()
}

fn tables(turns: usize) -> Result<Vec<Row>> {
    let members: Vec<Entrant> = (0..64).collect();
    let (matches, _) = round_robin(std::slice::from_ref(&members), false, SERIES);
    let play =
        Play::replay(&matches, members.len(), &[], &matches.iter().enumerate().map(|(at, _)| (at, HOME)).collect::<Vec<_>>());
    let meetings: Vec<Meeting> = matches.iter().enumerate().filter_map(|(at, drawn)| Meeting::new(drawn, &play, at)).collect();
    let rules = Rules { points: PointRule::ByGames, tie_breaks: TieBreak::USUAL, lots: &[], out: &[] };
    let table = point_table::find("pubgm_16").context("a table of points")?;
    let entrants: Vec<Entrant> = (0..128).collect();
    let lobby = |from: &[Entrant]| -> Vec<MapResult> {
        let line = |(place, entrant): (usize, &Entrant)| MapResult {
            entrant: *entrant,
            place: Some(place),
            kills: 3,
            shared: false,
            penalty: 0,
        };
        (1..).zip(from).map(line).collect()
    };
    let maps: Vec<Vec<MapResult>> = (0..30).map(|_| entrants.chunks(16).flat_map(lobby).collect()).collect();
    let tie_breaks = SurvivorTieBreak::USUAL;
    let counted =
        BoardRules { table, maps: 30, tie_breaks, best_maps: Some(20), rush: None, deciders: &[], lots: &[], departures: &[] };
    Ok(vec![
        ("table of a group of 64, 2,016 matches".into(), "–", timed(turns, || standings(&members, &meetings, &rules))),
        ("survivor board of 128 in eight heats, 30 maps".into(), "–", timed(turns, || board(&entrants, &maps, &counted))),
    ])
}

fn timed<T>(turns: usize, what: impl Fn() -> T) -> Vec<Duration> {
    let once = || {
        let start = Instant::now();
        let made = black_box(what());
        let took = start.elapsed();
        drop(made);
        took
    };
    (0..turns.max(1)).map(|_| once()).collect()
}

fn told(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.1} µs") } else { format!("{:.2} ms", micros / 1e3) }
}
