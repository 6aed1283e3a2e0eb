//! The demo catalogue: true-to-life games, packages and prices, loaded by `manao demo`.
//!
//! Loading again changes no existing rows, with two exceptions. Flash sales are recreated when all have ended, so that a demo shop always
//! has one, and games of an earlier version get the help to choose that they lack.

use chrono::{DateTime, Duration, Utc};
use manao_domain::product::{ProductKind, Target};
use serde::Deserialize;
use sqlx::{PgConnection, PgPool};

use manao_kernel::sealing::Sealer;
use manao_kernel::text::Text;

const CATALOGUE: &str = include_str!("../../demo/catalogue.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Demo {
    partners: Vec<Partner>,
    games: Vec<Game>,
    shelves: Vec<Shelf>,
    banners: Vec<Banner>,
    flash_sales: Vec<FlashSale>,
    app_config: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Partner {
    code: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Game {
    slug: String,
    partner: String,
    partner_game: String,
    kind: ProductKind,
    name: Text,
    aliases: Vec<String>,
    publisher: String,
    seller: String,
    hue: i32,
    motif: String,
    glyph: String,
    blurb: Text,
    player: Option<Player>,
    /// The way in which a player's server is given; None if no server is asked for.
    server: Option<ServerRule>,
    /// ID and server together, as the game copies them.
    paste_example: Option<String>,
    about: serde_json::Value,
    popularity: i32,
    commission_bp: i32,
    vat_excluded: bool,
    /// Number of our own codes for each product; without it the partner supplies codes.
    own_codes: Option<i32>,
    products: Vec<Product>,
}

impl Game {
    fn target(&self) -> Target {
        match &self.player {
            _ if self.kind.is_for_number() => Target::Number,
            Some(_) => Target::Player,
            None => Target::None,
        }
    }
}

#[derive(Deserialize)]
struct Player {
    label: Text,
    hint: Text,
    pattern: String,
    example: String,
}

#[derive(Deserialize)]
struct ServerRule {
    label: Text,
    typed: bool,
    pattern: Option<String>,
    example: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Product {
    sku: String,
    name: Text,
    units: Option<i32>,
    price: i64,
    list_price: Option<i64>,
    bonus: Option<Text>,
    state: Option<String>,
}

#[derive(Deserialize)]
struct Shelf {
    key: String,
    title: Text,
    games: Vec<String>,
}

#[derive(Deserialize)]
struct Banner {
    page: String,
    title: Text,
    text: Text,
    action: Text,
    href: String,
    hue: i32,
    motif: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FlashSale {
    game: String,
    sku: String,
    price: i64,
    quantity: i32,
    starts_in_hours: i64,
    ends_in_hours: i64,
}

/// The seller that stands for ourselves.
const OWN_SELLER: &str = "Manao Digital";
/// The demo game that a second partner sells too.
const SHARED_GAME: &str = "free-fire";
const SECOND_PARTNER: &str = "moonpin";

/// Loads missing rows; returns the number of games in the catalogue.
pub async fn load_demo(pool: &PgPool, sealer: &Sealer, now: DateTime<Utc>) -> anyhow::Result<i64> {
    let demo: Demo = serde_json::from_str(CATALOGUE)?;
    let mut tx = manao_kernel::database::begin(pool, "begin").await?;
    // Two processes that start side by side load it once.
    sqlx::query!("select pg_advisory_xact_lock(hashtext('manao demo'))").fetch_one(&mut *tx).await?;
    let loaded = sqlx::query_scalar!(r#"select exists(select 1 from shop.games) as "loaded!""#).fetch_one(&mut *tx).await?;
    if !loaded {
        for partner in &demo.partners {
            sqlx::query!(
                "insert into shop.partners (code, name) values ($1, $2) on conflict do nothing",
                partner.code,
                partner.name
            )
            .execute(&mut *tx)
            .await?;
        }
        for game in &demo.games {
            insert_game(&mut tx, game, sealer).await?;
        }
        insert_pages(&mut tx, &demo).await?;
    }
    for game in &demo.games {
        help_to_choose(&mut tx, game).await?;
    }
    // One game's products are sold by a second partner too.
    sqlx::query!(
        "insert into shop.product_supplies (product_id, partner_code, partner_game, sku, priority)
         select p.id, r.code, g.partner_game, p.sku, 2 from shop.products p join shop.games g on g.id = p.game_id
           join shop.partners r on r.code = $2 and r.code <> g.partner_code
         where g.slug = $1 on conflict do nothing",
        SHARED_GAME,
        SECOND_PARTNER
    )
    .execute(&mut *tx)
    .await?;
    start_flash_sales(&mut tx, &demo.flash_sales, now).await?;
    let games = sqlx::query_scalar!(r#"select count(*) as "count!" from shop.games"#).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    Ok(games)
}

async fn insert_game(connection: &mut PgConnection, game: &Game, sealer: &Sealer) -> anyhow::Result<()> {
    let seller = sqlx::query_scalar!(
        "insert into shop.sellers (name, own) values ($1, $2) on conflict (name) do update set own = excluded.own returning id",
        game.seller,
        game.seller == OWN_SELLER
    )
    .fetch_one(&mut *connection)
    .await?;
    let player = game.player.as_ref();
    let id = sqlx::query_scalar!(
        "insert into shop.games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif, target, needs_server,
           player_label_th, player_label_en, player_hint_th, player_hint_en, player_pattern, player_example, popularity)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning id",
        game.slug,
        game.partner,
        game.partner_game,
        game.kind.as_str(),
        game.name.th,
        game.name.en,
        game.publisher,
        game.blurb.th,
        game.blurb.en,
        game.hue,
        game.motif,
        game.target().as_str(),
        game.server.is_some(),
        player.map(|player| &player.label.th),
        player.map(|player| &player.label.en),
        player.map(|player| &player.hint.th),
        player.map(|player| &player.hint.en),
        player.map(|player| &player.pattern),
        player.map(|player| &player.example),
        game.popularity,
    )
    .fetch_one(&mut *connection)
    .await?;
    for (position, product) in game.products.iter().enumerate() {
        let product_id = sqlx::query_scalar!(
            "insert into shop.products (game_id, seller_id, sku, name_th, name_en, bonus_th, bonus_en, price_satang, list_price_satang, vat_excluded, commission_bp, position, state, stock)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id",
            id,
            seller,
            product.sku,
            product.name.th,
            product.name.en,
            product.bonus.as_ref().map(|bonus| &bonus.th),
            product.bonus.as_ref().map(|bonus| &bonus.en),
            product.price,
            product.list_price,
            game.vat_excluded,
            game.commission_bp,
            position as i32,
            product.state.as_deref().unwrap_or("active"),
            game.own_codes,
        )
        .fetch_one(&mut *connection)
        .await?;
        for _ in 0..game.own_codes.unwrap_or(0) {
            let (code, serial) = voucher();
            sqlx::query!(
                "insert into shop.voucher_codes (product_id, code_sealed, serial, expires_on, fingerprint) values ($1, $2, $3, current_date + 730, $4)",
                product_id,
                sealer.seal(code.as_bytes(), serial.as_bytes())?,
                serial,
                sealer.fingerprint(&code),
            )
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

/// Fills in the help to choose for a game that has none: a new one, or one loaded before such help existed.
async fn help_to_choose(connection: &mut PgConnection, game: &Game) -> sqlx::Result<()> {
    let server = game.server.as_ref();
    let id = sqlx::query_scalar!(
        "update shop.games set aliases = $2, glyph = $3, server_label_th = $4, server_label_en = $5, server_typed = $6, server_pattern = $7,
           server_example = $8, paste_example = $9, guide = $10
         where slug = $1 and guide is null returning id",
        game.slug,
        &game.aliases,
        game.glyph,
        server.map(|server| &server.label.th),
        server.map(|server| &server.label.en),
        server.is_some_and(|server| server.typed),
        server.and_then(|server| server.pattern.as_ref()),
        server.map(|server| &server.example),
        game.paste_example,
        game.about,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(id) = id else { return Ok(()) };
    for product in &game.products {
        let bonus = product.bonus.as_ref();
        sqlx::query!(
            "update shop.products set units = $3, bonus_th = $4, bonus_en = $5 where game_id = $1 and sku = $2",
            id,
            product.sku,
            product.units,
            bonus.map(|bonus| &bonus.th),
            bonus.map(|bonus| &bonus.en),
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Returns a code as cards carry it, of three groups of five, and a serial.
fn voucher() -> (String, String) {
    use rand::RngExt;
    const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut rng = rand::rng();
    let groups: Vec<String> =
        (0..3).map(|_| (0..5).map(|_| LETTERS[rng.random_range(0..LETTERS.len())] as char).collect()).collect();
    (groups.join("-"), format!("MN{:012}", rng.random_range(0..1_000_000_000_000_u64)))
}

async fn insert_pages(connection: &mut PgConnection, demo: &Demo) -> sqlx::Result<()> {
    for (position, shelf) in demo.shelves.iter().enumerate() {
        sqlx::query!(
            "with shelf as (insert into shop.shelves (key, title_th, title_en, position) values ($1, $2, $3, $4) returning id)
             insert into shop.shelf_games (shelf_id, game_id, position)
             select shelf.id, games.id, listed.position::int from shelf, unnest($5::text[]) with ordinality as listed (slug, position) join shop.games using (slug)",
            shelf.key,
            shelf.title.th,
            shelf.title.en,
            position as i32,
            &shelf.games,
        )
        .execute(&mut *connection)
        .await?;
    }
    for (position, banner) in demo.banners.iter().enumerate() {
        sqlx::query!(
            "insert into shop.banners (page, title_th, title_en, text_th, text_en, action_th, action_en, href, hue, motif, position) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            banner.page,
            banner.title.th,
            banner.title.en,
            banner.text.th,
            banner.text.en,
            banner.action.th,
            banner.action.en,
            banner.href,
            banner.hue,
            banner.motif,
            position as i32,
        )
        .execute(&mut *connection)
        .await?;
    }
    for (key, value) in &demo.app_config {
        sqlx::query!("insert into shop.app_config (key, value) values ($1, $2) on conflict (key) do nothing", key, value)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn start_flash_sales(connection: &mut PgConnection, sales: &[FlashSale], now: DateTime<Utc>) -> sqlx::Result<()> {
    let running = sqlx::query_scalar!(r#"select exists(select 1 from shop.flash_sales where ends_at > $1) as "running!""#, now)
        .fetch_one(&mut *connection)
        .await?;
    if running {
        return Ok(());
    }
    for sale in sales {
        sqlx::query!(
            "insert into shop.flash_sales (product_id, price_satang, quantity, starts_at, ends_at)
             select p.id, $3, $4, $5, $6 from shop.products p join shop.games g on g.id = p.game_id where g.slug = $1 and p.sku = $2",
            sale.game,
            sale.sku,
            sale.price,
            sale.quantity,
            now + Duration::hours(sale.starts_in_hours),
            now + Duration::hours(sale.ends_in_hours),
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Returns the demo's catalogue without a database, for tests of the catalogue.
#[cfg(test)]
pub fn snapshot() -> super::snapshot::Snapshot {
    use super::snapshot::{self, GameGuide, ServerRule, Snapshot};
    use manao_domain::product::ProductState;
    let demo: Demo = serde_json::from_str(CATALOGUE).unwrap();
    let mut catalogue = Snapshot::default();
    let mut games = demo.games;
    games.sort_by_key(|game| -game.popularity);
    for (at, game) in games.into_iter().enumerate() {
        let (target, first) = (game.target(), catalogue.products.len());
        catalogue.products.extend(game.products.into_iter().enumerate().map(|(of_game, product)| snapshot::Product {
            id: (first + of_game) as i64,
            game: at,
            sku: product.sku,
            seller: Some(game.seller.clone()),
            name: product.name,
            bonus: product.bonus,
            units: product.units,
            price_satang: product.price,
            list_price_satang: product.list_price,
            vat_excluded: game.vat_excluded,
            excluded_channels: vec![],
            state: if product.state.is_some() { ProductState::SoldOut } else { ProductState::Active },
            stock: None,
        }));
        catalogue.by_slug.insert(game.slug.clone(), at);
        catalogue.games.push(snapshot::Game {
            id: at as i64,
            slug: game.slug,
            name: game.name,
            publisher: game.publisher,
            target,
            kind: game.kind,
            hue: game.hue,
            motif: game.motif,
            glyph: game.glyph,
            blurb: game.blurb,
            needs_server: game.server.is_some(),
            player: None,
            server_rule: game.server.map(|server| ServerRule {
                label: server.label,
                typed: server.typed,
                pattern: server.pattern,
                example: server.example,
            }),
            about: serde_json::from_value::<GameGuide>(game.about).unwrap(),
            aliases: game.aliases,
            products: (first..catalogue.products.len()).collect(),
            related: vec![],
            typical_seconds: None,
        });
    }
    for (id, shelf) in demo.shelves.into_iter().enumerate() {
        let games = shelf.games.iter().map(|slug| catalogue.by_slug[slug]).collect();
        catalogue.shelves.push(snapshot::Shelf { id: id as i64, key: shelf.key, title: shelf.title, games });
    }
    catalogue.index();
    catalogue
}

#[cfg(test)]
mod tests {
    use manao_domain::player_id::PlayerIdRule;

    use super::*;
    use crate::catalogue::snapshot::GameGuide;

    #[test]
    fn every_game_says_how_to_find_its_id_and_how_to_use_it() {
        let demo: Demo = serde_json::from_str(CATALOGUE).unwrap();
        for game in demo.games {
            let guide: GameGuide = serde_json::from_value(game.about).unwrap();
            let slug = &game.slug;
            assert!((3..=4).contains(&guide.steps.len()) && (3..=4).contains(&guide.questions.len()), "{slug}");
            assert_eq!(game.player.is_some(), guide.picture.is_some() && guide.find_id.len() == 3, "{slug}");
            assert_eq!(game.kind == ProductKind::Voucher, guide.region.is_some() && guide.redeem_url.is_some(), "{slug}");
            let bound = guide.region.as_ref().is_some_and(|region| region.en.ends_with(" only"));
            assert_eq!((guide.region_code.is_some(), guide.currency.is_some()), (bound, bound), "{slug}");
            assert!(game.aliases.len() >= 8, "{slug}");
        }
    }

    #[test]
    fn every_example_is_what_its_game_takes() {
        let demo: Demo = serde_json::from_str(CATALOGUE).unwrap();
        for game in demo.games {
            let Some(player) = game.player else { continue };
            let mut rule = PlayerIdRule::new(&player.pattern, game.server.is_some()).unwrap();
            if let Some(pattern) = game.server.as_ref().and_then(|server| server.pattern.as_ref()) {
                rule = rule.with_typed_server(pattern).unwrap();
            }
            let pasted = game.paste_example.as_ref().unwrap_or(&player.example);
            let read = rule.parse(pasted, None).unwrap_or_else(|refusal| panic!("{}: {refusal}", game.slug));
            assert_eq!((read.id, read.server), (player.example, game.server.map(|server| server.example)), "{}", game.slug);
        }
    }
}
