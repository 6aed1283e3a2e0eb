//! Withdrawn rights, published to the hubs again each time their bus has restarted.
//!
//! A hub believes a token until it hears that its session ended. That order is in the bus, which may lose its memory, or start with the process.
//! So every order is kept in the database for as long as an older token or grant can still be used.
//!
//! Every process checks whether the bus is still the one it published the orders to. If not, it publishes all of them, then reports that it has,
//! and only then do hubs accept tokens (`Control::Primed`). It needs no leader: publishing an order twice does no harm.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use manao_hub::bus::{CONTROL_TOPIC, Position, Publication};
use manao_hub::control::Control;
use serde_json::value::RawValue;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::app::{App, GRANT_SECONDS};
use crate::jobs::{PeriodicTask, every};

const LOOK: Duration = Duration::from_secs(1);
const FORGET_EVERY: Duration = Duration::from_secs(600);
/// Longest wait for the bus in one step.
const STEP: Duration = Duration::from_secs(5);
const BATCH: i64 = 500;
/// Tolerated difference between clocks.
const SLACK: TimeDelta = TimeDelta::seconds(60);
/// Number of orders after which the report is repeated: the bus keeps the last ten thousand.
const SAY_AGAIN: u64 = 1000;

/// Returns the time until which an order given now may be needed.
pub fn kept_until(app: &App, control: &Control, now: DateTime<Utc>) -> DateTime<Utc> {
    let life = match control {
        Control::EndSession { .. } | Control::EndUser { .. } | Control::Primed { .. } => app.settings.access_token_seconds.into(),
        Control::EndTopic { .. } | Control::EndGrants { .. } => GRANT_SECONDS,
    };
    now + TimeDelta::seconds(life) + SLACK
}

pub fn periodic_tasks() -> Vec<PeriodicTask> {
    vec![every(FORGET_EVERY, "live.forget_revocations", forget)]
}

async fn forget(app: App) -> Result<()> {
    sqlx::query!("delete from kernel.revocations where kept_until < $1", app.now()).execute(&app.db).await?;
    Ok(())
}

/// Runs until the app stops.
pub async fn run(app: App) {
    let mut said = None;
    while !app.stopping.is_cancelled() {
        match look(&app, said.as_ref()).await {
            Ok(now) => said = Some(now),
            Err(error) => tracing::debug!(error = format!("{error:#}"), "the withdrawn rights are not told yet"),
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = sleep(LOOK) => {}
        }
    }
}

/// Publishes the orders if the bus is new, and the report if it is due. Returns the position of the last report.
async fn look(app: &App, said: Option<&Position>) -> Result<Position> {
    let topic: Arc<str> = CONTROL_TOPIC.into();
    // Read before the orders: a right withdrawn later is published by the relay, to this bus or to its successor.
    let found = timeout(STEP, app.bus.positions(&[topic])).await.context("ask the bus")??;
    let here = found.into_iter().next().context("no position")?;
    match said {
        Some(said) if said.epoch == here.epoch && here.offset < said.offset + SAY_AGAIN => return Ok(said.clone()),
        Some(said) if said.epoch == here.epoch => {}
        _ => tell_all(app, &here).await?,
    }
    let primed = Control::Primed { epoch: here.epoch.to_string() };
    let data = serde_json::value::to_raw_value(&primed)?;
    let told = publish(app, vec![order(Uuid::now_v7(), app.now(), data)]).await?;
    let said = told.into_iter().next().context("no position")?;
    ensure!(said.epoch == here.epoch, "the bus began anew meanwhile");
    Ok(said)
}

async fn tell_all(app: &App, here: &Position) -> Result<()> {
    let (mut after, mut count) = (Uuid::nil(), 0);
    loop {
        let rows = sqlx::query!(
            r#"select event_id, control::text as "control!", at from kernel.revocations where event_id > $1 and kept_until > $2 order by event_id limit $3"#,
            after,
            app.now(),
            BATCH
        )
        .fetch_all(&app.db)
        .await
        .context("read the withdrawn rights")?;
        let Some(last) = rows.last() else { break };
        after = last.event_id;
        count += rows.len();
        let orders = rows.into_iter().map(|row| Ok(order(row.event_id, row.at, RawValue::from_string(row.control)?)));
        let told = publish(app, orders.collect::<Result<_>>()?).await?;
        ensure!(told.iter().all(|position| position.epoch == here.epoch), "the bus began anew meanwhile");
    }
    tracing::info!(orders = count, "the bus is new: told what is withdrawn");
    Ok(())
}

async fn publish(app: &App, orders: Vec<Publication>) -> Result<Vec<Position>> {
    Ok(timeout(STEP, app.bus.publish(orders)).await.context("publish")??)
}

fn order(id: Uuid, at: DateTime<Utc>, data: Box<RawValue>) -> Publication {
    let (topic, event) = (CONTROL_TOPIC.to_owned(), "control".to_owned());
    Publication { topic, id: id.to_string(), event, at, version: None, data, fence: None }
}
