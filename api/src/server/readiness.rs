//! `/readyz`: may this process be sent requests?
//!
//! At the start everything that calls need must be there: a database with a fitting schema, the key that it was sealed with, Redis and the
//! file store. A later outage of Redis or the store takes no process out: every process would miss it, and most calls need neither.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::json;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use manao_kernel::app::App;
use manao_kernel::database::{self, Fit};
use manao_kernel::sealing::Sealer;
use manao_kernel::{shared_keys, storage};

/// Time that a probe waits for the database and the bus.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time that a start waits for the store: its client tries more than once.
const STORE_PATIENCE: Duration = Duration::from_secs(10);
/// Interval between two checks at the start.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Time after which a start without Redis or the store counts: a shop that was started during an outage of Redis still sells, and a
/// roll-out with a wrong address has failed by then.
const START: Duration = Duration::from_secs(60);

/// Results that are found once and not checked again.
#[derive(Default)]
struct ReadyState {
    key: AtomicBool,
    /// Wakes tasks that wait for the key
    key_found: Notify,
    store: AtomicBool,
    /// Everything was there, or enough of it for long enough
    started: AtomicBool,
}

/// Checks the needs of a start until all are met.
pub(super) async fn start(app: App) {
    let (found, begun) = (app.shared::<ReadyState>(), Instant::now());
    let mut told = String::new();
    while !app.stopping.is_cancelled() {
        let missing = look(&app, &found).await.err();
        if missing.is_none() || (found.key.load(Ordering::Relaxed) && begun.elapsed() > START) {
            found.started.store(true, Ordering::Relaxed);
        }
        let Some(missing) = missing else { return };
        // A reason may differ each time, as a store's does that names the request.
        let step = missing.to_string();
        if step != told {
            tracing::warn!(missing = format!("{missing:#}"), "not ready yet");
            told = step;
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = sleep(LOOK_EVERY) => {}
        }
    }
}

async fn look(app: &App, found: &ReadyState) -> Result<()> {
    let fit = timeout(PATIENCE, database::fit(&app.db)).await.context("the database does not answer")??;
    ensure!(fit != Fit::Behind, "the database has not this version's shape: run `manao migrate`");
    ensure!(fit != Fit::Ahead, "the database was migrated by a later version that this one cannot work with");
    let sealer = Sealer::from_settings(&app.settings)?;
    shared_keys::load(&app.db, &sealer, shared_keys::SEAL).await?;
    shared_keys::check_fingerprints(&app.db, &sealer).await?;
    found.key.store(true, Ordering::Relaxed);
    found.key_found.notify_one();
    if !found.store.load(Ordering::Relaxed) {
        timeout(STORE_PATIENCE, storage::probe(app)).await.context("the store of files does not answer")??;
        found.store.store(true, Ordering::Relaxed);
    }
    ensure!(timeout(PATIENCE, app.bus.reachable()).await.unwrap_or(false), "Redis does not answer");
    Ok(())
}

/// Waits for a database that this program may work on and whose sealed values it can open; false when the app stops first.
pub(super) async fn may_work(app: &App) -> bool {
    let found = app.shared::<ReadyState>();
    while !app.stopping.is_cancelled() {
        if found.key.load(Ordering::Relaxed) && matches!(timeout(PATIENCE, database::fit(&app.db)).await, Ok(Ok(Fit::Fits))) {
            return true;
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = found.key_found.notified() => {}
            () = sleep(LOOK_EVERY) => {}
        }
    }
    false
}

pub(super) async fn ready(State(app): State<App>) -> impl IntoResponse {
    let (fit, bus) = tokio::join!(timeout(PATIENCE, database::fit(&app.db)), timeout(PATIENCE, app.bus.reachable()));
    let (fit, bus, found) = (fit.ok().and_then(Result::ok), bus.unwrap_or(false), app.shared::<ReadyState>());
    let (key, store, started) = (&found.key, &found.store, &found.started);
    let [key, store, started] = [key, store, started].map(|found| found.load(Ordering::Relaxed));
    let (clock, stopping) = (app.clock.is_trusted(), app.leaving.is_cancelled() || app.stopping.is_cancelled());
    let ready = fit == Some(Fit::Fits) && started && clock && !stopping;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let answer = json!({
        "database": fit.is_some(),
        "schema": fit.map(Fit::as_str),
        "key": key,
        "store": store,
        "bus": bus,
        "clock": clock,
        "started": started,
        "stopping": stopping,
    });
    (status, axum::Json(answer))
}
