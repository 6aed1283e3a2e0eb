//! Double-entry books, append only, in satang; one journal per event. Debits are positive and credits negative. A journal sums to zero because
//! it consists only of moves from one account to another.

use serde::{Deserialize, Serialize};

use crate::money::{OutOfRange, Satang, VatRate};

text_enum! {
    Account {
        /// Amount that the payment provider owes us; entries carry the charge.
        ProviderReceivable = "provider_receivable",
        /// Amount that customers paid for goods not delivered yet.
        CustomerPrepaid = "customer_prepaid",
        /// Amount that we owe a seller; entries carry the seller.
        SellerPayable = "seller_payable",
        /// Our commission.
        OwnRevenue = "own_revenue",
        VatPayable = "vat_payable",
        /// Amount to be paid back at the provider. If more went back than was owed (a payer disputes something delivered), it is a claim.
        RefundPayable = "refund_payable",
        /// Amount that the provider took of a charge beyond its amount (refunded, and disputed as well), to be claimed from it.
        ProviderClaim = "provider_claim",
        /// Fee that the provider keeps for its service.
        ProviderFee = "provider_fee",
        /// VAT that we paid on the provider's fees.
        InputVat = "input_vat",
        /// Our bank account, as far as the provider paid out to it.
        Bank = "bank",
        /// Money that went back without being owed, written off, or refunded as a favour.
        Losses = "losses",
        /// Discounts that we bear: the seller gets its share of the price without them.
        Discounts = "discounts",
    }
}

text_enum! {
    JournalKind {
        Captured = "captured",
        Delivered = "delivered",
        Closed = "closed",
        Fee = "fee",
        Refunded = "refunded",
        ChargedBack = "charged_back",
        Payout = "payout",
        PaidBack = "paid_back",
        WrittenOff = "written_off",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub account: Account,
    pub seller_id: Option<i64>,
    /// Our number of the charge that the provider owes us for
    pub charge_id: Option<i64>,
    /// Amount: a debit is positive, a credit negative, and neither is zero.
    pub amount: Satang,
}

/// A balanced journal. Only the constructors below create one.
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

/// An order line that was delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveredLine {
    pub seller_id: i64,
    /// Amount that the customer paid for the line, after discount and with tax.
    pub total: Satang,
    /// Whether the price excluded VAT and `vat` was added to it; otherwise the tax contained in `total` is taken out here.
    pub vat_excluded: bool,
    pub vat: Satang,
    /// The part of the discount that we bear, in terms of the price: with tax if the price includes it.
    pub house_discount: Satang,
    /// Our commission on the net amount before that discount, in basis points from 0 to 10,000.
    pub commission_bp: i64,
}

/// The division of a line's money; `seller`, `own` and `vat` sum to the amount that the customer paid and `discount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shares {
    pub seller: Satang,
    pub own: Satang,
    pub vat: Satang,
    /// Our discount without tax: the tax is on what the customer paid.
    pub discount: Satang,
}

impl DeliveredLine {
    /// Divides the money. Full net = the net amount without our discount; commission = full net × basis points, rounded half up; the seller gets
    /// the rest.
    fn shares(&self, rate: VatRate) -> Result<Shares, LedgerRefusal> {
        if !(0..=10_000).contains(&self.commission_bp) {
            return Err(LedgerRefusal::CommissionInvalid { points: self.commission_bp });
        }
        let vat = if self.vat_excluded { self.vat } else { rate.contained(self.total)? };
        if vat < Satang::ZERO || vat > self.total {
            return Err(LedgerRefusal::VatInvalid { vat, total: self.total });
        }
        if self.house_discount < Satang::ZERO {
            return Err(LedgerRefusal::NotPositive { amount: self.house_discount });
        }
        let net = self.total.minus(vat)?;
        let full = if self.vat_excluded {
            net.plus(self.house_discount)?
        } else {
            let gross = self.total.plus(self.house_discount)?;
            gross.minus(rate.contained(gross)?)?
        };
        let own = full.basis_points(self.commission_bp)?;
        Ok(Shares { seller: full.minus(own)?, own, vat, discount: full.minus(net)? })
    }
}

impl Journal {
    /// Books a capture: the provider owes us the amount that the customer paid.
    pub fn captured(charge: i64, amount: Satang) -> Result<Journal, LedgerRefusal> {
        let credits = [(Account::CustomerPrepaid, None, amount)];
        let mut journal = Journal::moved(JournalKind::Captured, Account::ProviderReceivable, amount, &credits)?;
        journal.entries[0].charge_id = Some(charge);
        Ok(journal)
    }

    /// Books the provider's fee of a charge and the VAT on it; a negative fee is given back.
    pub fn fee(charge: i64, fee: Satang, vat: Satang) -> Result<Journal, LedgerRefusal> {
        let parts = [(Account::ProviderFee, fee), (Account::InputVat, vat)];
        Journal::of_charge(JournalKind::Fee, charge, &parts)
    }

    /// Books money that the provider paid back to the payer (`Refunded`) or took for a dispute (`ChargedBack`); a negative amount undoes that.
    /// `claim` is the part that it took beyond the charge's amount.
    pub fn returned(kind: JournalKind, charge: i64, payable: Satang, claim: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::of_charge(kind, charge, &[(Account::RefundPayable, payable), (Account::ProviderClaim, claim)])
    }

    /// Books that money owed back was paid from our bank, without the provider.
    pub fn paid_back(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::PaidBack, Account::RefundPayable, amount, &[(Account::Bank, None, amount)])
    }

    /// Writes off money that went back without being owed, or is to go back as a favour.
    pub fn written_off(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::WrittenOff, Account::Losses, amount, &[(Account::RefundPayable, None, amount)])
    }

    /// Undoes part of a write-off, because that money came back.
    pub fn recovered(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::WrittenOff, Account::RefundPayable, amount, &[(Account::Losses, None, amount)])
    }

    /// Books a payout of the provider to our bank, less its fee; a negative amount was collected from it. `parts` are per charge, `rest` belongs
    /// to no charge that we know. None if nothing moves: a settlement may come to zero.
    pub fn payout(
        amount: Satang,
        fee: Satang,
        vat: Satang,
        parts: &[(i64, Satang)],
        rest: Satang,
    ) -> Result<Option<Journal>, LedgerRefusal> {
        let bank = amount.minus(fee)?.minus(vat)?;
        let mut entries = Vec::with_capacity(parts.len() + 4);
        for (account, part) in [(Account::Bank, bank), (Account::ProviderFee, fee), (Account::InputVat, vat)] {
            entries.push(Entry { account, seller_id: None, charge_id: None, amount: part });
        }
        for (charge, part) in parts {
            let amount = part.negate()?;
            entries.push(Entry { account: Account::ProviderReceivable, seller_id: None, charge_id: Some(*charge), amount });
        }
        entries.push(Entry { account: Account::ProviderReceivable, seller_id: None, charge_id: None, amount: rest.negate()? });
        if entries.iter().all(|entry| entry.amount.is_zero()) {
            return Ok(None);
        }
        // Debits first, as in every journal
        entries.sort_by_key(|entry| entry.amount < Satang::ZERO);
        Journal::balanced(JournalKind::Payout, entries).map(Some)
    }

    /// Moves parts of the amount that the provider owes us for a charge to other accounts; negative parts come back.
    fn of_charge(kind: JournalKind, charge: i64, parts: &[(Account, Satang)]) -> Result<Journal, LedgerRefusal> {
        let sum = Satang::sum(parts.iter().map(|(_, part)| *part))?;
        let there =
            parts.iter().map(|(account, part)| Entry { account: *account, seller_id: None, charge_id: None, amount: *part });
        let owed =
            Entry { account: Account::ProviderReceivable, seller_id: None, charge_id: Some(charge), amount: sum.negate()? };
        let mut entries: Vec<Entry> = there.chain([owed]).collect();
        // Debits first, as in every journal
        entries.sort_by_key(|entry| entry.amount < Satang::ZERO);
        Journal::balanced(kind, entries)
    }

    fn balanced(kind: JournalKind, mut entries: Vec<Entry>) -> Result<Journal, LedgerRefusal> {
        entries.retain(|entry| !entry.amount.is_zero());
        let sum = Satang::sum(entries.iter().map(|entry| entry.amount))?;
        if entries.is_empty() || !sum.is_zero() {
            return Err(LedgerRefusal::NotPositive { amount: sum });
        }
        Ok(Journal { kind, entries })
    }

    /// Books a delivered line: the prepaid money, and the discount that we bear, now belong to the seller, to us and to the tax office.
    pub fn delivered(line: &DeliveredLine, rate: VatRate) -> Result<Journal, LedgerRefusal> {
        let shares = line.shares(rate)?;
        let entries = [
            (Account::CustomerPrepaid, None, line.total),
            (Account::Discounts, None, shares.discount),
            (Account::SellerPayable, Some(line.seller_id), shares.seller.negate()?),
            (Account::OwnRevenue, None, shares.own.negate()?),
            (Account::VatPayable, None, shares.vat.negate()?),
        ];
        let entry = |(account, seller_id, amount)| Entry { account, seller_id, charge_id: None, amount };
        Journal::balanced(JournalKind::Delivered, entries.map(entry).into())
    }

    /// Books that a repair, or a surplus payment, was closed: the amount that the customer paid is owed back.
    pub fn closed(amount: Satang) -> Result<Journal, LedgerRefusal> {
        Journal::moved(JournalKind::Closed, Account::CustomerPrepaid, amount, &[(Account::RefundPayable, None, amount)])
    }

    /// Debits the sum of the credits; parts of zero are left out. `amount` is the caller's figure, which must equal that sum.
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
        entries.push(Entry { account: debit, seller_id: None, charge_id: None, amount: sum });
        for (account, seller_id, part) in credits.iter().filter(|(.., part)| !part.is_zero()) {
            entries.push(Entry { account: *account, seller_id: *seller_id, charge_id: None, amount: part.negate()? });
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

/// Returns the balance of one account over entries; a liability (prepaid, payable, revenue) is negative.
pub fn balance<'a>(account: Account, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Satang, OutOfRange> {
    Satang::sum(entries.into_iter().filter(|entry| entry.account == account).map(|entry| entry.amount))
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
