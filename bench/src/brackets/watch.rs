//! One result, sent to everyone who watches.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;
use serde_json::Value;

use super::play::Field;
use crate::crowd::{Crowd, Event, Listener};
use crate::shop::{Member, Shop};

pub struct Watched {
    /// From the promoter's request to each watcher's socket
    pub times: Histogram<u64>,
    /// To the last of them
    pub last: Histogram<u64>,
}

/// Enters `results` of a drawn tournament, one after another, with so many watchers of its bracket.
pub async fn run(shop: &Shop, promoter: &Member, bracket: &Value, watchers: usize, results: usize) -> Result<Watched> {
    let topic = bracket["live"]["topic"].as_str().context("no topic")?.to_owned();
    let visitor = Listener { member: None, topic: Some(topic), grant: None };
    let mut crowd = Crowd::open(shop, &vec![visitor; watchers]).await?;
    eprintln!("{watchers} watch");
    // A topic's state is also sent to sockets that join.
    crowd.quiet(Duration::from_secs(2)).await;
    let mut field = Field::new(bracket)?;
    let (mut times, mut last) = (Histogram::new(3)?, Histogram::new(3)?);
    for _ in 0..results {
        let started = Instant::now();
        field.play(shop, promoter).await?.context("nothing left to play")?;
        let (mut slowest, mut told) = (Duration::ZERO, 0);
        while told < watchers {
            let heard = crowd.next().await?;
            if heard.event == Event::Bracket {
                let took = heard.at - started;
                slowest = slowest.max(took);
                times.record(crate::load::micros(took)?)?;
                told += 1;
            }
        }
        last.record(crate::load::micros(slowest)?)?;
    }
    Ok(Watched { times, last })
}
