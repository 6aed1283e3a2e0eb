//! Broadcasts: what those who run a tournament say to everybody who is still in. Each stands in the thread of every entrant and in the inbox
//! of every player; a job delivers it, some at a time, and the desk sees how far it is and who has read it.

mod deliver;
mod http;
pub mod live;
mod progress;
mod send;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use deliver::all as deliver;
pub use http::BroadcastNew;
pub use send::send as announce;

const TELL_EVERY: Duration = Duration::from_secs(1);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new().routes(routes!(http::send)).routes(routes!(http::list));
    Feature {
        jobs: vec![job::<deliver::Deliver>()],
        periodic_tasks: vec![every(TELL_EVERY, "broadcasts.progress", progress::tell)],
        ..Feature::new(routes).emits::<live::BroadcastLive>()
    }
}
