//! A payment is one attempt to pay an order; an order has at most one live attempt.
//!
//! `created` → `awaiting` (QR, redirect or OTP shown) → `captured` | `failed` | `expired` | `mismatch`. `expired`, `failed` and `mismatch` →
//! `captured` are legal, because late money counts.

use chrono::{DateTime, Utc};

use crate::order::{OrderState, OrderStatus};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PaymentStatus {
        Created = "created",
        Awaiting = "awaiting",
        Captured = "captured",
        Failed = "failed",
        Expired = "expired",
        /// Paid with the wrong amount or currency; never delivered, staff look into it.
        Mismatch = "mismatch",
    }
}

impl PaymentStatus {
    /// Returns whether the customer may still pay by it. Column `payments.alive`.
    pub const fn is_alive(self) -> bool {
        match self {
            Self::Created | Self::Awaiting => true,
            Self::Captured | Self::Failed | Self::Expired | Self::Mismatch => false,
        }
    }
}

/// Returns the time until which a code may be paid: its own life, but never beyond its order's.
pub fn expiry(now: DateTime<Utc>, life_seconds: i64, order_expires_at: DateTime<Utc>) -> DateTime<Utc> {
    (now + chrono::TimeDelta::seconds(life_seconds)).min(order_expires_at)
}

/// The effect of captured money on its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The order was pending: its holds become used, and its lines are delivered.
    Deliver,
    /// The order had expired or was cancelled: its holds are taken again. The lines whose holds succeed are delivered, the others go to repair.
    RetakeHolds,
    /// The order was already paid by another payment: nothing is delivered twice, and the money is in the repair queue for a refund outside the
    /// system.
    Surplus,
}

/// Returns the effect of a capture. `order` is its locked state before this capture was written.
pub fn effect_of_capture(order: &OrderState) -> Effect {
    match (order.paid_at, order.status) {
        (Some(_), _) | (None, OrderStatus::Completed | OrderStatus::Error) => Effect::Surplus,
        (None, OrderStatus::Pending) => Effect::Deliver,
        (None, OrderStatus::Incomplete) => Effect::RetakeHolds,
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_code_never_outlives_its_order() {
        let now = DateTime::UNIX_EPOCH;
        let after = |seconds| now + TimeDelta::seconds(seconds);
        assert_eq!(expiry(now, 600, after(1_800)), after(600));
        assert_eq!(expiry(now, 600, after(90)), after(90));
    }

    #[test]
    fn captured_money_always_has_somewhere_to_go() {
        use OrderStatus::*;
        let now = DateTime::UNIX_EPOCH;
        for (status, paid, effect) in [
            (Pending, false, Effect::Deliver),
            (Pending, true, Effect::Surplus),
            (Incomplete, false, Effect::RetakeHolds),
            (Incomplete, true, Effect::Surplus),
            (Completed, false, Effect::Surplus),
            (Completed, true, Effect::Surplus),
            (Error, false, Effect::Surplus),
            (Error, true, Effect::Surplus),
        ] {
            let order = OrderState { status, expires_at: now, paid_at: paid.then_some(now) };
            assert_eq!(effect_of_capture(&order), effect, "{status} {paid}");
        }
    }
}
