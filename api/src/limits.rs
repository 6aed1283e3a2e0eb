//! How often somebody may call: a bucket for each key that refills steadily. Kept in this process; with several, each
//! counts for itself.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::app::{App, Clock};
use crate::problem::{Problem, codes};

/// Keys that are full again are forgotten after so many checks, so that the table stays small.
const SWEEP_EVERY: usize = 4096;

pub struct Limiter<K: Hash + Eq + Clone = Option<std::net::IpAddr>> {
    clock: Clock,
    buckets: RateLimiter<K, DashMapStateStore<K>, Clock, NoOpMiddleware<Duration>>,
    checks: AtomicUsize,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// So many a minute, all of them at once if need be.
    pub fn per_minute(app: &App, calls: u32) -> Self {
        let quota = Quota::per_minute(NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN));
        let clock = app.clock.clone();
        Self { buckets: RateLimiter::dashmap_with_clock(quota, clock.clone()), clock, checks: AtomicUsize::new(0) }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// `too_many_requests` with the seconds to wait.
    pub fn check(&self, key: &K) -> Result<(), Problem> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.buckets.retain_recent();
        }
        self.buckets.check_key(key).map_err(|early| {
            let wait = early.wait_time_from(governor::clock::Clock::now(&self.clock));
            Problem::new(codes::too_many_requests).retry_after(wait.as_secs() + 1)
        })
    }
}

/// The time that limits count by: it never goes back, whatever is done to the machine's clock. A movable clock stands still
/// between its moves, so that a slow test fills no bucket.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        match self {
            Clock::System => BEGUN.elapsed(),
            Clock::Ahead(micros) => Duration::from_micros(micros.load(Ordering::Relaxed).unsigned_abs()),
        }
    }
}
