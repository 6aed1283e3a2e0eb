//! The cart, and the selection at current prices behind everything that sells.

mod actions;
mod http;
mod live;
pub mod players;
mod quantity;
pub mod selection;
mod store;

use manao_domain::cart::CartRefusal;
use utoipa_axum::routes;

use crate::refusals::{PLAYER, STOCK};
use crate::things;
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::problem::{Problem, codes};

pub use actions::remove_bought;
pub use quantity::CartQuantity;
pub use selection::{CartSelection, DirectPurchase, PriceChange, PricedLine, PricedSelection, Totals};

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(http::get_mine), Who::Member)
        .call(
            routes!(http::add),
            Who::Active.refuses(&[
                PLAYER,
                STOCK,
                &[product_not_found, quantity_invalid, cart_items_limit, cart_product_limit, cart_amount_limit],
            ]),
        )
        .call(
            routes!(http::update_quantity),
            Who::Active
                .over(&things::CART_ITEM, Named::Body("itemId"), OWNER)
                .refuses(&[STOCK, &[quantity_invalid, cart_product_limit, cart_amount_limit]]),
        )
        .call(routes!(http::delete), Who::Active)
        .call(routes!(http::create), Who::Active)
        .emits::<live::CartLive>()
}

/// Returns the problem for a cart's refusal.
pub fn refusal(refusal: CartRefusal) -> Problem {
    match refusal {
        CartRefusal::QuantityInvalid { .. } => codes::quantity_invalid.into(),
        CartRefusal::TooManyItems { max } => Problem::new(codes::cart_items_limit).param("limit", max),
        CartRefusal::TooManyOfOne { product_id, max } => {
            Problem::new(codes::cart_product_limit).param("limit", max).param("productId", product_id)
        }
        CartRefusal::AmountOverLimit { total, max } => {
            Problem::new(codes::cart_amount_limit).param("limitSatang", max.0).param("totalSatang", total.0)
        }
        CartRefusal::OutOfRange(_) => codes::cart_amount_limit.into(),
        CartRefusal::Empty => codes::cart_empty.into(),
    }
}
