//! Requests under load, and the figures that are taken from them.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use reqwest::RequestBuilder;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::shop::Shop;

/// How long the log may be behind the answer.
const BEHIND: Duration = Duration::from_millis(400);

/// Asks at a steady rate: a request is sent when its time comes, whether or not the ones before are answered.
pub async fn steady(rate: u32, time: Duration, ask: impl Fn(usize) -> RequestBuilder) -> Result<Histogram<u64>> {
    let mut ticks = interval(Duration::from_secs(1) / rate);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut asked = JoinSet::new();
    let end = Instant::now() + time;
    for number in 0.. {
        let due: Instant = ticks.tick().await.into();
        if due >= end {
            break;
        }
        asked.spawn(answered(ask(number), due));
    }
    let mut times = Histogram::new(3)?;
    while let Some(answer) = asked.join_next().await {
        times.record(micros(answer??)?)?;
    }
    Ok(times)
}

/// Measures from the moment a request was due, so that a server that falls behind shows it.
pub async fn answered(request: RequestBuilder, due: Instant) -> Result<Duration> {
    let answer = request.send().await?;
    let status = answer.status();
    let bytes = answer.bytes().await?;
    ensure!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(200)]));
    Ok(due.elapsed())
}

/// Counts the database statements of a request in the log of a shop that was started with [`Shop::logged`].
pub async fn statements(shop: &Shop, request: RequestBuilder) -> Result<usize> {
    let answer = request.send().await?;
    let id = answer.headers().get("x-request-id").context("no id")?.to_str()?.to_owned();
    let status = answer.status();
    let text = answer.text().await?;
    ensure!(status.is_success(), "{status} {}", text.chars().take(200).collect::<String>());
    tokio::time::sleep(BEHIND).await;
    Ok(shop.log()?.lines().filter(|line| line.contains(&id) && line.contains("\"sqlx::query\"")).count())
}

/// Returns a quantile in milliseconds.
pub fn ms(times: &Histogram<u64>, quantile: f64) -> f64 {
    times.value_at_quantile(quantile) as f64 / 1e3
}

/// Returns p50, p99 and maximum as the cells of a table's row.
pub fn row(times: &Histogram<u64>) -> String {
    format!("{:.1} | {:.1} | {:.1}", ms(times, 0.5), ms(times, 0.99), times.max() as f64 / 1e3)
}

pub fn micros(time: Duration) -> Result<u64> {
    Ok(u64::try_from(time.as_micros())?.max(1))
}
