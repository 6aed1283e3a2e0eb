//! Buying on the whole shop, as it is delivered: a large catalogue under load, a rush on a flash sale, its line.

mod line;
pub mod rehearsal;
mod rush;
mod seed;
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
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

/// Searches as people type them: names, Thai, misspellings, another keyboard, and one without a hit.
const SEARCHES: [&str; 8] = ["free fire", "ฟีฟาย", "พับจี", "valorent", "สตีม", "bench game 7", "เกนชิน", "zzzzqqqq"];

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

    let rush = rush::run(&shop, &db, options.buyers, options.pieces).await?;
    writeln!(
        body,
        "{} people order from a flash sale of {} pieces in the same moment: {} have an order at once, {} are sent to the line; answers p50 \
         {:.0} ms, p99 {:.0} ms (goal < 1,000), the last after {:.2} s. Every fifth cancels instead of paying and the piece goes to the next \
         in line; all {} pieces are paid and delivered, to as many people, after {:.1} s.\n",
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

    let line = line::run(&shop, &db, options.waiting).await?;
    writeln!(
        body,
        "{} people wait in the line of a sale: {:.2} % of a core for the shop and {:.2} % for its database beyond what both take without \
         it, over {} s (goal: 1 %).\n",
        options.waiting,
        line.shop * 100.0,
        line.database * 100.0,
        line::WATCHED.as_secs()
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
    let home =
        json!({"query": "{ home { shelves { key games { slug name { th en } fromSatang } } flashSales { id remaining } } }"});
    let game = |number: usize| {
        let id = format!("bench-{}", 1 + number * 7919 % games);
        json!({"query": "query ($id: String!) { game(id: $id) { slug name { th en } products { id name { th en } priceSatang state } } }",
               "variables": {"id": id}})
    };
    let search = |number: usize| {
        json!({"query": "query ($search: String) { games(search: $search, perPage: 24) { total guessed items { slug name { th en } fromSatang } } }",
               "variables": {"search": SEARCHES[number % SEARCHES.len()]}})
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
    Ok(body)
}
