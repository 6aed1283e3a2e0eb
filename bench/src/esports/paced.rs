//! Pages and lists of tournaments at a steady rate.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;
use sqlx::PgPool;
use tokio::time::interval;

use super::filter;
use crate::load::{answered, steady};
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
