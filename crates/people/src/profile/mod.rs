//! Profiles: the details that people give about themselves, and the few that others see.

mod edit;
mod http;
mod load;
mod places;

use chrono::{NaiveDate, TimeDelta};
use utoipa_axum::routes;

use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

pub use self::load::belongs_to;
pub use self::places::Address;
use manao_kernel::app::App;
use manao_kernel::feature::Feature;

/// Returns today's date in Thailand, seven hours ahead of UTC all year.
pub fn today(app: &App) -> NaiveDate {
    (app.now() + TimeDelta::hours(7)).date_naive()
}

pub fn feature() -> Feature {
    Feature::new().call(routes!(http::get), Who::Member).call(routes!(http::edit), Who::Active.refuses(&[&[profile_changed]]))
}
