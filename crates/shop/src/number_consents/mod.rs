//! The consent of a number's owner, who is not the buyer, to packages for it: a code is texted to the number, and the buyer enters it. It belongs to
//! the buyer and the number, and holds for a day.

mod http;
mod store;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use store::{ensure, ensure_for, missing};

pub fn feature() -> Feature {
    Feature { periodic_tasks: vec![every(Duration::from_secs(3600), "number_consents.purge", store::purge)], ..http::calls() }
}
