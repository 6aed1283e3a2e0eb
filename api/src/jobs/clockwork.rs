//! What happens every so many seconds, in one process at a time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;

use crate::app::App;
use crate::lead::{self, Role};

type Run = Arc<dyn Fn(App) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> + Send + Sync>;

/// A recurring piece of work. It may be run more often than its period, and by two processes at once around a failover.
#[derive(Clone)]
pub struct Tick {
    pub name: &'static str,
    pub period: Duration,
    run: Run,
    rounds: Arc<AtomicU64>,
}

impl Tick {
    /// Does it now; for tests, which do not wait for the clock.
    ///
    /// # Errors
    /// The work's own.
    pub async fn now(&self, app: &App) -> Result<()> {
        (self.run)(app.clone()).await
    }

    /// How often the clockwork of this process has done it; for tests, which begin after the first round.
    pub fn rounds(&self) -> u64 {
        self.rounds.load(Ordering::Relaxed)
    }
}

/// A tick for a feature's list: `every(Duration::from_secs(20), "payments.reconcile", reconcile)`.
pub fn every<F, Fut>(period: Duration, name: &'static str, work: F) -> Tick
where
    F: Fn(App) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send + 'static,
{
    Tick { name, period, run: Arc::new(move |app| Box::pin(work(app))), rounds: Arc::default() }
}

/// Turns the clock until the app stops, in the one process that leads; a tick that is running when it is asked to stop may finish.
pub(super) async fn run(app: App, ticks: Vec<Tick>) {
    let turns = |_| async {
        join_all(ticks.iter().map(|tick| turn(app.clone(), tick))).await;
        Ok(())
    };
    lead::lead(&app, Role::Clockwork, turns).await;
}

async fn turn(app: App, tick: &Tick) {
    let mut interval = tokio::time::interval(tick.period);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stopping.cancelled() => return,
            _ = interval.tick() => {}
        }
        if let Err(error) = tick.now(&app).await {
            metrics::counter!("manao_ticks_failed_total", "tick" => tick.name).increment(1);
            tracing::warn!(tick = tick.name, error = format!("{error:#}"), "a recurring task failed and will run again");
        }
        tick.rounds.fetch_add(1, Ordering::Relaxed);
    }
}
