//! Promoters: who may run tournaments. People apply, the staff decide, the right lasts a year and can be renewed or taken back.
//!
//! Whatever changes somebody's application or right locks their user row first: of two at once, the second sees what the first did.

mod applications;
mod apply;
pub mod command;
mod decide;
mod http;
mod live;
mod messages;
mod missing;
mod reminders;
mod staff;
mod standing;
mod state;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use live::PromoterLive;

const LOOK_EVERY: Duration = Duration::from_secs(60);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::my_state))
        .routes(routes!(http::accept_terms))
        .routes(routes!(http::register_promoter))
        .routes(routes!(staff::list_applications))
        .routes(routes!(staff::decide))
        .routes(routes!(staff::revoke));
    Feature {
        periodic_tasks: vec![every(LOOK_EVERY, "promoters.remind", reminders::round)],
        ..Feature::new(routes).emits::<PromoterLive>()
    }
}
