//! The sales documents of an order: those that its outcome requires, the tax that they state, and their numbers.

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

use crate::money::{OutOfRange, Satang, VatRate};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    SalesDocumentKind {
        Receipt = "receipt",
        TaxInvoice = "tax_invoice",
        CreditNote = "credit_note",
        DebitNote = "debit_note",
    }
}

text_enum! {
    /// The reason why an amount was credited, or debited again.
    NoteReason {
        /// The goods were not delivered, and will not be.
        NotDelivered = "not_delivered",
        /// Money went back for goods that were delivered.
        Refunded = "refunded",
        /// The payer's bank took the money back, and the dispute is lost.
        ChargedBack = "charged_back",
        /// Returned money came back: a refund was undone, or a lost dispute was won after all.
        MoneyReturned = "money_returned",
    }
}

impl SalesDocumentKind {
    /// Returns the prefix of its numbers; each kind has its own series.
    pub const fn series(self) -> &'static str {
        match self {
            SalesDocumentKind::Receipt => "RC",
            SalesDocumentKind::TaxInvoice => "TI",
            SalesDocumentKind::CreditNote => "CN",
            SalesDocumentKind::DebitNote => "DN",
        }
    }

    /// Returns a number such as `RC-2026-0000042`.
    pub fn number(self, year: i32, serial: i64) -> String {
        format!("{}-{year}-{serial:07}", self.series())
    }
}

/// Returns the year of a number by Bangkok time, seven hours ahead of UTC.
pub fn series_year(issued_at: DateTime<Utc>) -> i32 {
    (issued_at + TimeDelta::hours(7)).year()
}

/// The outcome of an order, as far as its documents depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub is_paid: bool,
    pub total: Satang,
    /// Total of the lines that were closed without delivery.
    pub closed: Satang,
    /// Amount paid for the order that is neither owed back nor has gone back to the payer.
    pub kept: Satang,
    /// Returned amount that was taken by lost disputes. An open dispute decides nothing.
    pub charged_back: Satang,
}

/// The note that the documents of an order still lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteDue {
    Credit(Satang, NoteReason),
    Debit(Satang, NoteReason),
}

impl Outcome {
    /// Returns the part of the total that stays sold. A second payment does not raise it, and its refund does not lower it.
    pub fn sold(&self) -> Result<Satang, OutOfRange> {
        Ok(self.total.minus(self.closed)?.min(self.kept).max(Satang::ZERO))
    }

    /// Returns whether a tax invoice is possible. It states a sale: there is none before the payment, and none after everything was refunded or
    /// closed.
    pub fn may_have_tax_invoice(&self) -> Result<bool, OutOfRange> {
        Ok(self.is_paid && self.sold()? > Satang::ZERO)
    }

    /// Returns the amount still to be credited, or to be debited again; `credited` is the balance of the notes so far. A document is never
    /// changed: an amount that was credited and is sold after all needs another one.
    pub fn note_due(&self, credited: Satang) -> Result<Option<NoteDue>, OutOfRange> {
        let due = self.unsold()?.minus(credited)?;
        if due < Satang::ZERO {
            return Ok(Some(NoteDue::Debit(due.negate()?, NoteReason::MoneyReturned)));
        }
        let without_disputes = Self { kept: self.kept.plus(self.charged_back)?, ..*self };
        let reason = if self.closed > credited {
            NoteReason::NotDelivered
        } else if without_disputes.unsold()? > credited {
            NoteReason::Refunded
        } else {
            NoteReason::ChargedBack
        };
        Ok((!due.is_zero()).then_some(NoteDue::Credit(due, reason)))
    }

    fn unsold(&self) -> Result<Satang, OutOfRange> {
        if self.is_paid { self.total.minus(self.sold()?) } else { Ok(Satang::ZERO) }
    }
}

/// The tax in the total of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContainedTax {
    pub rate: VatRate,
    pub total: Satang,
    /// Tax that was added to lines whose price excludes it.
    pub added: Satang,
    /// Total of the lines whose price includes it.
    pub included_in: Satang,
}

impl ContainedTax {
    /// Returns the tax in the whole total, rounded once for all lines whose price includes it.
    pub fn of_total(&self) -> Result<Satang, OutOfRange> {
        self.added.plus(self.rate.contained(self.included_in)?)
    }

    /// Returns the tax in a part of the total; never more than in the whole.
    pub fn of(&self, part: Satang) -> Result<Satang, OutOfRange> {
        let whole = self.of_total()?;
        if part == self.total { Ok(whole) } else { Ok(self.rate.contained(part)?.min(whole)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(total: i64, closed: i64, kept: i64) -> Outcome {
        Outcome { is_paid: true, total: Satang(total), closed: Satang(closed), kept: Satang(kept), charged_back: Satang::ZERO }
    }

    fn lost(total: i64, closed: i64, kept: i64, charged_back: i64) -> Outcome {
        Outcome { charged_back: Satang(charged_back), ..outcome(total, closed, kept) }
    }

    #[test]
    fn what_is_credited_follows_from_what_stays_sold() {
        use NoteReason::{ChargedBack, MoneyReturned, NotDelivered, Refunded};
        for (name, outcome, credited, due, reason) in [
            ("delivered", outcome(4_900, 0, 4_900), 0, 0, None),
            ("refunded in part", outcome(4_900, 0, 4_000), 0, 900, Some(Refunded)),
            ("and whole later", outcome(4_900, 0, 0), 900, 4_000, Some(Refunded)),
            ("closed, not paid back yet", outcome(4_900, 4_900, 0), 0, 4_900, Some(NotDelivered)),
            ("closed and paid back: once", outcome(4_900, 4_900, 0), 4_900, 0, None),
            ("one line closed", outcome(4_900, 3_000, 1_900), 0, 3_000, Some(NotDelivered)),
            ("and the rest refunded", outcome(4_900, 3_000, 0), 3_000, 1_900, Some(Refunded)),
            ("paid twice, the second owed back", outcome(4_900, 0, 4_900), 0, 0, None),
            ("and some of the first refunded", outcome(4_900, 0, 4_000), 0, 900, Some(Refunded)),
            ("a dispute was lost", lost(4_900, 0, 0, 4_900), 0, 4_900, Some(ChargedBack)),
            ("over a part", lost(4_900, 0, 4_000, 900), 0, 900, Some(ChargedBack)),
            ("over what a refund had left", lost(4_900, 0, 0, 4_000), 900, 4_000, Some(ChargedBack)),
            ("over what was closed already", lost(4_900, 4_900, 0, 4_900), 4_900, 0, None),
            ("over more than was closed", lost(4_900, 3_000, 0, 4_900), 3_000, 1_900, Some(ChargedBack)),
            ("and closed afterwards", lost(4_900, 4_900, 0, 4_900), 4_900, 0, None),
            ("and won after all", outcome(4_900, 0, 4_900), 4_900, -4_900, Some(MoneyReturned)),
            ("a refund was undone", outcome(4_900, 0, 4_900), 900, -900, Some(MoneyReturned)),
            ("nothing to pay", outcome(0, 0, 0), 0, 0, None),
        ] {
            let note = outcome.note_due(Satang(credited)).unwrap();
            let told = match note {
                None => (0, None),
                Some(NoteDue::Credit(due, reason)) => (due.get(), Some(reason)),
                Some(NoteDue::Debit(due, reason)) => (-due.get(), Some(reason)),
            };
            assert_eq!(told, (due, reason), "{name}");
        }
        let unpaid = Outcome { is_paid: false, ..outcome(4_900, 0, 0) };
        assert_eq!(unpaid.note_due(Satang::ZERO).unwrap(), None);
    }

    #[test]
    fn only_what_stays_sold_is_invoiced() {
        for (outcome, may) in [
            (outcome(4_900, 0, 4_900), true),
            (outcome(4_900, 3_000, 4_900), true),
            (outcome(4_900, 0, 1), true),
            (outcome(4_900, 4_900, 4_900), false),
            (outcome(4_900, 0, 0), false),
            (outcome(0, 0, 0), false),
            (Outcome { is_paid: false, ..outcome(4_900, 0, 4_900) }, false),
        ] {
            assert_eq!(outcome.may_have_tax_invoice().unwrap(), may, "{outcome:?}");
        }
    }

    #[test]
    fn tax_is_rounded_once_on_the_total() {
        let rate = VatRate::default();
        // Three lines of 84.00 contain 5.50 each, which would be 16.50.
        let tax = ContainedTax { rate, total: Satang(25_200), added: Satang::ZERO, included_in: Satang(25_200) };
        assert_eq!(tax.of_total().unwrap(), Satang(1_649));
        assert_eq!(tax.of(Satang(25_200)).unwrap(), Satang(1_649));
        assert_eq!(tax.of(Satang::ZERO).unwrap(), Satang::ZERO);
        // 59.99 with 4.20 on top, and 45.00 that contain 2.94.
        let mixed = ContainedTax { rate, total: Satang(10_919), added: Satang(420), included_in: Satang(4_500) };
        assert_eq!(mixed.of_total().unwrap(), Satang(714));
        assert_eq!(mixed.of(Satang(10_918)).unwrap(), Satang(714));
        // An invoice minus its credit notes states the tax of the remaining amount.
        let mut last = tax.of_total().unwrap();
        for part in (0..25_200).rev().step_by(7) {
            let now = tax.of(Satang(part)).unwrap();
            assert!(now <= last, "{part}");
            last = now;
        }
    }

    #[test]
    fn a_number_bears_the_year_in_bangkok() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        for (moment, number) in [
            ("2026-12-31T16:59:59Z", "RC-2026-0000007"),
            ("2026-12-31T17:00:00Z", "RC-2027-0000007"),
            ("2027-01-01T00:00:00Z", "RC-2027-0000007"),
        ] {
            assert_eq!(SalesDocumentKind::Receipt.number(series_year(at(moment)), 7), number, "{moment}");
        }
        assert_eq!(SalesDocumentKind::CreditNote.number(2026, 12_345_678), "CN-2026-12345678");
    }
}
