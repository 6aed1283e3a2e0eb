//! The sales documents of an order: which ones its outcome calls for, the tax that they state, and their numbers.

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

use crate::money::{OutOfRange, Satang, VatRate};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    SalesDocumentKind {
        Receipt = "receipt",
        TaxInvoice = "tax_invoice",
        CreditNote = "credit_note",
    }
}

text_enum! {
    /// Why an amount was credited.
    CreditReason {
        /// The goods were not delivered, and are not going to be.
        NotDelivered = "not_delivered",
        /// Money went back for goods that were delivered.
        Refunded = "refunded",
    }
}

impl SalesDocumentKind {
    /// The prefix of its numbers; each kind has a series of its own.
    pub const fn series(self) -> &'static str {
        match self {
            SalesDocumentKind::Receipt => "RC",
            SalesDocumentKind::TaxInvoice => "TI",
            SalesDocumentKind::CreditNote => "CN",
        }
    }

    /// `RC-2026-0000042`.
    pub fn number(self, year: i32, serial: i64) -> String {
        format!("{}-{year}-{serial:07}", self.series())
    }
}

/// The year of a number: Bangkok's, seven hours ahead of UTC.
pub fn series_year(issued_at: DateTime<Utc>) -> i32 {
    (issued_at + TimeDelta::hours(7)).year()
}

/// What became of an order, as far as its documents depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub is_paid: bool,
    pub total: Satang,
    /// Total of the lines that were closed without delivery.
    pub closed: Satang,
    /// All that was paid for the order, less what went back to the payer.
    pub kept: Satang,
}

impl Outcome {
    /// The part of the total that stays sold. A second payment does not raise it, and its refund does not lower it.
    pub fn sold(&self) -> Result<Satang, OutOfRange> {
        Ok(self.total.minus(self.closed)?.min(self.kept).max(Satang::ZERO))
    }

    /// A tax invoice states a sale: there is none before the payment, and none after everything was refunded or closed.
    pub fn may_have_tax_invoice(&self) -> Result<bool, OutOfRange> {
        Ok(self.is_paid && self.sold()? > Satang::ZERO)
    }

    /// The amount that has yet to be credited; negative when more was credited than is unsold now.
    pub fn credit_due(&self, credited: Satang) -> Result<Satang, OutOfRange> {
        if self.is_paid { self.total.minus(self.sold()?)?.minus(credited) } else { Ok(Satang::ZERO) }
    }

    /// Why the amount that is due is credited.
    pub fn reason(&self, credited: Satang) -> CreditReason {
        if self.closed > credited { CreditReason::NotDelivered } else { CreditReason::Refunded }
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
    /// The tax in the whole total, rounded once for all lines whose price includes it.
    pub fn of_total(&self) -> Result<Satang, OutOfRange> {
        self.added.plus(self.rate.contained(self.included_in)?)
    }

    /// The tax in a part of the total; never more than in the whole.
    pub fn of(&self, part: Satang) -> Result<Satang, OutOfRange> {
        let whole = self.of_total()?;
        if part == self.total { Ok(whole) } else { Ok(self.rate.contained(part)?.min(whole)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(total: i64, closed: i64, kept: i64) -> Outcome {
        Outcome { is_paid: true, total: Satang(total), closed: Satang(closed), kept: Satang(kept) }
    }

    #[test]
    fn what_is_credited_follows_from_what_stays_sold() {
        for (name, outcome, credited, due) in [
            ("delivered", outcome(4_900, 0, 4_900), 0, 0),
            ("refunded in part", outcome(4_900, 0, 4_000), 0, 900),
            ("and whole later", outcome(4_900, 0, 0), 900, 4_000),
            ("closed, not paid back yet", outcome(4_900, 4_900, 4_900), 0, 4_900),
            ("closed and paid back: once", outcome(4_900, 4_900, 0), 4_900, 0),
            ("a line closed and the rest refunded", outcome(4_900, 3_000, 0), 3_000, 1_900),
            ("paid twice", outcome(4_900, 0, 9_800), 0, 0),
            ("the second payment went back", outcome(4_900, 0, 4_900), 0, 0),
            ("and some of the first", outcome(4_900, 0, 4_000), 0, 900),
            ("a refund was undone", outcome(4_900, 0, 4_900), 900, -900),
            ("nothing to pay", outcome(0, 0, 0), 0, 0),
        ] {
            assert_eq!(outcome.credit_due(Satang(credited)).unwrap(), Satang(due), "{name}");
        }
        let unpaid = Outcome { is_paid: false, ..outcome(4_900, 0, 0) };
        assert_eq!(unpaid.credit_due(Satang::ZERO).unwrap(), Satang::ZERO);
        assert_eq!(outcome(4_900, 3_000, 4_900).reason(Satang::ZERO), CreditReason::NotDelivered);
        assert_eq!(outcome(4_900, 3_000, 0).reason(Satang(3_000)), CreditReason::Refunded);
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
        // An invoice less its credit notes states the tax of what stays.
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
