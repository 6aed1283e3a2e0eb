//! The catalogue at one moment, indexed for reading.

use std::collections::HashMap;

use async_graphql::SimpleObject;
use chrono::{DateTime, Utc};
use manao_domain::channel::ChannelCode;
use manao_domain::product::{ProductKind, ProductState};
use serde::{Deserialize, Serialize};

use super::limits::WORDS;
use crate::text::Text;

/// How a game's player ID looks and where a player finds it.
#[derive(Clone, Debug, SimpleObject)]
pub struct PlayerIdRule {
    pub label: Text,
    pub hint: Text,
    /// Anchored regular expression, valid in Rust and JavaScript alike.
    pub pattern: String,
    pub example: String,
}

#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Game {
    pub id: i64,
    pub slug: String,
    pub name: Text,
    pub publisher: String,
    pub kind: ProductKind,
    pub hue: i32,
    pub motif: String,
    pub blurb: Text,
    pub needs_server: bool,
    /// Absent where no player ID is asked for (vouchers).
    #[graphql(name = "playerId")]
    pub player: Option<PlayerIdRule>,
    #[graphql(skip)]
    pub search_text: String,
    /// Indices into [`Snapshot::products`], in the order they are shown.
    #[graphql(skip)]
    pub products: Vec<usize>,
    /// Median seconds from payment to delivery lately; absent without deliveries.
    pub typical_seconds: Option<i32>,
}

#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Product {
    pub id: i64,
    #[graphql(skip)]
    pub game: usize,
    pub sku: String,
    pub name: Text,
    pub bonus: Option<Text>,
    /// Satang, without a flash sale.
    pub price_satang: i64,
    /// The crossed-out list price, where there is one.
    pub list_price_satang: Option<i64>,
    pub vat_excluded: bool,
    #[graphql(skip)]
    pub excluded_channels: Vec<ChannelCode>,
    pub state: ProductState,
    /// Pieces left, where stock is counted.
    #[graphql(name = "remaining")]
    pub stock: Option<i32>,
}

#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct FlashSale {
    pub id: i64,
    #[graphql(skip)]
    pub product: usize,
    pub price_satang: i64,
    pub quantity: i32,
    #[graphql(skip)]
    pub taken: i32,
    /// Counted up with each change; the newest count wins
    pub version: i64,
    #[graphql(skip)]
    pub starts_at: DateTime<Utc>,
    #[graphql(skip)]
    pub ends_at: DateTime<Utc>,
}

impl FlashSale {
    pub fn running(&self, now: DateTime<Utc>) -> bool {
        self.starts_at <= now && now < self.ends_at
    }
}

#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct Shelf {
    pub id: i64,
    pub key: String,
    pub title: Text,
    /// Indices into [`Snapshot::games`].
    #[graphql(skip)]
    pub games: Vec<usize>,
}

#[derive(Clone, Debug, SimpleObject)]
pub struct Banner {
    pub id: i64,
    pub page: String,
    pub title: Text,
    pub text: Text,
    pub action: Text,
    pub href: String,
    pub hue: i32,
    pub motif: String,
    #[graphql(skip)]
    pub starts_at: Option<DateTime<Utc>>,
    #[graphql(skip)]
    pub ends_at: Option<DateTime<Utc>>,
}

impl Banner {
    pub fn shown(&self, now: DateTime<Utc>) -> bool {
        self.starts_at.is_none_or(|at| at <= now) && self.ends_at.is_none_or(|at| now < at)
    }
}

/// The last deliveries of the whole shop, from our own log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, SimpleObject)]
pub struct Ticker {
    pub count: i32,
    pub median_seconds: i32,
    /// When the last of them was delivered, Unix ms; the newest wins
    pub version: i64,
}

/// One question and its answer.
#[derive(Clone, Debug, Serialize, Deserialize, SimpleObject)]
pub struct Faq {
    pub question: Text,
    pub answer: Text,
}

/// The shop takes no new orders: what it says, and until when (for good, when absent).
#[derive(Clone, Debug, Serialize, Deserialize, SimpleObject)]
pub struct Maintenance {
    pub message: Text,
    pub until: Option<DateTime<Utc>>,
}

#[derive(Debug, Default)]
pub struct Snapshot {
    /// Most popular first.
    pub games: Vec<Game>,
    pub products: Vec<Product>,
    pub flash_sales: Vec<FlashSale>,
    pub shelves: Vec<Shelf>,
    pub banners: Vec<Banner>,
    pub ticker: Ticker,
    pub is_monochrome: bool,
    pub faq: Vec<Faq>,
    pub maintenance: Option<Maintenance>,
    pub by_slug: HashMap<String, usize>,
    pub game_by_id: HashMap<i64, usize>,
    pub product_by_id: HashMap<i64, usize>,
}

impl Snapshot {
    /// By slug, or by number for old links.
    pub fn game(&self, id: &str) -> Option<usize> {
        self.by_slug.get(id).copied().or_else(|| self.game_by_id.get(&id.parse().ok()?).copied())
    }

    /// A product's running flash sale with pieces left, else a running one that is sold out.
    pub fn flash_sale(&self, product: usize, now: DateTime<Utc>) -> Option<usize> {
        let running = || self.flash_sales.iter().enumerate().filter(|(_, sale)| sale.product == product && sale.running(now));
        running().find(|(_, sale)| sale.taken < sale.quantity).or_else(|| running().next()).map(|(at, _)| at)
    }

    /// The next moment at which something begins or ends by the clock alone: cached answers are valid until then.
    pub fn next_boundary(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let sales = self.flash_sales.iter().flat_map(|sale| [Some(sale.starts_at), Some(sale.ends_at)]);
        let banners = self.banners.iter().flat_map(|banner| [banner.starts_at, banner.ends_at]);
        let opening = self.maintenance.iter().map(|closed| closed.until);
        sales.chain(banners).chain(opening).flatten().filter(|at| *at > now).min()
    }

    /// Why no orders are taken now; nothing while the shop is open.
    pub fn maintenance(&self, now: DateTime<Utc>) -> Option<&Maintenance> {
        self.maintenance.as_ref().filter(|closed| closed.until.is_none_or(|until| now < until))
    }

    /// Games whose name, publisher or slug contains every word of the search; of a long one, the first words.
    pub fn search(&self, search: Option<&str>, kind: Option<ProductKind>) -> Vec<usize> {
        let words: Vec<String> = search.unwrap_or_default().split_whitespace().take(WORDS).map(str::to_lowercase).collect();
        self.games
            .iter()
            .enumerate()
            .filter(|(_, game)| kind.is_none_or(|kind| kind == game.kind))
            .filter(|(_, game)| words.iter().all(|word| game.search_text.contains(word.as_str())))
            .map(|(at, _)| at)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    fn sale(id: i64, taken: i32, from: i64, to: i64) -> FlashSale {
        FlashSale { id, product: 0, price_satang: 100, quantity: 10, taken, version: 1, starts_at: at(from), ends_at: at(to) }
    }

    #[test]
    fn a_running_sale_with_pieces_left_is_preferred() {
        let catalogue =
            Snapshot { flash_sales: vec![sale(1, 10, 0, 100), sale(2, 3, 0, 100), sale(3, 0, 200, 300)], ..Snapshot::default() };
        assert_eq!(catalogue.flash_sale(0, at(50)), Some(1));
        assert_eq!(catalogue.flash_sale(0, at(150)), None);
        assert_eq!(catalogue.flash_sale(0, at(200)), Some(2));
    }

    #[test]
    fn the_next_boundary_is_the_nearest_future_start_or_end() {
        let catalogue = Snapshot { flash_sales: vec![sale(1, 0, 0, 100), sale(2, 0, 60, 90)], ..Snapshot::default() };
        assert_eq!(catalogue.next_boundary(at(10)), Some(at(60)));
        assert_eq!(catalogue.next_boundary(at(60)), Some(at(90)));
        assert_eq!(catalogue.next_boundary(at(100)), None);
    }
}
