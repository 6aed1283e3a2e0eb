//! Orders for staff in the console.

mod http;
mod story;

use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::feature::Feature;
use manao_kernel::problem::codes::*;
use utoipa_axum::routes;

/// Who answers about an order.
const READERS: &[StaffRole] = &[StaffRole::Support, StaffRole::Finance];

pub fn calls() -> Feature {
    Feature::new().call(routes!(http::get_order_story), Who::Staff(READERS).refuses(&[&[order_not_found]]))
}
