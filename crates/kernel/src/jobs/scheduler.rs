//! The scheduler: runs each periodic task at its interval, in one process at a time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;

use crate::app::App;
use crate::lead::{self, Role};

/// Pause between two checks of the clock.
const LOOK_EVERY: Duration = Duration::from_millis(500);

type Work = Arc<dyn Fn(App) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> + Send + Sync>;

/// A task that repeats. Around a failover it may run more often than its period, and in two processes at once.
#[derive(Clone)]
pub struct PeriodicTask {
    pub name: &'static str,
    pub period: Duration,
    work: Work,
    runs: Arc<AtomicU64>,
}

impl PeriodicTask {
    /// Runs it now; for tests, which do not wait for the clock.
    ///
    /// # Errors
    /// The errors of the work.
    pub async fn run_now(&self, app: &App) -> Result<()> {
        (self.work)(app.clone()).await
    }

    /// Returns how often the scheduler of this process has run it; tests begin after the first run.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }
}

/// Returns a periodic task for a feature's list: `every(Duration::from_secs(20), "payments.reconcile", reconcile)`.
pub fn every<F, Fut>(period: Duration, name: &'static str, work: F) -> PeriodicTask
where
    F: Fn(App) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send + 'static,
{
    PeriodicTask { name, period, work: Arc::new(move |app| Box::pin(work(app))), runs: Arc::default() }
}

/// Runs the tasks until the app stops, in the one process that leads. A running task may finish when the app stops.
pub(super) async fn run(app: App, tasks: Vec<PeriodicTask>) {
    let run_all = |_| async {
        tokio::select! {
            _ = join_all(tasks.iter().map(|task| repeat(app.clone(), task))) => Ok(()),
            () = untrusted_clock(&app) => Err(anyhow::anyhow!("this machine's clock differs from the database's")),
        }
    };
    lead::lead(&app, Role::Scheduler, run_all).await;
}

/// Returns when the clock can no longer be trusted: then nothing may expire.
async fn untrusted_clock(app: &App) {
    while app.clock.is_trusted() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn repeat(app: App, task: &PeriodicTask) {
    let mut interval = tokio::time::interval(task.period);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stopping.cancelled() => return,
            _ = interval.tick() => {}
        }
        if let Err(error) = task.run_now(&app).await {
            metrics::counter!("manao_periodic_tasks_failed_total", "task" => task.name).increment(1);
            tracing::warn!(task = task.name, error = format!("{error:#}"), "a periodic task failed and will run again");
        }
        task.runs.fetch_add(1, Ordering::Relaxed);
    }
}
