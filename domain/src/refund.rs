//! Decides how much of a refund can go back the way the money came.

use chrono::{DateTime, TimeDelta, Utc};

use crate::money::{OutOfRange, Satang};

text_enum! {
    /// The way a refund takes
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    RefundWay {
        /// The way the money came: the provider pays it back
        Channel = "channel",
        /// From our bank account
        Outside = "outside",
    }
}

text_enum! {
    /// The state of a refund
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    RefundState {
        /// The provider is asked for it, or about to be
        Asked = "asked",
        /// The provider works on it
        Pending = "pending",
        Done = "done",
        /// The provider refused it: staff pay it back another way
        Refused = "refused",
    }
}

/// A paid charge, with the rules of its channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundableCharge {
    pub amount: Satang,
    /// Amount that has not gone back, and that no other refund takes
    pub left: Satang,
    pub captured_at: DateTime<Utc>,
    /// Whether the channel refunds a whole charge
    pub whole: bool,
    /// Whether the channel refunds a part of a charge
    pub part: bool,
    /// Days after the payment within which the channel refunds; None for no limit
    pub days: Option<i32>,
}

impl RefundableCharge {
    /// Returns the amount that the channel can give of this one; zero if none.
    fn share(&self, wanted: Satang, now: DateTime<Utc>) -> Satang {
        let is_late = self.days.is_some_and(|days| now - self.captured_at > TimeDelta::days(days.into()));
        let share = wanted.min(self.left);
        let is_taken = self.part || (self.whole && share == self.amount);
        if is_taken && !is_late && share > Satang::ZERO { share } else { Satang::ZERO }
    }
}

/// Takes a refund from the charges, in their order. Returns the part of each, and the rest that no channel can give back.
pub fn place(amount: Satang, charges: &[RefundableCharge], now: DateTime<Utc>) -> Result<(Vec<Satang>, Satang), OutOfRange> {
    let mut rest = amount;
    let mut parts = Vec::with_capacity(charges.len());
    for charge in charges {
        let share = charge.share(rest, now);
        rest = rest.minus(share)?;
        parts.push(share);
    }
    Ok((parts, rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `whole` and `part` as letters: `w`, `p`, `wp`, or none.
    fn charge(amount: i64, left: i64, rules: &str, days: Option<i32>) -> RefundableCharge {
        RefundableCharge {
            amount: Satang(amount),
            left: Satang(left),
            captured_at: DateTime::UNIX_EPOCH,
            whole: rules.contains('w'),
            part: rules.contains('p'),
            days,
        }
    }

    #[test]
    fn a_refund_takes_what_the_channels_give() {
        let day = |days| DateTime::UNIX_EPOCH + TimeDelta::days(days);
        for (name, amount, charges, at, expected) in [
            ("whole", 4_900, vec![charge(4_900, 4_900, "wp", None)], 1, (vec![4_900], 0)),
            ("a part", 900, vec![charge(4_900, 4_900, "wp", None)], 1, (vec![900], 0)),
            ("a part of a channel that gives only all", 900, vec![charge(4_900, 4_900, "w", None)], 1, (vec![0], 900)),
            ("all of it", 4_900, vec![charge(4_900, 4_900, "w", None)], 1, (vec![4_900], 0)),
            ("the rest is a part as well", 900, vec![charge(4_900, 900, "w", None)], 1, (vec![0], 900)),
            ("a channel that gives nothing", 4_900, vec![charge(4_900, 4_900, "", None)], 1, (vec![0], 4_900)),
            ("on the last day", 4_900, vec![charge(4_900, 4_900, "wp", Some(30))], 30, (vec![4_900], 0)),
            ("too late", 4_900, vec![charge(4_900, 4_900, "wp", Some(30))], 31, (vec![0], 4_900)),
            (
                "of two charges",
                6_000,
                vec![charge(4_900, 4_900, "wp", None), charge(4_900, 4_900, "wp", None)],
                1,
                (vec![4_900, 1_100], 0),
            ),
            ("nothing is left", 100, vec![charge(4_900, 0, "wp", None)], 1, (vec![0], 100)),
            ("more went back than was paid", 100, vec![charge(4_900, -100, "wp", None)], 1, (vec![0], 100)),
        ] {
            let (parts, rest) = place(Satang(amount), &charges, day(at)).unwrap();
            assert_eq!((parts.into_iter().map(Satang::get).collect(), rest.get()), expected, "{name}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_given_twice(amount in 0i64..10_000, charges in prop::collection::vec((1i64..5_000, 0i64..5_000, "w?p?"), 0..4)) {
            let charges: Vec<_> = charges.iter().map(|(amount, gone, rules)| charge(*amount, amount - gone.min(amount), rules, None)).collect();
            let (parts, rest) = place(Satang(amount), &charges, DateTime::UNIX_EPOCH).unwrap();
            prop_assert_eq!(parts.iter().map(|part| part.get()).sum::<i64>() + rest.get(), amount);
            prop_assert!(rest >= Satang::ZERO);
            for (part, charge) in parts.iter().zip(&charges) {
                prop_assert!(*part >= Satang::ZERO && *part <= charge.left);
            }
        }
    }
}
