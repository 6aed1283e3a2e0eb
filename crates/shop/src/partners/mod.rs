//! Queries to top-up partners while the buyer is choosing: servers, players, stock.

mod http;

use utoipa_axum::routes;

use crate::refusals::PLAYER;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(http::list_servers), Who::Public.refuses(&[&[game_not_found, partner_unavailable]]))
        .call(
            routes!(http::validate_player),
            Who::Anyone.refuses(&[PLAYER, &[too_many_requests, game_not_found, product_not_found]]),
        )
        .call(routes!(http::check_stock), Who::Public.refuses(&[&[product_not_found, quantity_invalid, partner_unavailable]]))
}
