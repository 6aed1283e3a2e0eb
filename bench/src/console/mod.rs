//! The console on a large shop: the search, the list of orders, an order's story, what needs staff today.

mod seed;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use reqwest::header::COOKIE;

use crate::load::{row, steady};
use crate::process::raise_file_limit;
use crate::report;
use crate::shop::Shop;

#[derive(Args)]
pub struct Options {
    /// People beside the demo's.
    #[arg(long, default_value_t = 500_000)]
    people: i32,
    /// Orders, in turn of these people.
    #[arg(long, default_value_t = 1_000_000)]
    orders: i32,
    /// Requests a second.
    #[arg(long, default_value_t = 20)]
    rate: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

/// Staff who ask in turn: each may search 240 times a minute.
const STAFF: i32 = 12;

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "console", "The console", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(None, None).await?;
    let db = shop.database().await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    let bought = seed::rows(&shop, &db, options.people, options.orders).await?;
    let staff = seed::staff(&db, STAFF).await?;
    eprintln!("{} orders", options.orders);
    writeln!(
        body,
        "{} orders of {} people; {} requests a second for {} s each, by staff with every role. All programs, the embedded database and the \
         load on this machine.\n",
        options.orders, options.people, options.rate, options.seconds
    )?;
    writeln!(body, "| | p50 ms | p99 ms | max ms | goal |\n| --- | --- | --- | --- | --- |")?;
    let (people, orders) = (usize::try_from(options.people)?, usize::try_from(options.orders)?);
    let known = |number: usize| seed::known(number * 7919 % orders + 1, people);
    let get = |number: usize, path: String| {
        let by = &staff[number % staff.len()];
        shop.http.get(format!("{}/api/console{path}", shop.url)).bearer_auth(&by.member.token).header(COOKIE, &by.cookie)
    };
    let search = |number: usize, text: String| get(number, "/search".to_owned()).query(&[("q", text)]);
    let time = Duration::from_secs(options.seconds);
    let measured = [
        ("search by order number", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).order)).await),
        ("search by receipt", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).receipt)).await),
        ("search by charge", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).charge)).await),
        ("search by player ID", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).player)).await),
        (
            "search by four digits",
            "< 100 ms",
            steady(options.rate, time, |number| search(number, known(number).mobile_end)).await,
        ),
        ("search by address", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).email)).await),
        ("search by name", "< 100 ms", steady(options.rate, time, |number| search(number, known(number).name)).await),
        (
            "an order's story",
            "< 150 ms",
            steady(options.rate, time, |number| get(number, format!("/orders/{}/story", known(number).order))).await,
        ),
        ("the newest orders", "", steady(options.rate, time, |number| get(number, "/orders".to_owned())).await),
        (
            "completed orders by PromptPay",
            "",
            steady(options.rate, time, |number| get(number, "/orders?status=completed&channel=promptpay".to_owned())).await,
        ),
        ("what needs staff today", "", steady(options.rate, time, |number| get(number, "/today".to_owned())).await),
    ];
    for (name, goal, times) in measured {
        writeln!(body, "| {name} | {} | {goal} |", row(&times.context(name)?))?;
    }
    let story = steady(options.rate, time, |number| get(number, format!("/orders/{bought}/story")))
        .await
        .context("the story of what was bought")?;
    writeln!(body, "| the story of an order with every source | {} | < 150 ms |", row(&story))?;
    Ok(body)
}
