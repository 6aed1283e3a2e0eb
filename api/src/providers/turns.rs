//! Turns at a counterparty: how many workers may be at it at the same time. One that is quick is waited for; one that is slow is left
//! alone while it has its hands full, so that it does not take all the workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

const AT_ONCE: usize = 3;
/// A turn that takes longer than this is a slow one; no worker waits longer for its own.
const SLOW: Duration = Duration::from_secs(2);

pub struct Turns {
    free: Arc<Semaphore>,
    slow: AtomicBool,
}

/// One worker's turn, until it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    since: Instant,
    _permit: OwnedSemaphorePermit,
}

impl Default for Turns {
    fn default() -> Self {
        Self { free: Arc::new(Semaphore::new(AT_ONCE)), slow: AtomicBool::new(false) }
    }
}

impl Turns {
    /// A turn now or in a moment; none while slow ones take all.
    pub async fn take(self: &Arc<Self>) -> Option<Turn> {
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
        Some(Turn { turns: Arc::clone(self), since: Instant::now(), _permit: permit })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.slow.store(self.since.elapsed() > SLOW, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;

    use super::*;

    async fn take_for(turns: &Arc<Turns>, time: Duration) -> bool {
        let turn = turns.take().await;
        if turn.is_some() {
            tokio::time::sleep(time).await;
        }
        turn.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn quick_turns_are_waited_for() {
        let turns = Arc::new(Turns::default());
        let taken = join_all((0..20).map(|_| take_for(&turns, Duration::from_millis(50)))).await;
        assert!(taken.iter().all(|taken| *taken));
    }

    #[tokio::test(start_paused = true)]
    async fn slow_turns_keep_nobody_waiting() {
        let turns = Arc::new(Turns::default());
        let slow = join_all((0..8).map(|_| take_for(&turns, Duration::from_secs(7)))).await;
        assert_eq!(slow.iter().filter(|taken| **taken).count(), AT_ONCE);
        // Slow as it was: who finds all turns taken goes at once.
        let others = join_all((0..AT_ONCE).map(|_| turns.take())).await;
        let start = Instant::now();
        assert!(turns.take().await.is_none());
        assert_eq!(start.elapsed(), Duration::ZERO);
        // Quick again, it is waited for again.
        drop(others);
        let again = join_all((0..8).map(|_| take_for(&turns, Duration::from_millis(50)))).await;
        assert!(again.iter().all(|taken| *taken));
    }
}
