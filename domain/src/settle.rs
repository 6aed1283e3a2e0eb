//! "Settle this charge": webhook, return and reconciliation all end here with the charge as the provider reports it, never as a browser or a
//! webhook body does.

use chrono::{DateTime, Utc};

use crate::Satang;
use crate::payment::PaymentStatus;

text_enum! {
    /// A charge's status in the provider's words.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ChargeStatus {
        Pending = "pending",
        Successful = "successful",
        Failed = "failed",
        Expired = "expired",
        Reversed = "reversed",
    }
}

/// Our payment, as locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub status: PaymentStatus,
    pub amount: Satang,
    /// ISO 4217, e.g. `THB`.
    pub currency: String,
    pub expires_at: DateTime<Utc>,
}

/// The provider's charge, as fetched from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargeFacts {
    pub status: ChargeStatus,
    pub amount: Satang,
    pub currency: String,
    pub paid_at: Option<DateTime<Utc>>,
    pub failure_code: Option<String>,
    /// Whether it is another charge than the payment's own: a creation whose answer was lost may leave two under one reference.
    pub second: bool,
    /// Whether the whole amount is back with the payer.
    pub returned: bool,
}

/// The result to write. Settling again changes nothing more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Unchanged,
    /// The charge exists and is pending payment.
    Shown,
    /// `late`: the payment had ended for us before the money came.
    Captured {
        paid_at: DateTime<Utc>,
        late: bool,
    },
    Failed {
        failure_code: String,
    },
    Expired,
    /// Paid, and all of it back with the payer before we heard of either: both are booked, and nothing is delivered. An attempt that this charge
    /// could still pay has failed.
    Returned {
        failure_code: String,
    },
    /// An unpaid charge over another amount or currency than ours: its code is never shown, and it must be ended.
    Unpayable {
        expected: Satang,
        got: Satang,
        currency: String,
    },
    /// Paid with another amount or currency than ours: never delivered.
    Mismatch {
        expected: Satang,
        got: Satang,
        currency: String,
    },
    /// A second charge that can still be paid: it must be ended.
    SecondOpen,
    /// A second charge was paid beside the first: its money is owed back.
    SecondPaid,
    /// A second charge was paid with another amount, as the first was: staff must look at it too.
    SecondMismatch,
    /// A booked payment is now reported as never paid. Nothing reverts `captured`, so staff must look at it.
    Contradicted,
}

/// Compares the charge with the payment. A captured or mismatched payment stays so, whatever its charge says. Amount and currency are compared
/// wherever money moved or may still move. A code whose time is over ends even while the provider still reports `pending`; money that arrives
/// afterwards is captured late.
///
/// A second charge counts when it was paid: with the right amount, it pays what the first one (with a wrong amount, or unpaid) did not.
pub fn settle(payment: &Payment, charge: &ChargeFacts, now: DateTime<Utc>) -> Outcome {
    use PaymentStatus::{Captured, Mismatch};
    let is_returned = charge.status == ChargeStatus::Reversed || (charge.status == ChargeStatus::Successful && charge.returned);
    match (charge.second, charge.status, payment.status) {
        (true, ChargeStatus::Pending, _) => return Outcome::SecondOpen,
        (true, ChargeStatus::Failed | ChargeStatus::Expired, _) => return Outcome::Unchanged,
        (true, ChargeStatus::Successful, Captured) if !is_returned => return Outcome::SecondPaid,
        (false, ChargeStatus::Failed | ChargeStatus::Expired, Captured) => return Outcome::Contradicted,
        (false, _, Captured | Mismatch) => return Outcome::Unchanged,
        _ if is_returned => {
            let code = if charge.status == ChargeStatus::Reversed { ChargeStatus::Reversed.as_str() } else { "refunded" };
            return Outcome::Returned { failure_code: charge.failure_code.clone().unwrap_or_else(|| code.to_owned()) };
        }
        _ => {}
    }
    let alive = payment.status.is_alive();
    let agrees = charge.amount == payment.amount && charge.currency.eq_ignore_ascii_case(&payment.currency);
    let (expected, got, currency) = (payment.amount, charge.amount, charge.currency.clone());
    match charge.status {
        ChargeStatus::Successful if !agrees && payment.status == Mismatch => Outcome::SecondMismatch,
        ChargeStatus::Successful if !agrees => Outcome::Mismatch { expected, got, currency },
        ChargeStatus::Pending if alive && !agrees => Outcome::Unpayable { expected, got, currency },
        ChargeStatus::Successful => Outcome::Captured { paid_at: charge.paid_at.unwrap_or(now), late: !alive },
        _ if !alive => Outcome::Unchanged,
        ChargeStatus::Pending if now >= payment.expires_at => Outcome::Expired,
        ChargeStatus::Pending if payment.status == PaymentStatus::Created => Outcome::Shown,
        ChargeStatus::Pending => Outcome::Unchanged,
        ChargeStatus::Expired => Outcome::Expired,
        ChargeStatus::Failed | ChargeStatus::Reversed => {
            Outcome::Failed { failure_code: charge.failure_code.clone().unwrap_or_else(|| charge.status.as_str().to_owned()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn payment(status: PaymentStatus) -> Payment {
        Payment { status, amount: Satang(10_000), currency: "THB".into(), expires_at: at(600) }
    }

    fn charge(status: ChargeStatus) -> ChargeFacts {
        ChargeFacts {
            status,
            amount: Satang(10_000),
            currency: "thb".into(),
            paid_at: None,
            failure_code: None,
            second: false,
            returned: false,
        }
    }

    /// Every payment state × every charge state, within the code's time.
    #[test]
    fn every_pair_of_states() {
        use ChargeStatus as C;
        use PaymentStatus::*;
        let captured = |late| Outcome::Captured { paid_at: at(10), late };
        let failed = |code: &str| Outcome::Failed { failure_code: code.into() };
        let reversed = || Outcome::Returned { failure_code: "reversed".into() };
        let same = || Outcome::Unchanged;
        // columns: pending, successful, failed, expired, reversed
        let table = [
            (Created, [Outcome::Shown, captured(false), failed("failed"), Outcome::Expired, reversed()]),
            (Awaiting, [same(), captured(false), failed("failed"), Outcome::Expired, reversed()]),
            (Captured, [same(), same(), Outcome::Contradicted, Outcome::Contradicted, same()]),
            (Failed, [same(), captured(true), same(), same(), reversed()]),
            (Expired, [same(), captured(true), same(), same(), reversed()]),
            (Mismatch, [same(), same(), same(), same(), same()]),
        ];
        assert_eq!(table.len(), PaymentStatus::ALL.len());
        for (status, row) in table {
            for (charge_status, expected) in C::ALL.iter().zip(row) {
                assert_eq!(settle(&payment(status), &charge(*charge_status), at(10)), expected, "{status} {charge_status}");
            }
        }
    }

    #[test]
    fn money_that_has_gone_back_pays_nothing_and_is_booked() {
        use PaymentStatus::*;
        for (charge_status, code) in [(ChargeStatus::Successful, "refunded"), (ChargeStatus::Reversed, "reversed")] {
            let is_booked = || Outcome::Returned { failure_code: code.into() };
            for (status, first) in [
                (Created, is_booked()),
                (Awaiting, is_booked()),
                (Captured, Outcome::Unchanged),
                (Failed, is_booked()),
                (Expired, is_booked()),
                (Mismatch, Outcome::Unchanged),
            ] {
                for amount in [10_000, 9_999] {
                    let returned = ChargeFacts { returned: true, amount: Satang(amount), ..charge(charge_status) };
                    assert_eq!(settle(&payment(status), &returned, at(10)), first, "{status}");
                    let second = ChargeFacts { second: true, ..returned };
                    assert_eq!(settle(&payment(status), &second, at(10)), is_booked(), "{status}");
                }
            }
        }
    }

    #[test]
    fn a_second_charge_counts_when_it_was_paid() {
        use ChargeStatus as C;
        use PaymentStatus::*;
        let captured = |late| Outcome::Captured { paid_at: at(10), late };
        let mismatch = || Outcome::Mismatch { expected: Satang(10_000), got: Satang(1), currency: "thb".into() };
        // The outcome when it was paid: with our amount, and with another
        let table = [
            (Created, captured(false), mismatch()),
            (Awaiting, captured(false), mismatch()),
            (Captured, Outcome::SecondPaid, Outcome::SecondPaid),
            (Failed, captured(true), mismatch()),
            (Expired, captured(true), mismatch()),
            (Mismatch, captured(true), Outcome::SecondMismatch),
        ];
        assert_eq!(table.len(), PaymentStatus::ALL.len());
        for (status, right, wrong) in table {
            let second = |status| ChargeFacts { second: true, ..charge(status) };
            assert_eq!(settle(&payment(status), &second(C::Successful), at(10)), right, "{status}");
            let other = ChargeFacts { amount: Satang(1), ..second(C::Successful) };
            assert_eq!(settle(&payment(status), &other, at(10)), wrong, "{status}");
            assert_eq!(settle(&payment(status), &second(C::Pending), at(10)), Outcome::SecondOpen, "{status}");
            for over in [C::Failed, C::Expired] {
                assert_eq!(settle(&payment(status), &second(over), at(10)), Outcome::Unchanged, "{status} {over}");
            }
        }
    }

    #[test]
    fn another_amount_or_currency_never_captures() {
        let other_amount = |status| ChargeFacts { amount: Satang(9_999), ..charge(status) };
        let other_currency = |status| ChargeFacts { currency: "USD".into(), ..charge(status) };
        for status in [PaymentStatus::Created, PaymentStatus::Awaiting, PaymentStatus::Failed, PaymentStatus::Expired] {
            let outcome = settle(&payment(status), &other_amount(ChargeStatus::Successful), at(10));
            assert_eq!(outcome, Outcome::Mismatch { expected: Satang(10_000), got: Satang(9_999), currency: "thb".into() });
            let outcome = settle(&payment(status), &other_currency(ChargeStatus::Successful), at(10));
            assert_eq!(outcome, Outcome::Mismatch { expected: Satang(10_000), got: Satang(10_000), currency: "USD".into() });
        }
        // A code over another amount is never shown.
        let outcome = settle(&payment(PaymentStatus::Created), &other_amount(ChargeStatus::Pending), at(10));
        assert_eq!(outcome, Outcome::Unpayable { expected: Satang(10_000), got: Satang(9_999), currency: "thb".into() });
        // If no money moved, it only ends.
        let outcome = settle(&payment(PaymentStatus::Awaiting), &other_amount(ChargeStatus::Expired), at(10));
        assert_eq!(outcome, Outcome::Expired);
    }

    #[test]
    fn a_code_ends_by_our_clock_and_late_money_counts() {
        let awaiting = payment(PaymentStatus::Awaiting);
        assert_eq!(settle(&awaiting, &charge(ChargeStatus::Pending), at(599)), Outcome::Unchanged);
        assert_eq!(settle(&awaiting, &charge(ChargeStatus::Pending), at(600)), Outcome::Expired);
        let paid = ChargeFacts { paid_at: Some(at(598)), ..charge(ChargeStatus::Successful) };
        assert_eq!(settle(&awaiting, &paid, at(700)), Outcome::Captured { paid_at: at(598), late: false });
        let expired = payment(PaymentStatus::Expired);
        assert_eq!(settle(&expired, &paid, at(700)), Outcome::Captured { paid_at: at(598), late: true });
    }

    #[test]
    fn the_providers_own_reason_is_kept() {
        let declined = ChargeFacts { failure_code: Some("payment_rejected".into()), ..charge(ChargeStatus::Failed) };
        let outcome = settle(&payment(PaymentStatus::Awaiting), &declined, at(10));
        assert_eq!(outcome, Outcome::Failed { failure_code: "payment_rejected".into() });
    }

    proptest! {
        /// For any sequence of charges, settling twice changes nothing more, and captured stays captured.
        #[test]
        fn settling_is_legal_and_idempotent(
            charges in prop::collection::vec((prop::sample::select(ChargeStatus::ALL), any::<bool>(), 0i64..1_200), 1..12)
        ) {
            let mut payment = payment(PaymentStatus::Created);
            let mut ended = None;
            for (status, same_amount, seconds) in charges {
                let facts = ChargeFacts { amount: Satang(if same_amount { 10_000 } else { 1 }), ..charge(status) };
                payment.status = match settle(&payment, &facts, at(seconds)) {
                    Outcome::Shown => PaymentStatus::Awaiting,
                    Outcome::Captured { .. } => PaymentStatus::Captured,
                    Outcome::Returned { .. } if !payment.status.is_alive() => payment.status,
                    Outcome::Failed { .. } | Outcome::Unpayable { .. } | Outcome::Returned { .. } => PaymentStatus::Failed,
                    Outcome::Expired => PaymentStatus::Expired,
                    Outcome::Mismatch { .. } => PaymentStatus::Mismatch,
                    _ => payment.status,
                };
                let again = settle(&payment, &facts, at(seconds));
                // Booking it again changes nothing.
                prop_assert!(matches!(again, Outcome::Unchanged | Outcome::Contradicted | Outcome::Returned { .. }), "{again:?}");
                if let Some(ended) = ended {
                    prop_assert_eq!(payment.status, ended);
                }
                if matches!(payment.status, PaymentStatus::Captured | PaymentStatus::Mismatch) {
                    ended = Some(payment.status);
                }
            }
        }
    }
}
