//! Codes that we keep ourselves: reserved with the order, handed over with the payment.

use manao_domain::delivery::FailureReason;

use super::conclude;
use super::store::Delivery;
use crate::voucher_codes;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Sells the codes that are reserved for the line, or free ones if those were released meanwhile; if there are not enough, the line goes
/// to repair. The caller updates the order's status afterwards.
pub async fn hand_over(change: &mut Change, delivery: &Delivery) -> Result<(), Problem> {
    if !complete(change, delivery).await? {
        return conclude::failed_for_good(change, delivery, FailureReason::StockGone).await;
    }
    let now = change.now();
    sqlx::query!(
        "update shop.voucher_codes set state = 'sold', sold_at = $2 where order_line_id = $1 and state = 'held'",
        delivery.line_id,
        now
    )
    .execute(change.conn())
    .await?;
    conclude::delivered(change, delivery, &[]).await
}

/// Fills up the reserved codes to the line's quantity. The count on the product moves with the codes taken here.
async fn complete(change: &mut Change, delivery: &Delivery) -> Result<bool, Problem> {
    let until = voucher_codes::good_until(change.app(), change.now());
    sqlx::query!("select id from shop.products where id = $1 for update", delivery.product_id).fetch_one(change.conn()).await?;
    // Drops codes since found to duplicate another buyer's code, or about to expire after days in repair. Codes that were still good the day
    // before count: midnight between order and payment takes nothing away.
    sqlx::query!(
        "update shop.voucher_codes set state = 'free', order_line_id = null
         where order_line_id = $1 and state = 'held' and (duplicate or expires_on < $2)",
        delivery.line_id,
        until.pred_opt()
    )
    .execute(change.conn())
    .await?;
    let held = sqlx::query_scalar!(
        r#"select count(*)::int as "held!" from shop.voucher_codes where order_line_id = $1 and state = 'held'"#,
        delivery.line_id
    )
    .fetch_one(change.conn())
    .await?;
    let missing = delivery.quantity - held;
    if missing <= 0 {
        return Ok(true);
    }
    let taken = voucher_codes::set_aside(change.conn(), delivery.line_id, delivery.product_id, missing, until).await?;
    let enough = taken.len() == missing.unsigned_abs() as usize;
    if !enough {
        // Too few codes: those just taken are released again.
        sqlx::query!("update shop.voucher_codes set state = 'free', order_line_id = null where id = any($1)", &taken)
            .execute(change.conn())
            .await?;
    }
    voucher_codes::count(change.conn(), delivery.product_id, until).await?;
    Ok(enough)
}
