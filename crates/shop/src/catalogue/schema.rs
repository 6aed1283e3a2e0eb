//! The GraphQL schema; every resolver reads the snapshot it was handed, none touches the database.

use std::sync::Arc;

use async_graphql::{ComplexObject, Context, EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use chrono::{DateTime, Utc};
use manao_content::kinds::ArticleKind;
use manao_domain::product::{ProductKind, Target};
use manao_kernel::settings::Settings;
use manao_kernel::text::Text;

use super::articles::{self, ArticlePage, ArticleView, HelpHit, Language, ManualEntry, Question};
use super::snapshot::{Banner, FlashSale, Game, Maintenance, Product, Shelf, Snapshot, Ticker};

pub type CatalogueSchema = Schema<Query, EmptyMutation, EmptySubscription>;

/// One schema for every catalogue path. It is served as text; introspection is off, since its answers would be long and of little use.
pub fn schema() -> CatalogueSchema {
    Schema::build(Query, EmptyMutation, EmptySubscription).disable_introspection().finish()
}

/// The data that a request is answered from: the catalogue and the current time.
#[derive(Clone)]
pub struct QueryContext {
    pub catalogue: Arc<Snapshot>,
    pub now: DateTime<Utc>,
    pub shop: Arc<Shop>,
}

/// The public part of the shop's settings.
pub struct Shop {
    pub provider_name: String,
    /// Hosts that saved links may lead to, besides this site
    pub link_hosts: Vec<String>,
    /// VAT on prices that exclude it
    pub vat_basis_points: i32,
    /// Most pieces of one product in a cart
    pub cart_max_of_one: i32,
    /// Largest profile picture, and largest other picture, in megabytes
    pub upload_profile_mb: i32,
    pub upload_picture_mb: i32,
    pub company: Company,
    pub social_links: Vec<SocialLink>,
    pub event_href: Option<String>,
}

/// The company that runs the shop, as it is registered.
#[derive(Clone, SimpleObject)]
pub struct Company {
    pub name: Text,
    pub tax_id: String,
    pub address: Text,
    pub phone: String,
}

/// Our page on another site.
#[derive(Clone, SimpleObject)]
pub struct SocialLink {
    pub name: &'static str,
    pub href: String,
}

impl Shop {
    pub fn new(settings: &Settings) -> Self {
        let number = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
        let social = [("Facebook", &settings.facebook_url), ("YouTube", &settings.youtube_url)];
        Self {
            provider_name: settings.provider_name.clone(),
            link_hosts: settings.link_hosts.clone(),
            vat_basis_points: number(settings.vat_basis_points),
            cart_max_of_one: number(settings.cart_max_of_one),
            upload_profile_mb: number(settings.upload_profile_mb),
            upload_picture_mb: number(settings.upload_picture_mb),
            company: Company {
                name: Text::new(&settings.company_name_th, &settings.company_name_en),
                tax_id: settings.company_tax_id.clone(),
                address: Text::new(&settings.company_address_th, &settings.company_address_en),
                phone: settings.company_phone.clone(),
            },
            social_links: social.into_iter().filter_map(|(name, href)| Some(SocialLink { name, href: href.clone()? })).collect(),
            event_href: settings.event_link(),
        }
    }
}

pub(super) fn query_context<'a>(context: &Context<'a>) -> &'a QueryContext {
    context.data_unchecked::<QueryContext>()
}

#[derive(SimpleObject)]
struct GamePage<'a> {
    items: Vec<&'a Game>,
    page: i32,
    per_page: i32,
    total: i32,
    /// No game holds the search: these are the nearest by likeness, at most five
    guessed: bool,
}

#[derive(SimpleObject)]
struct AppConfig<'a> {
    is_monochrome: bool,
    app_name: String,
    provider_name: String,
    /// Hosts that saved links may lead to, besides this site
    link_hosts: Vec<String>,
    /// VAT on prices that exclude it: hundredths of a percent
    vat_basis_points: i32,
    /// Largest profile picture that may be uploaded, in megabytes
    upload_profile_mb: i32,
    /// Largest other picture, in megabytes
    upload_picture_mb: i32,
    company: &'a Company,
    /// Our pages on other sites
    social_links: &'a [SocialLink],
    /// The event that the menu links to, on another site
    event_href: Option<&'a str>,
}

/// A topic to subscribe to; public ones need no grant.
#[derive(SimpleObject)]
struct LiveTopic {
    topic: String,
}

#[ComplexObject]
impl Game {
    async fn products<'a>(&self, context: &Context<'a>) -> Vec<&'a Product> {
        let catalogue = &query_context(context).catalogue;
        self.products.iter().map(|at| &catalogue.products[*at]).collect()
    }
    /// The lowest price available now, flash sales included.
    async fn from_satang(&self, context: &Context<'_>) -> Option<i64> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        catalogue.lowest_price(self, *now)
    }
    /// Whether any of its prices excludes VAT.
    async fn vat_excluded(&self, context: &Context<'_>) -> bool {
        let catalogue = &query_context(context).catalogue;
        self.products.iter().any(|at| catalogue.products[*at].vat_excluded)
    }
    /// Related games, up to six.
    async fn related<'a>(&self, context: &Context<'a>) -> Vec<&'a Game> {
        let catalogue = &query_context(context).catalogue;
        self.related.iter().map(|at| &catalogue.games[*at]).collect()
    }
}

#[ComplexObject]
impl Product {
    async fn game<'a>(&self, context: &Context<'a>) -> &'a Game {
        &query_context(context).catalogue.games[self.game]
    }
    async fn kind(&self, context: &Context<'_>) -> ProductKind {
        query_context(context).catalogue.games[self.game].kind
    }
    async fn excluded_channels(&self) -> Vec<&'static str> {
        self.excluded_channels.iter().map(|channel| channel.as_str()).collect()
    }
    async fn flash_sale<'a>(&self, context: &Context<'a>) -> Option<&'a FlashSale> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        let sale = catalogue.flash_sale(*catalogue.product_by_id.get(&self.id)?, *now)?;
        Some(&catalogue.flash_sales[sale])
    }
    /// Whether it has the lowest price per unit of the game's currency now, flash sales included; true for at most one package of a game.
    async fn best_value(&self, context: &Context<'_>) -> bool {
        let QueryContext { catalogue, now, .. } = query_context(context);
        catalogue.best_value(self.game, *now).is_some_and(|best| catalogue.products[best].id == self.id)
    }
    /// Most pieces of one product in a cart, or the remaining stock if that is less; 1 for a number.
    async fn max_quantity(&self, context: &Context<'_>) -> i32 {
        let QueryContext { catalogue, shop, .. } = query_context(context);
        let is_number = catalogue.games[self.game].target == Target::Number;
        let most = if is_number { 1 } else { shop.cart_max_of_one };
        self.stock.map_or(most, |left| left.min(most))
    }
}

#[ComplexObject]
impl FlashSale {
    async fn product<'a>(&self, context: &Context<'a>) -> &'a Product {
        &query_context(context).catalogue.products[self.product]
    }
    async fn remaining(&self) -> i32 {
        self.quantity - self.taken
    }
    async fn starts_at(&self) -> String {
        rfc3339(self.starts_at)
    }
    async fn ends_at(&self) -> String {
        rfc3339(self.ends_at)
    }
    async fn live(&self) -> LiveTopic {
        LiveTopic { topic: format!("public:stock:{}", self.id) }
    }
}

pub(super) fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

#[ComplexObject]
impl Shelf {
    async fn games<'a>(&self, context: &Context<'a>) -> Vec<&'a Game> {
        let catalogue = &query_context(context).catalogue;
        self.games.iter().map(|at| &catalogue.games[*at]).collect()
    }
}

/// The contents of the home page.
#[derive(SimpleObject)]
struct Home<'a> {
    banners: Vec<&'a Banner>,
    shelves: &'a [Shelf],
    flash_sales: Vec<&'a FlashSale>,
    ticker: Ticker,
}

fn banners<'a>(context: &'a QueryContext, page: &str) -> Vec<&'a Banner> {
    context.catalogue.banners.iter().filter(|banner| banner.page == page && banner.shown(context.now)).collect()
}

fn flash_sales(context: &QueryContext) -> Vec<&FlashSale> {
    context.catalogue.flash_sales.iter().filter(|sale| sale.running(context.now)).collect()
}

pub struct Query;

#[Object]
impl Query {
    async fn home<'a>(&self, context: &Context<'a>) -> Home<'a> {
        let context = query_context(context);
        Home {
            banners: banners(context, "home"),
            shelves: &context.catalogue.shelves,
            flash_sales: flash_sales(context),
            ticker: context.catalogue.ticker,
        }
    }

    /// Games, most popular first. `perPage` is 1 to 100.
    ///
    /// A search understands Thai spellings, short names, names of packages and typing errors: the best match first, then popularity.
    async fn games<'a>(
        &self,
        context: &Context<'a>,
        search: Option<String>,
        kind: Option<ProductKind>,
        #[graphql(default = 1, validator(minimum = 1))] page: i32,
        #[graphql(default = 48, validator(minimum = 1, maximum = 100))] per_page: i32,
    ) -> GamePage<'a> {
        let catalogue = &query_context(context).catalogue;
        let found = catalogue.search(search.as_deref(), kind);
        let from = (page as usize - 1).saturating_mul(per_page as usize);
        let items = found.games.iter().skip(from).take(per_page as usize).map(|at| &catalogue.games[*at]).collect();
        GamePage { items, page, per_page, total: found.games.len() as i32, guessed: found.guessed }
    }

    /// A game by slug or number; null when there is none.
    async fn game<'a>(&self, context: &Context<'a>, id: String) -> Option<&'a Game> {
        let catalogue = &query_context(context).catalogue;
        catalogue.game(&id).map(|at| &catalogue.games[at])
    }

    async fn product<'a>(&self, context: &Context<'a>, id: i64) -> Option<&'a Product> {
        let catalogue = &query_context(context).catalogue;
        catalogue.product_by_id.get(&id).map(|at| &catalogue.products[*at])
    }

    async fn shelf_bases<'a>(&self, context: &Context<'a>) -> &'a [Shelf] {
        &query_context(context).catalogue.shelves
    }

    async fn banner_in_page<'a>(&self, context: &Context<'a>, page: String) -> Vec<&'a Banner> {
        banners(query_context(context), &page)
    }

    async fn flash_sales<'a>(&self, context: &Context<'a>) -> Vec<&'a FlashSale> {
        flash_sales(query_context(context))
    }

    /// Frequent questions, in their order.
    async fn faq<'a>(&self, context: &Context<'a>, lang: Language) -> Vec<Question<'a>> {
        articles::questions(&query_context(context).catalogue, lang.into())
    }

    /// Articles of a kind: pinned ones, then the newest. `perPage` is 1 to 50.
    async fn articles<'a>(
        &self,
        context: &Context<'a>,
        kind: ArticleKind,
        lang: Language,
        #[graphql(desc = "Slug of a game that they are about")] game: Option<String>,
        #[graphql(default = 1, validator(minimum = 1))] page: i32,
        #[graphql(default = 12, validator(minimum = 1, maximum = 50))] per_page: i32,
    ) -> ArticlePage<'a> {
        articles::page(&query_context(context).catalogue, kind, lang.into(), game.as_deref(), page, per_page)
    }

    /// An article by its number; a page of the manual or of its own by its slug. Null when there is none.
    ///
    /// Where it is not written in the asked language, it comes in the other: `lang` says so.
    async fn article<'a>(&self, context: &Context<'a>, kind: ArticleKind, id: String, lang: Language) -> Option<ArticleView<'a>> {
        let article = query_context(context).catalogue.content.find(kind, &id)?;
        ArticleView::new(article, lang.into(), true)
    }

    /// The help centre's tree, in reading order.
    async fn manual<'a>(&self, context: &Context<'a>, lang: Language) -> Vec<ManualEntry<'a>> {
        articles::manual(&query_context(context).catalogue, lang.into())
    }

    /// Pages of the help centre that hold every word of a search, the best first; at most ten.
    async fn help<'a>(&self, context: &Context<'a>, search: String, lang: Language) -> Vec<HelpHit<'a>> {
        articles::help(&query_context(context).catalogue, &search, lang.into(), 10)
    }

    async fn app_config<'a>(&self, context: &Context<'a>) -> AppConfig<'a> {
        let QueryContext { catalogue, shop, .. } = query_context(context);
        AppConfig {
            is_monochrome: catalogue.is_monochrome,
            app_name: "Manao".into(),
            provider_name: shop.provider_name.clone(),
            link_hosts: shop.link_hosts.clone(),
            vat_basis_points: shop.vat_basis_points,
            upload_profile_mb: shop.upload_profile_mb,
            upload_picture_mb: shop.upload_picture_mb,
            company: &shop.company,
            social_links: &shop.social_links,
            event_href: shop.event_href.as_deref(),
        }
    }

    /// The maintenance that is announced or under way; null while there is none.
    async fn maintenance<'a>(&self, context: &Context<'a>) -> Option<&'a Maintenance> {
        let QueryContext { catalogue, now, .. } = query_context(context);
        catalogue.announced(*now)
    }
}

#[cfg(test)]
mod tests {
    /// The web's types are generated from the committed copy; `make generate` updates it.
    #[test]
    fn the_committed_schema_is_this_one() {
        let committed = include_str!("../../../../api/schema.graphql");
        assert!(committed == super::schema().sdl(), "api/schema.graphql is stale: make generate");
    }
}
