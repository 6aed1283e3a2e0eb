//! The daily reconciliation with each counterparty: what it lists for a day of Bangkok's, against what our books have. A difference that does
//! not go away by itself waits for staff to explain it.

mod days;
mod http;
mod partners;
mod providers;
mod queue;

use std::time::Duration;

use utoipa_axum::routes;

use manao_domain::staff::StaffRole;
use manao_kernel::Feature;
use manao_kernel::access::Who;
use manao_kernel::jobs::every;
use manao_kernel::problem::codes::*;

pub use days::check;
pub use queue::{DayWithDifference, differing_days};

/// Interval of the search for days to compare.
const LOOK_EVERY: Duration = Duration::from_secs(1800);

pub fn feature() -> Feature {
    let feature = Feature::new().call(routes!(http::list_differences), Who::Staff(&[StaffRole::Finance])).call(
        routes!(http::explain_difference),
        Who::Staff(&[StaffRole::Finance]).refuses(&[&[reconciliation_not_found, reconciliation_changed]]),
    );
    Feature { periodic_tasks: vec![every(LOOK_EVERY, "reconciliation.days", days::round)], ..feature }
}
