//! Stock alerts: a person who asks for a sold-out product is notified once when it can be bought again, and the alert is deleted.

mod http;
mod store;
mod tell;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

const LOOK_EVERY: Duration = Duration::from_secs(5);

pub fn feature() -> Feature {
    Feature { periodic_tasks: vec![every(LOOK_EVERY, "stock_alerts.tell", tell::round)], ..http::calls() }
}
