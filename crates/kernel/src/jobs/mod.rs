//! Work done after a commit, or on a schedule. The queue lives in PostgreSQL: a job is written with the change that causes it, is woken by
//! `NOTIFY`, runs at least once and is retried with growing pauses.

mod given_up;
mod scheduler;
pub mod work;

use std::fmt;
use std::future::Future;
use std::time::{Duration, Instant};

use anyhow::Result;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext, WorkerOptions, WorkerRecoveryConfig};
use metrics::{counter, histogram};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::app::App;

pub use graphile_worker::JobDefinition;
pub use scheduler::{PeriodicTask, every};

/// Interval of a worker's heartbeat; the next constant is the silence after which its jobs go to others. A killed process's jobs run again
/// within twenty seconds.
const HEARTBEAT: Duration = Duration::from_secs(3);
const DEAD_AFTER: Duration = Duration::from_secs(12);

/// Interval at which a worker looks for due jobs; it takes as many as it runs at once. A job that is queued now also wakes it.
const POLL: Duration = Duration::from_millis(250);

/// A kind of job; the value is its payload. It must be harmless when run twice.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name that rows in the queue carry, so it must stay stable.
    const NAME: &'static str;

    /// Runs the job. On an error it is tried again later.
    fn run(self, app: App) -> impl Future<Output = Result<()>> + Send;
}

/// Returns the definition of a job for a feature's list.
pub fn job<T: Job>() -> JobDefinition {
    JobDefinition::of::<Handler<T>>()
}

/// Returns the queue's own periodic tasks.
pub fn periodic_tasks() -> Vec<PeriodicTask> {
    vec![every(given_up::LOOK_EVERY, "jobs.forget", given_up::forget)]
}

/// Runs jobs and the scheduler until the app stops; running jobs may finish.
pub async fn run(app: App, jobs: Vec<JobDefinition>, periodic_tasks: Vec<PeriodicTask>) {
    tokio::join!(scheduler::run(app.clone(), periodic_tasks), work(app, jobs));
}

async fn work(app: App, jobs: Vec<JobDefinition>) {
    // The worker ends when it loses the database; it is restarted until the app stops.
    while !app.stopping.is_cancelled() {
        let stop = app.stopping.clone();
        let options = WorkerOptions::default()
            .concurrency(8)
            .poll_interval(POLL)
            .pg_pool(app.db.clone())
            .define_jobs(jobs.clone())
            .add_extension(app.clone())
            .worker_recovery(recovery())
            .listen_os_shutdown_signals(false)
            .shutdown_signal(async move { stop.cancelled().await });
        let ended = match options.init().await {
            Ok(worker) => worker.run().await.map_err(anyhow::Error::from),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = ended {
            tracing::warn!(error = format!("{error:#}"), "the job worker ended and starts again");
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }
}

fn recovery() -> WorkerRecoveryConfig {
    WorkerRecoveryConfig::default()
        .heartbeat_interval(HEARTBEAT)
        .sweep_interval(2 * HEARTBEAT)
        .sweep_threshold(DEAD_AFTER)
        .recovery_delay(Duration::ZERO)
}

/// Adapts a [`Job`] to the queue library.
struct Handler<T>(T);

impl<T: Serialize> Serialize for Handler<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Handler<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Handler)
    }
}

impl<T: Job> TaskHandler for Handler<T> {
    const IDENTIFIER: &'static str = T::NAME;

    async fn run(self, ctx: WorkerContext) -> impl IntoTaskHandlerResult {
        let Some(app) = ctx.get_ext::<App>().cloned() else {
            return Err("the worker has no app".to_owned());
        };
        let start = Instant::now();
        let result = self.0.run(app).await;
        let outcome = if result.is_ok() { "done" } else { "failed" };
        histogram!("manao_job_seconds", "task" => T::NAME).record(start.elapsed());
        counter!("manao_jobs_total", "task" => T::NAME, "outcome" => outcome).increment(1);
        result.map_err(|error| {
            tracing::warn!(job = T::NAME, error = format!("{error:#}"), "a job failed and will be tried again");
            format!("{error:#}")
        })
    }
}

impl<T> fmt::Debug for Handler<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handler")
    }
}
