//! How often somebody may call: a bucket for each key that refills steadily. Kept in this process; with several, each
//! counts for itself.

use std::hash::Hash;
use std::num::NonZeroU32;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::problem::{Problem, codes};

/// Keys that are full again are forgotten after so many checks, so that the table stays small.
const SWEEP_EVERY: usize = 4096;

pub struct Limiter<K: Hash + Eq + Clone = Option<std::net::IpAddr>> {
    buckets: DefaultKeyedRateLimiter<K>,
    checks: AtomicUsize,
}

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// So many a minute, all of them at once if need be.
    pub fn per_minute(calls: u32) -> Self {
        let quota = Quota::per_minute(NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN));
        Self { buckets: RateLimiter::keyed(quota), checks: AtomicUsize::new(0) }
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
            let wait = early.wait_time_from(DefaultClock::default().now());
            Problem::new(codes::too_many_requests).retry_after(wait.as_secs() + 1)
        })
    }
}
