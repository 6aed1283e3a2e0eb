//! The cart: its limits, the price of each line, changes since a line was added, and merging a visitor's cart.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::money::{OutOfRange, Satang, VatRate};
use crate::product::{Offer, Unavailable};

/// Limits of one cart and of one order; settings have these defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CartLimits {
    /// Most lines in a cart.
    pub max_items: i64,
    /// Most pieces of one product, over all its lines (the same package for two player IDs counts together).
    pub max_of_one: i64,
    /// Most that the cart may cost, after discount and with tax.
    pub max_total: Satang,
}

impl Default for CartLimits {
    fn default() -> Self {
        CartLimits { max_items: 20, max_of_one: 10, max_total: Satang::baht(50_000) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CartRefusal {
    #[error("a quantity is at least 1, not {quantity}")]
    QuantityInvalid { quantity: i64 },
    #[error("at most {max} lines in a cart")]
    TooManyItems { max: i64 },
    #[error("at most {max} pieces of product {product_id}")]
    TooManyOfOne { product_id: i64, max: i64 },
    #[error("{total} THB is over the cart's {max} THB")]
    AmountOverLimit { total: Satang, max: Satang },
    #[error("the cart is empty")]
    Empty,
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

/// Checks one quantity on its own, before the rest of the cart is known.
pub fn check_quantity(product_id: i64, quantity: i64, limits: &CartLimits) -> Result<(), CartRefusal> {
    if quantity < 1 {
        return Err(CartRefusal::QuantityInvalid { quantity });
    }
    if quantity > limits.max_of_one {
        return Err(CartRefusal::TooManyOfOne { product_id, max: limits.max_of_one });
    }
    Ok(())
}

/// A line to price: a piece's price and the quantity; `discount` is the line's share of a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineToPrice {
    pub product_id: i64,
    pub quantity: i64,
    pub unit_price: Satang,
    /// Whether the price excludes VAT, which is then added as its own line.
    pub vat_excluded: bool,
    pub discount: Satang,
}

/// Amounts of a line, or of the whole: `total = subtotal − discount + vat`. `vat` is added to prices that exclude it; tax contained in other
/// prices is not shown here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    pub subtotal: Satang,
    pub discount: Satang,
    pub vat: Satang,
    pub total: Satang,
}

impl Totals {
    fn plus(self, other: Totals) -> Result<Totals, OutOfRange> {
        Ok(Totals {
            subtotal: self.subtotal.plus(other.subtotal)?,
            discount: self.discount.plus(other.discount)?,
            vat: self.vat.plus(other.vat)?,
            total: self.total.plus(other.total)?,
        })
    }
}

/// The amounts of every line in the given order, and their sum: the whole is always the sum of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    pub lines: Vec<Totals>,
    pub totals: Totals,
}

/// Prices one line. A discount is capped at the line's subtotal; tax is computed on the rest, once per line, rounded half up.
fn price_line(line: &LineToPrice, vat: VatRate) -> Result<Totals, OutOfRange> {
    let subtotal = line.unit_price.times(line.quantity)?;
    let discount = line.discount.clamp(Satang::ZERO, subtotal.max(Satang::ZERO));
    let net = subtotal.minus(discount)?;
    let tax = if line.vat_excluded { vat.on_top(net)? } else { Satang::ZERO };
    Ok(Totals { subtotal, discount, vat: tax, total: net.plus(tax)? })
}

pub fn price(lines: &[LineToPrice], vat: VatRate) -> Result<Priced, OutOfRange> {
    let lines = lines.iter().map(|line| price_line(line, vat)).collect::<Result<Vec<_>, _>>()?;
    let totals = lines.iter().try_fold(Totals::default(), |sum, line| sum.plus(*line))?;
    Ok(Priced { lines, totals })
}

/// Checks a whole cart, as it would be after a change, and prices it. An empty cart is valid here; orders use `check_order`.
pub fn check(lines: &[LineToPrice], limits: &CartLimits, vat: VatRate) -> Result<Priced, CartRefusal> {
    for (index, line) in lines.iter().enumerate() {
        check_quantity(line.product_id, line.quantity, limits)?;
        let of_one = lines[..=index]
            .iter()
            .filter(|other| other.product_id == line.product_id)
            .fold(0_i64, |sum, other| sum.saturating_add(other.quantity));
        if of_one > limits.max_of_one {
            return Err(CartRefusal::TooManyOfOne { product_id: line.product_id, max: limits.max_of_one });
        }
        if i64::try_from(index).map_or(true, |index| index >= limits.max_items) {
            return Err(CartRefusal::TooManyItems { max: limits.max_items });
        }
    }
    let priced = price(lines, vat)?;
    if priced.totals.total > limits.max_total {
        return Err(CartRefusal::AmountOverLimit { total: priced.totals.total, max: limits.max_total });
    }
    Ok(priced)
}

/// Works like `check` for an order, which must not be empty.
pub fn check_order(lines: &[LineToPrice], limits: &CartLimits, vat: VatRate) -> Result<Priced, CartRefusal> {
    if lines.is_empty() {
        return Err(CartRefusal::Empty);
    }
    check(lines, limits, vat)
}

/// A line as the customer added it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenLine {
    /// The line in the cart; None for a direct purchase.
    pub cart_item_id: Option<i64>,
    /// Pieces of its product in the whole selection, its own included: the stock must suffice for all its lines.
    pub of_product: i64,
    /// Price of a piece that the customer saw.
    pub seen_price: Satang,
}

/// A price that differs from the one seen: shown as old → new, and to be accepted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceChange {
    pub cart_item_id: Option<i64>,
    pub product_id: i64,
    pub old: Satang,
    pub new: Satang,
}

/// A line checked against the current offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckedLine {
    pub unit_price: Satang,
    pub flash_sale_id: Option<i64>,
    pub change: Option<PriceChange>,
    pub unavailable: Option<Unavailable>,
}

pub fn compare(line: &SeenLine, offer: &Offer, now: DateTime<Utc>) -> CheckedLine {
    let quote = offer.quote(line.of_product, now);
    let change = (quote.unit_price != line.seen_price).then_some(PriceChange {
        cart_item_id: line.cart_item_id,
        product_id: offer.product_id,
        old: line.seen_price,
        new: quote.unit_price,
    });
    CheckedLine {
        unit_price: quote.unit_price,
        flash_sale_id: quote.flash_sale_id,
        change,
        unavailable: offer.unavailable(line.of_product),
    }
}

/// A line of a cart. Two lines are the same when product, player and server are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartEntry {
    pub product_id: i64,
    pub player_id: String,
    pub server: String,
    pub quantity: i64,
    pub seen_price: Satang,
}

impl CartEntry {
    fn is_same_line(&self, other: &CartEntry) -> bool {
        self.product_id == other.product_id && self.player_id == other.player_id && self.server == other.server
    }
}

/// A cart after a merge, and the visitor's items that did not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub entries: Vec<CartEntry>,
    pub left_out: Vec<LeftOut>,
}

/// Pieces of a visitor's line that were left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut {
    /// Position of the line in the visitor's cart.
    pub index: usize,
    pub quantity: i64,
    pub refusal: CartRefusal,
}

/// Merges a visitor's cart into the member's at sign-in. If both have the same line, the larger quantity is kept: the same cart sent twice, or
/// from two devices, must not double it. The visitor's price counts as the one seen last.
///
/// Pieces beyond the limits on lines and pieces are cut rather than refusing the whole. The limit on the amount is left to the order, so that
/// nothing is dropped silently for it.
pub fn merge(member: &[CartEntry], visitor: &[CartEntry], limits: &CartLimits) -> Merged {
    let mut entries = member.to_vec();
    let mut left_out = Vec::new();
    for (index, incoming) in visitor.iter().enumerate() {
        let wanted = incoming.quantity;
        if wanted < 1 {
            left_out.push(LeftOut { index, quantity: wanted, refusal: CartRefusal::QuantityInvalid { quantity: wanted } });
            continue;
        }
        let same = entries.iter().position(|entry| entry.is_same_line(incoming));
        let others: i64 = entries
            .iter()
            .enumerate()
            .filter(|(index, entry)| entry.product_id == incoming.product_id && Some(*index) != same)
            .fold(0_i64, |sum, (_, entry)| sum.saturating_add(entry.quantity));
        let quantity = wanted.min(limits.max_of_one.saturating_sub(others)).max(0);
        let mut refusal = CartRefusal::TooManyOfOne { product_id: incoming.product_id, max: limits.max_of_one };
        let taken = match same {
            Some(position) => {
                let entry = &mut entries[position];
                entry.quantity = entry.quantity.max(quantity);
                entry.seen_price = incoming.seen_price;
                entry.quantity
            }
            None if quantity == 0 => 0,
            None if i64::try_from(entries.len()).is_ok_and(|count| count < limits.max_items) => {
                entries.push(CartEntry { quantity, ..incoming.clone() });
                quantity
            }
            None => {
                refusal = CartRefusal::TooManyItems { max: limits.max_items };
                0
            }
        };
        if taken < wanted {
            left_out.push(LeftOut { index, quantity: wanted - taken, refusal });
        }
    }
    Merged { entries, left_out }
}

#[cfg(test)]
#[path = "cart_tests.rs"]
mod tests;
