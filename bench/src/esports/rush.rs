//! Many captains enter a tournament with few places in the same moment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::seed;
use crate::load::micros;
use crate::shop::Shop;

/// Sign-ins at once.
const SIGN_INS: usize = 8;

pub struct Rush {
    pub joined: i64,
    pub waiting: i64,
    pub times: Histogram<u64>,
    pub last: Duration,
}

pub async fn run(shop: &Shop, db: &PgPool, captains: usize, places: i32) -> Result<Rush> {
    let mut members = Vec::new();
    for first in (0..captains).step_by(SIGN_INS) {
        let batch = (first..captains.min(first + SIGN_INS)).map(|number| shop.sign_in(1000 + number));
        for member in futures_util::future::join_all(batch).await {
            members.push(member?);
        }
    }
    eprintln!("{captains} captains");
    let teams = seed::captains(db).await?;
    ensure!(teams.len() == captains, "{} teams of {captains}", teams.len());
    let tournament = seed::open_tournament(db, places).await?;
    let start = Arc::new(Barrier::new(captains + 1));
    let mut entering = JoinSet::new();
    for member in members {
        let me =
            shop.http.get(format!("{}/api/user/me", shop.url)).bearer_auth(&member.token).send().await?.json::<Value>().await?;
        let team = teams.iter().find(|team| Some(team.captain) == me["id"].as_i64()).context("a captain without a team")?;
        let players: Vec<Value> = team
            .players
            .iter()
            .map(|player| json!({"userId": player, "gameId": format!("2{player:07}"), "role": "main"}))
            .collect();
        let body = json!({"tournamentId": tournament, "teamId": team.id, "players": players});
        let request =
            shop.http.post(format!("{}/api/tournament/save-register-tournament", shop.url)).bearer_auth(member.token).json(&body);
        let start = Arc::clone(&start);
        entering.spawn(async move {
            start.wait().await;
            let asked = Instant::now();
            let answer = request.send().await?;
            let status = answer.status();
            let text = answer.text().await?;
            ensure!(status.is_success(), "{status} {text}");
            anyhow::Ok(asked.elapsed())
        });
    }
    start.wait().await;
    let begun = Instant::now();
    let mut times = Histogram::new(3)?;
    while let Some(answer) = entering.join_next().await {
        times.record(micros(answer??)?)?;
    }
    let last = begun.elapsed();
    let (joined, waiting): (i64, i64) = sqlx::query_as(
        "select count(*) filter (where status = 'join'), count(*) filter (where status = 'waitlist') from esports.entrants where tournament_id = $1",
    )
    .bind(tournament)
    .fetch_one(db)
    .await?;
    ensure!((joined, waiting) == (places.into(), i64::try_from(captains)? - i64::from(places)), "{joined} in, {waiting} waiting");
    Ok(Rush { joined, waiting, times, last })
}
