//! Pages and lists at a steady rate: a request is sent when its time comes, whether or not the ones before are answered.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use reqwest::RequestBuilder;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::{filter, micros};
use crate::shop::Shop;

pub async fn pages(shop: &Shop, ids: &[i64], rate: u32, time: Duration) -> Result<Vec<(&'static str, Histogram<u64>)>> {
    let id = |number: usize| ids[number * 7919 % ids.len()];
    let get = |path: String| shop.http.get(format!("{}{path}", shop.url));
    Ok(vec![
        ("list of tournaments, page", steady(rate, time, |_| get("/esport/tournament".to_owned())).await.context("list")?),
        (
            "a tournament, page",
            steady(rate, time, |number| get(format!("/esport/tournament/{}", id(number)))).await.context("page")?,
        ),
        (
            "a tournament, call",
            steady(rate, time, |number| get(format!("/api/tournament/get/{}", id(number)))).await.context("call")?,
        ),
        (
            "filtered list, call",
            steady(rate, time, |number| {
                shop.http.post(format!("{}/api/tournament/tournamentlist", shop.url)).json(&filter(number))
            })
            .await
            .context("filtered")?,
        ),
    ])
}

async fn steady(rate: u32, time: Duration, ask: impl Fn(usize) -> RequestBuilder) -> Result<Histogram<u64>> {
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

/// From the moment when it was due, so that a server that falls behind is seen to.
async fn answered(request: RequestBuilder, due: Instant) -> Result<Duration> {
    let answer = request.send().await?;
    let status = answer.status();
    let bytes = answer.bytes().await?;
    ensure!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(200)]));
    Ok(due.elapsed())
}
