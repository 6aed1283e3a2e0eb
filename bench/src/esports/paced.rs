//! Pages and lists at a steady rate: a request is sent when its time comes, whether or not the ones before are answered.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use reqwest::RequestBuilder;
use sqlx::PgPool;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::{filter, micros};
use crate::shop::Shop;

/// Pages that are rendered for the first time are asked for this many times less often.
const COLD: u32 = 6;
/// How often a tournament changes during the run, so that its page is rendered again.
const CHANGES: Duration = Duration::from_millis(200);

pub async fn pages(shop: &Shop, db: &PgPool, ids: &[i64], rate: u32, time: Duration) -> Result<Vec<(String, Histogram<u64>)>> {
    let id = |number: usize| ids[number * 7919 % ids.len()];
    let get = |path: String| shop.http.get(format!("{}{path}", shop.url));
    let page = |number: usize| get(format!("/esport/tournament/{}", id(number)));
    let cold = steady(rate / COLD, time, page).await.context("page, first")?;
    for number in 0..ids.len() {
        answered(page(number), Instant::now()).await?;
    }
    let changing = tokio::spawn(change(db.clone(), ids.to_vec()));
    let measured = vec![
        (format!("a tournament, page, rendered for the first time ({} a second)", rate / COLD), cold),
        ("a tournament, page".to_owned(), steady(rate, time, page).await.context("page")?),
        (
            "list of tournaments, page".to_owned(),
            steady(rate, time, |_| get("/esport/tournament".to_owned())).await.context("list")?,
        ),
        (
            "a tournament, call".to_owned(),
            steady(rate, time, |number| get(format!("/api/tournament/get/{}", id(number)))).await.context("call")?,
        ),
        (
            "filtered list, call".to_owned(),
            steady(rate, time, |number| {
                shop.http.post(format!("{}/api/tournament/tournamentlist", shop.url)).json(&filter(number))
            })
            .await
            .context("filtered")?,
        ),
    ];
    changing.abort();
    Ok(measured)
}

/// Counts one more entry in turn. The shop announces it, which drops the cached page of that tournament and the cached lists.
async fn change(db: PgPool, ids: Vec<i64>) -> Result<()> {
    let mut ticks = interval(CHANGES);
    for id in ids.iter().cycle().step_by(13) {
        ticks.tick().await;
        sqlx::query("update esports.tournaments set joined = joined + 1 where joined < capacity and id = $1")
            .bind(id)
            .execute(&db)
            .await?;
    }
    Ok(())
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

/// Measures from the moment a request was due, so that a server that falls behind shows it.
async fn answered(request: RequestBuilder, due: Instant) -> Result<Duration> {
    let answer = request.send().await?;
    let status = answer.status();
    let bytes = answer.bytes().await?;
    ensure!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(200)]));
    Ok(due.elapsed())
}
