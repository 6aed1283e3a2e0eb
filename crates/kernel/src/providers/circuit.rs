//! A circuit breaker: after several failures in a row, a counterparty is not called for a while. So customers get an error at once instead of
//! each waiting for the timeout.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, Utc};

/// Failures in a row that open the circuit.
const TRIPS_AFTER: u32 = 5;
/// Time for which an open circuit lets no call through; then one may try.
const OPEN_FOR: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Circuit {
    state: Mutex<State>,
    trips_after: u32,
    open_for: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Closed {
        failures: u32,
    },
    Open {
        until: DateTime<Utc>,
    },
    /// One call is trying; if it disappears without a result, another may try after `until`.
    HalfOpen {
        until: DateTime<Utc>,
    },
}

impl Default for Circuit {
    fn default() -> Self {
        Self::new(TRIPS_AFTER, OPEN_FOR)
    }
}

impl Circuit {
    pub fn new(trips_after: u32, open_for: Duration) -> Self {
        Self { state: Mutex::new(State::Closed { failures: 0 }), trips_after, open_for }
    }

    /// Checks whether a call may go out now; if not, returns how long to wait.
    ///
    /// # Errors
    /// The time until the next try.
    pub fn enter(&self, now: DateTime<Utc>) -> Result<(), Duration> {
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => Ok(()),
            State::Open { until } | State::HalfOpen { until } if now < until => Err((until - now).to_std().unwrap_or_default()),
            State::Open { .. } | State::HalfOpen { .. } => {
                *state = State::HalfOpen { until: now + self.open_for };
                Ok(())
            }
        }
    }

    /// Records that the counterparty answered, even if with a refusal: it is up.
    pub fn answered(&self) {
        *self.lock() = State::Closed { failures: 0 };
    }

    /// Records that the counterparty did not answer, or was not able to.
    pub fn failed(&self, now: DateTime<Utc>) {
        let mut state = self.lock();
        *state = match *state {
            State::Closed { failures } if failures + 1 < self.trips_after => State::Closed { failures: failures + 1 },
            // A late failure does not extend the pause.
            State::Open { until } => State::Open { until },
            State::Closed { .. } | State::HalfOpen { .. } => State::Open { until: now + self.open_for },
        };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // The state is one plain value, so a panic elsewhere cannot leave it half written.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Duration = Duration::from_secs(10);

    #[test]
    fn opens_after_failures_in_a_row_and_lets_one_try_later() {
        let circuit = Circuit::new(3, OPEN);
        let start = Utc::now();
        for _ in 0..2 {
            assert_eq!(circuit.enter(start), Ok(()));
            circuit.failed(start);
        }
        circuit.answered();
        for _ in 0..3 {
            assert_eq!(circuit.enter(start), Ok(()), "an answer in between starts the count anew");
            circuit.failed(start);
        }
        assert_eq!(circuit.enter(start + Duration::from_secs(4)), Err(Duration::from_secs(6)));
        assert_eq!(circuit.enter(start + OPEN), Ok(()), "one tries");
        assert!(circuit.enter(start + OPEN).is_err(), "only one");
        circuit.failed(start + OPEN);
        assert_eq!(circuit.enter(start + OPEN), Err(OPEN), "its failure opens again");
        assert_eq!(circuit.enter(start + 2 * OPEN), Ok(()));
        circuit.answered();
        assert_eq!(circuit.enter(start + 2 * OPEN), Ok(()));
        assert_eq!(circuit.enter(start + 2 * OPEN), Ok(()), "closed: everybody");
    }

    #[test]
    fn a_try_that_vanishes_does_not_keep_it_shut() {
        let circuit = Circuit::new(1, OPEN);
        let start = Utc::now();
        circuit.failed(start);
        assert_eq!(circuit.enter(start + OPEN), Ok(()));
        assert_eq!(circuit.enter(start + 2 * OPEN), Ok(()));
    }

    #[test]
    fn stragglers_do_not_make_the_pause_longer() {
        let circuit = Circuit::new(1, OPEN);
        let start = Utc::now();
        circuit.failed(start);
        circuit.failed(start + Duration::from_secs(9));
        assert_eq!(circuit.enter(start + OPEN), Ok(()));
    }
}
