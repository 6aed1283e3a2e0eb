//! Paying by card, and the cards that members have kept for the next time. The provider keeps them; we know its names of them, their brand
//! and their last digits.

mod http;
mod kept;
mod pay;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::KEY;
use crate::things;
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;
use manao_kernel::problem::codes::*;

pub use kept::confirm;
pub use pay::{GivenCard, given};

/// Interval of the search for cards that were never paid by.
const FORGET_EVERY: Duration = Duration::from_secs(3600);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::list_cards), Who::Member)
        .call(routes!(http::remove_card), Who::Active.refuses(&[&[card_not_found, payment_unavailable, too_many_requests]]))
        .call(
            routes!(http::pay_by_card),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[
                &[
                    card_invalid,
                    card_not_found,
                    order_state,
                    order_expired,
                    payment_unavailable,
                    payment_checking,
                    too_many_requests,
                ],
                &[channel_not_found, channel_not_allowed],
                &[product_sold_out, stock_insufficient, flash_sale_sold_out, flash_sale_limit, coupon_quota_reached],
                KEY,
            ]),
        );
    Feature { periodic_tasks: vec![every(FORGET_EVERY, "cards.forget", kept::forget_unconfirmed)], ..feature }
}
