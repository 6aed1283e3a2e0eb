//! Codes that we keep ourselves: set aside with the order, handed over with the payment.

use manao_domain::delivery::FailureReason;

use super::conclude;
use super::store::Delivery;
use crate::database::Change;
use crate::problem::Problem;

/// Sells the codes that are set aside for the line, or free ones where they were let go meanwhile; without enough of them the line goes to
/// repair. The caller derives the order's status afterwards.
///
/// # Errors
/// When the database fails.
pub async fn hand_over(change: &mut Change, delivery: &Delivery) -> Result<(), Problem> {
    if !complete(change, delivery).await? {
        return conclude::failed_for_good(change, delivery, FailureReason::StockGone).await;
    }
    sqlx::query!("update voucher_codes set state = 'sold' where order_line_id = $1 and state = 'held'", delivery.line_id)
        .execute(change.conn())
        .await?;
    conclude::delivered(change, delivery, &[]).await
}

/// Fills up what is set aside to the line's quantity. The count on the product moves with the codes taken here.
async fn complete(change: &mut Change, delivery: &Delivery) -> Result<bool, Problem> {
    let held = sqlx::query_scalar!(
        r#"select count(*)::int as "held!" from voucher_codes where order_line_id = $1 and state = 'held'"#,
        delivery.line_id
    )
    .fetch_one(change.conn())
    .await?;
    let missing = delivery.quantity - held;
    if missing <= 0 {
        return Ok(true);
    }
    let counted = sqlx::query!(
        "update products set stock = stock - $2, version = version + 1 where id = $1 and stock >= $2",
        delivery.product_id,
        missing
    )
    .execute(change.conn())
    .await?;
    if counted.rows_affected() == 0 {
        return Ok(false);
    }
    let taken = sqlx::query!(
        "update voucher_codes set state = 'held', order_line_id = $1
         where id in (select id from voucher_codes where product_id = $2 and state = 'free' order by id limit $3 for update)",
        delivery.line_id,
        delivery.product_id,
        i64::from(missing)
    )
    .execute(change.conn())
    .await?;
    if taken.rows_affected() == u64::from(missing.unsigned_abs()) {
        return Ok(true);
    }
    // The count said more than there are: nothing is half taken.
    Err(Problem::internal(format!("product {} counts more codes than it has", delivery.product_id)))
}
