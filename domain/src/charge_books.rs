//! The books of one captured charge: the money movements that its provider reports, compared with those that we have booked.
//!
//! A charge is never final. It can be refunded, in parts, on the provider's dashboard, reversed by the provider, or disputed by the payer's
//! bank. Each of these can be undone. The provider always owes us for it: captured − refunded − charged back − fee − paid out.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ledger::{Journal, JournalKind, LedgerRefusal};
use crate::money::{OutOfRange, Satang};

text_enum! {
    /// The status of a dispute, in the provider's words.
    DisputeStatus {
        Open = "open",
        /// Under review
        Pending = "pending",
        Won = "won",
        Lost = "lost",
    }
}

impl DisputeStatus {
    /// Returns whether the provider has taken the money; a dispute that is won gives it back.
    pub const fn takes_money(self) -> bool {
        !matches!(self, DisputeStatus::Won)
    }

    pub const fn is_open(self) -> bool {
        matches!(self, DisputeStatus::Open | DisputeStatus::Pending)
    }
}

/// The movements of a charge's money, by the provider or in our books. All are zero or more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChargeMoney {
    /// Fee that the provider keeps, without VAT
    pub fee: Satang,
    pub fee_vat: Satang,
    /// Amount paid back; the whole amount if the charge was reversed
    pub refunded: Satang,
    /// Amount taken for a dispute that is open or lost
    pub charged_back: Satang,
}

impl ChargeMoney {
    /// Returns the amount that went back to the payer, by refund or dispute.
    pub fn returned(&self) -> Result<Satang, OutOfRange> {
        self.refunded.plus(self.charged_back)
    }

    /// Returns the amount that went back for good: an open dispute decides nothing.
    pub fn returned_for_good(&self, dispute: Option<DisputeStatus>) -> Result<Satang, OutOfRange> {
        if dispute == Some(DisputeStatus::Lost) { self.returned() } else { Ok(self.refunded) }
    }

    /// Splits the returned money of a charge of this amount into refunds and disputes, each in two: the part that the buyer had paid, and the
    /// part that the provider took beyond it. The second is a claim against the provider, because a charge cannot owe its buyer more than was
    /// paid.
    fn shares(&self, amount: Satang) -> Result<[(Satang, Satang); 2], OutOfRange> {
        let refunded = self.refunded.min(amount);
        let charged_back = self.charged_back.min(amount.minus(refunded)?);
        Ok([(refunded, self.refunded.minus(refunded)?), (charged_back, self.charged_back.minus(charged_back)?)])
    }

    /// Returns whether more went back than was paid.
    pub fn exceeds(&self, amount: Satang) -> Result<bool, OutOfRange> {
        Ok(self.returned()? > amount)
    }

    /// Returns the journals that bring our books of a charge of this amount to the provider's report, in either direction; empty when they
    /// agree.
    pub fn follow(&self, told: &ChargeMoney, charge: i64, amount: Satang) -> Result<Vec<Journal>, LedgerRefusal> {
        let mut journals = Vec::new();
        let (fee, vat) = (told.fee.minus(self.fee)?, told.fee_vat.minus(self.fee_vat)?);
        if !fee.is_zero() || !vat.is_zero() {
            journals.push(Journal::fee(charge, fee, vat)?);
        }
        let kinds = [JournalKind::Refunded, JournalKind::ChargedBack];
        for ((kind, before), now) in kinds.into_iter().zip(self.shares(amount)?).zip(told.shares(amount)?) {
            let (payable, claim) = (now.0.minus(before.0)?, now.1.minus(before.1)?);
            if !payable.is_zero() || !claim.is_zero() {
                journals.push(Journal::returned(kind, charge, payable, claim)?);
            }
        }
        Ok(journals)
    }
}

/// Times at which a charge without news is rechecked, counted from the last event on it.
const LOOKS: [TimeDelta; 6] =
    [TimeDelta::hours(1), TimeDelta::hours(6), TimeDelta::days(1), TimeDelta::days(3), TimeDelta::days(7), TimeDelta::days(30)];
/// Interval of rechecks while something is pending: a dispute is open, or money is to be paid back.
const UNSETTLED: TimeDelta = TimeDelta::days(7);

/// Returns the next recheck of a charge whose last event was at `since`; None when nothing more is expected.
pub fn next_look(since: DateTime<Utc>, now: DateTime<Utc>, unsettled: bool) -> Option<DateTime<Utc>> {
    let look = LOOKS.iter().map(|pause| since + *pause).find(|look| *look > now);
    look.or(unsettled.then_some(now + UNSETTLED))
}

/// Allocates a payout, which the provider does not break down, to the charges that it owes us for, oldest first. Overpayments for earlier
/// charges (refunded afterwards) were deducted from it. Returns the part of each charge, and the rest that belongs to none.
pub fn lay_payout(amount: Satang, owed: &[(i64, Satang)]) -> Result<(Vec<(i64, Satang)>, Satang), OutOfRange> {
    let mut rest = amount;
    let mut parts = Vec::new();
    for (charge, left) in owed.iter().filter(|(_, left)| *left < Satang::ZERO) {
        rest = rest.minus(*left)?;
        parts.push((*charge, *left));
    }
    for (charge, left) in owed.iter().filter(|(_, left)| *left > Satang::ZERO) {
        if rest <= Satang::ZERO {
            break;
        }
        let part = rest.min(*left);
        rest = rest.minus(part)?;
        parts.push((*charge, part));
    }
    Ok((parts, rest))
}

#[cfg(test)]
#[path = "charge_books_tests.rs"]
mod tests;
