//! Catalogue reads: the whole server against bare axum that answers the same bytes. Both on one core, taking turns in one run.

pub mod bare;
pub mod load;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use nix::unistd::Pid;
use serde_json::json;

use crate::process::{Process, free_address, pin, raise_file_limit};
use crate::report;
use crate::shop::Shop;
use load::Measurement;

const SERVER_CORE: usize = 0;
const LOAD_CORE: usize = 1;
/// The home page's query.
const HOME: &str = include_str!("../../../web/src/features/catalogue/home.graphql");

#[derive(Args)]
pub struct Options {
    /// Connections that ask at the same time.
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Seconds of each turn.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Times that the servers take turns; the median counts.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let body = runtime.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "http", "Catalogue reads", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(Some(SERVER_CORE), None).await?;
    pin(Pid::from_raw(0), LOAD_CORE)?;
    let question = json!({ "query": HOME }).to_string();
    let asked = load::request(shop.server.address, "/api/home", &question);
    let answer = load::ask(shop.server.address, &asked).await?;
    ensure!(answer.starts_with(b"{\"data\""), "{}", String::from_utf8_lossy(&answer));

    let file = std::env::temp_dir().join(format!("manao-bench-answer-{}", std::process::id()));
    std::fs::write(&file, &answer)?;
    let address = free_address()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bare", "--address", &address.to_string(), "--answer"]).arg(&file).env("TOKIO_WORKER_THREADS", "1");
    let bare = Process::start(command, address, Some(SERVER_CORE))?;
    std::fs::remove_file(&file)?;

    let time = Duration::from_secs(options.seconds);
    let (mut of_bare, mut of_shop) = (Vec::new(), Vec::new());
    for round in 0..options.rounds {
        for (name, server, measurements) in [("bare", &bare, &mut of_bare), ("manao", &shop.server, &mut of_shop)] {
            let request = load::request(server.address, "/api/home", &question);
            let measure = load::measure(server, &request, options.connections, time).await?;
            eprintln!("round {round}, {name}: {measure:.1?}");
            measurements.push(measure);
        }
    }
    let (bare, manao) = (median(&of_bare), median(&of_shop));
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(
        body,
        "`POST /api/home` with the home page's query ({} bytes, answer {} bytes) over {} kept connections, one server core, median of {} turns of {} s. \
         The bare server is axum with one handler that answers the same bytes. Manao is the program as delivered, with all of its layers.\n",
        question.len(),
        answer.len(),
        options.connections,
        options.rounds,
        options.seconds
    )?;
    writeln!(
        body,
        "| server | requests/s | of bare | CPU µs a request | of bare | p99 ms | goal |\n| --- | --- | --- | --- | --- | --- | --- |"
    )?;
    for (name, measure, goal) in [("bare axum", bare, "–"), ("manao", manao, "≥ 0.8")] {
        let (rates, costs) = (measure.rate / bare.rate, bare.cost / measure.cost);
        writeln!(
            body,
            "| {name} | {:.0} | {rates:.2} | {:.2} | {costs:.2} | {:.2} | {goal} |",
            measure.rate, measure.cost, measure.p99
        )?;
    }
    Ok(body)
}

fn median(measurements: &[Measurement]) -> Measurement {
    let middle = |of: fn(&Measurement) -> f64| {
        let mut values: Vec<f64> = measurements.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Measurement { rate: middle(|measure| measure.rate), cost: middle(|measure| measure.cost), p99: middle(|measure| measure.p99) }
}
