//! The GraphQL schema; every resolver reads the snapshot it was handed, none touches the database.

use std::sync::Arc;

use async_graphql::{Context, EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use chrono::{DateTime, Utc};
use manao_domain::product::{ProductKind, ProductState};

use super::snapshot::{self, Faq, Maintenance, PlayerIdRule, Snapshot, Ticker};
use crate::text::Text;

pub type CatalogueSchema = Schema<Query, EmptyMutation, EmptySubscription>;

/// One schema for every catalogue path. It is handed out as text; whoever asks it about itself would be answered at length for little.
pub fn schema() -> CatalogueSchema {
    Schema::build(Query, EmptyMutation, EmptySubscription).disable_introspection().finish()
}

/// What a request is answered from: the catalogue, and the moment it is asked at.
#[derive(Clone)]
pub struct QueryContext {
    pub catalogue: Arc<Snapshot>,
    pub now: DateTime<Utc>,
    pub shop: Arc<Shop>,
}

/// What the settings say of the shop to everybody.
pub struct Shop {
    pub provider_name: String,
    /// Hosts that saved links may lead to, beside this site
    pub link_hosts: Vec<String>,
    /// VAT on prices that exclude it
    pub vat_basis_points: i32,
    /// Most pieces of one product in a cart
    pub cart_max_of_one: i32,
    /// Largest picture of a person, and of anything else, in megabytes
    pub upload_profile_mb: i32,
    pub upload_picture_mb: i32,
}

#[derive(Clone, Copy)]
struct GameRef(usize);
#[derive(Clone, Copy)]
struct ProductRef(usize);
#[derive(Clone, Copy)]
struct FlashSaleRef(usize);
#[derive(Clone, Copy)]
struct ShelfRef(usize);

fn query_context<'a>(context: &Context<'a>) -> &'a QueryContext {
    context.data_unchecked::<QueryContext>()
}

#[derive(SimpleObject)]
struct GamePage {
    items: Vec<GameRef>,
    page: i32,
    per_page: i32,
    total: i32,
}

#[derive(SimpleObject)]
struct AppConfig {
    is_monochrome: bool,
    app_name: String,
    provider_name: String,
    /// Hosts that saved links may lead to, beside this site
    link_hosts: Vec<String>,
    /// VAT on prices that exclude it: hundredths of a percent
    vat_basis_points: i32,
    /// Largest picture of a person that may be uploaded, in megabytes
    upload_profile_mb: i32,
    /// Largest other picture, in megabytes
    upload_picture_mb: i32,
}

/// A topic to listen to; public ones need no grant.
#[derive(SimpleObject)]
struct LiveTopic {
    topic: String,
}

#[derive(SimpleObject)]
struct Banner {
    id: i64,
    page: String,
    title: Text,
    text: Text,
    action: Text,
    href: String,
    hue: i32,
    motif: String,
}

impl From<&snapshot::Banner> for Banner {
    fn from(banner: &snapshot::Banner) -> Self {
        let snapshot::Banner { id, page, title, text, action, href, hue, motif, .. } = banner.clone();
        Self { id, page, title, text, action, href, hue, motif }
    }
}

#[Object(name = "Game")]
impl GameRef {
    async fn id(&self, context: &Context<'_>) -> i64 {
        self.of(context).id
    }
    async fn slug<'a>(&self, context: &Context<'a>) -> &'a str {
        &self.of(context).slug
    }
    async fn name<'a>(&self, context: &Context<'a>) -> &'a Text {
        &self.of(context).name
    }
    async fn publisher<'a>(&self, context: &Context<'a>) -> &'a str {
        &self.of(context).publisher
    }
    async fn kind(&self, context: &Context<'_>) -> ProductKind {
        self.of(context).kind
    }
    async fn hue(&self, context: &Context<'_>) -> i32 {
        self.of(context).hue
    }
    async fn motif<'a>(&self, context: &Context<'a>) -> &'a str {
        &self.of(context).motif
    }
    async fn blurb<'a>(&self, context: &Context<'a>) -> &'a Text {
        &self.of(context).blurb
    }
    async fn needs_server(&self, context: &Context<'_>) -> bool {
        self.of(context).needs_server
    }
    /// Absent where no player ID is asked for (vouchers).
    async fn player_id<'a>(&self, context: &Context<'a>) -> Option<&'a PlayerIdRule> {
        self.of(context).player.as_ref()
    }
    async fn products(&self, context: &Context<'_>) -> Vec<ProductRef> {
        self.of(context).products.iter().copied().map(ProductRef).collect()
    }
    /// The lowest price that can be bought now, flash sales included.
    async fn from_satang(&self, context: &Context<'_>) -> Option<i64> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        let buyable = self.of(context).products.iter().filter(|at| catalogue.products[**at].state == ProductState::Active);
        buyable.map(|at| effective_price(catalogue, *at, *now)).min()
    }
    /// Median seconds from payment to delivery lately; absent without deliveries.
    async fn typical_seconds(&self, context: &Context<'_>) -> Option<i32> {
        self.of(context).typical_seconds
    }
}

impl GameRef {
    fn of<'a>(&self, context: &Context<'a>) -> &'a snapshot::Game {
        &query_context(context).catalogue.games[self.0]
    }
}

fn effective_price(catalogue: &Snapshot, product: usize, now: DateTime<Utc>) -> i64 {
    let sale = catalogue.flash_sale(product, now).map(|at| &catalogue.flash_sales[at]).filter(|sale| sale.taken < sale.quantity);
    sale.map_or(catalogue.products[product].price_satang, |sale| sale.price_satang)
}

#[Object(name = "Product")]
impl ProductRef {
    async fn id(&self, context: &Context<'_>) -> i64 {
        self.of(context).id
    }
    async fn game(&self, context: &Context<'_>) -> GameRef {
        GameRef(self.of(context).game)
    }
    async fn sku<'a>(&self, context: &Context<'a>) -> &'a str {
        &self.of(context).sku
    }
    async fn kind(&self, context: &Context<'_>) -> ProductKind {
        query_context(context).catalogue.games[self.of(context).game].kind
    }
    async fn name<'a>(&self, context: &Context<'a>) -> &'a Text {
        &self.of(context).name
    }
    async fn bonus<'a>(&self, context: &Context<'a>) -> Option<&'a Text> {
        self.of(context).bonus.as_ref()
    }
    /// Satang, without a flash sale.
    async fn price_satang(&self, context: &Context<'_>) -> i64 {
        self.of(context).price_satang
    }
    /// The price it is struck from, where there is one.
    async fn list_price_satang(&self, context: &Context<'_>) -> Option<i64> {
        self.of(context).list_price_satang
    }
    async fn vat_excluded(&self, context: &Context<'_>) -> bool {
        self.of(context).vat_excluded
    }
    async fn state(&self, context: &Context<'_>) -> ProductState {
        self.of(context).state
    }
    /// Pieces left where they are counted.
    async fn remaining(&self, context: &Context<'_>) -> Option<i32> {
        self.of(context).stock
    }
    async fn excluded_channels(&self, context: &Context<'_>) -> Vec<&'static str> {
        self.of(context).excluded_channels.iter().map(|channel| channel.as_str()).collect()
    }
    async fn flash_sale(&self, context: &Context<'_>) -> Option<FlashSaleRef> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        catalogue.flash_sale(self.0, *now).map(FlashSaleRef)
    }
    /// Most of one product in a cart, or fewer where fewer are left.
    async fn max_quantity(&self, context: &Context<'_>) -> i32 {
        let most = query_context(context).shop.cart_max_of_one;
        self.of(context).stock.map_or(most, |left| left.min(most))
    }
}

impl ProductRef {
    fn of<'a>(&self, context: &Context<'a>) -> &'a snapshot::Product {
        &query_context(context).catalogue.products[self.0]
    }
}

#[Object(name = "FlashSale")]
impl FlashSaleRef {
    async fn id(&self, context: &Context<'_>) -> i64 {
        self.of(context).id
    }
    async fn product(&self, context: &Context<'_>) -> ProductRef {
        ProductRef(self.of(context).product)
    }
    async fn price_satang(&self, context: &Context<'_>) -> i64 {
        self.of(context).price_satang
    }
    async fn quantity(&self, context: &Context<'_>) -> i32 {
        self.of(context).quantity
    }
    async fn remaining(&self, context: &Context<'_>) -> i32 {
        self.of(context).quantity - self.of(context).taken
    }
    async fn starts_at(&self, context: &Context<'_>) -> String {
        rfc3339(self.of(context).starts_at)
    }
    async fn ends_at(&self, context: &Context<'_>) -> String {
        rfc3339(self.of(context).ends_at)
    }
    async fn live(&self, context: &Context<'_>) -> LiveTopic {
        LiveTopic { topic: format!("public:stock:{}", self.of(context).id) }
    }
}

impl FlashSaleRef {
    fn of<'a>(&self, context: &Context<'a>) -> &'a snapshot::FlashSale {
        &query_context(context).catalogue.flash_sales[self.0]
    }
}

fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

#[Object(name = "Shelf")]
impl ShelfRef {
    async fn id(&self, context: &Context<'_>) -> i64 {
        self.of(context).id
    }
    async fn key<'a>(&self, context: &Context<'a>) -> &'a str {
        &self.of(context).key
    }
    async fn title<'a>(&self, context: &Context<'a>) -> &'a Text {
        &self.of(context).title
    }
    async fn games(&self, context: &Context<'_>) -> Vec<GameRef> {
        self.of(context).games.iter().copied().map(GameRef).collect()
    }
}

impl ShelfRef {
    fn of<'a>(&self, context: &Context<'a>) -> &'a snapshot::Shelf {
        &query_context(context).catalogue.shelves[self.0]
    }
}

/// What the home page shows.
struct Home;

#[Object]
impl Home {
    async fn banners(&self, context: &Context<'_>) -> Vec<Banner> {
        banners(query_context(context), "home")
    }
    async fn shelves(&self, context: &Context<'_>) -> Vec<ShelfRef> {
        shelves(query_context(context))
    }
    async fn flash_sales(&self, context: &Context<'_>) -> Vec<FlashSaleRef> {
        flash_sales(query_context(context))
    }
    async fn ticker(&self, context: &Context<'_>) -> Ticker {
        query_context(context).catalogue.ticker
    }
}

fn banners(query_context: &QueryContext, page: &str) -> Vec<Banner> {
    query_context
        .catalogue
        .banners
        .iter()
        .filter(|banner| banner.page == page && banner.shown(query_context.now))
        .map(Banner::from)
        .collect()
}
fn shelves(query_context: &QueryContext) -> Vec<ShelfRef> {
    (0..query_context.catalogue.shelves.len()).map(ShelfRef).collect()
}
fn flash_sales(query_context: &QueryContext) -> Vec<FlashSaleRef> {
    let running = query_context.catalogue.flash_sales.iter().enumerate().filter(|(_, sale)| sale.running(query_context.now));
    running.map(|(at, _)| FlashSaleRef(at)).collect()
}

pub struct Query;

#[Object]
impl Query {
    async fn home(&self) -> Home {
        Home
    }

    /// Games, most popular first. `perPage` is 1 to 100.
    async fn games(
        &self,
        context: &Context<'_>,
        search: Option<String>,
        kind: Option<ProductKind>,
        #[graphql(default = 1, validator(minimum = 1))] page: i32,
        #[graphql(default = 48, validator(minimum = 1, maximum = 100))] per_page: i32,
    ) -> GamePage {
        let found = query_context(context).catalogue.search(search.as_deref(), kind);
        let from = (page as usize - 1).saturating_mul(per_page as usize);
        let items = found.iter().skip(from).take(per_page as usize).copied().map(GameRef).collect();
        GamePage { items, page, per_page, total: found.len() as i32 }
    }

    /// By slug or number; null when there is none.
    async fn game(&self, context: &Context<'_>, id: String) -> Option<GameRef> {
        query_context(context).catalogue.game(&id).map(GameRef)
    }

    async fn product(&self, context: &Context<'_>, id: i64) -> Option<ProductRef> {
        query_context(context).catalogue.product_by_id.get(&id).copied().map(ProductRef)
    }

    async fn shelf_bases(&self, context: &Context<'_>) -> Vec<ShelfRef> {
        shelves(query_context(context))
    }

    async fn banner_in_page(&self, context: &Context<'_>, page: String) -> Vec<Banner> {
        banners(query_context(context), &page)
    }

    async fn flash_sales(&self, context: &Context<'_>) -> Vec<FlashSaleRef> {
        flash_sales(query_context(context))
    }

    async fn faq<'a>(&self, context: &Context<'a>) -> &'a [Faq] {
        &query_context(context).catalogue.faq
    }

    async fn app_config(&self, context: &Context<'_>) -> AppConfig {
        let QueryContext { catalogue, shop, .. } = query_context(context);
        AppConfig {
            is_monochrome: catalogue.is_monochrome,
            app_name: "Manao".into(),
            provider_name: shop.provider_name.clone(),
            link_hosts: shop.link_hosts.clone(),
            vat_basis_points: shop.vat_basis_points,
            upload_profile_mb: shop.upload_profile_mb,
            upload_picture_mb: shop.upload_picture_mb,
        }
    }

    /// Null while the shop is open.
    async fn maintenance<'a>(&self, context: &Context<'a>) -> Option<&'a Maintenance> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        catalogue.maintenance(*now)
    }
}

#[cfg(test)]
mod tests {
    /// The web's types are generated from the committed copy: `make generate` renews it.
    #[test]
    fn the_committed_schema_is_this_one() {
        let committed = include_str!("../../../schema.graphql");
        assert!(committed == super::schema().sdl(), "api/schema.graphql is stale: make generate");
    }
}
