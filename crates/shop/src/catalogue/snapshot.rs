//! The catalogue at one moment, indexed for reading.

use std::collections::HashMap;
use std::sync::Arc;

use async_graphql::SimpleObject;
use chrono::{DateTime, Utc};
use manao_content::snapshot::ContentSnapshot;
use manao_domain::channel::ChannelCode;
use manao_domain::product::{ProductKind, ProductState, Target};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::related::related;
use super::search_index::SearchIndex;
use manao_kernel::text::Text;

/// Least number of packages with units among which one is the best value.
const COMPARED: usize = 3;

/// The form of a game's player ID, and where a player finds it.
#[derive(Clone, Debug, SimpleObject)]
pub struct PlayerIdRule {
    pub label: Text,
    pub hint: Text,
    /// Anchored regular expression, valid in Rust and JavaScript alike.
    pub pattern: String,
    pub example: String,
    /// ID and server together, as the game copies them; absent where no server is asked for.
    pub paste_example: Option<String>,
}

/// The way in which a game's server is given.
#[derive(Clone, Debug, SimpleObject)]
pub struct ServerRule {
    pub label: Text,
    /// A number that the player knows and types; otherwise it is chosen from `/topup/get-list-server-by`.
    pub typed: bool,
    /// Anchored regular expression of a typed server, valid in Rust and JavaScript alike.
    pub pattern: Option<String>,
    pub example: String,
}

/// A game's guide for buyers, before and after buying.
#[derive(Clone, Debug, Default, Serialize, Deserialize, SimpleObject)]
#[serde(rename_all = "camelCase", default)]
pub struct GameGuide {
    /// The drawn screen that shows where the ID is: `profile-top-left`, `profile-menu`, `settings`, `riot-id`, `username`, `uid-corner`
    pub picture: Option<String>,
    /// Steps to the player ID
    #[serde(rename = "where")]
    #[graphql(name = "where")]
    pub find_id: Vec<Text>,
    /// Steps to top up, or to redeem a code
    pub steps: Vec<Text>,
    pub questions: Vec<Faq>,
    /// URL where a code is redeemed
    pub redeem_url: Option<String>,
    /// The country that an account must belong to, in words
    pub region: Option<Text>,
    /// The same country's ISO 3166 code, `TH`; with one, the buyer confirms that the account belongs to it. Absent for codes that work anywhere
    pub region_code: Option<String>,
    /// ISO 4217 code of the account's currency, `THB`
    pub currency: Option<String>,
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
    /// The mark on its cover, one of `shield`, `flame`, `parachute`, `crosshair`, `swords`, `star`, `comet`, `disc`, `brick`, `target`,
    /// `crown`, `ball`, `anvil`, `gear`, `pad`, `joystick`, `controller`, `triangle`, `note`, `fist`, `gift`
    pub glyph: String,
    pub blurb: Text,
    /// The recipient that the buyer names: nobody for a code, a player, or a mobile number
    pub target: Target,
    pub needs_server: bool,
    /// Present where the target is a player.
    #[graphql(name = "playerId")]
    pub player: Option<PlayerIdRule>,
    /// Absent where no server is asked for.
    pub server_rule: Option<ServerRule>,
    pub about: GameGuide,
    /// Common search terms for it, besides its name
    #[graphql(skip)]
    pub aliases: Vec<String>,
    /// Indices into [`Snapshot::products`], in the order they are shown.
    #[graphql(skip)]
    pub products: Vec<usize>,
    /// Indices into [`Snapshot::games`]
    #[graphql(skip)]
    pub related: Vec<usize>,
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
    /// Amount of the game's currency, bonus included; absent where packages cannot be compared by it.
    pub units: Option<i32>,
    /// Satang, without a flash sale.
    pub price_satang: i64,
    /// The crossed-out list price, where there is one.
    pub list_price_satang: Option<i64>,
    pub vat_excluded: bool,
    /// The company that sells it; absent if we do.
    pub seller: Option<String>,
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
    /// Time of the last delivery, Unix ms; the newest wins
    pub version: i64,
}

/// One question and its answer.
#[derive(Clone, Debug, Serialize, Deserialize, SimpleObject)]
pub struct Faq {
    pub question: Text,
    pub answer: Text,
}

/// A time in which the shop takes no new orders.
#[derive(Clone, Debug, Serialize, Deserialize, SimpleObject, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Maintenance {
    pub message: Text,
    /// Its beginning; absent: it has begun
    #[serde(default)]
    pub starts_at: Option<DateTime<Utc>>,
    /// Its end; absent: until the shop is opened
    pub until: Option<DateTime<Utc>>,
}

#[derive(Debug, Default)]
pub struct Snapshot {
    /// Most popular first.
    pub games: Vec<Game>,
    /// The texts by which games are found; see [`Snapshot::index`]
    pub search_index: SearchIndex,
    pub products: Vec<Product>,
    pub flash_sales: Vec<FlashSale>,
    pub shelves: Vec<Shelf>,
    pub banners: Vec<Banner>,
    pub ticker: Ticker,
    pub is_monochrome: bool,
    pub maintenance: Option<Maintenance>,
    pub by_slug: HashMap<String, usize>,
    pub game_by_id: HashMap<i64, usize>,
    pub product_by_id: HashMap<i64, usize>,
    /// Published articles
    pub content: Arc<ContentSnapshot>,
    /// Quotas of the coupons that promotions name, by code
    pub coupons: HashMap<String, CouponQuota>,
}

/// Uses of a coupon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouponQuota {
    pub total: i32,
    pub left: i32,
}

impl Snapshot {
    /// Finds a game by slug, or by number for old links.
    pub fn game(&self, id: &str) -> Option<usize> {
        self.by_slug.get(id).copied().or_else(|| self.game_by_id.get(&id.parse().ok()?).copied())
    }

    /// Returns a product's running flash sale with pieces left, else a running one that is sold out.
    pub fn flash_sale(&self, product: usize, now: DateTime<Utc>) -> Option<usize> {
        let running = || self.flash_sales.iter().enumerate().filter(|(_, sale)| sale.product == product && sale.running(now));
        running().find(|(_, sale)| sale.taken < sale.quantity).or_else(|| running().next()).map(|(at, _)| at)
    }

    /// Returns the next moment at which something begins or ends by the clock alone: cached answers are valid until then.
    pub fn next_boundary(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let sales = self.flash_sales.iter().flat_map(|sale| [Some(sale.starts_at), Some(sale.ends_at)]);
        let banners = self.banners.iter().flat_map(|banner| [banner.starts_at, banner.ends_at]);
        let opening = self.maintenance.iter().flat_map(|closed| [closed.starts_at, closed.until]);
        sales.chain(banners).chain(opening).chain(super::articles::boundaries(self)).flatten().filter(|at| *at > now).min()
    }

    /// Returns the maintenance that is announced or under way.
    pub fn announced(&self, now: DateTime<Utc>) -> Option<&Maintenance> {
        self.maintenance.as_ref().filter(|closed| closed.until.is_none_or(|until| now < until))
    }

    /// Returns the maintenance that now keeps the shop from taking orders; None while it is open.
    pub fn maintenance(&self, now: DateTime<Utc>) -> Option<&Maintenance> {
        self.announced(now).filter(|closed| closed.starts_at.is_none_or(|start| start <= now))
    }

    /// Builds the index for searching and related games, once everything is loaded.
    pub fn index(&mut self) {
        let sold = |game: &Game| game.products.iter().map(|at| &self.products[*at]).collect();
        self.search_index = SearchIndex::new(self.games.iter().map(|game| (game, sold(game))));
        for (game, related) in related(self).into_iter().enumerate() {
            self.games[game].related = related;
        }
    }

    /// Returns the current price of one piece: a running flash sale's price while it has pieces.
    pub fn effective_price(&self, product: usize, now: DateTime<Utc>) -> i64 {
        let sale = self.flash_sale(product, now).map(|at| &self.flash_sales[at]).filter(|sale| sale.taken < sale.quantity);
        sale.map_or(self.products[product].price_satang, |sale| sale.price_satang)
    }

    /// Returns the lowest price that the game can be bought for now.
    pub fn lowest_price(&self, game: &Game, now: DateTime<Utc>) -> Option<i64> {
        let buyable = game.products.iter().filter(|at| self.products[**at].state == ProductState::Active);
        buyable.map(|at| self.effective_price(*at, now)).min()
    }

    /// Returns the package with the lowest price per unit now. None where too few buyable ones can be compared, or none is dearer.
    pub fn best_value(&self, game: usize, now: DateTime<Utc>) -> Option<usize> {
        let buyable = self.games[game].products.iter().filter(|at| self.products[**at].state == ProductState::Active);
        let offers: Vec<(usize, i64, i64)> =
            buyable.filter_map(|at| Some((*at, self.effective_price(*at, now), i64::from(self.products[*at].units?)))).collect();
        // Price for a unit, compared without dividing: a/b < c/d.
        let by_unit = |a: &&(usize, i64, i64), b: &&(usize, i64, i64)| (a.1 * b.2, a.1).cmp(&(b.1 * a.2, b.1));
        let best = offers.iter().min_by(by_unit)?;
        let dearer = offers.iter().any(|other| best.1 * other.2 < other.1 * best.2);
        (offers.len() >= COMPARED && dearer).then_some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::demo;

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

    #[test]
    fn the_best_value_is_one_package_that_can_be_bought_and_a_flash_sale_may_make_it() {
        let mut catalogue = demo::snapshot();
        let best = |catalogue: &Snapshot, slug: &str, now: i64| {
            catalogue.best_value(catalogue.by_slug[slug], at(now)).map(|at| catalogue.products[at].sku.clone())
        };
        assert_eq!(best(&catalogue, "rov", 0).as_deref(), Some("rov-4320"));
        assert_eq!(best(&catalogue, "free-fire", 0).as_deref(), Some("free-fire-517"));
        assert_eq!(best(&catalogue, "steam-wallet", 0), None, "cards have no units");
        let find = |catalogue: &Snapshot, sku: &str| catalogue.products.iter().position(|product| product.sku == sku).unwrap();
        let dearest = find(&catalogue, "rov-24");
        catalogue.flash_sales = vec![FlashSale { product: dearest, ..sale(1, 0, 0, 100) }];
        assert_eq!(best(&catalogue, "rov", 50).as_deref(), Some("rov-24"));
        catalogue.flash_sales[0].taken = 10;
        assert_eq!(best(&catalogue, "rov", 50).as_deref(), Some("rov-4320"), "its pieces are gone");
        let most = find(&catalogue, "rov-4320");
        catalogue.products[most].state = ProductState::SoldOut;
        assert_eq!(best(&catalogue, "rov", 0).as_deref(), Some("rov-940"));
        for product in &mut catalogue.products {
            product.price_satang = i64::from(product.units.unwrap_or(1));
        }
        assert_eq!(best(&catalogue, "rov", 0), None, "all cost the same for a unit");
    }

    #[test]
    fn related_games_are_others_and_the_nearest_come_first() {
        let catalogue = demo::snapshot();
        let related = |slug: &str| -> Vec<&str> {
            catalogue.games[catalogue.by_slug[slug]].related.iter().map(|at| catalogue.games[*at].slug.as_str()).collect()
        };
        for game in &catalogue.games {
            let mut related = related(&game.slug);
            // Goods for numbers are five in all.
            let wanted = if game.kind.is_for_number() { 4 } else { 6 };
            assert!(!related.contains(&game.slug.as_str()) && related.len() == wanted, "{}: {related:?}", game.slug);
            related.sort_unstable();
            related.dedup();
            assert_eq!(related.len(), wanted, "{}", game.slug);
        }
        assert_eq!(related("genshin-impact")[..2], ["honkai-star-rail", "zenless-zone-zero"]);
        assert!(related("roblox-gift-card")[..3].contains(&"roblox"), "{:?}", related("roblox-gift-card"));
        assert!(related("valorant").contains(&"league-of-legends"));
    }
}
