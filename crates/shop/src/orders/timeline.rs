//! Feeds an order's data to the rule that builds the buyer's timeline.

use manao_domain::delivery::DeliveryStatus;
use manao_domain::payment::PaymentStatus;
use manao_domain::timeline::{Step, TimelineFacts, timeline};

use super::snapshot::Snapshot;

/// Returns the current steps of the order.
pub fn steps(snapshot: &Snapshot) -> Vec<Step> {
    let Snapshot { order, lines, payment, .. } = snapshot;
    let failed = payment.as_ref().filter(|p| matches!(p.status, PaymentStatus::Failed | PaymentStatus::Mismatch));
    let in_repair = lines.iter().any(|line| matches!(line.delivery_status, DeliveryStatus::Repair | DeliveryStatus::Closed));
    let facts = TimelineFacts {
        created_at: order.created_at,
        code_shown_at: payment.as_ref().and_then(|payment| payment.awaiting_at),
        paid_at: order.paid_at,
        sent_at: lines.iter().filter_map(|line| line.sent_at).min(),
        delivered_at: order.completed_at,
        expired_at: order.expired_at,
        cancelled_at: order.cancelled_at,
        payment_failed_at: failed.and_then(|payment| payment.ended_at),
        repair_at: order.repair_at.filter(|_| in_repair),
        corrected_at: order.corrected_at,
        disputed_at: payment.as_ref().and_then(|payment| payment.disputed_at),
        refunded_at: payment.as_ref().and_then(|payment| payment.refunded_at),
    };
    timeline(&facts)
}
