//! A selection to buy, at current prices: the same result for the cart, the payment channels, the rules and the order itself.

use manao_domain::Satang;
use manao_domain::cart::{CartLimits, LineToPrice, Priced, check_order, check_quantity};
use manao_domain::channel::ChannelCode;
use manao_domain::money::VatRate;
use manao_domain::product::{ProductKind, Target, Unavailable};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::players::Goods;
use super::quantity::CartQuantity;
use super::{refusal, store};
use crate::buyer::Buyer;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// A selection to buy: one product directly, or items of the cart; neither means the whole cart.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartSelection {
    pub direct: Option<DirectPurchase>,
    pub cart_item_ids: Option<Vec<i64>>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectPurchase {
    pub product_id: i64,
    pub quantity: CartQuantity,
    pub player_id: Option<String>,
    pub server: Option<String>,
}

/// A selection, priced. Amounts are satang.
#[derive(Clone, Debug)]
pub struct PricedSelection {
    /// Lines in the order in which they were added
    pub lines: Vec<PricedLine>,
    /// The sum of the lines
    pub totals: Totals,
}

/// A line with everything that an order's line stores of it.
#[derive(Clone, Debug)]
pub struct PricedLine {
    /// None when bought directly
    pub cart_item_id: Option<i64>,
    /// Price of one piece when it was put in the cart
    pub seen_price_satang: Option<i64>,
    pub product_id: i64,
    pub game_id: i64,
    pub seller_id: i64,
    /// Name of a third party that sells it
    pub seller: Option<String>,
    pub commission_bp: i32,
    pub kind: ProductKind,
    pub name: Text,
    pub game_slug: String,
    pub game_name: Text,
    pub hue: i32,
    pub motif: String,
    pub glyph: String,
    pub partner_code: String,
    pub partner_game: String,
    pub sku: String,
    pub excluded_channels: Vec<ChannelCode>,
    pub target: Target,
    /// A mobile number in international form, where the target is one: never shown
    pub player_id: Option<String>,
    pub server: Option<String>,
    /// ISO 3166 code of the country that the account must belong to, where that matters
    pub region: Option<String>,
    /// The partner's name of the player; a mobile number, masked
    pub player_name: Option<String>,
    /// The server's name as players know it
    pub server_name: Option<String>,
    pub quantity: i32,
    /// Pieces of its product in the whole selection, its own included
    pub pieces: i64,
    /// The flash sale whose price it has; its pieces must be held with the order
    pub flash_sale_id: Option<i64>,
    pub unit_price_satang: i64,
    /// Price of one piece without a flash sale
    pub regular_price_satang: i64,
    pub vat_excluded: bool,
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    pub vat_satang: i64,
    pub total_satang: i64,
    /// Pieces left to reserve; None where the partner's supply is unlimited
    pub stock: Option<i32>,
    /// Reason why it cannot be bought now
    pub unavailable: Option<Unavailable>,
    /// Whether it is not sold because no partner's float covers it
    pub is_unfunded: bool,
    /// Whether it was added at the price of a flash sale that is over
    pub flash_ended: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CartTotals)]
pub struct Totals {
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    /// Tax on top of prices that exclude it
    pub vat_satang: i64,
    pub total_satang: i64,
}

/// A unit price that differs from the one seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cart_item_id: Option<i64>,
    pub product_id: i64,
    pub old_satang: i64,
    pub new_satang: i64,
}

/// Returns the limits of one cart and of one order.
pub fn limits(app: &App) -> CartLimits {
    CartLimits {
        max_items: i64::from(app.settings.cart_max_items),
        max_of_one: i64::from(app.settings.cart_max_of_one),
        max_total: Satang(app.settings.cart_max_total_satang),
    }
}

/// Reads and prices a selection in one query; inside a change, the change's own writes count.
///
/// A line that cannot be bought is still included, with its reason: see [`PricedSelection::ensure_buyable`]. A directly bought line has no
/// `player_name` yet: see [`super::players::confirm`].
///
/// # Errors
/// `cart_empty`, `cart_item_not_found` (also for somebody else's item), `product_not_found`, `quantity_invalid`,
/// `player_id_invalid`, `server_required`, `server_unknown`, and the limits of a cart.
pub async fn load(
    app: &App,
    conn: &mut PgConnection,
    buyer: &Buyer,
    selection: &CartSelection,
) -> Result<PricedSelection, Problem> {
    let limits = limits(app);
    if let Some(direct) = &selection.direct {
        check_quantity(direct.product_id, direct.quantity.0, &limits).map_err(refusal)?;
    }
    let lines = store::lines(app, conn, app.now(), buyer, selection).await?;
    if let Some(direct) = &selection.direct
        && lines.is_empty()
    {
        return Err(Problem::new(codes::product_not_found).param("productId", direct.product_id));
    }
    if let Some(wanted) = &selection.cart_item_ids
        && selection.direct.is_none()
        && let Some(missing) = wanted.iter().find(|id| !lines.iter().any(|line| line.cart_item_id == Some(**id)))
    {
        return Err(Problem::new(codes::cart_item_not_found).param("cartItemId", *missing));
    }
    priced(lines, &limits, app.settings.vat())
}

/// Prices one product for anyone, before a player is named: for choosing a payment channel, not for ordering.
///
/// # Errors
/// `product_not_found`, `quantity_invalid`, and the limits of a cart.
pub async fn load_offer(
    app: &App,
    conn: &mut PgConnection,
    buyer: Option<&Buyer>,
    direct: &DirectPurchase,
) -> Result<PricedSelection, Problem> {
    let limits = limits(app);
    check_quantity(direct.product_id, direct.quantity.0, &limits).map_err(refusal)?;
    let line = store::offer(app, conn, app.now(), buyer, direct).await?;
    let line = line.ok_or_else(|| Problem::new(codes::product_not_found).param("productId", direct.product_id))?;
    priced(vec![line], &limits, app.settings.vat())
}

fn priced(mut lines: Vec<PricedLine>, limits: &CartLimits, vat: VatRate) -> Result<PricedSelection, Problem> {
    let to_price: Vec<LineToPrice> = lines.iter().map(PricedLine::to_price).collect();
    let priced = check_order(&to_price, limits, vat).map_err(refusal)?;
    let totals = fill(&mut lines, &priced);
    Ok(PricedSelection { lines, totals })
}

/// Reprices a selection with a discount for each of its lines, in order.
///
/// # Errors
/// The limits of a cart.
pub fn discounted(app: &App, selection: PricedSelection, discounts: &[Satang]) -> Result<PricedSelection, Problem> {
    let mut lines = selection.lines;
    let to_price: Vec<LineToPrice> =
        lines.iter().zip(discounts).map(|(line, discount)| LineToPrice { discount: *discount, ..line.to_price() }).collect();
    let priced = check_order(&to_price, &limits(app), app.settings.vat()).map_err(refusal)?;
    let totals = fill(&mut lines, &priced);
    Ok(PricedSelection { lines, totals })
}

/// Writes each line's amounts; returns the sum.
pub(super) fn fill(lines: &mut [PricedLine], priced: &Priced) -> Totals {
    for (line, amounts) in lines.iter_mut().zip(&priced.lines) {
        line.subtotal_satang = amounts.subtotal.0;
        line.discount_satang = amounts.discount.0;
        line.vat_satang = amounts.vat.0;
        line.total_satang = amounts.total.0;
    }
    Totals::from(&priced.totals)
}

impl PricedLine {
    pub(super) fn to_price(&self) -> LineToPrice {
        LineToPrice {
            product_id: self.product_id,
            quantity: self.quantity.into(),
            unit_price: Satang(self.unit_price_satang),
            vat_excluded: self.vat_excluded,
            discount: Satang::ZERO,
        }
    }

    pub(super) fn goods(&self) -> Goods<'_> {
        Goods { target: self.target, partner: &self.partner_code, game: &self.partner_game, sku: Some(&self.sku) }
    }

    pub fn price_change(&self) -> Option<PriceChange> {
        let old_satang = self.seen_price_satang.filter(|seen| *seen != self.unit_price_satang)?;
        Some(PriceChange {
            cart_item_id: self.cart_item_id,
            product_id: self.product_id,
            old_satang,
            new_satang: self.unit_price_satang,
        })
    }

    /// # Errors
    /// `product_withdrawn`, `product_sold_out`, `product_paused`, `stock_insufficient` with the remaining stock, or `number_quantity`: a number has a package once.
    pub fn ensure_buyable(&self) -> Result<(), Problem> {
        if self.target == Target::Number && self.quantity != 1 {
            return Err(Problem::new(codes::number_quantity).param("productId", self.product_id));
        }
        let problem = match (self.unavailable, self.stock) {
            (None, _) => return Ok(()),
            (Some(Unavailable::Withdrawn), _) => Problem::new(codes::product_withdrawn),
            (Some(Unavailable::SoldOut), _) if self.is_unfunded => Problem::new(codes::product_paused),
            (Some(Unavailable::SoldOut), Some(left)) if left > 0 && i64::from(left) < self.pieces => {
                Problem::new(codes::stock_insufficient).param("remaining", left)
            }
            (Some(Unavailable::SoldOut), _) => Problem::new(codes::product_sold_out),
        };
        Err(problem.param("productId", self.product_id))
    }
}

impl PricedSelection {
    /// # Errors
    /// The reason of the first line that cannot be bought.
    pub fn ensure_buyable(&self) -> Result<(), Problem> {
        self.lines.iter().try_for_each(PricedLine::ensure_buyable)
    }

    /// Checks that the buyer has confirmed the country of the account, if some line is bound to one.
    ///
    /// # Errors
    /// `region_not_confirmed` with `productId`.
    pub fn ensure_region(&self, confirmed: bool) -> Result<(), Problem> {
        match self.lines.iter().find(|line| line.region.is_some() && !confirmed) {
            Some(line) => Err(Problem::new(codes::region_not_confirmed).param("productId", line.product_id)),
            None => Ok(()),
        }
    }

    /// Returns the reasons why lines cannot be bought; a product is named once, however many lines have it.
    pub fn refusals(&self) -> Vec<Problem> {
        let is_first =
            |index: usize, line: &PricedLine| !self.lines[..index].iter().any(|other| other.product_id == line.product_id);
        let firsts = self.lines.iter().enumerate().filter(|(index, line)| is_first(*index, line));
        firsts.filter_map(|(_, line)| line.ensure_buyable().err()).collect()
    }

    /// Returns the prices that differ from those seen in the cart.
    pub fn price_changes(&self) -> Vec<PriceChange> {
        self.lines.iter().filter_map(PricedLine::price_change).collect()
    }
}

impl From<&manao_domain::cart::Totals> for Totals {
    fn from(totals: &manao_domain::cart::Totals) -> Self {
        Self {
            subtotal_satang: totals.subtotal.0,
            discount_satang: totals.discount.0,
            vat_satang: totals.vat.0,
            total_satang: totals.total.0,
        }
    }
}
