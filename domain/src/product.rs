//! Products: their kinds, whether one can be bought now, and its price.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Satang;

text_enum! {
    /// The five kinds of goods of the shop.
    #[cfg_attr(feature = "graphql", derive(async_graphql::Enum))]
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ProductKind {
        Topup = "topup",
        Voucher = "voucher",
        DataPackage = "data_package",
        Subscription = "subscription",
        CloudGame = "cloud_game",
    }
}

impl ProductKind {
    /// Whether its goods are activated on a mobile number. Column `games.target`.
    pub const fn is_for_number(self) -> bool {
        match self {
            Self::DataPackage | Self::Subscription | Self::CloudGame => true,
            Self::Topup | Self::Voucher => false,
        }
    }
}

text_enum! {
    /// The recipient that the buyer names for a product.
    #[cfg_attr(feature = "graphql", derive(async_graphql::Enum))]
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    Target {
        /// The buyer gets a code.
        None = "none",
        /// An account in a game.
        Player = "player",
        /// A mobile number.
        Number = "number",
    }
}

text_enum! {
    #[cfg_attr(feature = "graphql", derive(async_graphql::Enum))]
    ProductState {
        Active = "active",
        SoldOut = "sold_out",
        Withdrawn = "withdrawn",
    }
}

text_enum! {
    /// The reason why a product cannot be bought now. The codes are those of a cart's line.
    Unavailable {
        /// None left, or fewer than asked for.
        SoldOut = "sold_out",
        Withdrawn = "withdrawn",
    }
}

/// A flash sale: a price, a quantity and a window (start included, end not).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlashSale {
    pub id: i64,
    pub price: Satang,
    /// Pieces not yet taken.
    pub remaining: i64,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

impl FlashSale {
    fn is_running(&self, now: DateTime<Utc>) -> bool {
        self.starts_at <= now && now < self.ends_at
    }
}

/// A product as it is currently offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub product_id: i64,
    pub state: ProductState,
    /// Price of one piece outside a flash sale; without VAT if `vat_excluded`.
    pub price: Satang,
    pub vat_excluded: bool,
    /// Pieces left to reserve; None if the partner's supply is unlimited.
    pub stock: Option<i64>,
    pub flash_sale: Option<FlashSale>,
}

/// The current price of a piece, and the flash sale that sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quote {
    pub unit_price: Satang,
    pub flash_sale_id: Option<i64>,
}

impl Offer {
    /// Returns the current price. The flash price applies while the sale runs and has pieces for the whole quantity, that of all lines of the
    /// product together. So a line is never split between two prices, and two lines never count on the same piece.
    pub fn quote(&self, quantity: i64, now: DateTime<Utc>) -> Quote {
        match &self.flash_sale {
            Some(sale) if sale.is_running(now) && sale.remaining >= quantity.max(1) => {
                Quote { unit_price: sale.price, flash_sale_id: Some(sale.id) }
            }
            _ => Quote { unit_price: self.price, flash_sale_id: None },
        }
    }

    pub fn unavailable(&self, quantity: i64) -> Option<Unavailable> {
        match self.state {
            ProductState::Withdrawn => Some(Unavailable::Withdrawn),
            ProductState::SoldOut => Some(Unavailable::SoldOut),
            ProductState::Active => self.stock.filter(|left| *left < quantity).map(|_| Unavailable::SoldOut),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn offer() -> Offer {
        let start = DateTime::UNIX_EPOCH;
        Offer {
            product_id: 1,
            state: ProductState::Active,
            price: Satang::baht(100),
            vat_excluded: false,
            stock: None,
            flash_sale: Some(FlashSale {
                id: 9,
                price: Satang::baht(80),
                remaining: 2,
                starts_at: start,
                ends_at: start + TimeDelta::hours(1),
            }),
        }
    }

    #[test]
    fn a_flash_price_holds_in_its_window_and_while_pieces_last() {
        let start = DateTime::UNIX_EPOCH;
        for (seconds, quantity, flash) in
            [(-1, 1, false), (0, 1, true), (0, 2, true), (0, 3, false), (3_599, 1, true), (3_600, 1, false)]
        {
            let quote = offer().quote(quantity, start + TimeDelta::seconds(seconds));
            assert_eq!(quote.flash_sale_id.is_some(), flash, "{seconds} s, {quantity} pieces");
            assert_eq!(quote.unit_price, Satang::baht(if flash { 80 } else { 100 }));
        }
        let mut sold = offer();
        sold.flash_sale.as_mut().unwrap().remaining = 0;
        assert_eq!(sold.quote(0, start).flash_sale_id, None);
    }

    #[test]
    fn availability_follows_state_and_stock() {
        for (state, stock, quantity, expected) in [
            (ProductState::Active, None, 10, None),
            (ProductState::Active, Some(3), 3, None),
            (ProductState::Active, Some(3), 4, Some(Unavailable::SoldOut)),
            (ProductState::Active, Some(0), 1, Some(Unavailable::SoldOut)),
            (ProductState::SoldOut, Some(3), 1, Some(Unavailable::SoldOut)),
            (ProductState::Withdrawn, Some(3), 1, Some(Unavailable::Withdrawn)),
        ] {
            assert_eq!(Offer { state, stock, ..offer() }.unavailable(quantity), expected);
        }
    }
}
