//! The relay: takes committed events to the hub's bus, in the order of their commits, at least once.
//!
//! One process is the leader, by a lock that its connection holds. It is woken by commits of its own process at once, and
//! by `NOTIFY` for those of others; a look every half second catches a commit whose process died before it could wake us.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use manao_hub::bus::Publication;
use metrics::{counter, histogram};
use serde_json::value::RawValue;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::Notify;

use crate::app::App;

const CHANNEL: &str = "outbox";
const LOCK: i64 = 0x6d61_6e61_6f01;
const BATCH: i64 = 500;
const LOOK: Duration = Duration::from_millis(500);
const CANDIDACY: Duration = Duration::from_secs(1);

/// Tells the relay that something was committed.
#[derive(Clone, Default)]
pub(crate) struct Wake(Arc<Notify>);

impl Wake {
    pub(crate) fn committed(&self) {
        self.0.notify_one();
    }
}

/// Runs until the app stops. What is committed meanwhile is another process's work, or the next start's.
pub async fn run(app: App) {
    let stopping = app.stopping.clone();
    tokio::select! {
        () = stopping.cancelled() => {}
        () = serve(&app) => {}
    }
}

async fn serve(app: &App) {
    loop {
        match candidate(&app.db).await {
            Ok(Some(mut seat)) => {
                if let Err(error) = lead(app, &mut seat).await {
                    tracing::warn!(error = format!("{error:#}"), "the relay of live events starts again");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
            Ok(None) => follow(app).await,
            Err(error) => {
                tracing::debug!(error = format!("{error:#}"), "no database for the relay yet");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
}

/// The leader's connection: it holds the lock and hears the notifications, so losing it ends the lead.
async fn candidate(db: &PgPool) -> Result<Option<PgListener>> {
    let mut seat = PgListener::connect_with(db).await?;
    seat.eager_reconnect(false);
    let won: bool = sqlx::query_scalar("select pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut seat).await?;
    if !won {
        return Ok(None);
    }
    seat.listen(CHANNEL).await?;
    Ok(Some(seat))
}

/// While another process leads: passes our commits on to it. One notification may stand for many commits.
async fn follow(app: &App) {
    let until = tokio::time::Instant::now() + CANDIDACY;
    while tokio::time::timeout_at(until, app.wake.0.notified()).await.is_ok() {
        if let Err(error) = sqlx::query("select pg_notify($1, '')").bind(CHANNEL).execute(&app.db).await {
            tracing::debug!(%error, "could not wake the leading relay; it looks by itself");
        }
    }
}

async fn lead(app: &App, seat: &mut PgListener) -> Result<()> {
    loop {
        while relay(app).await? {}
        tokio::select! {
            () = app.wake.0.notified() => {}
            heard = seat.try_recv() => {
                heard.context("listen")?.context("the connection was lost")?;
            }
            () = tokio::time::sleep(LOOK) => {
                sqlx::query("select 1").execute(&mut *seat).await.context("the lock's connection is gone")?;
            }
        }
    }
}

/// Publishes the oldest batch, then forgets it; whether there was one. A crash in between repeats it, and the hub drops
/// repeats by the event's id.
async fn relay(app: &App) -> Result<bool> {
    let rows = sqlx::query!(
        r#"select id, event_id, topic, event, at, version, data::text as "data!" from outbox order by id limit $1"#,
        BATCH
    )
    .fetch_all(&app.db)
    .await
    .context("read the outbox")?;
    if rows.is_empty() {
        return Ok(false);
    }
    let full = i64::try_from(rows.len())? == BATCH;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let now = app.now();
    let mut batch = Vec::with_capacity(rows.len());
    for row in rows {
        histogram!("manao_outbox_lag_seconds").record((now - row.at).as_seconds_f64().max(0.0));
        batch.push(Publication {
            topic: row.topic,
            id: row.event_id.to_string(),
            event: row.event,
            at: row.at,
            version: row.version,
            data: RawValue::from_string(row.data)?,
        });
    }
    let count = batch.len() as u64;
    app.bus.publish(batch).await.context("publish")?;
    sqlx::query!("delete from outbox where id = any($1)", &ids).execute(&app.db).await.context("forget what is published")?;
    counter!("manao_outbox_published_total").increment(count);
    Ok(full)
}
