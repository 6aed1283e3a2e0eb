//! Packages on mobile numbers after their delivery: what the telecom reports of them, renewals, cancelling.
//!
//! The telecom renews a subscription by itself and bills it to the number. Its callbacks are hints: the activation is read again. Where one is
//! lost, the activation is read soon after a renewal or an end is due, and once a day.

mod callback;
mod cancel;
mod http;
mod list;
mod refresh;
mod store;
mod tell;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use store::{LineActivation, keep};

/// Interval of the search for activations that are to be read again.
const CHECK_EVERY: Duration = Duration::from_secs(60);

pub fn feature() -> Feature {
    Feature {
        jobs: vec![job::<refresh::RefreshActivation>(), job::<tell::TellActivation>()],
        periodic_tasks: vec![every(CHECK_EVERY, "activations.check", refresh::round)],
        ..http::calls()
    }
}
