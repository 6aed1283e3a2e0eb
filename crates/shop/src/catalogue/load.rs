//! Reads the whole catalogue from the database: one query a table, in one repeatable read.

use manao_domain::channel::ChannelCode;
use manao_domain::product::{ProductKind, ProductState, Target};

use super::snapshot::{
    Banner, CouponQuota, FlashSale, Game, GameGuide, Maintenance, PlayerIdRule, Product, ServerRule, Shelf, Snapshot, Ticker,
};
use crate::delivery::TypicalSeconds;
use manao_content::facts::Facts;
use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::text::Text;

pub async fn load(app: &App) -> sqlx::Result<Snapshot> {
    let mut tx = database::one_moment(&app.db).await?;
    let mut catalogue = Snapshot::default();

    let typical = TypicalSeconds::measure(&mut *tx).await?;

    for row in sqlx::query!(
        r#"select id, slug, name_th, name_en, publisher, kind as "kind: ProductKind", hue, motif, blurb_th, blurb_en, target as "target: Target",
                  needs_server, player_label_th, player_label_en, player_hint_th, player_hint_en, player_pattern, player_example,
                  aliases, glyph, server_label_th, server_label_en, server_typed, server_pattern, server_example, paste_example, guide
           from shop.games where active order by popularity desc, id"#
    )
    .fetch_all(&mut *tx)
    .await?
    {
        let at = catalogue.games.len();
        catalogue.by_slug.insert(row.slug.clone(), at);
        catalogue.game_by_id.insert(row.id, at);
        let player = match (
            row.player_label_th,
            row.player_label_en,
            row.player_hint_th,
            row.player_hint_en,
            row.player_pattern,
            row.player_example,
        ) {
            (Some(label_th), Some(label_en), Some(hint_th), Some(hint_en), Some(pattern), Some(example)) if row.target == Target::Player => {
                let paste_example = row.paste_example.filter(|_| row.needs_server);
                let (label, hint) = (Text::new(label_th, label_en), Text::new(hint_th, hint_en));
                Some(PlayerIdRule { label, hint, pattern, example, paste_example })
            }
            _ => None,
        };
        let server_rule = row.needs_server.then(|| ServerRule {
            label: Text::new(
                row.server_label_th.unwrap_or_else(|| "เซิร์ฟเวอร์".to_owned()),
                row.server_label_en.unwrap_or_else(|| "Server".to_owned()),
            ),
            typed: row.server_typed,
            pattern: row.server_pattern.filter(|_| row.server_typed),
            example: row.server_example.unwrap_or_default(),
        });
        // An unreadable guide is left out; the shop goes on without it.
        let about = row.guide.map(serde_json::from_value::<GameGuide>).transpose().unwrap_or_else(|error| {
            tracing::warn!(game = row.slug, %error, "the guide of a game cannot be read");
            None
        });
        catalogue.games.push(Game {
            id: row.id,
            typical_seconds: typical.game(&row.slug),
            slug: row.slug,
            name: Text::new(row.name_th, row.name_en),
            publisher: row.publisher,
            kind: row.kind,
            hue: row.hue,
            motif: row.motif,
            glyph: row.glyph,
            blurb: Text::new(row.blurb_th, row.blurb_en),
            target: row.target,
            needs_server: row.needs_server,
            player,
            server_rule,
            about: about.unwrap_or_default(),
            aliases: row.aliases,
            products: Vec::new(),
            related: Vec::new(),
        });
    }

    for row in sqlx::query!(
        r#"select p.id, game_id, sku, name_th, name_en, bonus_th, bonus_en, units, price_satang, list_price_satang, vat_excluded, case when not s.own then s.name end as seller,
                  excluded_channels as "excluded_channels: Vec<ChannelCode>", sale_state as "state: ProductState", stock
           from shop.products p join shop.sellers s on s.id = p.seller_id where state <> 'withdrawn' order by game_id, position, p.id"#
    )
    .fetch_all(&mut *tx)
    .await?
    {
        let Some(&game) = catalogue.game_by_id.get(&row.game_id) else { continue };
        let at = catalogue.products.len();
        catalogue.product_by_id.insert(row.id, at);
        catalogue.games[game].products.push(at);
        catalogue.products.push(Product {
            id: row.id,
            game,
            sku: row.sku,
            seller: row.seller,
            name: Text::new(row.name_th, row.name_en),
            bonus: row.bonus_th.zip(row.bonus_en).map(|(th, en)| Text::new(th, en)),
            units: row.units,
            price_satang: row.price_satang,
            list_price_satang: row.list_price_satang,
            vat_excluded: row.vat_excluded,
            excluded_channels: row.excluded_channels,
            state: if row.stock == Some(0) { ProductState::SoldOut } else { row.state },
            stock: row.stock,
        });
    }

    // Ended sales are left out; upcoming ones are loaded early so that they start by the clock alone.
    for row in sqlx::query!("select * from shop.flash_sales where ends_at > now() - interval '1 minute' order by ends_at, id")
        .fetch_all(&mut *tx)
        .await?
    {
        let Some(&product) = catalogue.product_by_id.get(&row.product_id) else { continue };
        catalogue.flash_sales.push(FlashSale {
            id: row.id,
            product,
            price_satang: row.price_satang,
            quantity: row.quantity,
            taken: row.taken,
            version: row.version,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
        });
    }

    for row in sqlx::query!(
        r#"select s.id, s.key, s.title_th, s.title_en, coalesce(array_agg(g.game_id order by g.position) filter (where g.game_id is not null), '{}') as "games!"
           from shop.shelves s left join shop.shelf_games g on g.shelf_id = s.id group by s.id order by s.position, s.id"#
    )
    .fetch_all(&mut *tx)
    .await?
    {
        let games = row.games.iter().filter_map(|id| catalogue.game_by_id.get(id).copied()).collect();
        catalogue.shelves.push(Shelf { id: row.id, key: row.key, title: Text::new(row.title_th, row.title_en), games });
    }

    for row in sqlx::query!("select * from shop.banners order by page, position, id").fetch_all(&mut *tx).await? {
        catalogue.banners.push(Banner {
            id: row.id,
            page: row.page,
            title: Text::new(row.title_th, row.title_en),
            text: Text::new(row.text_th, row.text_en),
            action: Text::new(row.action_th, row.action_en),
            href: row.href,
            hue: row.hue,
            motif: row.motif,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
        });
    }

    for row in sqlx::query!("select key, value from shop.app_config").fetch_all(&mut *tx).await? {
        match row.key.as_str() {
            "is_monochrome" => catalogue.is_monochrome = row.value.as_bool().unwrap_or(false),
            "maintenance" => catalogue.maintenance = serde_json::from_value::<Option<Maintenance>>(row.value).unwrap_or_default(),
            _ => {}
        }
    }

    let known = super::answers_of(app).catalogue().content.clone();
    let content = manao_content::snapshot::load_newer(&mut tx, &app.shared::<Facts>(), known).await?;
    let named = content.articles.iter().filter_map(|article| article.shared.promotion.as_ref()?.coupon.clone());
    let named: Vec<String> = named.collect();
    for row in sqlx::query!(
        r#"select code, quota_total as "total!", used from shop.coupons where code = any($1) and quota_total is not null"#,
        &named
    )
    .fetch_all(&mut *tx)
    .await?
    {
        catalogue.coupons.insert(row.code, CouponQuota { total: row.total, left: (row.total - row.used).max(0) });
    }
    catalogue.content = content;

    catalogue.ticker = ticker(&mut tx).await?;
    tx.commit().await?;
    catalogue.index();
    Ok(catalogue)
}

/// Returns the number of the last deliveries, at most 20, and their median seconds from payment to delivery.
pub async fn ticker(connection: &mut sqlx::PgConnection) -> sqlx::Result<Ticker> {
    let row = sqlx::query!(
        r#"select count(*)::int as "count!", coalesce(percentile_cont(0.5) within group (order by extract(epoch from d.delivered_at - o.paid_at)), 0)::int as "seconds!",
                  coalesce(floor(extract(epoch from max(d.delivered_at)) * 1000), 0)::bigint as "version!"
           from (select order_id, delivered_at from shop.deliveries where status = 'delivered' order by delivered_at desc limit 20) d
           join shop.orders o on o.id = d.order_id where o.paid_at is not null"#
    )
    .fetch_one(connection)
    .await?;
    Ok(Ticker { count: row.count, median_seconds: row.seconds, version: row.version })
}
