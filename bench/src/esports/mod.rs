//! Tournaments on the whole shop, as it is delivered: pages under load, a rush of entries, the desk's table, exports.

mod paced;
mod rush;
mod seed;
mod statements;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::load::{ms, row};
use crate::process::raise_file_limit;
use crate::report;
use crate::shop::{Member, Shop};

#[derive(Args)]
pub struct Options {
    /// Tournaments beside the demo's, with fifty entries each.
    #[arg(long, default_value_t = 2000)]
    tournaments: i32,
    /// Requests a second for pages.
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// Seconds of each measurement of pages.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Captains who enter at once.
    #[arg(long, default_value_t = 500)]
    captains: usize,
    /// Places that they enter for.
    #[arg(long, default_value_t = 128)]
    places: i32,
    /// Entrants of the tournament at the desk.
    #[arg(long, default_value_t = 4096)]
    entrants: i32,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

/// Entrants at the desk whose statements are counted.
const COUNTED: i32 = 50;

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "esports", "Tournaments", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(None, None).await?;
    let db = shop.database().await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(body, "All programs, the embedded database and the load on this machine.\n")?;

    let ids = seed::tournaments(&db, options.tournaments).await?;
    eprintln!("{} tournaments", ids.len());
    let pages = paced::pages(&shop, &db, &ids, options.rate, Duration::from_secs(options.seconds)).await?;
    let entries: i64 = sqlx::query_scalar("select count(*) from esports.entrants").fetch_one(&db).await?;
    writeln!(
        body,
        "{} requests a second for {} s each, {} tournaments with {entries} entries; different tournaments one after another, and five of \
        them change each second.\n",
        options.rate,
        options.seconds,
        ids.len()
    )?;
    writeln!(body, "| | p50 ms | p99 ms | max ms |\n| --- | --- | --- | --- |")?;
    for (name, times) in &pages {
        writeln!(body, "| {name} | {} |", row(times))?;
    }

    let rush = rush::run(&shop, &db, options.captains, options.places).await?;
    let captains = options.captains;
    writeln!(
        body,
        "\n{captains} captains enter a tournament of {} places at once: {} in, {} on the waiting list in the order of their admission; \
        answers p50 {:.0} ms, p99 {:.0} ms, the last after {:.2} s (goal < 3).\n",
        options.places,
        rush.joined,
        rush.waiting,
        ms(&rush.times, 0.5),
        ms(&rush.times, 0.99),
        rush.last.as_secs_f64()
    )?;

    let promoter = shop.sign_in_as("promoter").await?;
    let desk = seed::desk(&db, options.entrants).await?;
    writeln!(body, "The desk of a tournament with {} entrants of five players, a document each:\n", options.entrants)?;
    writeln!(body, "| | median | size | server's memory before, most | goal |\n| --- | --- | --- | --- | --- |")?;
    let table = json!({"tournamentId": desk});
    let mut times = Vec::new();
    let mut size = 0;
    for _ in 0..7 {
        let start = Instant::now();
        let answer = shop.post("/registration/entrants", Some(&promoter), &table).await?;
        times.push(start.elapsed());
        ensure!(answer["items"].as_array().map(Vec::len) == usize::try_from(options.entrants).ok(), "not all entrants");
        size = answer.to_string().len();
    }
    writeln!(
        body,
        "| entrants' table | {:.0} ms | {:.1} MB | | ≤ 300 ms |",
        median(&mut times).as_secs_f64() * 1e3,
        size as f64 / 1e6
    )?;
    for kind in ["csv", "xlsx"] {
        let (time, bytes, before, most) = export(&shop, &promoter, desk, kind).await?;
        writeln!(
            body,
            "| players as {kind} | {:.2} s | {:.1} MB | {:.0}, {:.0} MB | ≤ 2 s, flat |",
            time.as_secs_f64(),
            bytes as f64 / 1e6,
            before as f64 / 1024.0,
            most as f64 / 1024.0
        )?;
    }
    eprintln!("{body}");
    drop((shop, db));

    writeln!(
        body,
        "\nStatements of a request, the first time and again, counted in the server's log (the desk has {COUNTED} entrants):\n"
    )?;
    writeln!(body, "| | first | again |\n| --- | --- | --- |")?;
    for (name, first, again) in statements::count(COUNTED).await? {
        writeln!(body, "| {name} | {first} | {again} |")?;
    }
    Ok(body)
}

/// Returns duration, size, and the server's memory before and at its peak, in KiB.
async fn export(shop: &Shop, promoter: &Member, tournament: i64, kind: &str) -> Result<(Duration, usize, u64, u64)> {
    let address = format!("{}/api/tournament/export-player/{tournament}/bracket?as={kind}&lang=th", shop.url);
    let before = shop.server.memory()?;
    let mut times = Vec::new();
    let (mut size, mut most) = (0, before);
    for _ in 0..3 {
        let start = Instant::now();
        let mut answer =
            shop.http.get(&address).bearer_auth(&promoter.token).send().await?.error_for_status().context("export")?;
        size = 0;
        while let Some(chunk) = answer.chunk().await? {
            size += chunk.len();
            most = most.max(shop.server.memory()?);
        }
        times.push(start.elapsed());
    }
    Ok((median(&mut times), size, before, most))
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Returns the body of a list's filter.
fn filter(number: usize) -> Value {
    let games = ["rov", "cup", "หน้าหนาว", "league"];
    match number % 4 {
        0 => json!({"phase": "register", "page": 1, "perPage": 24}),
        1 => json!({"category": "U", "contestantType": "team", "page": 1, "perPage": 24}),
        2 => json!({"query": games[number / 4 % games.len()], "page": 1, "perPage": 24}),
        _ => json!({"format": "bracket", "sort": "new", "page": 1 + number / 4 % 20, "perPage": 24}),
    }
}
