//! Buying on the whole shop, as it is delivered: a large catalogue under load, a rush on a flash sale, its line.

mod checkout;
mod line;
pub mod rehearsal;
mod rush;
pub mod seed;
mod statements;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::load::{ms, row, steady};
use crate::process::raise_file_limit;
use crate::report;
use crate::shop::Shop;

#[derive(Args)]
pub struct Options {
    /// Products beside the demo's.
    #[arg(long, default_value_t = 20_000)]
    products: i32,
    /// Requests a second for the catalogue and the search.
    #[arg(long, default_value_t = 500)]
    rate: u32,
    /// Seconds of each measurement of the catalogue.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// People who order from a flash sale in the same moment.
    #[arg(long, default_value_t = 1000)]
    buyers: i32,
    /// Pieces of that sale.
    #[arg(long, default_value_t = 100)]
    pieces: i32,
    /// People in the line of another sale.
    #[arg(long, default_value_t = 10_000)]
    waiting: i32,
    /// Orders that are placed for the checkouts a second.
    #[arg(long, default_value_t = 1500)]
    orders: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

/// What our pages ask.
const HOME: &str = include_str!("../../../web/src/features/catalogue/home.graphql");
const GAME: &str = include_str!("../../../web/src/features/catalogue/game.graphql");
const SUGGEST: &str = include_str!("../../../web/src/features/catalogue/suggest.graphql");

/// Searches as people type them: misspelt, in Thai, on the wrong keyboard.
const SEARCHES: &str = include_str!("../../../crates/shop/src/catalogue/misspellings.tsv");

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "buying", "Buying", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(None, None).await?;
    let db = shop.database().await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(body, "All programs, the embedded database and the load on this machine.\n")?;

    // Before any order, which the shop would ask the provider about while it is measured.
    let (without, with) = line::run(&shop, &db, options.waiting).await?;
    writeln!(
        body,
        "{} people wait in the line of a sale, over {} s: the shop takes {:.2} % of a core and its database {:.2} %; without the line {:.2} \
         and {:.2} % (goal: 1 % for the line).\n",
        options.waiting,
        line::WATCHED.as_secs(),
        with.shop * 100.0,
        with.database * 100.0,
        without.shop * 100.0,
        without.database * 100.0
    )?;
    eprintln!("{body}");

    let rush = rush::run(&shop, &db, options.buyers, options.pieces).await?;
    writeln!(
        body,
        "After {} ordinary orders, {} people order from a flash sale of {} pieces in the same moment: {} have an order at once, {} are sent to the line; answers p50 \
         {:.0} ms, p99 {:.0} ms (goal < 1,000), the last after {:.2} s. Every fifth cancels instead of paying and the piece goes to the next \
         in line; all {} pieces are paid and delivered, to as many people, after {:.1} s.\n",
        rush::EARLY,
        options.buyers,
        options.pieces,
        rush.placed,
        rush.lined_up,
        ms(&rush.times, 0.5),
        ms(&rush.times, 0.99),
        rush.last.as_secs_f64(),
        options.pieces,
        rush.sold_out.as_secs_f64()
    )?;
    eprintln!("{body}");

    let games = seed::catalogue(&shop, &db, options.products).await?;
    writeln!(
        body,
        "{} requests a second for {} s each, with {} products in {games} games beside the demo's:\n\n| | p50 ms | p99 ms | max ms |\n| --- | --- | --- | --- |",
        options.rate, options.seconds, options.products
    )?;
    let time = Duration::from_secs(options.seconds);
    let ask = |path: &str, body: &Value| shop.http.post(format!("{}/api{path}", shop.url)).json(body);
    let home = json!({"query": HOME});
    let game = |number: usize| json!({"query": GAME, "variables": {"id": format!("bench-{}", 1 + number * 7919 % games)}});
    let typed: Vec<&str> = SEARCHES.lines().filter_map(|line| Some(line.split_once('\t')?.0)).collect();
    let search = |number: usize| {
        // Every other one has not been asked before.
        let text = match number % 2 {
            0 => typed[number / 2 % typed.len()].to_owned(),
            _ => format!("bench gmae {number}"),
        };
        json!({"query": SUGGEST, "variables": {"search": text, "perPage": 8}})
    };
    let rows = [
        ("home page's query", steady(options.rate, time, |_| ask("/home", &home)).await?),
        ("a game with its products", steady(options.rate, time, |number| ask("/product", &game(number))).await?),
        ("search", steady(options.rate, time, |number| ask("/product", &search(number))).await?),
    ];
    for (name, times) in &rows {
        writeln!(body, "| {name} | {} |", row(times))?;
    }
    drop((shop, db));

    writeln!(
        body,
        "\nStatements of a request, the first time and again, counted in the server's log:\n\n| | first | again |\n| --- | --- | --- |"
    )?;
    for (name, first, again) in statements::count().await? {
        writeln!(body, "| {name} | {first} | {again} |")?;
    }
    eprintln!("{body}");

    let checkouts = checkout::run(options.orders).await?;
    writeln!(
        body,
        "\n{} people order a package for PromptPay, {} at a time, the shop's server and its database on one core, the payment provider and the \
         buyers on the other: **{:.0}** orders a second with their code to pay, answers p50 {:.0} ms, p99 {:.0} ms. The same {} statements, recorded \
         with their values and played by pgbench in as many sessions, with the database on the same core: {:.0} a second. The shop reaches \
         **{:.2}** of that (goal ≥ 0.6); what follows an answer (jobs, messages to the pages) is done beside it and not among the statements.",
        options.orders,
        checkout::AT_ONCE,
        checkouts.shop,
        ms(&checkouts.times, 0.5),
        ms(&checkouts.times, 0.99),
        checkouts.statements,
        checkouts.database,
        checkouts.shop / checkouts.database
    )?;
    Ok(body)
}
