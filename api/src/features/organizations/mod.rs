//! Schools and universities: reference data that people choose from.

pub mod command;
mod http;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(OpenApiRouter::new().routes(routes!(http::list_types)).routes(routes!(http::list)))
}
