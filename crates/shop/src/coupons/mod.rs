//! Coupons: a person collects them by their code, checks them against a purchase, and uses them with an order.
//!
//! The rule is `domain::coupon`. A use is reserved in the order's transaction (see `orders::holds`), under the lock of the coupon's row,
//! which is taken after those of the cart, the products and the flash sales.

mod collect;
pub mod demo;
mod http;
mod store;
mod wallet;

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::coupon::{CouponLine, redeem};
use sqlx::PgConnection;

use crate::buyer::Buyer;
use crate::cart::{PricedSelection, selection};
use manao_kernel::app::App;
use manao_kernel::feature::Feature;
use manao_kernel::problem::Problem;

pub use store::{CouponRow, hold, lock, release};

pub fn feature() -> Feature {
    http::calls()
}

/// Prices a selection with a coupon, where a code is given, for the payment channels, the rules and the order itself. An order locks the
/// coupon first.
///
/// # Errors
/// 404 `coupon_not_found`, 409 `coupon_quota_reached`, 409 with the reason why it cannot be used (`coupon_below_minimum`, `coupon_over` …).
pub async fn price(
    app: &App,
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    buyer: &Buyer,
    code: Option<&str>,
    selection: PricedSelection,
) -> Result<(PricedSelection, Option<CouponRow>), Problem> {
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else { return Ok((selection, None)) };
    let found = store::find(conn, buyer, code).await?;
    let discount = redeem(Some(&found.coupon), found.uses, &lines(&selection), now).map_err(store::refusal)?;
    Ok((selection::discounted(app, selection, &discount.lines)?, Some(found)))
}

fn lines(selection: &PricedSelection) -> Vec<CouponLine> {
    let lines = selection.lines.iter().map(|line| CouponLine {
        product_id: line.product_id,
        game_id: line.game_id,
        subtotal: Satang(line.subtotal_satang),
    });
    lines.collect()
}
