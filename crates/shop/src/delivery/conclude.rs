//! The outcome of a delivery: the domain decides, and the books, the log and the live event change in the same transaction.

use chrono::{DateTime, Utc};
use manao_domain::delivery::{AfterFailure, DeliveryEvent, DeliveryStatus, FailureReason, Move, RetryPolicy};
use manao_domain::ledger::Journal;
use rand::RngExt as _;
use serde_json::json;

use super::send::{Deliver, again_at, job_key};
use super::store::{self, Delivery};
use super::ticker;
use crate::payments::coverage;
use crate::providers::partner_orders::Voucher;
use crate::{ledger, orders};
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::Problem;
use manao_kernel::sealing::Sealer;

/// Concludes a delivery: the partner delivered, or our own code was handed over. A repeat changes nothing.
pub async fn delivered(change: &mut Change, delivery: &Delivery, vouchers: &[Voucher]) -> Result<(), Problem> {
    let now = change.now();
    let moved = delivery.status.apply(DeliveryEvent::Delivered).map_err(Problem::internal)?;
    if moved == Move::Unchanged && delivery.status != DeliveryStatus::Closed {
        return Ok(());
    }
    if has_known_codes(change, delivery, vouchers).await? {
        return known_codes(change, delivery).await;
    }
    if moved == Move::Unchanged {
        return delivered_though_closed(change, delivery).await;
    }
    sqlx::query!(
        "update shop.deliveries set status = 'delivered', delivered_at = $2, sent_at = coalesce(sent_at, $2), attempts = greatest(attempts, 1),
                next_attempt_at = null, failure_code = null, version = version + 1
         where id = $1",
        delivery.id,
        now
    )
    .execute(change.conn())
    .await?;
    keep(change, delivery.id, vouchers).await?;
    // A coupon of the seller's may have paid for the whole line: then there is no money to share.
    if delivery.total_satang > 0 || delivery.house_discount_satang > 0 {
        let journal = Journal::delivered(&delivery.line(), change.app().settings.vat()).map_err(Problem::internal)?;
        ledger::post(change, delivery.order_id, &delivery.reference, &journal).await?;
    }
    let detail = json!({ "delivery": delivery.reference, "attempts": delivery.attempts });
    orders::log::write(change, delivery.order_id, orders::log::LogKind::LineDelivered, &detail).await?;
    ticker::emit(change).await
}

/// Whether another buyer has one of these codes, or one appears twice: only the first to redeem it gets anything, so it does not count as a
/// delivery.
pub async fn has_known_codes(change: &mut Change, delivery: &Delivery, vouchers: &[Voucher]) -> Result<bool, Problem> {
    if vouchers.is_empty() {
        return Ok(false);
    }
    let sealer = Sealer::from_app(change.app())?;
    let mut fingerprints: Vec<Vec<u8>> = vouchers.iter().map(|voucher| sealer.fingerprint(&voucher.code)).collect();
    fingerprints.sort_unstable();
    if fingerprints.windows(2).any(|pair| pair[0] == pair[1]) {
        return Ok(true);
    }
    let known = sqlx::query_scalar!(
        r#"select exists (select from shop.code_fingerprints f where f.fingerprint = any($1)
                          and not exists (select from shop.delivered_codes d where d.fingerprint = f.fingerprint and d.delivery_id = $2))
           as "known!""#,
        &fingerprints,
        delivery.id
    )
    .fetch_one(change.conn())
    .await?;
    Ok(known)
}

/// Sends a line with known codes to repair; an operator settles it with the partner. Reported once, however often the partner repeats it.
async fn known_codes(change: &mut Change, delivery: &Delivery) -> Result<(), Problem> {
    if delivery.status.is_moving() {
        metrics::counter!("manao_codes_known_total").increment(1);
    }
    failed_for_good(change, delivery, FailureReason::CodeKnown).await
}

/// Reports a delivery of a line that an operator had given up: the buyer has the goods and is also owed the money, or has it. Staff must look
/// into it.
async fn delivered_though_closed(change: &mut Change, delivery: &Delivery) -> Result<(), Problem> {
    metrics::counter!("manao_deliveries_closed_delivered_total").increment(1);
    tracing::error!(order = delivery.order_number, delivery = delivery.reference, "a line that was given up is delivered");
    let detail = json!({ "delivery": delivery.reference });
    orders::log::write(change, delivery.order_id, orders::log::LogKind::LineDeliveredClosed, &detail).await
}

/// Stores the codes that a partner handed over, sealed like our own.
async fn keep(change: &mut Change, delivery_id: i64, vouchers: &[Voucher]) -> Result<(), Problem> {
    if vouchers.is_empty() {
        return Ok(());
    }
    let sealer = Sealer::from_app(change.app())?;
    for voucher in vouchers {
        let sealed = sealer.seal(voucher.code.as_bytes(), voucher.serial.as_bytes()).map_err(Problem::internal)?;
        sqlx::query!(
            "insert into shop.delivered_codes (delivery_id, code_sealed, serial, expires_on, fingerprint) values ($1, $2, $3, $4, $5) on conflict do nothing",
            delivery_id,
            sealed,
            voucher.serial,
            voucher.expires_at.map(|at| at.date_naive()),
            sealer.fingerprint(&voucher.code)
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Handles a failed attempt: it is retried later, or left to an operator.
pub async fn failed(
    change: &mut Change,
    delivery: &Delivery,
    reason: FailureReason,
    retry_after_ms: Option<u64>,
) -> Result<(), Problem> {
    let attempts = delivery.attempts.unsigned_abs();
    let next = RetryPolicy::default().after_failure(reason, attempts, rand::rng().random(), retry_after_ms);
    let AfterFailure::Retry { after_ms } = next else {
        return failed_for_good(change, delivery, reason).await;
    };
    if delivery.status.apply(next.event()).map_err(Problem::internal)? == Move::Unchanged {
        return Ok(());
    }
    // The money may have been refunded while the partner was asked.
    let frozen = coverage::frozen_lines(change.conn(), delivery.order_id, Some(delivery.line_id)).await?;
    if frozen.contains(&delivery.line_id) {
        return failed_for_good(change, delivery, FailureReason::PaymentReturned).await;
    }
    let at = change.now() + chrono::Duration::milliseconds(i64::try_from(after_ms).unwrap_or(i64::MAX));
    retry_at(change, delivery, at, Some(reason)).await
}

/// Sends the delivery again at a set time.
pub async fn retry_at(
    change: &mut Change,
    delivery: &Delivery,
    at: DateTime<Utc>,
    reason: Option<FailureReason>,
) -> Result<(), Problem> {
    sqlx::query!(
        "update shop.deliveries set status = 'retrying', next_attempt_at = $2, failure_code = $3, version = version + 1 where id = $1",
        delivery.id,
        at,
        reason.map(FailureReason::as_str)
    )
    .execute(change.conn())
    .await?;
    // Without a reason an operator sends it, and now.
    let options = if reason.is_some() { again_at(at, delivery.id) } else { JobOptions::at(at).key(job_key(delivery.id)) };
    change.job(&Deliver { delivery_id: delivery.id }, options).await?;
    let detail = json!({ "delivery": delivery.reference, "code": reason.map(FailureReason::as_str), "again": at });
    orders::log::write(change, delivery.order_id, orders::log::LogKind::LineRetrying, &detail).await
}

/// Gives a delivery its whole time again, under this reference. A new one was never sent to its partner.
pub async fn begin_again(change: &mut Change, delivery: &Delivery, reference: &str) -> Result<(), Problem> {
    sqlx::query!(
        "update shop.deliveries set tried_at = null, reference = $2, attempts = case when reference = $2 then attempts else 0 end,
                standing = case when reference = $2 then standing else 'none' end,
                unanswered_at = case when reference = $2 then unanswered_at end
         where id = $1",
        delivery.id,
        reference
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Handles a delivery that cannot succeed: the money is safe, and an operator decides.
pub async fn failed_for_good(change: &mut Change, delivery: &Delivery, reason: FailureReason) -> Result<(), Problem> {
    if delivery.status.apply(DeliveryEvent::FailedForGood).map_err(Problem::internal)? == Move::Unchanged {
        return Ok(());
    }
    sqlx::query!(
        "update shop.deliveries set status = 'repair', next_attempt_at = null, failure_code = $2, version = version + 1 where id = $1",
        delivery.id,
        reason.as_str()
    )
    .execute(change.conn())
    .await?;
    metrics::counter!("manao_deliveries_to_repair_total", "reason" => reason.as_str()).increment(1);
    tracing::error!(
        order = delivery.order_number,
        delivery = delivery.reference,
        reason = reason.as_str(),
        "a paid line needs repair"
    );
    let detail = json!({ "delivery": delivery.reference, "code": reason.as_str() });
    orders::log::write(change, delivery.order_id, orders::log::LogKind::LineRepair, &detail).await
}

/// Sends a line to repair whose pieces were gone when its late payment arrived. The caller has locked the order and updates its status
/// afterwards.
pub async fn send_to_repair(change: &mut Change, line_id: i64, reason: FailureReason) -> Result<(), Problem> {
    match store::of_line(change.conn(), line_id).await? {
        Some(delivery) => failed_for_good(change, &delivery, reason).await,
        None => Err(Problem::internal(format!("line {line_id} has no delivery"))),
    }
}
