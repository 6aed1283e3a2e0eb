//! Rate limits of calls: `app.limit(limits::PLACE_ORDER, member.user_id)?`. Each key has a steadily refilling bucket in this process; with
//! several processes, each counts separately.

mod table;

use std::collections::HashMap;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

pub use table::*;

use crate::app::App;
use crate::clock::Clock;
use crate::problem::{Problem, codes};
use crate::settings::Settings;

/// Number of checks after which keys with a full bucket are dropped, so that the table stays small.
const SWEEP_EVERY: usize = 4096;

/// A named limit of calls in some minutes, which may come all at once; `K` is the type of its key.
#[derive(Clone, Copy)]
pub struct Limit<K> {
    name: &'static str,
    calls: fn(&Settings) -> u32,
    minutes: u32,
    key: PhantomData<fn(K)>,
}

impl<K> Limit<K> {
    /// Returns a limit per minute.
    const fn new(name: &'static str, calls: fn(&Settings) -> u32) -> Self {
        Self { name, calls, minutes: 1, key: PhantomData }
    }

    const fn over(self, minutes: u32) -> Self {
        Self { minutes, ..self }
    }
}

/// The key that calls are counted by.
#[derive(Clone, Hash, PartialEq, Eq)]
pub enum LimitKey {
    Member(i64),
    Address(Option<IpAddr>),
    Text(String),
}

impl From<i64> for LimitKey {
    fn from(id: i64) -> Self {
        Self::Member(id)
    }
}

impl From<Option<IpAddr>> for LimitKey {
    fn from(address: Option<IpAddr>) -> Self {
        Self::Address(address)
    }
}

impl From<String> for LimitKey {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl App {
    /// Counts one call.
    ///
    /// # Errors
    /// 429 `too_many_requests` with `Retry-After`.
    pub fn limit<K: Into<LimitKey>>(&self, limit: Limit<K>, key: K) -> Result<(), Problem> {
        let limiters = self.shared::<Limiters>();
        let mut limiters = limiters.0.lock().unwrap_or_else(PoisonError::into_inner);
        let limiter = limiters
            .entry(limit.name)
            .or_insert_with(|| Arc::new(Limiter::new(self.clock.clone(), (limit.calls)(&self.settings), limit.minutes)));
        let limiter = Arc::clone(limiter);
        drop(limiters);
        limiter.check(&key.into())
    }
}

/// All limiters, by the limit's name.
#[derive(Default)]
struct Limiters(Mutex<HashMap<&'static str, Arc<Limiter>>>);

struct Limiter {
    clock: Clock,
    buckets: RateLimiter<LimitKey, DashMapStateStore<LimitKey>, Clock, NoOpMiddleware<Duration>>,
    checks: AtomicUsize,
}

impl Limiter {
    fn new(clock: Clock, calls: u32, minutes: u32) -> Self {
        let calls = NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN);
        let each = Duration::from_secs(60) * minutes.max(1) / calls.get();
        let quota = Quota::with_period(each).unwrap_or(Quota::per_minute(calls)).allow_burst(calls);
        Self { buckets: RateLimiter::dashmap_with_clock(quota, clock.clone()), clock, checks: AtomicUsize::new(0) }
    }

    fn check(&self, key: &LimitKey) -> Result<(), Problem> {
        if self.checks.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.buckets.retain_recent();
        }
        self.buckets.check_key(key).map_err(|early| {
            let wait = early.wait_time_from(governor::clock::Clock::now(&self.clock));
            Problem::new(codes::too_many_requests).retry_after(wait.as_secs() + 1)
        })
    }
}

/// The time of the limits: it never goes back, whatever happens to the machine's clock. A movable clock stands still between moves, so a slow
/// test refills no bucket.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        self.moved().unwrap_or_else(|| BEGUN.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::table::ALL;

    /// A limit is keyed by the person who acts, or by two keys combined; never by a person whom others can act upon.
    #[test]
    fn every_limit_says_in_security_md_what_it_counts_by_and_whom_it_can_hurt() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SECURITY.md")).unwrap();
        let section = page.split("## Limits of calls").nth(1).expect("the section").split("\n## ").next().unwrap();
        let rows = |line: &str| -> Option<(String, String, String)> {
            let mut cells = line.strip_prefix("| `")?.trim_end_matches(" |").split(" | ");
            let name = cells.next()?.trim_end_matches('`').to_owned();
            Some((name, cells.next()?.to_owned(), cells.next()?.to_owned()))
        };
        let listed: Vec<_> = section.lines().filter_map(rows).collect();
        for (name, key) in ALL {
            let row = listed.iter().find(|(listed, ..)| listed == name);
            let (_, by, hurts) = row.unwrap_or_else(|| panic!("{name} is not listed in docs/SECURITY.md"));
            let begins = match *key {
                "Member" => "member",
                "Address" => "address",
                _ => "",
            };
            assert!(by.starts_with(begins), "{name} counts by {key}, not by {by}");
            assert!(*key != "Pair" || by.contains(" and "), "{name} counts by two of them, not by {by}");
            assert!(!hurts.is_empty(), "{name}");
        }
        for (name, ..) in listed.iter().filter(|(name, ..)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_')) {
            let counted = ALL.iter().any(|(known, _)| known == name);
            assert!(counted || name.starts_with("OTP_") || name.contains("_FAILURES"), "{name} is no limit");
        }
    }
}
