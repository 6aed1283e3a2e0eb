//! Other partners that sell a product: one steps in when the present one surely has no order, so that nothing is delivered twice.

use serde_json::json;
use sqlx::PgConnection;

use manao_domain::delivery::{FailureReason, next_reference};

use super::conclude;
use super::store::Delivery;
use crate::orders::log::{self, LogKind};
use crate::payments::coverage;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// A product at a partner.
pub struct Supply {
    partner_code: String,
    partner_game: String,
    sku: String,
}

/// Returns the next partner for a delivery: open, not tried yet, and with a float that covers it.
pub async fn next(conn: &mut PgConnection, delivery: &Delivery) -> Result<Option<Supply>, Problem> {
    let supply = sqlx::query_as!(
        Supply,
        r#"select s.partner_code as "partner_code!", s.partner_game as "partner_game!", s.sku as "sku!"
           from shop.supplies s join shop.products t on t.id = s.product_id join shop.partners p on p.code = s.partner_code
                left join shop.partner_prices c on c.partner_code = s.partner_code and c.sku = s.sku
           where s.product_id = $1 and s.partner_code <> $2 and p.open
                 and coalesce(p.float_satang >= $4::int * coalesce(c.cost_satang, t.price_satang), true)
                 and not exists (select from shop.delivery_tries d where d.delivery_id = $3 and d.partner_code = s.partner_code)
           order by s.priority limit 1"#,
        delivery.product_id,
        delivery.partner_code,
        delivery.id,
        delivery.quantity
    )
    .fetch_optional(conn)
    .await?;
    Ok(supply)
}

/// Moves the line to another partner, under another reference, and sends it there at once. The present one has no order for it.
pub async fn switch(change: &mut Change, delivery: &Delivery, supply: &Supply, reason: FailureReason) -> Result<(), Problem> {
    // The money may have been refunded while the partner was asked.
    let frozen = coverage::frozen_lines(change.conn(), delivery.order_id, Some(delivery.line_id)).await?;
    if frozen.contains(&delivery.line_id) {
        return conclude::failed_for_good(change, delivery, FailureReason::PaymentReturned).await;
    }
    let now = change.now();
    sqlx::query!(
        "insert into shop.delivery_tries (delivery_id, partner_code, sku, reference, attempts, failure_code, ended_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        delivery.id,
        delivery.partner_code,
        delivery.sku,
        delivery.reference,
        delivery.attempts,
        reason.as_str(),
        now
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "update shop.order_lines set partner_code = $2, partner_game = $3, sku = $4 where id = $1",
        delivery.line_id,
        supply.partner_code,
        supply.partner_game,
        supply.sku
    )
    .execute(change.conn())
    .await?;
    let reference = next_reference(&delivery.reference);
    conclude::begin_again(change, delivery, &reference).await?;
    metrics::counter!("manao_deliveries_switched_total", "from" => delivery.partner_code.clone(), "reason" => reason.as_str())
        .increment(1);
    tracing::warn!(
        order = delivery.order_number,
        from = delivery.partner_code,
        to = supply.partner_code,
        reason = reason.as_str(),
        "another partner delivers a line"
    );
    let detail = json!({ "delivery": delivery.reference, "from": delivery.partner_code, "to": supply.partner_code,
                         "code": reason.as_str(), "newReference": reference });
    log::write(change, delivery.order_id, LogKind::LineSwitched, &detail).await?;
    conclude::retry_at(change, delivery, now, None).await
}
