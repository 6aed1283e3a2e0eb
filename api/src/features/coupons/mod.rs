//! Coupons: a person collects them by their code, checks them against a purchase, and uses them with an order.
//!
//! The rule is `domain::coupon`. A use is reserved in the order's transaction (see `orders::holds`), under the lock of the coupon's row,
//! which is taken after those of the cart, the products and the flash sales.

mod collect;
pub mod demo;
mod http;
mod store;
mod wallet;

use manao_domain::Satang;
use manao_domain::coupon::{CouponLine, Discount, redeem};

use super::Feature;
use crate::database::Change;
use crate::features::cart::PricedSelection;
use crate::problem::Problem;

pub use store::{Found, hold, release};

pub fn feature() -> Feature {
    Feature::of(http::routes())
}

/// What a coupon takes off a selection, for an order that is being placed: the coupon stays locked until the change is over.
///
/// # Errors
/// 404 `coupon_not_found`, 409 `coupon_quota_reached`, 409 with why it cannot be used (`coupon_below_minimum`, `coupon_over` …).
pub async fn for_order(
    change: &mut Change,
    user_id: i64,
    code: &str,
    selection: &PricedSelection,
) -> Result<(Found, Discount), Problem> {
    let now = change.now();
    let found = store::lock(change.conn(), user_id, code).await?;
    let discount = redeem(Some(&found.coupon), found.uses, &lines(selection), now).map_err(store::refusal)?;
    Ok((found, discount))
}

fn lines(selection: &PricedSelection) -> Vec<CouponLine> {
    let lines = selection.lines.iter().map(|line| CouponLine {
        product_id: line.product_id,
        game_id: line.game_id,
        subtotal: Satang(line.subtotal_satang),
    });
    lines.collect()
}
