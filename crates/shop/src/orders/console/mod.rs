//! Orders for staff in the console.

mod find;
mod http;
mod list;
mod story;

use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::feature::Feature;
use manao_kernel::problem::codes::*;
use utoipa_axum::routes;

pub use find::ORDERS;

/// Who answers about an order.
const READERS: &[StaffRole] = &[StaffRole::Support, StaffRole::Finance];

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(http::list_orders), Who::Staff(READERS))
        .call(routes!(http::get_order_story), Who::Staff(READERS).refuses(&[&[order_not_found]]))
}
