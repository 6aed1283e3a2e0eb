//! One result, told to everybody who watches.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::play::Field;
use crate::hub::wire::Wire;
use crate::shop::{Member, Shop, address};

const PATIENCE: Duration = Duration::from_secs(20);
/// Sockets that are opened at once.
const OPENED: usize = 100;

pub struct Watched {
    /// From the promoter's request to each watcher's socket
    pub times: Histogram<u64>,
    /// To the last of them
    pub last: Histogram<u64>,
}

/// `results` of a drawn tournament, one after another, with so many watchers of its bracket.
pub async fn run(shop: &Shop, promoter: &Member, bracket: &Value, watchers: usize, results: usize) -> Result<Watched> {
    let topic = bracket["live"]["topic"].as_str().context("no topic")?.to_owned();
    let place = address(&shop.url)?;
    let (started, start) = watch::channel(Instant::now());
    let (told, mut heard) = mpsc::unbounded_channel::<Duration>();
    let open = Arc::new(AtomicUsize::new(0));
    let mut sockets = JoinSet::new();
    for first in (0..watchers).step_by(OPENED) {
        for _ in first..watchers.min(first + OPENED) {
            let (topic, start, told, open) = (topic.clone(), start.clone(), told.clone(), Arc::clone(&open));
            sockets.spawn(async move {
                let mut wire = Wire::open(place, "/ws").await?;
                wire.send(r#"{"type":"hello"}"#).await?;
                wire.send(&json!({"type": "subscribe", "topic": topic}).to_string()).await?;
                wire.expect("\"subscribed\"").await?;
                open.fetch_add(1, Ordering::AcqRel);
                loop {
                    let (mut events, mut ping) = (0, false);
                    wire.read(|frame| {
                        let frame = std::str::from_utf8(frame)?;
                        events += usize::from(frame.contains("\"bracket.changed\""));
                        ping |= frame.ends_with(r#""ping"}"#);
                        Ok(())
                    })
                    .await?;
                    if ping {
                        wire.send(r#"{"type":"pong"}"#).await?;
                    }
                    let took = start.borrow().elapsed();
                    for _ in 0..events {
                        told.send(took)?;
                    }
                }
                #[expect(unreachable_code, reason = "says what the task answers")]
                anyhow::Ok(())
            });
        }
        while open.load(Ordering::Acquire) < watchers.min(first + OPENED) {
            if let Some(gone) = sockets.try_join_next() {
                gone?.context("a watcher is gone")?;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    eprintln!("{watchers} watch");
    // A topic's state is told to those who come, too.
    tokio::time::sleep(Duration::from_secs(2)).await;
    while heard.try_recv().is_ok() {}
    let mut field = Field::new(bracket)?;
    let (mut times, mut last) = (Histogram::new(3)?, Histogram::new(3)?);
    for number in 0..results {
        started.send_replace(Instant::now());
        field.play(shop, promoter).await?.context("nothing left to play")?;
        let mut slowest = Duration::ZERO;
        for _ in 0..watchers {
            let took =
                tokio::time::timeout(PATIENCE, heard.recv()).await.with_context(|| format!("result {number} is not told"))?;
            let took = took.context("all watchers are gone")?;
            slowest = slowest.max(took);
            times.record(super::micros(took)?)?;
        }
        last.record(super::micros(slowest)?)?;
    }
    Ok(Watched { times, last })
}
