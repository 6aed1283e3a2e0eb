//! Pages of text: rendered for the first time, answered from the cache, their size, and the search of the manual.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use hdrhistogram::Histogram;
use nix::unistd::Pid;
use serde_json::json;

use crate::http::load;
use crate::process::{pin, raise_file_limit};
use crate::report;
use crate::shop::Shop;

const SERVER_CORE: usize = 0;
const LOAD_CORE: usize = 1;
/// The manual's search.
const HELP: &str = include_str!("../../web/src/features/help/help-search.graphql");
const SEARCHES: [(&str, &str); 8] = [
    ("TH", "เปลี่ยนเวลาแข่ง"),
    ("TH", "ทีมไม่ขึ้น"),
    ("TH", "ส่งผลแมตช์"),
    ("TH", "เงินรางวัล"),
    ("EN", "change roster"),
    ("EN", "no show"),
    ("EN", "entry fee"),
    ("EN", "substitut"),
];
/// Kinds of pages by the beginning of their paths below the language.
const KINDS: [(&str, &[&str]); 5] = [
    ("manual", &["/manual"]),
    ("article", &["/game-review/", "/game-guide/", "/game-update/"]),
    ("promotion", &["/promotions/", "/hot-promotions/"]),
    ("page of text", &["/about", "/contact", "/services", "/terms", "/privacy", "/estudio"]),
    ("game", &["/games/"]),
];

#[derive(Args)]
pub struct Options {
    /// Connections that ask at the same time.
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Seconds that each kind of page is asked for.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Times that each search is asked.
    #[arg(long, default_value_t = 50)]
    searches: usize,
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
    report::replace(&options.results, "content", "Pages of text", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Shop::start(Some(SERVER_CORE), None).await?;
    pin(Pid::from_raw(0), LOAD_CORE)?;
    let addresses = addresses(&shop).await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(
        body,
        "One server core. First: each page of the site map once, one after another. From the cache: one page over {} kept connections for {} s. \
         HTML before compression.\n",
        options.connections, options.seconds
    )?;
    writeln!(
        body,
        "| page | pages | first, median ms | p95 ms | from the cache, requests/s | p99 ms | HTML, median KB | most KB |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n\
         | goal | | ≤ 15 | | ≥ 2000 | | ≤ 60 | |"
    )?;
    let time = Duration::from_secs(options.seconds);
    for (name, begins) in KINDS {
        let of_kind: Vec<&String> = addresses
            .iter()
            .filter(|path| begins.iter().any(|begin| path.strip_prefix("/en").unwrap_or(path).starts_with(begin)))
            .collect();
        ensure!(!of_kind.is_empty(), "no page of {name}");
        let (mut times, mut sizes) = (Histogram::<u64>::new(3)?, Histogram::<u64>::new(3)?);
        for path in &of_kind {
            let asked = Instant::now();
            let html = load::ask(shop.server.address, &load::get(shop.server.address, path)).await?;
            times.record(u64::try_from(asked.elapsed().as_micros())?)?;
            sizes.record(u64::try_from(html.len())?)?;
        }
        let kept = load::measure(&shop.server, &load::get(shop.server.address, of_kind[0]), options.connections, time).await?;
        writeln!(
            body,
            "| {name} | {} | {:.1} | {:.1} | {:.0} | {:.1} | {:.0} | {:.0} |",
            of_kind.len(),
            times.value_at_quantile(0.5) as f64 / 1e3,
            times.value_at_quantile(0.95) as f64 / 1e3,
            kept.rate,
            kept.p99,
            sizes.value_at_quantile(0.5) as f64 / 1024.0,
            sizes.max() as f64 / 1024.0
        )?;
    }
    let mut searched = Histogram::<u64>::new(3)?;
    for turn in 0..options.searches {
        for (lang, search) in SEARCHES {
            // Answers to known questions are kept; a number makes each one new.
            let question = json!({ "query": HELP, "variables": { "lang": lang, "search": format!("{search} {turn}") } });
            let request = load::request(shop.server.address, "/api/faq", &question.to_string());
            let asked = Instant::now();
            let answer = load::ask(shop.server.address, &request).await?;
            ensure!(answer.starts_with(b"{\"data\""), "{}", String::from_utf8_lossy(&answer));
            searched.record(u64::try_from(asked.elapsed().as_micros())?)?;
        }
    }
    writeln!(
        body,
        "\nSearch of the manual, {} new questions: median {:.1} ms, p99 {:.1} ms, the slowest {:.1} ms (goal < 20).",
        searched.len(),
        searched.value_at_quantile(0.5) as f64 / 1e3,
        searched.value_at_quantile(0.99) as f64 / 1e3,
        searched.max() as f64 / 1e3
    )?;
    Ok(body)
}

/// Returns the paths of all pages that the site map names.
async fn addresses(shop: &Shop) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for part in locations(shop, "/sitemap.xml").await? {
        paths.extend(locations(shop, &part).await?);
    }
    Ok(paths)
}

async fn locations(shop: &Shop, path: &str) -> Result<Vec<String>> {
    let xml = shop.http.get(format!("{}{path}", shop.url)).send().await?.error_for_status()?.text().await?;
    let locations = xml.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    Ok(locations.filter_map(|location| location.strip_prefix(&shop.url)).map(str::to_owned).collect())
}
