//! Amounts: satang (1/100 baht) in integers, checked arithmetic, VAT, and the formatting of amounts.

use serde::{Deserialize, Serialize};

/// An amount in satang. Negative only in the ledger (a credit) and in differences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Satang(pub i64);

/// The result does not fit an `i64`; no real amount comes near it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("amount out of range")]
pub struct OutOfRange;

impl Satang {
    pub const ZERO: Satang = Satang(0);

    /// Returns whole baht, for settings and tests.
    pub const fn baht(baht: i64) -> Satang {
        Satang(baht * 100)
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn plus(self, other: Satang) -> Result<Satang, OutOfRange> {
        self.0.checked_add(other.0).map(Satang).ok_or(OutOfRange)
    }

    pub fn minus(self, other: Satang) -> Result<Satang, OutOfRange> {
        self.0.checked_sub(other.0).map(Satang).ok_or(OutOfRange)
    }

    pub fn times(self, quantity: i64) -> Result<Satang, OutOfRange> {
        self.0.checked_mul(quantity).map(Satang).ok_or(OutOfRange)
    }

    pub fn negate(self) -> Result<Satang, OutOfRange> {
        self.0.checked_neg().map(Satang).ok_or(OutOfRange)
    }

    pub fn sum(amounts: impl IntoIterator<Item = Satang>) -> Result<Satang, OutOfRange> {
        amounts.into_iter().try_fold(Satang::ZERO, Satang::plus)
    }

    /// Returns `self × numerator / denominator`, rounded half up (away from zero for negative amounts). The denominator must be positive.
    pub fn scale(self, numerator: i64, denominator: i64) -> Result<Satang, OutOfRange> {
        if denominator <= 0 {
            return Err(OutOfRange);
        }
        let (product, denominator) = (i128::from(self.0) * i128::from(numerator), i128::from(denominator));
        let rounded = (product.abs() * 2 + denominator) / (denominator * 2);
        i64::try_from(rounded * product.signum()).map(Satang).map_err(|_| OutOfRange)
    }

    /// Returns a share in basis points (1/100 %), rounded half up.
    pub fn basis_points(self, points: i64) -> Result<Satang, OutOfRange> {
        self.scale(points, 10_000)
    }

    /// Formats the amount as on receipts, always with two decimals: `1,234.00`.
    pub fn to_fixed(self) -> String {
        let (sign, whole, part) = self.parts();
        format!("{sign}{whole}.{part:02}")
    }

    fn parts(self) -> (&'static str, String, u64) {
        let satang = self.0.unsigned_abs();
        let digits = (satang / 100).to_string();
        let mut whole = String::with_capacity(digits.len() + digits.len() / 3);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                whole.push(',');
            }
            whole.push(digit);
        }
        (if self.0 < 0 { "\u{2212}" } else { "" }, whole, satang % 100)
    }
}

/// Formats like en-US, as the specification asks (0 to 2 decimals): whole baht bare (`1,234`), otherwise both digits (`1,234.50`), because a
/// single decimal looks like a mistake in a price. Negative amounts have a true minus sign.
impl std::fmt::Display for Satang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, whole, part) = self.parts();
        if part == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part:02}") }
    }
}

/// A tax rate in basis points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VatRate(pub u16);

impl VatRate {
    /// Thailand's rate since 1999: 7 %.
    pub(crate) const THAILAND: VatRate = VatRate(700);

    /// Returns the tax on top of a price that excludes it. Rounded half up, once for an order line (not for a piece), after its discount.
    pub fn on_top(self, net: Satang) -> Result<Satang, OutOfRange> {
        net.scale(i64::from(self.0), 10_000)
    }

    /// Returns the tax contained in a price that includes it: `gross × 7 / 107`, rounded half up, once for an order line.
    pub fn contained(self, gross: Satang) -> Result<Satang, OutOfRange> {
        gross.scale(i64::from(self.0), 10_000 + i64::from(self.0))
    }
}

impl Default for VatRate {
    fn default() -> Self {
        VatRate::THAILAND
    }
}

/// Spreads `amount` over `weights` in proportion, by largest remainder. The parts sum to `amount` exactly, no part exceeds its weight while
/// `amount` does not exceed their sum, and equal remainders go to the earlier part. Weights must not be negative; if all of them are zero, every
/// part is zero and the sum is not reached.
pub fn spread(amount: Satang, weights: &[Satang]) -> Result<Vec<Satang>, OutOfRange> {
    if amount.0 < 0 || weights.iter().any(|weight| weight.0 < 0) {
        return Err(OutOfRange);
    }
    let whole = i128::from(Satang::sum(weights.iter().copied())?.0);
    if whole == 0 {
        return Ok(vec![Satang::ZERO; weights.len()]);
    }
    let mut parts = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    for (index, weight) in weights.iter().enumerate() {
        let product = i128::from(amount.0) * i128::from(weight.0);
        parts.push(i64::try_from(product / whole).map_err(|_| OutOfRange)?);
        remainders.push((product % whole, index));
    }
    let left = amount.0 - parts.iter().sum::<i64>();
    remainders.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, index) in remainders.into_iter().take(usize::try_from(left).map_err(|_| OutOfRange)?) {
        parts[index] += 1;
    }
    Ok(parts.into_iter().map(Satang).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_are_written_in_baht() {
        for (satang, short, fixed) in [
            (0, "0", "0.00"),
            (5, "0.05", "0.05"),
            (100, "1", "1.00"),
            (99_999, "999.99", "999.99"),
            (100_000, "1,000", "1,000.00"),
            (123_450, "1,234.50", "1,234.50"),
            (123_456_789, "1,234,567.89", "1,234,567.89"),
            (-2_050, "\u{2212}20.50", "\u{2212}20.50"),
            (i64::MIN, "\u{2212}92,233,720,368,547,758.08", "\u{2212}92,233,720,368,547,758.08"),
        ] {
            assert_eq!(Satang(satang).to_string(), short);
            assert_eq!(Satang(satang).to_fixed(), fixed);
        }
    }

    #[test]
    fn vat_rounds_half_up() {
        // (net, tax on top): 50 × 7 % = 3.5 → 4
        for (net, tax) in
            [(0, 0), (1, 0), (7, 0), (8, 1), (50, 4), (100, 7), (150, 11), (10_000, 700), (3_550, 249), (1_010, 71), (3_030, 212)]
        {
            assert_eq!(VatRate::THAILAND.on_top(Satang(net)), Ok(Satang(tax)), "{net}");
        }
        for (gross, tax) in [(0, 0), (7, 0), (8, 1), (107, 7), (10_700, 700), (10_000, 654), (3_500, 229)] {
            assert_eq!(VatRate::THAILAND.contained(Satang(gross)), Ok(Satang(tax)), "{gross}");
        }
        assert_eq!(Satang(-50).scale(7, 100), Ok(Satang(-4)));
        assert_eq!(Satang(1).scale(1, 0), Err(OutOfRange));
    }

    #[test]
    fn arithmetic_that_does_not_fit_is_refused() {
        let max = Satang(i64::MAX);
        assert_eq!(max.plus(Satang(1)), Err(OutOfRange));
        assert_eq!(Satang(i64::MIN).minus(Satang(1)), Err(OutOfRange));
        assert_eq!(max.times(2), Err(OutOfRange));
        assert_eq!(Satang(i64::MIN).negate(), Err(OutOfRange));
        assert_eq!(Satang::sum([max, Satang(1)]), Err(OutOfRange));
        assert_eq!(VatRate::THAILAND.on_top(max), Ok(Satang(645_636_042_579_834_306)));
        assert_eq!(max.scale(i64::MAX, 1), Err(OutOfRange));
    }

    #[test]
    fn equal_remainders_go_to_the_earlier_part() {
        assert_eq!(spread(Satang(100), &[Satang(1), Satang(1), Satang(1)]).unwrap(), [Satang(34), Satang(33), Satang(33)]);
        assert_eq!(spread(Satang(5), &[Satang(0), Satang(10)]).unwrap(), [Satang(0), Satang(5)]);
        assert_eq!(spread(Satang(5), &[Satang(0), Satang(0)]).unwrap(), [Satang(0), Satang(0)]);
        assert_eq!(spread(Satang(-1), &[Satang(1)]), Err(OutOfRange));
        assert_eq!(spread(Satang(1), &[Satang(-1)]), Err(OutOfRange));
    }

    proptest! {
        #[test]
        fn parts_sum_to_the_whole(weights in prop::collection::vec(1i64..5_000_000, 1..20), share in 0i64..=10_000) {
            let weights: Vec<Satang> = weights.into_iter().map(Satang).collect();
            let amount = Satang::sum(weights.iter().copied()).unwrap().basis_points(share).unwrap();
            let parts = spread(amount, &weights).unwrap();
            prop_assert_eq!(Satang::sum(parts.iter().copied()).unwrap(), amount);
            for (part, weight) in parts.iter().zip(&weights) {
                prop_assert!(part.0 >= 0 && part <= weight);
            }
        }

        #[test]
        fn tax_put_on_top_is_found_again_inside(net in 0i64..1_000_000_000) {
            let tax = VatRate::THAILAND.on_top(Satang(net)).unwrap();
            prop_assert_eq!(VatRate::THAILAND.contained(Satang(net + tax.0)).unwrap(), tax);
        }
    }
}
