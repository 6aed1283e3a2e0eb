//! Schools and universities: reference data that people choose from.

pub mod command;
mod http;
pub mod list;

use utoipa_axum::routes;

use manao_kernel::access::Who;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new().call(routes!(http::list_types), Who::Member).call(routes!(http::list), Who::Member)
}
