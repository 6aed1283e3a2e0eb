//! Brackets on the whole shop, as it is delivered: draws, a tournament played to its end by calls, results sent to watchers, and the page in
//! Chromium.

mod page;
pub mod play;
pub mod seed;
mod watch;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::load::ms;
use crate::process::raise_file_limit;
use crate::report;
use crate::shop::Shop;

#[derive(Args)]
pub struct Options {
    /// Entrants of the largest draw.
    #[arg(long, default_value_t = 4096)]
    entrants: usize,
    /// Entrants of the tournament that is played to its end.
    #[arg(long, default_value_t = 2000)]
    played: usize,
    /// Watchers of the bracket of 1,024.
    #[arg(long, default_value_t = 5000)]
    watchers: usize,
    /// Results that they receive.
    #[arg(long, default_value_t = 100)]
    results_told: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "brackets", "Brackets", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(None, None).await?;
    let db = shop.database().await?;
    let promoter = shop.sign_in_as("promoter").await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(body, "All programs, the embedded database and the load on this machine.\n")?;
    let single =
        json!({"format": "bracket", "elimination": "single", "thirdPlace": true, "series": [1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 5]});

    writeln!(
        body,
        "| draw | generate, ms | submit, ms | publish: matches stored, ms | bracket read, first, ms | again, ms | size, KB |"
    )?;
    writeln!(body, "| --- | --- | --- | --- | --- | --- | --- |")?;
    let mut watched = None;
    for (name, entrants, stage) in [
        ("single elimination", options.entrants, single.clone()),
        ("single elimination", 1024, single.clone()),
        ("double elimination", 1024, json!({"format": "bracket", "elimination": "double", "grandFinal": "reset", "series": [3]})),
        ("64 groups of 8", 512, json!({"format": "round-robin", "groups": 64, "winnersPerGroup": 2, "series": [2]})),
    ] {
        let id = seed::tournament(&db, &format!("Draw {name} {entrants}"), (entrants, 1), &stage).await?;
        let drawn = play::draw(&shop, &promoter, id).await?;
        let (first, size) = read(&shop, id).await?;
        let (again, _) = read(&shop, id).await?;
        writeln!(
            body,
            "| {name}, {entrants} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} | {} |",
            took_ms(drawn.generated),
            took_ms(drawn.submitted),
            took_ms(drawn.published),
            took_ms(first),
            took_ms(again),
            size / 1024
        )?;
        if entrants == 1024 && stage == single {
            watched = Some(drawn.bracket);
        }
    }
    eprintln!("{body}");

    let id = seed::tournament(&db, "Played", (options.played, 1), &single).await?;
    let drawn = play::draw(&shop, &promoter, id).await?;
    let played = play::to_the_end(&shop, &promoter, id, &drawn.bracket).await?;
    writeln!(
        body,
        "\nA tournament of {} entrants played to its ranking by the promoter's calls, one after another: {} results in {:.0} s \
         (p50 {:.1} ms, p99 {:.1} ms), {} of them corrections that took later results along (p50 {:.1} ms, p99 {:.1} ms).\n",
        options.played,
        played.results + played.corrections,
        played.whole.as_secs_f64(),
        ms(&played.times, 0.5),
        ms(&played.times, 0.99),
        played.corrections,
        ms(&played.correcting, 0.5),
        ms(&played.correcting, 0.99)
    )?;
    eprintln!("{body}");

    if let Some(bracket) = watched {
        let watched = watch::run(&shop, &promoter, &bracket, options.watchers, options.results_told).await?;
        writeln!(
            body,
            "{} results of a bracket of 1,024, each told to {} watchers, from the promoter's request to the watcher's socket: p50 {:.0} ms, \
             p99 {:.0} ms; the last of all watchers p50 {:.0} ms, p99 {:.0} ms.",
            options.results_told,
            options.watchers,
            ms(&watched.times, 0.5),
            ms(&watched.times, 0.99),
            ms(&watched.last, 0.5),
            ms(&watched.last, 0.99)
        )?;
    }

    let id = seed::tournament(&db, "Page", (1024, 1), &single).await?;
    play::draw(&shop, &promoter, id).await?;
    writeln!(body, "\n{}", page::measure(&shop, &promoter, id).await?)?;
    Ok(body)
}

/// Measures loading the public bracket: duration, and bytes before compression.
async fn read(shop: &Shop, id: i64) -> Result<(Duration, usize)> {
    let start = Instant::now();
    let answer: Value = shop.post("/bracket/get-bracket", None, &json!({ "id": id })).await?;
    Ok((start.elapsed(), answer.to_string().len()))
}

fn took_ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}
