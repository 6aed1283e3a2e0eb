//! A payment is one attempt to pay an order; at most one is alive for an order.
//!
//! `created` → `awaiting` (QR, redirect or OTP shown) → `captured` | `failed` | `expired` | `mismatch`.
//! `expired`, `failed` and `mismatch` → `captured` are legal: late money is money.

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
        /// Paid with an amount or currency that is not ours; never delivered, an operator looks.
        Mismatch = "mismatch",
    }
}

text_enum! {
    PaymentEvent {
        /// The charge stands at the provider and its code is shown.
        Shown = "shown",
        Captured = "captured",
        Failed = "failed",
        Expired = "expired",
        Mismatched = "mismatched",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRefusal {
    #[error("{event} cannot happen to a payment that is {status}")]
    Illegal { status: PaymentStatus, event: PaymentEvent },
    #[error("another payment of the order is alive")]
    AnotherAlive,
    #[error("the order is paid")]
    AlreadyPaid,
}

impl PaymentRefusal {
    pub const fn code(self) -> &'static str {
        match self {
            PaymentRefusal::Illegal { .. } => "payment_state_conflict",
            PaymentRefusal::AnotherAlive => "payment_in_progress",
            PaymentRefusal::AlreadyPaid => "order_already_paid",
        }
    }
}

impl PaymentStatus {
    /// The bare table. Repeats of what already is are legal and change nothing.
    pub fn apply(self, event: PaymentEvent) -> Result<PaymentStatus, PaymentRefusal> {
        use PaymentEvent as E;
        use PaymentStatus::*;
        match (self, event) {
            (Created | Awaiting, E::Shown) => Ok(Awaiting),
            // After a mismatch: a second charge was paid with the right amount.
            (Created | Awaiting | Failed | Expired | Mismatch | Captured, E::Captured) => Ok(Captured),
            (Created | Awaiting | Failed, E::Failed) => Ok(Failed),
            (Created | Awaiting | Expired, E::Expired) => Ok(Expired),
            (Created | Awaiting | Failed | Expired | Mismatch, E::Mismatched) => Ok(Mismatch),
            (Captured, E::Shown | E::Failed | E::Expired | E::Mismatched)
            | (Failed, E::Shown | E::Expired)
            | (Expired, E::Shown | E::Failed)
            | (Mismatch, E::Shown | E::Failed | E::Expired) => Err(PaymentRefusal::Illegal { status: self, event }),
        }
    }

    /// The customer may still pay by it.
    pub const fn is_alive(self) -> bool {
        matches!(self, PaymentStatus::Created | PaymentStatus::Awaiting)
    }
}

/// May another payment be opened beside these of the same order?
pub fn may_open(others: &[PaymentStatus]) -> Result<(), PaymentRefusal> {
    if others.contains(&PaymentStatus::Captured) {
        return Err(PaymentRefusal::AlreadyPaid);
    }
    if others.iter().any(|status| status.is_alive()) {
        return Err(PaymentRefusal::AnotherAlive);
    }
    Ok(())
}

/// Until when a code may be paid: its own life, but never beyond its order's.
pub fn expiry(now: DateTime<Utc>, life_seconds: i64, order_expires_at: DateTime<Utc>) -> DateTime<Utc> {
    (now + chrono::TimeDelta::seconds(life_seconds)).min(order_expires_at)
}

/// What captured money does to its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The order was waiting for it: its holds become used, its lines are delivered.
    Deliver,
    /// The order had expired or was cancelled: its holds are taken again; the lines for which that succeeds are delivered, the others go to repair.
    RetakeHolds,
    /// The order was paid already by another payment: nothing is delivered twice, the money waits in the repair queue for a refund outside.
    Surplus,
}

/// `order` as it stood, locked, before this capture was written.
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
    fn every_state_and_every_event() {
        use PaymentStatus::*;
        // rows: states; columns: shown, captured, failed, expired, mismatched
        let table = [
            (Created, [Some(Awaiting), Some(Captured), Some(Failed), Some(Expired), Some(Mismatch)]),
            (Awaiting, [Some(Awaiting), Some(Captured), Some(Failed), Some(Expired), Some(Mismatch)]),
            (Captured, [None, Some(Captured), None, None, None]),
            (Failed, [None, Some(Captured), Some(Failed), None, Some(Mismatch)]),
            (Expired, [None, Some(Captured), None, Some(Expired), Some(Mismatch)]),
            (Mismatch, [None, Some(Captured), None, None, Some(Mismatch)]),
        ];
        assert_eq!(table.len(), PaymentStatus::ALL.len());
        for (status, row) in table {
            assert_eq!(row.len(), PaymentEvent::ALL.len());
            for (event, expected) in PaymentEvent::ALL.iter().copied().zip(row) {
                assert_eq!(status.apply(event), expected.ok_or(PaymentRefusal::Illegal { status, event }), "{status} {event}");
            }
        }
        let refusal = Captured.apply(PaymentEvent::Failed).unwrap_err();
        assert_eq!(refusal.code(), "payment_state_conflict");
    }

    #[test]
    fn one_payment_is_alive_at_a_time() {
        use PaymentStatus::*;
        for (others, code) in [
            (vec![], None),
            (vec![Failed, Expired], None),
            (vec![Mismatch], None),
            (vec![Expired, Created], Some("payment_in_progress")),
            (vec![Awaiting], Some("payment_in_progress")),
            (vec![Expired, Captured], Some("order_already_paid")),
            (vec![Awaiting, Captured], Some("order_already_paid")),
        ] {
            assert_eq!(may_open(&others).err().map(PaymentRefusal::code), code, "{others:?}");
        }
    }

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
