//! The relay: passes committed events to the hub's bus, in the order of their commits, at least once.
//!
//! One process leads. Commits of its own process wake it at once, those of others by `NOTIFY`; a check every half second catches a commit whose
//! process died before it could wake us. It has its own connection, so an exhausted pool delays no event. A leader that was replaced while it
//! hung cannot publish behind its successor's back: the bus rejects its token.

use std::time::Duration;

use anyhow::{Context as _, Result};
use chrono::{DateTime, Utc};
use manao_hub::bus::{BusError, CONTROL_TOPIC, Publication};
use metrics::{counter, histogram};
use serde_json::value::RawValue;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::app::App;
use crate::lead::{self, Role, Term};

const CHANNEL: &str = "outbox";
/// Most events in one batch. Reading skips rows that were just deleted, so fewer, larger reads skip less.
const BATCH: i64 = 2000;
const LOOK: Duration = Duration::from_millis(500);
/// Longest wait for the database or the bus in one step. A process that cannot reach them gives up the lead to one that can.
const STEP: Duration = Duration::from_millis(3500);

/// Runs until the app stops. Later commits are left to another process or the next start.
pub async fn run(app: App) {
    let leading = watch::Sender::new(false);
    tokio::select! {
        () = lead::lead(&app, Role::Relay, |term| relay(&app, term, &leading)) => {}
        () = follow(&app, leading.subscribe()) => {}
    }
}

/// Passes our commits on while another process leads. One notification may stand for many commits.
async fn follow(app: &App, mut leading: watch::Receiver<bool>) {
    while leading.wait_for(|leading| !leading).await.is_ok() {
        tokio::select! {
            _ = leading.changed() => continue,
            () = app.wake.heard() => {}
        }
        if let Err(error) = sqlx::query("select pg_notify($1, '')").bind(CHANNEL).execute(&app.db).await {
            tracing::debug!(%error, "could not wake the leading relay; it looks by itself");
        }
    }
}

/// Does the work of the leader.
async fn relay(app: &App, term: Term, leading: &watch::Sender<bool>) -> Result<()> {
    let stopping = app.stopping.clone();
    let _leading = Leading::new(leading);
    tokio::select! {
        () = stopping.cancelled() => Ok(()),
        ended = tell(app, term) => ended,
    }
}

/// Signals that this process leads, as long as the value lives.
struct Leading<'a>(&'a watch::Sender<bool>);

impl<'a> Leading<'a> {
    fn new(leading: &'a watch::Sender<bool>) -> Self {
        leading.send_replace(true);
        Self(leading)
    }
}

impl Drop for Leading<'_> {
    fn drop(&mut self) {
        self.0.send_replace(false);
    }
}

async fn tell(app: &App, term: Term) -> Result<()> {
    // After a crash of the database, deleted events may reappear: they are then published again, and dropped by their ids.
    let options = lead::options(app).options([("synchronous_commit", "off")]);
    let own = PgPoolOptions::new().max_connections(1).acquire_timeout(STEP).connect_lazy_with(options);
    let mut seat = PgListener::connect_with(&own).await.context("connect")?;
    seat.eager_reconnect(false);
    step("listen", seat.listen(CHANNEL)).await?;
    loop {
        while batch(app, term, &mut seat).await? {}
        tokio::select! {
            () = app.wake.heard() => {}
            heard = seat.try_recv() => {
                heard.context("listen")?.context("the connection was lost")?;
            }
            () = sleep(LOOK) => {}
        }
    }
}

/// Runs one step, which must not take long.
async fn step<T, E>(what: &'static str, work: impl Future<Output = Result<T, E>>) -> Result<T>
where
    E: std::error::Error + Send + Sync + 'static,
{
    timeout(STEP, work).await.context(what)?.context(what)
}

/// An event that is committed but not yet published.
struct PendingEvent {
    id: i64,
    event_id: Uuid,
    topic: String,
    event: String,
    at: DateTime<Utc>,
    version: Option<i64>,
    data: String,
}

/// Publishes the oldest batch; returns whether there may be more.
async fn batch(app: &App, term: Term, seat: &mut PgListener) -> Result<bool> {
    let read = sqlx::query_as!(
        PendingEvent,
        r#"select id, event_id, topic, event, at, version, data::text as "data!" from kernel.outbox order by id limit $1"#,
        BATCH
    );
    let waiting = step("read the outbox", read.fetch_all(&mut *seat)).await?;
    let full = i64::try_from(waiting.len())? == BATCH;
    let told = pass_on(app, term, seat, waiting).await;
    if let Err(error) = &told
        && let Some(BusError::Full(_)) = error.downcast_ref()
    {
        // Orders that withdraw a right are always included, so that they do not wait behind the events.
        let read = sqlx::query_as!(
            PendingEvent,
            r#"select id, event_id, topic, event, at, version, data::text as "data!" from kernel.outbox where topic = $1 order by id limit $2"#,
            CONTROL_TOPIC,
            BATCH
        );
        let orders = step("read the orders", read.fetch_all(&mut *seat)).await?;
        pass_on(app, term, seat, orders).await?;
    }
    told.map(|()| full)
}

/// Publishes the events in order, then deletes them. A crash in between repeats it, and the hub drops repeats by the event's id.
async fn pass_on(app: &App, term: Term, seat: &mut PgListener, waiting: Vec<PendingEvent>) -> Result<()> {
    if waiting.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = waiting.iter().map(|row| row.id).collect();
    let fence = Some(u64::try_from(term.token)?);
    let mut batch = Vec::with_capacity(waiting.len());
    let mut committed = Vec::with_capacity(waiting.len());
    for row in waiting {
        committed.push(row.at);
        batch.push(Publication {
            topic: row.topic,
            id: row.event_id.to_string(),
            event: row.event,
            at: row.at,
            version: row.version,
            data: RawValue::from_string(row.data)?,
            fence,
        });
    }
    let count = batch.len() as u64;
    step("publish", app.bus.publish(batch)).await?;
    let now = app.now();
    for at in committed {
        histogram!("manao_outbox_lag_seconds").record((now - at).as_seconds_f64().max(0.0));
    }
    // Only while still leading: a successor has read these rows and relies on them.
    let forget = sqlx::query!(
        "delete from kernel.outbox where id = any($1) and exists (select from kernel.leases where name = 'relay' and token = $2)",
        &ids,
        term.token
    );
    step("forget what is published", forget.execute(&mut *seat)).await?;
    counter!("manao_outbox_published_total").increment(count);
    Ok(())
}
