//! A server that belongs to this process: started by it, watched by it, ended with it.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use sqlx::postgres::PgConnectOptions;
use tokio::process::{Child, ChildStdin};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::place::Place;
use crate::{NAME, Options, home, server};

/// How long another process may take until its server answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. Dropping it ends the server too, but [`Embedded::stop`] waits for it.
pub struct Embedded {
    place: Place,
    stopping: CancellationToken,
    /// Absent when another process owns the server and we are its guest
    keeper: Option<JoinHandle<()>>,
}

/// Starts PostgreSQL in `options.data`, or joins the one that another process runs there.
///
/// # Errors
/// When there are no binaries, or it does not come up; the message tells what to do.
pub async fn start(options: Options) -> Result<Embedded> {
    let place = Place::prepare(&options.data, home::find(options.home.as_deref())?)?;
    let lock = File::options().create(true).truncate(false).write(true).open(options.data.join("pg.lock"))?;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match lock.try_lock() {
            Ok(()) => return own(place, options.fast, lock).await,
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error).context("lock the database's folder"),
        }
        // Another process holds it: it has a server up, or is about to, or ends.
        if place.answers().await {
            place.ensure_database(NAME).await?;
            return Ok(Embedded { place, stopping: CancellationToken::new(), keeper: None });
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("another process holds {} but its database does not answer", place.files.display())
}

async fn own(place: Place, fast: bool, lock: File) -> Result<Embedded> {
    place.clear_orphan().await?;
    place.init(fast)?;
    let child = launch(&place, fast).await?;
    place.ensure_database(NAME).await?;
    let stopping = CancellationToken::new();
    let keeper = tokio::spawn(keep(place.clone(), child, fast, stopping.clone(), lock));
    Ok(Embedded { place, stopping, keeper: Some(keeper) })
}

impl Embedded {
    pub fn connect_options(&self) -> PgConnectOptions {
        self.place.connect_options(NAME)
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    pub fn url(&self) -> String {
        self.place.url(NAME)
    }

    /// Ends the server if it is ours, and waits until its files are closed.
    pub async fn stop(mut self) {
        self.stopping.cancel();
        if let Some(keeper) = self.keeper.take()
            && let Err(error) = keeper.await
        {
            tracing::error!(%error, "PostgreSQL's keeper panicked");
        }
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

/// A server with its guard. The guard ends it when the leash is let go; waiting for the child would let go of a standard
/// input that it still holds, so the leash is kept apart.
struct Leashed {
    child: Child,
    leash: Option<ChildStdin>,
}

/// Tries again for a while: after a `kill -9` of the server its children may take a moment to go.
async fn launch(place: &Place, fast: bool) -> Result<Leashed> {
    let mut tries = 0;
    loop {
        let mut child = place.spawn(server::own_guard(), &[], fast)?;
        match place.ready(&mut child).await {
            Ok(()) => return Ok(Leashed { leash: child.stdin.take(), child }),
            Err(error) if tries < 20 => {
                tracing::debug!(error = format!("{error:#}"), "PostgreSQL is not up yet");
                tries += 1;
                drop(child.stdin.take());
                let _ = tokio::time::timeout(Duration::from_secs(10), child.wait()).await;
                tokio::time::sleep(Duration::from_millis(250)).await;
                place.clear_orphan().await?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Brings the server back when it dies, and ends it when asked. The lock is held as long.
async fn keep(place: Place, mut server: Leashed, fast: bool, stopping: CancellationToken, lock: File) {
    loop {
        tokio::select! {
            () = stopping.cancelled() => break,
            status = server.child.wait() => {
                tracing::warn!(status = ?status.ok(), "PostgreSQL died; starting it again");
            }
        }
        loop {
            let again = async {
                place.clear_orphan().await?;
                launch(&place, fast).await
            };
            match again.await {
                Ok(started) => {
                    server = started;
                    tracing::info!("PostgreSQL is back");
                    break;
                }
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "PostgreSQL does not come up; trying again");
                    if tokio::time::timeout(Duration::from_secs(2), stopping.cancelled()).await.is_ok() {
                        return;
                    }
                }
            }
        }
    }
    // Letting go of the leash makes the guard end the server.
    drop(server.leash.take());
    if tokio::time::timeout(Duration::from_secs(30), server.child.wait()).await.is_err() {
        tracing::warn!("PostgreSQL takes long to end");
    }
    drop(lock);
}
