//! Double entry, append only, satang; one journal an event. Debits are positive and credits negative, and a journal sums to zero
//! because it is made of nothing but moves from one account to another.

use serde::{Deserialize, Serialize};

use crate::money::{OutOfRange, Satang, VatRate};

text_enum! {
    Account {
        /// What the payment provider owes us.
        ProviderReceivable = "provider_receivable",
        /// What customers paid and did not get yet.
        CustomerPrepaid = "customer_prepaid",
        /// What we owe a seller; entries carry the seller.
        SellerPayable = "seller_payable",
        /// Our commission.
        OwnRevenue = "own_revenue",
        VatPayable = "vat_payable",
        /// To be paid back outside.
        RefundPayable = "refund_payable",
    }
}

text_enum! {
    JournalKind {
        Captured = "captured",
        Delivered = "delivered",
        Closed = "closed",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub account: Account,
    pub seller_id: Option<i64>,
    /// Debit positive, credit negative, never zero.
    pub amount: Satang,
}

/// A balanced journal. It can only be made by the constructors below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    kind: JournalKind,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LedgerRefusal {
    #[error("a journal needs an amount above zero, not {amount} THB")]
    NotPositive { amount: Satang },
    #[error("commission of {points} basis points")]
    CommissionInvalid { points: i64 },
    #[error("the tax of {vat} THB is not within the line's {total} THB")]
    VatInvalid { vat: Satang, total: Satang },
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

impl LedgerRefusal {
    pub const fn code(self) -> &'static str {
        "ledger_invalid"
    }
}

/// An order line that was delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveredLine {
    pub seller_id: i64,
    /// What the customer paid for the line: after discount and with tax.
    pub total: Satang,
    /// The price excluded VAT and `vat` was added to it; otherwise the tax contained in `total` is taken out here.
    pub vat_excluded: bool,
    pub vat: Satang,
    /// Our commission on the net amount, 0 to 10,000.
    pub commission_bp: i64,
}

/// How a line's money is shared; the three parts sum to what the customer paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    pub seller: Satang,
    pub own: Satang,
    pub vat: Satang,
}

impl DeliveredLine {
    /// Net = total − VAT; commission = net × basis points, half up; the seller gets the rest.
    pub fn shares(&self, rate: VatRate) -> Result<Shares, LedgerRefusal> {
        if !(0..=10_000).contains(&self.commission_bp) {
            return Err(LedgerRefusal::CommissionInvalid { points: self.commission_bp });
        }
        let vat = if self.vat_excluded { self.vat } else { rate.contained(self.total)? };
        if vat < Satang::ZERO || vat > self.total {
            return Err(LedgerRefusal::VatInvalid { vat, total: self.total });
        }
        let net = self.total.minus(vat)?;
        let own = net.basis_points(self.commission_bp)?;
        Ok(Shares { seller: net.minus(own)?, own, vat })
    }
}

impl Journal {
    /// Money came in: the provider owes us what the customer paid.
    pub fn captured(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::Captured, Account::ProviderReceivable, amount, &[(Account::CustomerPrepaid, None, amount)])
    }

    /// A line was delivered: what was prepaid is now the seller's, ours and the tax office's.
    pub fn delivered(line: &DeliveredLine, rate: VatRate) -> Result<Journal, LedgerRefusal> {
        let shares = line.shares(rate)?;
        let credits = [
            (Account::SellerPayable, Some(line.seller_id), shares.seller),
            (Account::OwnRevenue, None, shares.own),
            (Account::VatPayable, None, shares.vat),
        ];
        Journal::moved(JournalKind::Delivered, Account::CustomerPrepaid, line.total, &credits)
    }

    /// A repair, or a surplus payment, was closed by paying back outside.
    pub fn closed(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::Closed, Account::CustomerPrepaid, amount, &[(Account::RefundPayable, None, amount)])
    }

    /// Debits what the credits sum to; parts of zero are left out. `amount` is what the caller says it is, and must be that sum.
    fn moved(
        kind: JournalKind,
        debit: Account,
        amount: Satang,
        credits: &[(Account, Option<i64>, Satang)],
    ) -> Result<Journal, LedgerRefusal> {
        if amount <= Satang::ZERO {
            return Err(LedgerRefusal::NotPositive { amount });
        }
        let mut entries = Vec::with_capacity(credits.len() + 1);
        let sum = Satang::sum(credits.iter().map(|(.., part)| *part))?;
        entries.push(Entry { account: debit, seller_id: None, amount: sum });
        for (account, seller_id, part) in credits.iter().filter(|(.., part)| !part.is_zero()) {
            entries.push(Entry { account: *account, seller_id: *seller_id, amount: part.negate()? });
        }
        debug_assert_eq!(sum, amount, "credits are shares of the amount");
        Ok(Journal { kind, entries })
    }

    pub const fn kind(&self) -> JournalKind {
        self.kind
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// The balance of one account over entries; a liability (prepaid, payable, revenue) is negative.
pub fn balance<'a>(account: Account, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Satang, OutOfRange> {
    Satang::sum(entries.into_iter().filter(|entry| entry.account == account).map(|entry| entry.amount))
}

/// What `customer_prepaid` must owe for an order: captured − delivered − closed. The balance in the ledger is its negative.
pub fn prepaid_due(captured: Satang, delivered: Satang, closed: Satang) -> Result<Satang, OutOfRange> {
    captured.minus(delivered)?.minus(closed)
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
