//! Decides which lines of an order are frozen when part of its money went back to the payer or is disputed.
//!
//! Lines that the buyer already has come first, because they cannot be taken back. The rest of the money then covers the other lines in the
//! order's sequence. A line that is not covered is not sent, and its codes are not shown.

use crate::money::{OutOfRange, Satang};

/// The movements of all money that was paid for an order. All are zero or more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderMoney {
    pub received: Satang,
    /// Refunded by the provider
    pub refunded: Satang,
    /// Held or taken by disputes
    pub charged_back: Satang,
    /// Paid back from our bank account
    pub paid_back: Satang,
    /// Returned, or to be returned, without being owed, and written off by staff
    pub written_off: Satang,
}

impl OrderMoney {
    /// Returns the amount that may be delivered for. When staff write off a partial refund, or refund a part as a favour, the buyer keeps the
    /// goods; after a dispute or a full refund, never.
    fn coverage(&self) -> Result<Satang, OutOfRange> {
        let kept = self.received.minus(self.refunded)?.minus(self.charged_back)?.minus(self.paid_back)?;
        if kept > Satang::ZERO { kept.plus(self.written_off.min(self.refunded.plus(self.paid_back)?)) } else { Ok(kept) }
    }
}

/// The delivery state of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStanding {
    /// The buyer has it, or the partner is already delivering it.
    Given,
    /// It can still be withheld: not sent, or its codes not seen.
    Open,
    /// Nothing more is delivered for it, or not before staff decide.
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoveredLine {
    /// Amount paid for the line
    pub total: Satang,
    pub standing: LineStanding,
}

/// Returns for each line whether it is frozen.
pub fn frozen(money: &OrderMoney, lines: &[CoveredLine]) -> Result<Vec<bool>, OutOfRange> {
    let mut left = money.coverage()?;
    // A free line is not given away when the money went back.
    let nothing_left = left <= Satang::ZERO && money.received > Satang::ZERO;
    for line in lines.iter().filter(|line| line.standing == LineStanding::Given) {
        left = left.minus(line.total)?;
    }
    lines
        .iter()
        .map(|line| {
            if line.standing != LineStanding::Open {
                return Ok(false);
            }
            if nothing_left || line.total > left {
                return Ok(true);
            }
            left = left.minus(line.total)?;
            Ok(false)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(received: i64, refunded: i64, charged_back: i64) -> OrderMoney {
        OrderMoney {
            received: Satang(received),
            refunded: Satang(refunded),
            charged_back: Satang(charged_back),
            ..OrderMoney::default()
        }
    }

    /// Returns one letter per line. Input lines are `o` open, `g` given, `x` over; each with the amount paid for it.
    fn shown(money: OrderMoney, lines: &[(char, i64)]) -> String {
        let lines: Vec<_> = lines
            .iter()
            .map(|(standing, total)| CoveredLine {
                total: Satang(*total),
                standing: match standing {
                    'g' => LineStanding::Given,
                    'o' => LineStanding::Open,
                    _ => LineStanding::Over,
                },
            })
            .collect();
        frozen(&money, &lines).unwrap().into_iter().map(|frozen| if frozen { 'f' } else { '-' }).collect()
    }

    #[test]
    fn money_that_is_left_covers_lines_in_their_sequence() {
        let two = [('o', 49), ('o', 49)];
        for (money, lines, expected) in [
            (money(98, 0, 0), two.as_slice(), "--"),
            // All but one satang went back, by refund, by dispute, by both
            (money(98, 97, 0), &two, "ff"),
            (money(98, 0, 97), &two, "ff"),
            (money(98, 49, 48), &two, "ff"),
            (money(98, 98, 0), &two, "ff"),
            (money(98, 98, 98), &two, "ff"),
            // The price of one line is left
            (money(98, 49, 0), &two, "-f"),
            (money(98, 1, 0), &two, "-f"),
            // Lines that the buyer has are covered first
            (money(98, 49, 0), &[('o', 49), ('g', 49)], "f-"),
            (money(98, 98, 0), &[('g', 49), ('g', 49)], "--"),
            // A line that was closed and paid back needs no cover
            (money(98, 49, 0), &[('x', 49), ('o', 49)], "--"),
            (money(98, 50, 0), &[('x', 49), ('o', 49)], "-f"),
            // A smaller line after one that is not covered
            (money(149, 100, 0), &[('o', 100), ('o', 49)], "f-"),
            // Paid twice, and one of the two payments went back or is disputed
            (money(196, 98, 0), &two, "--"),
            (money(196, 0, 98), &two, "--"),
            // A coupon covered the whole price
            (money(0, 0, 0), &[('o', 0)], "-"),
            (money(49, 49, 0), &[('g', 49), ('o', 0)], "-f"),
            (money(49, 49, 0), &[('o', 49), ('o', 0)], "ff"),
        ] {
            assert_eq!(shown(money, lines), expected, "{money:?} {lines:?}");
        }
    }

    #[test]
    fn staff_can_leave_the_goods_to_the_buyer() {
        let written_off = |money: OrderMoney, satang| OrderMoney { written_off: Satang(satang), ..money };
        let two = [('o', 49), ('o', 49)];
        assert_eq!(shown(written_off(money(98, 49, 0), 49), &two), "--", "a favour");
        assert_eq!(shown(written_off(money(98, 98, 0), 98), &two), "ff", "everything went back");
        assert_eq!(shown(written_off(money(98, 0, 49), 49), &two), "-f", "a dispute that was lost");
        let paid_back = OrderMoney { paid_back: Satang(49), ..money(98, 0, 0) };
        assert_eq!(shown(paid_back, &[('x', 49), ('o', 49)]), "--", "from our bank account");
        assert_eq!(shown(paid_back, &two), "-f");
        assert_eq!(shown(written_off(paid_back, 49), &two), "--", "a favour from our bank account");
    }

    proptest! {
        /// Given and open lines together never exceed the remaining money, unless the given lines alone already do.
        #[test]
        fn nothing_is_given_without_money(
            received in 0i64..400, refunded in 0i64..400, charged_back in 0i64..400,
            lines in prop::collection::vec((prop::sample::select(vec!['o', 'g', 'x']), 0i64..100), 0..6)
        ) {
            let money = money(received, refunded, charged_back);
            let shown = shown(money, &lines);
            let given: i64 = lines.iter().filter(|(standing, _)| *standing == 'g').map(|(_, total)| total).sum();
            let open: i64 = lines.iter().zip(shown.chars()).filter(|((standing, _), sign)| *standing == 'o' && *sign == '-').map(|((_, total), _)| total).sum();
            prop_assert!(open == 0 || given + open <= received - refunded - charged_back);
        }
    }
}
