//! Captures: the effect of received money on the order and the books.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::delivery::FailureReason;
use manao_domain::ledger::Journal;
use manao_domain::order::OrderState;
use manao_domain::payment::{self as rule, Effect, PaymentStatus};
use serde_json::json;

use super::row::PaymentRow;
use super::settle::Settled;
use super::unmatched::{UnmatchedReason, note_unmatched};
use super::{books, void};
use crate::buyer::Buyer;
use crate::orders::holds::{self, Terms};
use crate::orders::{Notification, PayableOrder, log, refresh_status, refresh_status_and_tell};
use crate::providers::charges::{Charge, Provider};
use crate::{cards, delivery, ledger};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Books the money in any state of the order, and sends it on: to the delivery, to the repair queue, or to the money that we owe back. The
/// order and the payment are locked.
pub async fn capture(
    change: &mut Change,
    order: &PayableOrder,
    payment: &PaymentRow,
    charge: &Charge,
    paid_at: DateTime<Utc>,
    late: bool,
) -> Result<Settled, Problem> {
    change.warn_if_rolled_back(format!("the capture of payment {}", payment.reference));
    sqlx::query!(
        "update shop.payments set status = 'captured', charge_id = $2, captured_at = $3, failure_code = null, ended_at = null,
                check_at = null, charging_until = null, version = version + 1,
                card_token = null, card_fingerprint = coalesce(card_fingerprint, $4),
                server_reference = coalesce($5, server_reference)
         where id = $1",
        payment.id,
        charge.id,
        paid_at,
        charge.card.as_ref().map(|card| card.fingerprint.as_str()),
        charge.server_reference
    )
    .execute(change.conn())
    .await?;
    cards::confirm(change, payment.id).await?;
    let state = OrderState { status: order.status, expires_at: order.expires_at, paid_at: order.paid_at };
    let effect = rule::effect_of_capture(&state);
    let amount = Satang(payment.amount_satang);
    if !books::open(change, Some(order.id), &payment.reference, charge, paid_at).await? {
        tracing::error!(order = order.number, charge = charge.id, "a charge was in the books before its payment was captured");
    }
    if effect == Effect::Surplus {
        ledger::post(change, order.id, &payment.reference, &Journal::closed(amount).map_err(Problem::internal)?).await?;
        books::refund_surplus(change, order.id, charge).await?;
        note_surplus(change, order, payment, charge).await?;
        refresh_status_and_tell(change, order.id, Some(Notification::PaidTwice)).await?;
        return Ok(Settled::Now(PaymentStatus::Captured));
    }

    end_other_codes(change, order, payment).await?;
    let detail = json!({ "payment": payment.reference, "charge": charge.id, "late": late });
    let retake = effect == Effect::RetakeHolds || holds::were_let_go(change.conn(), order.id).await?;
    fulfil(change, order, paid_at, &detail, retake, Some(charge)).await?;
    Ok(Settled::Now(PaymentStatus::Captured))
}

/// Fulfils a paid order, by money or because a coupon left nothing to pay: it gets its receipt, and its lines are sent. `retake`: its
/// pieces were released before. `charge` paid it, where one did. The order is locked.
pub async fn fulfil(
    change: &mut Change,
    order: &PayableOrder,
    paid_at: DateTime<Utc>,
    detail: &serde_json::Value,
    retake: bool,
    charge: Option<&Charge>,
) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!("update shop.orders set paid_at = $2 where id = $1 and paid_at is null", order.id, paid_at)
        .execute(change.conn())
        .await?;
    log::write(change, order.id, log::LogKind::Paid, detail).await?;
    if retake {
        retake_holds(change, order).await?;
    }
    holds::mark_used(change.conn(), order.id, now).await?;
    // A part may have been returned before we heard: the rest decides the deliveries.
    if let Some(charge) = charge {
        books::follow(change, charge).await?;
    }
    delivery::start(change, order.id).await?;
    refresh_status(change, order.id).await?;
    Ok(())
}

/// Retakes the holds of an order that had released them. Available pieces are delivered; the rest goes to an operator.
async fn retake_holds(change: &mut Change, order: &PayableOrder) -> Result<(), Problem> {
    let terms = Terms::new(change.app(), change.now());
    let buyer = Buyer::load(change.conn(), order.user_id, None).await?;
    let retaken = holds::retake(change.conn(), order.id, &buyer, &terms).await?;
    for count in retaken.counts {
        count.emit(change)?;
    }
    for line_id in retaken.short {
        delivery::send_to_repair(change, line_id, FailureReason::StockGone).await?;
    }
    for line_id in retaken.over_share {
        delivery::send_to_repair(change, line_id, FailureReason::ShareUsed).await?;
    }
    for line_id in retaken.without_coupon {
        delivery::send_to_repair(change, line_id, FailureReason::CouponGone).await?;
    }
    Ok(())
}

/// Ends a newer code when an older one was paid after all: the newer one must not be paid too.
async fn end_other_codes(change: &mut Change, order: &PayableOrder, paid: &PaymentRow) -> Result<(), Problem> {
    let now = change.now();
    let ended = sqlx::query!(
        r#"update shop.payments set status = 'expired', ended_at = $3, check_at = $3, version = version + 1
         where order_id = $1 and id <> $2 and alive
         returning charge_id, provider as "provider: Provider""#,
        order.id,
        paid.id,
        now
    )
    .fetch_all(change.conn())
    .await?;
    for other in ended {
        if let Some(charge_id) = other.charge_id {
            void::enqueue(change, other.provider, &charge_id).await?;
        }
    }
    Ok(())
}

/// Handles a second paid charge of one payment: its money is owed back.
pub async fn surplus_charge(
    change: &mut Change,
    order: &PayableOrder,
    payment: &PaymentRow,
    charge: &Charge,
) -> Result<Settled, Problem> {
    if !books::owe_back(change, Some(order.id), charge).await? {
        return Ok(Settled::Unchanged);
    }
    note_surplus(change, order, payment, charge).await?;
    refresh_status_and_tell(change, order.id, Some(Notification::PaidTwice)).await?;
    Ok(Settled::Now(PaymentStatus::Captured))
}

/// Notes an order that was paid twice: nothing is delivered twice, and staff see it.
async fn note_surplus(change: &mut Change, order: &PayableOrder, payment: &PaymentRow, charge: &Charge) -> Result<(), Problem> {
    metrics::counter!("manao_payments_surplus_total").increment(1);
    tracing::warn!(
        order = order.number,
        payment = payment.reference,
        charge = charge.id,
        amount_satang = charge.amount,
        "an order was paid twice: to be paid back"
    );
    note_unmatched(change, charge, UnmatchedReason::PaidTwice).await?;
    log::write(
        change,
        order.id,
        log::LogKind::PaidTwice,
        &json!({ "payment": payment.reference, "charge": charge.id, "amountSatang": charge.amount }),
    )
    .await
}
