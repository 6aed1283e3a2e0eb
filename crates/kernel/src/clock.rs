//! The time of the shop: the database's, so that all processes agree, whatever the clocks of their machines.
//!
//! Between two measurements it follows this machine's monotonic clock, which cannot be set. See ADR 25.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

const MEASURE_EVERY: Duration = Duration::from_secs(1);
/// Longest wait for one measurement.
const PATIENCE: Duration = Duration::from_secs(2);
/// A machine whose clock differs by more than this is reported in the log and by an alarm.
const NOTABLE: TimeDelta = TimeDelta::seconds(2);
/// Beyond this difference nobody knows which clock is right: the process takes no calls, and lets nothing expire.
const TRUSTED: TimeDelta = TimeDelta::seconds(30);

/// The source of the time, so that tests need not wait for an expiry. UTC, in whole microseconds like the database. Clones share it.
#[derive(Clone, Debug)]
pub struct Clock {
    measured: Arc<Measured>,
    /// Microseconds by which a test has moved the time; None when it cannot be moved
    moved: Option<Arc<AtomicI64>>,
}

#[derive(Debug)]
struct Measured {
    begun: Instant,
    /// The time at `begun`, in microseconds of the Unix epoch
    base: AtomicI64,
    /// Whether the database was asked at least once
    asked: AtomicBool,
    /// Microseconds by which a test has set this machine's clock wrong
    fault: AtomicI64,
}

impl Measured {
    fn new(fault: TimeDelta) -> Arc<Self> {
        let measured = Self {
            begun: Instant::now(),
            base: AtomicI64::new(0),
            asked: AtomicBool::new(false),
            fault: AtomicI64::new(micros(fault)),
        };
        // Until the database has answered, the machine's clock is the best available.
        measured.base.store(measured.machine(), Ordering::Relaxed);
        Arc::new(measured)
    }

    /// Returns the time of this machine's clock.
    fn machine(&self) -> i64 {
        Utc::now().timestamp_micros() + self.fault.load(Ordering::Relaxed)
    }

    fn at(&self, moment: Instant) -> i64 {
        self.base.load(Ordering::Relaxed) + micros_of(moment.saturating_duration_since(self.begun))
    }

    /// Corrects the time by the database's clock, which showed `read` at some moment between `asked` and `answered`. The time is changed only if
    /// it cannot be true, so that it does not jump with the network's delays.
    fn correct(&self, read: i64, asked: Instant, answered: Instant) {
        let ours = self.at(answered);
        let latest = read + micros_of(answered.saturating_duration_since(asked));
        let right = if self.asked.load(Ordering::Relaxed) { ours.clamp(read, latest) } else { i64::midpoint(read, latest) };
        self.base.fetch_add(right - ours, Ordering::Relaxed);
        self.asked.store(true, Ordering::Release);
    }
}

impl Clock {
    pub fn system() -> Self {
        Self { measured: Measured::new(TimeDelta::zero()), moved: None }
    }

    /// Returns a clock that [`Clock::advance`] can move.
    pub fn movable() -> Self {
        Self { moved: Some(Arc::default()), ..Self::system() }
    }

    /// Returns the same time as another process of a test sees it, whose machine's clock is wrong by `fault`.
    #[must_use]
    pub fn on_machine_off_by(&self, fault: TimeDelta) -> Self {
        Self { measured: Measured::new(fault), moved: self.moved.clone() }
    }

    /// Sets the machine's clock wrong, for a test.
    pub fn set_machine_off_by(&self, fault: TimeDelta) {
        self.measured.fault.store(micros(fault), Ordering::Relaxed);
    }

    pub fn now(&self) -> DateTime<Utc> {
        from_micros(self.measured.at(Instant::now()) + self.moved_by())
    }

    /// Converts a moment of this clock to real time, for systems that do not use our clock: the job queue and counterparties.
    pub fn to_system(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        at - TimeDelta::microseconds(self.moved_by())
    }

    /// Sets a movable clock to a moment, from which it continues; real time stays.
    pub fn set(&self, moment: DateTime<Utc>) {
        if let Some(moved) = &self.moved {
            moved.store(moment.timestamp_micros() - self.measured.at(Instant::now()), Ordering::Relaxed);
        }
    }

    /// Moves a movable clock forward; real time stays.
    pub fn advance(&self, by: Duration) {
        if let Some(moved) = &self.moved {
            moved.fetch_add(micros_of(by), Ordering::Relaxed);
        }
    }

    /// Returns how far a test has moved it; None when it cannot be moved.
    pub fn moved(&self) -> Option<Duration> {
        self.moved.as_ref().map(|moved| Duration::from_micros(moved.load(Ordering::Relaxed).unsigned_abs()))
    }

    fn moved_by(&self) -> i64 {
        self.moved.as_ref().map_or(0, |moved| moved.load(Ordering::Relaxed))
    }

    /// Returns how far this machine's clock is ahead of the database's.
    pub fn skew(&self) -> TimeDelta {
        TimeDelta::microseconds(self.measured.machine() - self.measured.at(Instant::now()))
    }

    /// Returns whether the database was asked, and this machine's clock agrees with its answer within half a minute.
    pub fn is_trusted(&self) -> bool {
        self.is_measured() && self.skew().abs() <= TRUSTED
    }

    pub fn is_measured(&self) -> bool {
        self.measured.asked.load(Ordering::Acquire)
    }

    /// Reads the database's clock.
    pub async fn measure(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        let asked = Instant::now();
        let read: DateTime<Utc> = sqlx::query_scalar("select clock_timestamp()").fetch_one(connection).await?;
        self.measured.correct(read.timestamp_micros(), asked, Instant::now());
        Ok(())
    }

    /// Reads the database's clock for the first time. If the database is unavailable, the first change asks again.
    pub async fn begin(&self, db: &PgPool) {
        if let Err(error) = self.measure_over(db).await {
            tracing::warn!(%error, "the database's clock cannot be read yet");
        }
    }

    async fn measure_over(&self, db: &PgPool) -> sqlx::Result<()> {
        let asked = async { self.measure(&mut *db.acquire().await?).await };
        tokio::time::timeout(PATIENCE, asked).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }
}

/// Follows the database's clock until the process stops.
pub async fn follow(clock: Clock, db: PgPool, stopping: CancellationToken) {
    let mut told = false;
    loop {
        if let Err(error) = clock.measure_over(&db).await {
            tracing::debug!(%error, "the database's clock was not read");
        }
        let notable = clock.is_measured() && clock.skew().abs() > NOTABLE;
        if notable && !told {
            let seconds = clock.skew().as_seconds_f64();
            tracing::error!(
                seconds,
                trusted = clock.is_trusted(),
                "this machine's clock is ahead of the database's; check time sync"
            );
        }
        told = notable;
        if tokio::time::timeout(MEASURE_EVERY, stopping.cancelled()).await.is_ok() {
            return;
        }
    }
}

fn micros(delta: TimeDelta) -> i64 {
    delta.num_microseconds().unwrap_or_default()
}

fn micros_of(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn from_micros(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(clock: &Clock, millis: u64) -> Instant {
        clock.measured.begun + Duration::from_millis(millis)
    }

    #[test]
    fn the_database_s_time_counts_whatever_the_machine_believes() {
        let right = Utc::now().timestamp_micros();
        for hours in [-2, 0, 2] {
            let clock = Clock::system().on_machine_off_by(TimeDelta::hours(hours));
            assert!(!clock.is_trusted(), "nobody was asked yet");
            let (asked, answered) = (after(&clock, 10), after(&clock, 12));
            clock.measured.correct(right, asked, answered);
            assert_eq!(clock.measured.at(answered), right + 1_000, "the middle of the first answer's time");
            assert_eq!(clock.is_trusted(), hours == 0);
            assert!((clock.skew() - TimeDelta::hours(hours)).abs() < TimeDelta::seconds(1), "{}", clock.skew());
            // A jump of the machine's clock between two measurements.
            clock.set_machine_off_by(TimeDelta::days(30));
            assert_eq!(clock.measured.at(after(&clock, 100)), right + 89_000);
        }
    }

    #[test]
    fn a_slow_answer_does_not_move_the_time() {
        let clock = Clock::system();
        let right = 1_000_000_000_000;
        clock.measured.correct(right, after(&clock, 0), after(&clock, 0));
        let at = |millis| clock.measured.at(after(&clock, millis));
        clock.measured.correct(right + 1_500_000, after(&clock, 1_000), after(&clock, 2_000));
        assert_eq!(at(2_000), right + 2_000_000, "it may have been read at any moment of that second");
        clock.measured.correct(right + 3_001_000, after(&clock, 3_000), after(&clock, 3_000));
        assert_eq!(at(3_000), right + 3_001_000, "a drift is followed");
        clock.measured.correct(right + 3_900_000, after(&clock, 3_950), after(&clock, 4_000));
        assert_eq!(at(4_000), right + 3_950_000, "back no further than needed");
    }

    #[test]
    fn a_moved_clock_keeps_real_time() {
        let clock = Clock::movable();
        let before = clock.now();
        clock.advance(Duration::from_secs(3_600));
        assert!(clock.now() - before >= TimeDelta::hours(1));
        assert!(clock.to_system(clock.now()) - before < TimeDelta::minutes(1));
        clock.set("2030-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(clock.now().to_string().get(..10), Some("2030-01-01"));
        assert_eq!(Clock::system().moved(), None);
    }
}
