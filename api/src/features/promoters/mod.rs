//! Promoters: who may run tournaments. People apply, the staff decide, the right lasts a year and can be renewed or taken back.

mod http;
mod live;
mod staff;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub use live::PromoterLive;

pub fn feature() -> Feature {
    Feature::of(
        OpenApiRouter::new()
            .routes(routes!(http::my_state))
            .routes(routes!(http::accept_terms))
            .routes(routes!(http::register_promoter))
            .routes(routes!(staff::list_applications))
            .routes(routes!(staff::decide))
            .routes(routes!(staff::revoke)),
    )
}
