//! "Tell me when it is back": who asks for a sold-out product hears once that it can be bought again, and the wish is gone.

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
