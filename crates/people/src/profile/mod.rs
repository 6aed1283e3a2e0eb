//! What people say about themselves, and the little of it that others see.

mod edit;
mod http;
mod load;
mod places;

use chrono::{NaiveDate, TimeDelta};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use self::places::Place;
use manao_kernel::app::App;
use manao_kernel::feature::Feature;

/// Thailand's date; it is seven hours ahead of UTC all year.
pub fn today(app: &App) -> NaiveDate {
    (app.now() + TimeDelta::hours(7)).date_naive()
}

pub fn feature() -> Feature {
    Feature::new(OpenApiRouter::new().routes(routes!(http::get)).routes(routes!(http::edit)))
}
