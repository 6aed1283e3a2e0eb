//! Tables of a tournament's players and matches, as CSV and XLSX, for those who run it.

mod http;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(OpenApiRouter::new().routes(routes!(http::export_player)).routes(routes!(http::export_match)))
}
