//! Schools and universities: reference data that people choose from.

pub mod command;
mod http;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(OpenApiRouter::new().routes(routes!(http::list_types)).routes(routes!(http::list)))
}
