//! The books of one charge that was paid: what its provider says happened to the money, compared with what we have booked.
//!
//! A charge is never final: it can be refunded, in parts, on the provider's dashboard, taken back by the provider or disputed by the
//! payer's bank, and each of these can be undone. What the provider owes us for it is always captured − refunded − charged back − fee −
//! paid out.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ledger::{Journal, JournalKind, LedgerRefusal};
use crate::money::{OutOfRange, Satang};

text_enum! {
    /// A dispute in the provider's words.
    DisputeStatus {
        Open = "open",
        /// Under review
        Pending = "pending",
        Won = "won",
        Lost = "lost",
    }
}

impl DisputeStatus {
    /// The provider has taken the money; a dispute that is won gives it back.
    pub const fn takes_money(self) -> bool {
        !matches!(self, DisputeStatus::Won)
    }

    pub const fn is_open(self) -> bool {
        matches!(self, DisputeStatus::Open | DisputeStatus::Pending)
    }
}

/// What happened to a charge's money, by the provider or by the books. All zero or more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChargeMoney {
    /// What the provider keeps, without VAT
    pub fee: Satang,
    pub fee_vat: Satang,
    /// Paid back, or the whole charge taken back
    pub refunded: Satang,
    /// Taken for a dispute that is open or lost
    pub charged_back: Satang,
}

impl ChargeMoney {
    /// What went back to the payer, whichever way.
    pub fn returned(&self) -> Result<Satang, OutOfRange> {
        self.refunded.plus(self.charged_back)
    }

    /// What went back for good: an open dispute decides nothing.
    pub fn returned_for_good(&self, dispute: Option<DisputeStatus>) -> Result<Satang, OutOfRange> {
        if dispute == Some(DisputeStatus::Lost) { self.returned() } else { Ok(self.refunded) }
    }

    /// Splits what went back of a charge of this amount into refunds and disputes, each in two: what the buyer paid, and what the provider
    /// took beyond that. The second is a claim against the provider: a charge cannot owe its buyer more than was paid.
    fn shares(&self, amount: Satang) -> Result<[(Satang, Satang); 2], OutOfRange> {
        let refunded = self.refunded.min(amount);
        let charged_back = self.charged_back.min(amount.minus(refunded)?);
        Ok([(refunded, self.refunded.minus(refunded)?), (charged_back, self.charged_back.minus(charged_back)?)])
    }

    /// More went back than was paid.
    pub fn exceeds(&self, amount: Satang) -> Result<bool, OutOfRange> {
        Ok(self.returned()? > amount)
    }

    /// The journals that bring the books of a charge of this amount to what the provider says, in either direction. None when they agree.
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

/// When a charge is rechecked without any news, counted from the last thing that happened to it.
const LOOKS: [TimeDelta; 6] =
    [TimeDelta::hours(1), TimeDelta::hours(6), TimeDelta::days(1), TimeDelta::days(3), TimeDelta::days(7), TimeDelta::days(30)];
/// How often while something is still expected: a dispute is open, or money is to be paid back.
const UNSETTLED: TimeDelta = TimeDelta::days(7);

/// The next look at a charge to which something happened at `since`. None when nothing is expected any more.
pub fn next_look(since: DateTime<Utc>, now: DateTime<Utc>, unsettled: bool) -> Option<DateTime<Utc>> {
    let look = LOOKS.iter().map(|pause| since + *pause).find(|look| *look > now);
    look.or(unsettled.then_some(now + UNSETTLED))
}

/// A payout is not broken down by the provider. It is allocated to the charges that it owes us for, oldest first; overpayments for earlier
/// ones (refunded afterwards) were deducted from it. Returns what each charge gets, and what belongs to none.
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
