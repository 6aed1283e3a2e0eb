//! Broadcasts: messages from staff to all remaining entrants. Each is in the thread of every entrant, and in the inbox of every player. A
//! job delivers it in batches; the desk sees the progress, and who has read it.

mod deliver;
mod http;
pub mod live;
mod progress;
mod send;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::OVER;
use crate::things::{self, STAFF};
use manao_kernel::access::Who;
use manao_kernel::access::rights::Named;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use deliver::all as deliver;
pub use send::BroadcastNew;
pub use send::send as announce;

const TELL_EVERY: Duration = Duration::from_secs(1);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http::send),
            Who::Verified
                .over(&things::TOURNAMENT, Named::Path("id"), STAFF)
                .refuses(&[OVER, &[broadcast_nobody, too_many_requests]]),
        )
        .call(routes!(http::list), Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), STAFF));
    Feature {
        jobs: vec![job::<deliver::Deliver>()],
        periodic_tasks: vec![every(TELL_EVERY, "broadcasts.progress", progress::tell)],
        ..feature.emits::<live::BroadcastLive>()
    }
}
