//! The one query behind a selection: its products, with everything that its price and its order depend on.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::cart::{SeenLine, compare};
use manao_domain::channel::ChannelCode;
use manao_domain::msisdn::Msisdn;
use manao_domain::product::{FlashSale, Offer, ProductKind, ProductState, Target};
use sqlx::PgConnection;

use super::players;
use super::selection::{CartSelection, DirectPurchase, PricedLine};
use crate::buyer::Buyer;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Loads the lines of a selection at the prices of `now`, line amounts not yet calculated.
pub async fn lines(
    app: &App,
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    buyer: &Buyer,
    selection: &CartSelection,
) -> Result<Vec<PricedLine>, Problem> {
    let mut lines = Vec::new();
    for mut row in rows(app, conn, now, Some(buyer), selection).await? {
        if row.cart_item_id.is_none() {
            if let Some(own) = players::own_number(conn, Some(buyer.user_id), row.target, Some(&row.player_id)).await? {
                row.player_id = own;
            }
            row.check_player()?;
        }
        lines.push(row.line(now));
    }
    Ok(lines)
}

/// Loads the whole cart.
pub async fn cart(app: &App, conn: &mut PgConnection, now: DateTime<Utc>, user_id: i64) -> Result<Vec<PricedLine>, Problem> {
    let buyer = Buyer::load(conn, user_id, None).await?;
    lines(app, conn, now, &buyer, &CartSelection::default()).await
}

/// Loads one product as anyone may buy it, its player unchecked; None when there is no such product.
pub async fn offer(
    app: &App,
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    buyer: Option<&Buyer>,
    direct: &DirectPurchase,
) -> Result<Option<PricedLine>, Problem> {
    let selection = CartSelection { direct: Some(direct.clone()), cart_item_ids: None };
    let row = rows(app, conn, now, buyer, &selection).await?.pop();
    Ok(row.map(|row| row.line(now)))
}

async fn rows(
    app: &App,
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    buyer: Option<&Buyer>,
    selection: &CartSelection,
) -> Result<Vec<Row>, Problem> {
    let direct = selection.direct.as_ref();
    let item_ids = selection.cart_item_ids.as_deref().filter(|_| direct.is_none());
    let rows = sqlx::query_as!(
        Row,
        r#"with asked as (
             select id, product_id, player_id, server, player_name, server_name, quantity, seen_price_satang
             from shop.cart_items where user_id = $1 and $4::bigint is null and ($3::bigint[] is null or id = any($3))
             union all
             select null, $4, coalesce($5, ''), coalesce($6, ''), null, null, $7::int, null where $4::bigint is not null
           ),
           -- Stock and a flash sale must have pieces for all lines of their product together: each takes its own of them.
           wanted as (select *, sum(quantity) over (partition by product_id) as pieces from asked)
           select w.id as cart_item_id, w.seen_price_satang, w.quantity as "quantity!", w.player_id as "player_id!",
                  w.server as "server!", w.player_name, w.server_name,
                  p.id as product_id, p.seller_id, case when not s.own then s.name end as seller, p.commission_bp, p.name_th, p.name_en, p.sku, p.price_satang, p.vat_excluded,
                  p.excluded_channels as "excluded_channels: Vec<ChannelCode>", p.stock, case when g.active then p.sale_state else 'withdrawn' end as "state!: ProductState",
                  p.unfunded and p.state = 'active' as "unfunded!",
                  w.pieces as "pieces!", g.id as game_id, g.slug, g.kind as "kind: ProductKind", g.name_th as game_name_th, g.name_en as game_name_en, g.hue, g.motif, g.glyph, g.guide ->> 'regionCode' as region,
                  g.partner_code, g.partner_game, g.target as "target: Target", g.needs_server, g.player_pattern,
                  case when g.server_typed then g.server_pattern end as typed_server,
                  f.id as "flash_id?", f.price_satang as "flash_price_satang?", f.quantity - f.taken as flash_remaining,
                  f.starts_at as "flash_starts_at?", f.ends_at as "flash_ends_at?",
                  exists (select from shop.flash_sales over where over.product_id = p.id and over.price_satang = w.seen_price_satang
                          and w.seen_price_satang <> p.price_satang and over.id is distinct from f.id
                          and (over.ends_at <= $2 or over.quantity - over.taken < w.pieces)) as "flash_ended!"
           from wanted w
           join shop.products p on p.id = w.product_id
           join shop.games g on g.id = p.game_id
           join shop.sellers s on s.id = p.seller_id
           left join lateral (
             select * from shop.flash_sales s
             where s.product_id = p.id and s.starts_at <= $2 and s.ends_at > $2 and s.quantity - s.taken >= w.pieces
               -- One person's share; what they hold or have bought counts.
               and coalesce(s.per_person, $8) >= w.pieces + shop.pieces_had('flash_sale', s.id, $9, $10)
             order by s.price_satang, s.id limit 1) f on true
           order by w.id"#,
        buyer.map(|buyer| buyer.user_id),
        now,
        item_ids,
        direct.map(|direct| direct.product_id),
        direct.and_then(|direct| direct.player_id.as_deref()),
        direct.and_then(|direct| direct.server.as_deref()),
        direct.map(|direct| i32::try_from(direct.quantity.0).unwrap_or(i32::MAX)),
        app.settings.flash_per_person,
        buyer.map_or(&[][..], |buyer| buyer.accounts.as_slice()),
        buyer.and_then(|buyer| buyer.paying.as_deref()),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

struct Row {
    cart_item_id: Option<i64>,
    seen_price_satang: Option<i64>,
    quantity: i32,
    player_id: String,
    server: String,
    player_name: Option<String>,
    server_name: Option<String>,
    product_id: i64,
    seller_id: i64,
    seller: Option<String>,
    commission_bp: i32,
    name_th: String,
    name_en: String,
    sku: String,
    price_satang: i64,
    vat_excluded: bool,
    excluded_channels: Vec<ChannelCode>,
    stock: Option<i32>,
    state: ProductState,
    unfunded: bool,
    pieces: i64,
    game_id: i64,
    slug: String,
    kind: ProductKind,
    game_name_th: String,
    game_name_en: String,
    hue: i32,
    motif: String,
    glyph: String,
    region: Option<String>,
    partner_code: String,
    partner_game: String,
    target: Target,
    needs_server: bool,
    player_pattern: Option<String>,
    typed_server: Option<String>,
    flash_id: Option<i64>,
    flash_price_satang: Option<i64>,
    flash_remaining: Option<i32>,
    flash_starts_at: Option<DateTime<Utc>>,
    flash_ends_at: Option<DateTime<Utc>>,
    flash_ended: bool,
}

impl Row {
    /// Normalises the player of a direct purchase, as the game writes it.
    ///
    /// # Errors
    /// `player_id_invalid`, `server_required`, `server_unknown`.
    fn check_player(&mut self) -> Result<(), Problem> {
        let rule = players::Rule {
            target: self.target,
            needs_server: self.needs_server,
            pattern: self.player_pattern.as_deref(),
            typed_server: self.typed_server.as_deref(),
        };
        let (player_id, server) = rule.check(Some(&self.player_id), Some(&self.server))?;
        self.player_id = player_id.unwrap_or_default();
        self.server = server.unwrap_or_default();
        Ok(())
    }

    /// Returns the recipient's name: the partner's of a player, a mobile number masked.
    fn recipient_name(&self) -> Option<String> {
        match self.target {
            Target::Number => Msisdn::parse(&self.player_id).ok().map(|number| number.masked()),
            Target::Player | Target::None => self.player_name.clone(),
        }
    }

    fn line(self, now: DateTime<Utc>) -> PricedLine {
        let player_name = self.recipient_name();
        let offer = self.offer();
        let seen = SeenLine {
            cart_item_id: self.cart_item_id,
            of_product: self.pieces,
            seen_price: Satang(self.seen_price_satang.unwrap_or(self.price_satang)),
        };
        let checked = compare(&seen, &offer, now);
        PricedLine {
            cart_item_id: self.cart_item_id,
            seen_price_satang: self.seen_price_satang,
            product_id: self.product_id,
            game_id: self.game_id,
            seller_id: self.seller_id,
            seller: self.seller,
            commission_bp: self.commission_bp,
            kind: self.kind,
            name: Text::new(self.name_th, self.name_en),
            game_slug: self.slug,
            game_name: Text::new(self.game_name_th, self.game_name_en),
            hue: self.hue,
            motif: self.motif,
            glyph: self.glyph,
            partner_code: self.partner_code,
            partner_game: self.partner_game,
            sku: self.sku,
            excluded_channels: self.excluded_channels,
            target: self.target,
            region: self.region,
            player_id: some(self.player_id),
            server: some(self.server),
            player_name,
            server_name: self.server_name,
            quantity: self.quantity,
            pieces: self.pieces,
            flash_sale_id: checked.flash_sale_id,
            unit_price_satang: checked.unit_price.0,
            regular_price_satang: self.price_satang,
            vat_excluded: self.vat_excluded,
            subtotal_satang: 0,
            discount_satang: 0,
            vat_satang: 0,
            total_satang: 0,
            stock: self.stock,
            unavailable: checked.unavailable,
            is_unfunded: self.unfunded,
            flash_ended: self.flash_ended && checked.change.is_some(),
        }
    }

    fn offer(&self) -> Offer {
        let flash_sale =
            match (self.flash_id, self.flash_price_satang, self.flash_remaining, self.flash_starts_at, self.flash_ends_at) {
                (Some(id), Some(price), Some(remaining), Some(starts_at), Some(ends_at)) => {
                    Some(FlashSale { id, price: Satang(price), remaining: remaining.into(), starts_at, ends_at })
                }
                _ => None,
            };
        Offer {
            product_id: self.product_id,
            state: self.state,
            price: Satang(self.price_satang),
            vat_excluded: self.vat_excluded,
            stock: self.stock.map(i64::from),
            flash_sale,
        }
    }
}

fn some(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
