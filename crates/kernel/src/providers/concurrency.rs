//! Limits how many workers talk to a counterparty at the same time. Workers wait for a permit of a quick counterparty. They do not wait for one
//! of a slow counterparty, so that it cannot occupy every worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

const AT_ONCE: usize = 3;
/// A permit held for longer than this marks the counterparty as slow; no worker waits longer for a permit.
const SLOW: Duration = Duration::from_secs(2);

pub struct ConcurrencyLimit {
    free: Arc<Semaphore>,
    slow: AtomicBool,
}

/// One worker's permit, held until it is dropped.
pub struct ConcurrencyPermit {
    limit: Arc<ConcurrencyLimit>,
    since: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Default for ConcurrencyLimit {
    fn default() -> Self {
        Self { free: Arc::new(Semaphore::new(AT_ONCE)), slow: AtomicBool::new(false) }
    }
}

impl ConcurrencyLimit {
    /// Returns a permit, now or soon; None while slow calls hold them all.
    pub async fn acquire(self: &Arc<Self>) -> Option<ConcurrencyPermit> {
        let permit = match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) if self.slow.load(Ordering::Relaxed) => return None,
            Err(_) => match tokio::time::timeout(SLOW, Arc::clone(&self.free).acquire_owned()).await {
                Ok(permit) => permit.ok()?,
                Err(_) => {
                    self.slow.store(true, Ordering::Relaxed);
                    return None;
                }
            },
        };
        Some(ConcurrencyPermit { limit: Arc::clone(self), since: Instant::now(), _permit: permit })
    }
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        self.limit.slow.store(self.since.elapsed() > SLOW, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;

    use super::*;

    async fn take_for(limit: &Arc<ConcurrencyLimit>, time: Duration) -> bool {
        let permit = limit.acquire().await;
        if permit.is_some() {
            tokio::time::sleep(time).await;
        }
        permit.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn quick_holders_are_waited_for() {
        let limit = Arc::new(ConcurrencyLimit::default());
        let taken = join_all((0..20).map(|_| take_for(&limit, Duration::from_millis(50)))).await;
        assert!(taken.iter().all(|taken| *taken));
    }

    #[tokio::test(start_paused = true)]
    async fn slow_holders_keep_nobody_waiting() {
        let limit = Arc::new(ConcurrencyLimit::default());
        let slow = join_all((0..8).map(|_| take_for(&limit, Duration::from_secs(7)))).await;
        assert_eq!(slow.iter().filter(|taken| **taken).count(), AT_ONCE);
        // Still marked as slow: a worker that finds no free permit gives up at once.
        let others = join_all((0..AT_ONCE).map(|_| limit.acquire())).await;
        let start = Instant::now();
        assert!(limit.acquire().await.is_none());
        assert_eq!(start.elapsed(), Duration::ZERO);
        // Once it is quick again, workers wait for it again.
        drop(others);
        let again = join_all((0..8).map(|_| take_for(&limit, Duration::from_millis(50)))).await;
        assert!(again.iter().all(|taken| *taken));
    }
}
