//! What happens every so many seconds, in one process at a time.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use sqlx::{Connection as _, PgConnection};

use crate::app::App;

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

/// How often the lead is asked for, and looked after.
const LOOK: Duration = Duration::from_secs(2);

/// Turns the clock until the app stops, in the one process that has the lead; a tick that is running may finish.
///
/// The lead is an advisory lock of a connection of its own: it ends with its process, and ticks have the whole pool to work with.
pub(super) async fn run(app: App, ticks: Vec<Tick>) {
    while !app.stopping.is_cancelled() {
        match lead(&app).await {
            Ok(Some(lock)) => {
                tokio::select! {
                    _ = join_all(ticks.iter().map(|tick| turn(app.clone(), tick))) => return,
                    error = lost(lock) => tracing::warn!(%error, "lost the lead of the clockwork"),
                }
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "cannot ask for the lead of the clockwork"),
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// The connection that has the lead, unless another process has it.
async fn lead(app: &App) -> Result<Option<PgConnection>> {
    let asked = tokio::time::timeout(LOOK, async {
        let mut lock = PgConnection::connect_with(&app.db.connect_options()).await?;
        let free: bool =
            sqlx::query_scalar("select pg_try_advisory_lock(hashtextextended('clockwork', 0))").fetch_one(&mut lock).await?;
        Ok::<_, sqlx::Error>(free.then_some(lock))
    });
    Ok(asked.await??)
}

/// Comes back when the connection, and with it the lead, is gone.
async fn lost(mut lock: PgConnection) -> sqlx::Error {
    loop {
        tokio::time::sleep(LOOK).await;
        match tokio::time::timeout(LOOK, lock.ping()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return error,
            Err(_) => return sqlx::Error::PoolTimedOut,
        }
    }
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
