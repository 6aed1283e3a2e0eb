//! `/healthz`: the process is alive. `/readyz`: it can serve (`readiness.rs`). On a port of its own, `/metrics`: numbers for Prometheus.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use chrono::{DateTime, Utc};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::{meters, readiness};
use manao_kernel::app::App;

const SUM_UP: Duration = Duration::from_secs(5);
/// Time that a query of the figures waits for the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the process's one recorder, however many servers it runs (tests run several).
pub(super) fn recorder() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let buckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
            let built = PrometheusBuilder::new().set_buckets(&buckets).and_then(PrometheusBuilder::install_recorder);
            let built = built.inspect_err(|error| tracing::warn!(%error, "no metrics")).ok();
            meters::describe();
            built
        })
        .as_ref()
}

/// Aggregates the metrics until the app stops: otherwise samples pile up while nobody reads them.
pub(super) async fn sum_up(app: App) {
    let Some(recorder) = recorder() else { return };
    while tokio::time::timeout(SUM_UP, app.stopping.cancelled()).await.is_err() {
        recorder.run_upkeep();
    }
}

pub fn routes() -> Router<App> {
    recorder();
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(readiness::ready))
}

/// Returns the route of the metrics, served only on the internal port.
pub(super) fn numbers(app: &App) -> Router {
    Router::new().route("/metrics", get(measured)).with_state(app.clone())
}

/// Jobs that are due and that were given up, pending events, the age of the oldest job in seconds, and when the oldest event was written.
type Figures = (i64, i64, i64, f64, Option<DateTime<Utc>>);

async fn measured(State(app): State<App>) -> impl IntoResponse {
    metrics::gauge!("manao_clock_skew_seconds").set(app.clock.skew().as_seconds_f64());
    metrics::gauge!("manao_database_connections").set(f64::from(app.db.size()));
    metrics::gauge!("manao_database_connections_idle").set(app.db.num_idle() as f64);
    // Queried when read; if the database is down the last figures stay, and `manao_database_reached` says so.
    let asking = sqlx::query_as::<_, Figures>(
        "select (select count(*) from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()),
                (select count(*) from graphile_worker._private_jobs job where attempts >= max_attempts
                    and not exists (select from graphile_worker._private_job_retirements retired where retired.id = job.id)),
                (select count(*) from kernel.outbox),
                (select coalesce(extract(epoch from max(now() - run_at)), 0)::float8 from graphile_worker._private_jobs
                  where attempts < max_attempts and run_at <= now()),
                (select at from kernel.outbox order by id limit 1)",
    )
    .fetch_one(&app.db);
    let asked = tokio::time::timeout(PATIENCE, asking).await;
    metrics::gauge!("manao_database_reached").set(f64::from(u8::from(matches!(asked, Ok(Ok(_))))));
    if let Ok(Ok((due, given_up, unpublished, oldest, waits))) = asked {
        metrics::gauge!("manao_jobs_due").set(due as f64);
        metrics::gauge!("manao_jobs_given_up").set(given_up as f64);
        metrics::gauge!("manao_jobs_oldest_due_seconds").set(oldest);
        metrics::gauge!("manao_outbox_unpublished").set(unpublished as f64);
        let waits = waits.map_or(0.0, |at| (app.now() - at).as_seconds_f64().max(0.0));
        metrics::gauge!("manao_outbox_oldest_seconds").set(waits);
    }
    let text = recorder().map(PrometheusHandle::render).unwrap_or_default();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}
