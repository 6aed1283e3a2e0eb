//! A rehearsal of a flash sale: proves before the day that the shop holds.

use anyhow::Result;
use clap::Args;

use super::rush;
use crate::load::ms;
use crate::process::raise_file_limit;
use crate::shop::Shop;

#[derive(Args)]
pub struct Options {
    /// People who order in the same moment.
    #[arg(long, default_value_t = 1000)]
    buyers: i32,
    /// Pieces of the sale.
    #[arg(long, default_value_t = 100)]
    pieces: i32,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(rehearse(options))
}

async fn rehearse(options: &Options) -> Result<()> {
    let shop = Shop::start(None, None).await?;
    let db = shop.database().await?;
    let rush = rush::run(&shop, &db, options.buyers, options.pieces).await?;
    println!(
        "{} people, {} pieces: {} ordered at once, {} waited in line, {} orders were cancelled and their pieces went to the next.",
        options.buyers, options.pieces, rush.placed, rush.lined_up, rush.cancelled
    );
    println!(
        "First answers: p50 {:.0} ms, p99 {:.0} ms, the last after {:.2} s. Every piece paid and delivered after {:.1} s.",
        ms(&rush.times, 0.5),
        ms(&rush.times, 0.99),
        rush.last.as_secs_f64(),
        rush.sold_out.as_secs_f64()
    );
    println!("Nobody paid twice or for a piece that was not there, nobody was overtaken, the books are at rest.");
    Ok(())
}
