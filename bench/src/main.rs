//! Load and comparison benchmarks. Each subcommand measures one part and replaces its own section of `bench/RESULTS.md`.

mod brackets;
mod buying;
mod chaos;
mod console;
mod content;
mod crowd;
mod engine;
mod esports;
mod http;
mod hub;
mod load;
mod people;
mod process;
mod report;
mod rooms;
mod shop;
mod webhook;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures Manao on this machine. Build with --release.
#[derive(Parser)]
struct Command {
    /// All of them, one after another, when none is named
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// The WebSocket hub: fan-out against a bare server, latency, memory a socket, connects.
    Hub(hub::Options),
    /// Cached catalogue reads on the whole server against a bare JSON handler.
    Http(http::Options),
    /// Pages of text: rendered, from the cache, their size; the search of the manual.
    Content(content::Options),
    /// From the payment provider's webhook to the open page.
    Webhook(webhook::Options),
    /// Buying: a large catalogue under load, a rush on a flash sale, its line.
    Buying(buying::Options),
    /// The console on a large shop: search, lists, an order's story.
    Console(console::Options),
    /// Tournaments: pages under load, a rush of entries, the desk, exports.
    Esports(esports::Options),
    /// The engine of brackets by itself: drawing, results, corrections, tables, boards. Needs no shop.
    Engine(engine::Options),
    /// Brackets: draws, a tournament of 2,000 played to its end, results told to 5,000 watchers, the page in Chromium.
    Brackets(brackets::Options),
    /// Rooms of matches: actions until the opponents see them, messages a second, an announcement to 10,000.
    Rooms(rooms::Options),
    /// No measurement but a proof: a flash sale in a rush, to its last piece.
    Rehearsal(buying::rehearsal::Options),
    /// No measurement but a proof: programs killed and sockets cut while rooms are used; nobody misses anything.
    Chaos(chaos::Options),
    /// A server to be measured; started by the other commands.
    #[command(hide = true)]
    Serve(hub::serve::Options),
    /// The bare JSON handler; started by `http`.
    #[command(hide = true)]
    Bare(http::bare::Options),
}

fn main() -> Result<()> {
    // Taken already when a library did it first.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match Command::parse().what {
        Some(What::Hub(options)) => hub::run(&options),
        Some(What::Http(options)) => http::run(&options),
        Some(What::Content(options)) => content::run(&options),
        Some(What::Webhook(options)) => webhook::run(&options),
        Some(What::Buying(options)) => buying::run(&options),
        Some(What::Console(options)) => console::run(&options),
        Some(What::Esports(options)) => esports::run(&options),
        Some(What::Engine(options)) => engine::run(&options),
        Some(What::Brackets(options)) => brackets::run(&options),
        Some(What::Rooms(options)) => rooms::run(&options),
        Some(What::Rehearsal(options)) => buying::rehearsal::run(&options),
        Some(What::Chaos(options)) => chaos::run(&options),
        Some(What::Serve(options)) => hub::serve::run(options),
        Some(What::Bare(options)) => http::bare::run(&options),
        None => everything(),
    }
}

/// Runs each command in a process of its own: they choose cores and limits for themselves.
fn everything() -> Result<()> {
    for what in ["hub", "http", "content", "webhook", "buying", "console", "esports", "engine", "brackets", "rooms"] {
        let status = std::process::Command::new(std::env::current_exe()?).arg(what).status()?;
        ensure!(status.success(), "{what} failed");
    }
    Ok(())
}
