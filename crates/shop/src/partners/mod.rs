//! Questions to top-up partners while somebody is choosing: servers, players, stock.

mod http;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(
        OpenApiRouter::new()
            .routes(routes!(http::list_servers))
            .routes(routes!(http::validate_player))
            .routes(routes!(http::check_stock)),
    )
}
