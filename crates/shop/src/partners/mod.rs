//! Queries to top-up partners while the buyer is choosing (servers, players, stock), and our money there.

mod floats;
mod http;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::PLAYER;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use floats::ReadFloat;

/// Interval at which our money at the partners is read.
const FLOATS_EVERY: Duration = Duration::from_secs(60);

pub fn feature() -> Feature {
    let calls = Feature::new()
        .call(routes!(http::list_servers), Who::Public.refuses(&[&[game_not_found, partner_unavailable]]))
        .call(
            routes!(http::validate_player),
            Who::Anyone.refuses(&[PLAYER, &[too_many_requests, game_not_found, product_not_found]]),
        )
        .call(routes!(http::check_stock), Who::Public.refuses(&[&[product_not_found, quantity_invalid, partner_unavailable]]));
    Feature {
        jobs: vec![job::<ReadFloat>()],
        periodic_tasks: vec![every(FLOATS_EVERY, "partners.floats", floats::round)],
        ..calls
    }
}
