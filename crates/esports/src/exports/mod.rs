//! Tables of a tournament's players and matches, as CSV and XLSX, for those who run it.

mod busy;
mod cell;
mod csv;
mod file_name;
mod http;
mod maps;
mod matches;
mod players;
mod table;
mod words;
mod write;
mod xlsx;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(OpenApiRouter::new().routes(routes!(http::export_player)).routes(routes!(http::export_match)))
}
