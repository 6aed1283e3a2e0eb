//! The hub's figures: what its protocol costs against a bare server, through memory and through Redis; latency; memory; connects.
//! The servers share one core and take turns in one run, so that a slow moment of the machine hits all of them.

mod load;
mod rolling;
pub mod serve;
mod stuck;
pub mod wire;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use manao_hub::token::Keys;
use nix::unistd::Pid;

use crate::process::{Process, free_address, pin, raise_file_limit};
use crate::report;
use load::{Crowd, Fan, Rate};

/// Core of the servers; everything else runs on the other.
const SERVER_CORE: usize = 0;
const LOAD_CORE: usize = 1;
/// Messages on their way at once in the fan-out.
const WINDOWS: [u64; 2] = [64, 4];

#[derive(Args)]
pub struct Options {
    /// Sockets of the fan-out.
    #[arg(long, default_value_t = 1000)]
    sockets: u64,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Times that the servers take turns; the median counts.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Signed-in sockets for memory and connects.
    #[arg(long, default_value_t = 10_000)]
    crowd: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Bare,
    Memory,
    Redis,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    pin(Pid::from_raw(0), LOAD_CORE)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let body = runtime.block_on(measure(options))?;
    println!("{body}");
    report::replace(&options.results, "hub", "WebSocket hub", &body)
}

fn redis() -> Result<Process> {
    let address = free_address()?;
    let mut command = Command::new("redis-server");
    let port = address.port().to_string();
    command.args(["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]);
    command.current_dir(std::env::temp_dir());
    Process::start(command, address, LOAD_CORE).context("the bench needs redis-server 7 or newer in PATH")
}

fn server(target: Target, redis: &Process) -> Result<Process> {
    server_at(target, redis, free_address()?)
}

fn server_at(target: Target, redis: &Process, address: SocketAddr) -> Result<Process> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["serve", if target == Target::Bare { "bare" } else { "hub" }, "--address", &address.to_string()]);
    if target == Target::Redis {
        command.args(["--redis", &format!("redis://{}/", redis.address)]);
    }
    Process::start(command, address, SERVER_CORE)
}

async fn measure(options: &Options) -> Result<String> {
    let redis = redis()?;
    let time = Duration::from_secs(options.seconds);
    let mut body = format!("{}\n\n`{}`\n\n", report::machine(), report::command());

    let mut fans = Vec::new();
    for target in [Target::Bare, Target::Memory, Target::Redis] {
        let server = server(target, &redis)?;
        let fan = Fan::open(target, server.address, options.sockets).await?;
        fans.push((server, fan));
    }
    writeln!(
        body,
        "Fan-out of 128 bytes to {} sockets on one topic, one server core, median of {} turns of {} s. The bare server is axum with the same \
         buffers and batched flushes, and nothing else; the hub does its whole protocol (envelope, offsets, history, bounded queues). The more \
         messages are on their way at once, the more leave in one write, and the more the protocol itself weighs. The server's CPU is what \
         counts; deliveries a second on the clock also depend on the load generator and on whatever else this machine does.\n",
        options.sockets, options.rounds, options.seconds
    )?;
    for window in WINDOWS {
        let mut rates = vec![Vec::new(); fans.len()];
        for round in 0..options.rounds {
            for ((server, fan), rates) in fans.iter_mut().zip(&mut rates) {
                let rate = fan.measure(server, window, time).await?;
                eprintln!("window {window}, round {round}: {:.0} deliveries/s, {:.2} µs each", rate.rate, rate.cost);
                rates.push(rate);
            }
        }
        let medians: Vec<Rate> = rates.iter().map(|rates| median(rates)).collect();
        fan_table(&mut body, window, &medians)?;
    }
    drop(fans);

    let in_rooms = server(Target::Redis, &redis)?;
    let cpu = in_rooms.cpu()?;
    let latency = load::rooms(Target::Redis, in_rooms.address, 100, 10, time).await?;
    let cost = (in_rooms.cpu()? - cpu).as_secs_f64() * 1e6 / latency.len() as f64;
    drop(in_rooms);
    writeln!(
        body,
        "Latency through Redis, 100 rooms of ten sockets, 10,000 deliveries/s: p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms (goal: p50 ≤ 1.2, p99 ≤ 5), {cost:.1} µs of CPU each.\n",
        latency.value_at_quantile(0.5) as f64 / 1e3,
        latency.value_at_quantile(0.99) as f64 / 1e3,
        latency.max() as f64 / 1e3,
    )?;

    let gathering = server(Target::Memory, &redis)?;
    let (before, cpu) = (gathering.memory()?, gathering.cpu()?);
    let mut crowd = Crowd::gather(gathering.address, tokens(options.crowd)?).await?;
    let opening = (gathering.cpu()? - cpu).as_secs_f64() * 1e6 / options.crowd as f64;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let each = (gathering.memory()? - before) as f64 / options.crowd as f64;
    let cpu = gathering.cpu()?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let idle = (gathering.cpu()? - cpu).as_secs_f64() * 1e6 / 10.0 / options.crowd as f64;
    crowd.assert_whole()?;
    writeln!(
        body,
        "{} signed-in sockets with three topics each (in-process bus): **{each:.1} KiB** of resident memory a socket (goal ≤ 16), \
         {:.0} connects/s here, each with its token checks and three joins ({opening:.0} µs of the server's CPU), \
         {idle:.1} µs of CPU a second for an idle socket.",
        options.crowd, crowd.rate,
    )?;
    drop((crowd, gathering));
    stuck::measure(&mut body, &redis, time).await?;
    rolling::measure(&mut body, &redis).await?;
    Ok(body)
}

fn tokens(count: usize) -> Result<Vec<(String, String)>> {
    let keys = Keys::hs256(serve::SECRET, "manao");
    let now = chrono::Utc::now().timestamp();
    (0..count)
        .map(|i| {
            let user = i.to_string();
            let access = keys.sign_access(&keys.access(&user, &format!("session-{i}"), now, 3600))?;
            let grant = keys.sign_grant(&keys.grant(&user, &format!("order:{i}"), now, 3600))?;
            Ok((access, grant))
        })
        .collect()
}

fn median(rates: &[Rate]) -> Rate {
    let middle = |of: fn(&Rate) -> f64| {
        let mut values: Vec<f64> = rates.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    Rate { rate: middle(|rate| rate.rate), cost: middle(|rate| rate.cost) }
}

fn fan_table(body: &mut String, window: u64, medians: &[Rate]) -> Result<()> {
    let bare = medians[0];
    writeln!(
        body,
        "| {window} on their way | deliveries a second of its CPU | of bare | goal | µs each | deliveries/s here | of bare |"
    )?;
    writeln!(body, "| --- | --- | --- | --- | --- | --- | --- |")?;
    for ((name, goal), rate) in
        [("bare axum", "–"), ("hub, in-process", "≥ 0.7"), ("hub, through Redis", "≥ 0.5")].iter().zip(medians)
    {
        let (rates, costs) = (rate.rate / bare.rate, bare.cost / rate.cost);
        let (capacity, cost, here) = (1e6 / rate.cost, rate.cost, rate.rate);
        writeln!(body, "| {name} | {capacity:.0} | **{costs:.2}** | {goal} | {cost:.2} | {here:.0} | {rates:.2} |")?;
    }
    writeln!(body)?;
    Ok(())
}
