//! Placing an order: priced, checked, reserved and written in one transaction, together with its payment and everything that follows from
//! it. It is all or nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use manao_domain::channel::{Channel, Device};
use manao_domain::delivery;
use manao_domain::order::OrderStatus;
use manao_domain::order_number::OrderNumber;
use manao_domain::product::Target;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::holds::{self, Terms};
use super::live::PurchaseLive;
use super::row::PayableOrder;
use super::{log, open};
use crate::buyer::Buyer;
use crate::cart::{self, CartSelection, DirectPurchase, PricedSelection, players, selection};
use crate::payment_channels::{self, NO_PAYMENT, NumberFacts, Paying, PayingNumber};
use crate::payments::texts::{self, Asker};
use crate::payments::{self, charge, store};
use crate::{catalogue, coupons, number_consents, waiting_room};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::idempotency::Key;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_people::account::TERMS_VERSION;
use manao_people::otp::others;
use manao_people::user_log::{self, Kind};

/// Longest wait for a permit during a rush.
const WAIT_FOR_PERMIT: Duration = Duration::from_secs(10);
/// Longest wait for a permit by a buyer in a flash sale, who can go to the line instead. The gate lets only as many try as are placed in less
/// than a second.
const WAIT_IN_FLASH_SALE: Duration = Duration::from_secs(5);

/// Limits how many orders this process places at once. In a rush, orders queue here instead of taking every connection from people who pay
/// and read.
struct PlacingLimit(Semaphore);

/// A purchase and its payment channel; neither a product nor items means the whole cart.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateOrder {
    pub direct: Option<DirectPurchase>,
    pub cart_item_ids: Option<Vec<i64>>,
    /// A payment channel, such as `promptpay`; any word, such as `none`, where the expected total is 0
    pub channel: String,
    /// The paying number, a Thai mobile number in any common format; for channels with `byNumber`
    pub mobile_number: Option<String>,
    /// The account's verified number pays, instead of `mobileNumber`; `mobile_number_missing` without one
    #[serde(default)]
    pub my_number: bool,
    /// The total the customer was shown; no other amount is ever charged
    pub expected_total_satang: i64,
    /// The device that pays, for a bank's or wallet's app
    #[serde(default)]
    pub device: Device,
    /// A coupon to use; its discount is included in the expected total
    pub coupon_code: Option<String>,
    /// The buyer's account belongs to the country that each region-bound product names; without it they are refused with
    /// `region_not_confirmed`
    #[serde(default)]
    pub region_confirmed: bool,
    /// Orders even if an order for the same products and players is pending; otherwise that is refused with `order_waiting`
    #[serde(default)]
    pub again: bool,
}

impl CreateOrder {
    fn selection(&self) -> CartSelection {
        CartSelection { direct: self.direct.clone(), cart_item_ids: self.cart_item_ids.clone() }
    }
}

/// The canonical form of a request: two are the same however their JSON or the paying number was formatted.
#[derive(Serialize)]
struct Canonical<'a> {
    direct: Option<(i64, i64, &'a Option<String>, &'a Option<String>)>,
    items: &'a Option<Vec<i64>>,
    channel: &'a str,
    expected: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    coupon: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    /// Not the number itself: a retry finds its order even if the account's number has changed since
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mine: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    region: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

impl<'a> Canonical<'a> {
    fn new(wanted: &'a CreateOrder, number: Option<&'a PayingNumber>) -> Self {
        let direct = wanted.direct.as_ref();
        let (number, mine) = match number {
            Some(PayingNumber::Given(number)) => (Some(number.international()), false),
            Some(PayingNumber::Mine) => (None, true),
            None => (None, false),
        };
        Self {
            direct: direct.map(|direct| (direct.product_id, direct.quantity.0, &direct.player_id, &direct.server)),
            items: &wanted.cart_item_ids,
            channel: &wanted.channel,
            expected: wanted.expected_total_satang,
            coupon: wanted.coupon_code.as_deref(),
            number,
            mine,
            region: wanted.region_confirmed,
            again: wanted.again,
        }
    }
}

/// Places the order, or finds the one that this key placed before. Returns its id.
///
/// # Errors
/// 503 `maintenance`; the key's (`idempotency_key_conflict`), the selection's, `region_not_confirmed`, `number_consent_needed`, `price_changed`, `product_sold_out`, `product_paused`, `stock_insufficient`,
/// `flash_sale_line`, `flash_sale_sold_out`, `flash_sale_limit`, `dispute_open`, `dispute_open_elsewhere`, `order_waiting`, `payment_checking`, `open_orders_limit`,
/// `channel_not_found`, `channel_not_allowed`, the coupon's (`coupon_quota_reached` …); the paying number's
/// (`mobile_number_invalid`, `mobile_number_missing`, `mobile_number_suspended`, `telecom_unavailable`, `otp_limit`, `texts_limit`).
pub async fn create(app: &App, asker: Asker, key: String, wanted: &CreateOrder, lang: Lang) -> Result<i64, Problem> {
    let user_id = asker.user_id;
    let number = match wanted.expected_total_satang {
        0 => None,
        _ => PayingNumber::parse(&wanted.channel, wanted.mobile_number.as_deref(), wanted.my_number)?,
    };
    let key = Key::new(user_id, "create_order", key, &Canonical::new(wanted, number.as_ref()))?;
    if let Some(order_id) = key.result(&mut *app.db.acquire().await?).await? {
        return Ok(order_id);
    }
    still_open(app)?;
    let mut passes = Vec::new();
    if let Some(wanted) = direct_from_flash_sale(app, wanted) {
        passes.push(waiting_room::enter(app, user_id, wanted).await?);
    }
    let number = match wanted.expected_total_satang {
        0 => None,
        _ => PayingNumber::find(number, app, &wanted.channel, user_id).await?,
    };
    // Unknown players are checked with the partner before anything is locked: it may be slow.
    let mut conn = app.db.acquire().await?;
    let buyer = Buyer::load(&mut conn, user_id, number.as_ref()).await?;
    let mut asked = selection::load(app, &mut conn, &buyer, &wanted.selection()).await?;
    drop(conn);
    asked.ensure_buyable()?;
    asked.ensure_region(wanted.region_confirmed)?;
    if passes.is_empty() {
        for wanted in pieces_by_flash_sale(&asked) {
            passes.push(waiting_room::enter(app, user_id, wanted).await?);
        }
    }
    number_consents::ensure(app, user_id, &asked.lines).await?;
    players::confirm(app, &mut asked.lines).await?;
    // The telecom may be slow too. It is not asked for a closed channel, which may be closed because of it.
    let paying = match &number {
        Some(number) => {
            payment_channels::ensure_allowed(app, &mut *app.db.acquire().await?, &wanted.channel, None, lang).await?;
            NumberFacts::ask(app, &wanted.channel, number).await?
        }
        None => None,
    };

    let limit = app.shared_with(|| PlacingLimit(Semaphore::new((app.settings.database_connections as usize / 2).max(2))));
    let without_turn = passes.iter().find(|pass| !pass.has_turn());
    let patience = if without_turn.is_some() { WAIT_IN_FLASH_SALE } else { WAIT_FOR_PERMIT };
    let busy =
        || without_turn.map_or_else(|| Problem::new(codes::service_unavailable).retry_after(5), waiting_room::Pass::in_line);
    let permit = tokio::time::timeout(patience, limit.0.acquire()).await;
    let permit = permit.map_err(|_| busy())?.map_err(Problem::internal)?;
    let mut change = app.change().await?;
    if let Some(order_id) = key.claim(&mut change).await? {
        return Ok(order_id);
    }
    still_allowed(change.conn(), user_id).await?;
    let buyer = Buyer::load(change.conn(), user_id, number.as_ref()).await?;
    buyer.take_turns(&mut change).await?;
    open::no_open_dispute(&mut change, &buyer).await?;
    open::none_alike(&mut change, user_id, &asked, wanted.again).await?;
    open::room_for_another(&mut change, &buyer).await?;
    let strange = match &number {
        Some(number) => texts::check(&mut change, number, asker).await?,
        None => None,
    };
    let (priced, coupon) = price(&mut change, &buyer, wanted, &asked).await?;
    let channel = match priced.totals.total_satang {
        0 => None,
        _ => {
            let paying = Paying::from(&priced).by(paying);
            Some(payment_channels::ensure_allowed(app, change.conn(), &wanted.channel, Some(paying), lang).await?)
        }
    };

    let mut turns = Vec::new();
    for wanted in pieces_by_flash_sale(&priced) {
        turns.extend(waiting_room::use_turn(&mut change, &buyer, wanted).await?);
    }
    let pay_until = turns.iter().map(|turn| turn.pay_until).min();
    let order = insert_order(&mut change, user_id, &priced, coupon.as_ref(), channel.as_ref(), pay_until).await?;
    insert_lines(&mut change, &order, &priced, coupon.as_ref().is_some_and(|coupon| coupon.house_bears)).await?;
    for turn in turns {
        waiting_room::link_order(&mut change, turn, order.id).await?;
    }
    let terms = Terms::new(app, change.now());
    match holds::take(change.conn(), order.id, &buyer, &terms).await? {
        Ok(counts) => counts.into_iter().try_for_each(|count| count.emit(&mut change))?,
        // Dropping the change undoes everything, the key's claim too.
        Err(short) => return Err(short.problem()),
    }
    let items: Vec<i64> = priced.lines.iter().filter_map(|line| line.cart_item_id).collect();
    cart::remove_bought(&mut change, user_id, &items).await?;
    key.finish(&mut change, order.id).await?;
    log::write(&mut change, order.id, log::LogKind::Created, &serde_json::json!({ "totalSatang": order.total_satang })).await?;
    let placed = serde_json::json!({ "number": order.number, "totalSatang": order.total_satang });
    user_log::write(&mut change, user_id, Kind::OrderPlaced, placed).await?;
    let payment_id = match &channel {
        Some(channel) => {
            let payment_id = store::insert(
                &mut change,
                &order,
                channel.code,
                number.as_ref(),
                store::Screen { device: wanted.device, language: lang },
            )
            .await?;
            if let Some(strange) = strange {
                others::note(&mut change, Some(payment_id), strange).await?;
            }
            charge::enqueue(&mut change, payment_id).await?;
            // Nobody can have the order open yet; the buyer's other pages hear of it.
            change.emit(&PurchaseLive { user_id, number: order.number.clone(), status: order.status, version: 1 })?;
            Some(payment_id)
        }
        None => {
            let now = change.now();
            payments::fulfil(&mut change, &order, now, &serde_json::json!({ "amountSatang": 0 }), false, None).await?;
            None
        }
    };
    change.commit().await?;
    drop((permit, passes));
    metrics::counter!("manao_orders_total").increment(1);
    tracing::info!(order = order.number, total_satang = order.total_satang, "order placed");

    if let Some(payment_id) = payment_id {
        charge::start_and_wait(app, payment_id).await;
    }
    Ok(order.id)
}

/// Returns the flash sale that a direct purchase is from, judged by the catalogue in memory; None where the transaction has to tell.
fn direct_from_flash_sale(app: &App, wanted: &CreateOrder) -> Option<waiting_room::Wanted> {
    let direct = wanted.direct.as_ref().filter(|_| wanted.coupon_code.is_none())?;
    let now = app.now();
    let catalogue = catalogue::answers_of(app).catalogue();
    let product = *catalogue.product_by_id.get(&direct.product_id)?;
    let mut running = catalogue.flash_sales.iter().filter(|sale| sale.product == product && sale.running(now));
    let sale = running.next()?;
    let pieces = direct.quantity.0;
    let regular = catalogue.products[product].price_satang.saturating_mul(pieces);
    let is_certain = pieces > 0 && running.next().is_none() && wanted.expected_total_satang < regular;
    is_certain.then_some(waiting_room::Wanted { flash_sale_id: sale.id, pieces })
}

/// Returns the pieces that a selection takes of each flash sale, in the order in which sales are locked.
fn pieces_by_flash_sale(selection: &PricedSelection) -> Vec<waiting_room::Wanted> {
    let mut pieces = BTreeMap::new();
    for line in &selection.lines {
        if let Some(flash_sale_id) = line.flash_sale_id {
            *pieces.entry(flash_sale_id).or_default() += i64::from(line.quantity);
        }
    }
    pieces.into_iter().map(|(flash_sale_id, pieces)| waiting_room::Wanted { flash_sale_id, pieces }).collect()
}

/// Refuses new orders during maintenance; existing orders can still be paid.
fn still_open(app: &App) -> Result<(), Problem> {
    let now = app.now();
    let catalogue = catalogue::answers_of(app).catalogue();
    let Some(closed) = catalogue.maintenance(now) else { return Ok(()) };
    let problem = Problem::new(codes::maintenance);
    Err(closed.until.map_or(problem.clone(), |until| problem.retry_after((until - now).num_seconds().max(1).unsigned_abs())))
}

/// Checks the right to order again under a lock, so that it waits for a suspension being written.
async fn still_allowed(conn: &mut PgConnection, user_id: i64) -> Result<(), Problem> {
    let user = sqlx::query!(
        r#"select suspended_at is not null as "suspended!",
                  exists (select from people.terms_acceptances where user_id = users.id and terms_acceptances.version = $2) as "synced!",
                  (email_verified_at is not null or msisdn_verified_at is not null) as "verified!"
           from people.users where id = $1 for share"#,
        user_id,
        TERMS_VERSION
    )
    .fetch_one(conn)
    .await?;
    match (user.suspended, user.verified, user.synced) {
        (true, _, _) => Err(codes::account_suspended.into()),
        (_, false, _) => Err(codes::verification_required.into()),
        (_, _, false) => Err(codes::terms_required.into()),
        _ => Ok(()),
    }
}

/// Prices the selection with all sources of the price locked in a fixed order: the cart, products that end, other products,
/// flash sales, the coupon; each by id. Returns the selection with the coupon's discount applied.
async fn price(
    change: &mut Change,
    buyer: &Buyer,
    wanted: &CreateOrder,
    asked: &PricedSelection,
) -> Result<(PricedSelection, Option<coupons::CouponRow>), Problem> {
    let app = change.app().clone();
    let products: Vec<i64> = asked.lines.iter().map(|line| line.product_id).collect();
    let conn = change.conn();
    sqlx::query!("select user_id from shop.carts where user_id = $1 for update", buyer.user_id).fetch_all(&mut *conn).await?;
    sqlx::query!("select id from shop.products where id = any($1) and stock is not null order by id for update", &products)
        .fetch_all(&mut *conn)
        .await?;
    sqlx::query!("select id from shop.products where id = any($1) and stock is null order by id for share", &products)
        .fetch_all(&mut *conn)
        .await?;
    let now = app.now();
    let sales = sqlx::query!(
        r#"select id, product_id, quantity - taken as "remaining!", coalesce(per_person, $3) as "share!" from shop.flash_sales
           where product_id = any($1) and starts_at <= $2 and ends_at > $2 order by id for update"#,
        &products,
        now,
        Terms::new(&app, now).flash_per_person
    )
    .fetch_all(&mut *conn)
    .await?;

    let mut priced = selection::load(&app, conn, buyer, &wanted.selection()).await?;
    priced.ensure_buyable()?;
    priced.ensure_region(wanted.region_confirmed)?;
    for line in &mut priced.lines {
        // The partner's answer is about this ID on this server; a cart item's stored name is just as good.
        let same = asked.lines.iter().find(|other| {
            (other.cart_item_id, other.product_id, &other.player_id, &other.server)
                == (line.cart_item_id, line.product_id, &line.player_id, &line.server)
        });
        if let Some(same) = same {
            line.player_name = line.player_name.take().or_else(|| same.player_name.clone());
            line.server_name = line.server_name.take().or_else(|| same.server_name.clone());
        }
        // A number was checked, and its owner's consent, only in the first reading.
        let is_unchecked = line.player_name.is_none() || (line.target == Target::Number && same.is_none());
        if line.player_id.is_some() && is_unchecked {
            // The cart changed between the two reads: the customer must review it.
            return Err(Problem::new(codes::price_changed).param("totalSatang", priced.totals.total_satang));
        }
    }
    let code = wanted.coupon_code.as_deref();
    if let Some(code) = code {
        coupons::lock(change.conn(), code).await?;
    }
    let now = change.now();
    let (priced, coupon) = coupons::price(&app, change.conn(), now, buyer, code, priced).await?;
    let total = priced.totals.total_satang;
    if total != wanted.expected_total_satang {
        // A flash sale that just sold out, or whose limit the buyer has reached, is reported as exactly that.
        let pieces = |product_id: i64| -> i32 {
            priced.lines.iter().filter(|line| line.product_id == product_id).map(|line| line.quantity).sum()
        };
        let (mut ran_out, mut share) = (None, None);
        let usual = |line: &&cart::PricedLine| line.flash_sale_id.is_none() && wanted.expected_total_satang < total;
        for line in priced.lines.iter().filter(usual) {
            for sale in sales.iter().filter(|sale| sale.product_id == line.product_id) {
                if sale.remaining < pieces(line.product_id) {
                    ran_out = Some(sale.id);
                }
                share = Some(sale.share);
            }
        }
        let problem = match (ran_out, share) {
            (Some(flash_sale_id), _) => waiting_room::line_or_sold_out(change.conn(), flash_sale_id).await?,
            (None, Some(share)) => Problem::new(codes::flash_sale_limit).param("limit", share),
            (None, None) => Problem::new(codes::price_changed),
        };
        return Err(problem.param("totalSatang", total).with("changes", priced.price_changes()));
    }
    Ok((priced, coupon))
}

async fn insert_order(
    change: &mut Change,
    user_id: i64,
    priced: &PricedSelection,
    coupon: Option<&coupons::CouponRow>,
    channel: Option<&Channel>,
    pay_until: Option<DateTime<Utc>>,
) -> Result<PayableOrder, Problem> {
    let app = change.app().clone();
    let now = change.now();
    let life_seconds = app.settings.order_life_seconds;
    // The rules in force, kept with the order: later changes do not affect it.
    let rules = serde_json::json!({
        "channel": channel, "lifeSeconds": life_seconds, "limits": selection::limits(&app), "vatBasisPoints": app.settings.vat(),
    });
    let expires_at = now + chrono::TimeDelta::seconds(life_seconds.into());
    let expires_at = pay_until.map_or(expires_at, |until| until.min(expires_at));
    let totals = &priced.totals;
    // Forty random bits: a collision is rare, and then another number is drawn.
    for _ in 0..4 {
        let number = OrderNumber::from_random(rand::random());
        let id = sqlx::query_scalar!(
            "insert into shop.orders (number, user_id, channel, subtotal_satang, discount_satang, vat_satang, total_satang, rules,
                                 created_at, expires_at, coupon_id, coupon_code)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (number) do nothing returning id",
            number.as_str(),
            user_id,
            channel.map_or(NO_PAYMENT, |channel| channel.code.as_str()),
            totals.subtotal_satang,
            totals.discount_satang,
            totals.vat_satang,
            totals.total_satang,
            rules,
            now,
            expires_at,
            coupon.map(|coupon| coupon.id),
            coupon.map(|coupon| coupon.code.as_str())
        )
        .fetch_optional(change.conn())
        .await?;
        if let Some(id) = id {
            return Ok(PayableOrder {
                id,
                number: number.into(),
                user_id,
                status: OrderStatus::Pending,
                created_at: now,
                expires_at,
                paid_at: None,
                expired_at: None,
                cancelled_at: None,
                total_satang: totals.total_satang,
            });
        }
    }
    Err(Problem::internal("no free order number"))
}

/// A line to insert, named like its columns.
#[derive(Serialize)]
struct NewLine<'a> {
    position: i32,
    /// What the partner sees, the same however often it is sent
    reference: String,
    product_id: i64,
    game_id: i64,
    flash_sale_id: Option<i64>,
    kind: &'static str,
    name_th: &'a str,
    name_en: &'a str,
    game_slug: &'a str,
    game_name_th: &'a str,
    game_name_en: &'a str,
    hue: i32,
    motif: &'a str,
    partner_code: &'a str,
    partner_game: &'a str,
    sku: &'a str,
    seller_id: i64,
    commission_bp: i32,
    quantity: i32,
    unit_price_satang: i64,
    discount_satang: i64,
    vat_excluded: bool,
    vat_satang: i64,
    total_satang: i64,
    player_id: Option<&'a str>,
    server: Option<&'a str>,
    server_name: Option<&'a str>,
    player_name: Option<&'a str>,
    region: Option<&'a str>,
    /// Our share of a coupon's discount
    house_discount_satang: i64,
    /// What a flash sale takes off
    flash_discount_satang: i64,
}

/// Inserts the lines, each with its delivery. `house_bears`: the coupon's discount is ours to bear; a flash sale says so itself.
async fn insert_lines(
    change: &mut Change,
    order: &PayableOrder,
    priced: &PricedSelection,
    house_bears: bool,
) -> Result<(), Problem> {
    let lines: Vec<NewLine<'_>> = (1..)
        .zip(&priced.lines)
        .map(|(position, line)| NewLine {
            position,
            reference: delivery::reference(&order.number, position),
            product_id: line.product_id,
            game_id: line.game_id,
            flash_sale_id: line.flash_sale_id,
            kind: line.kind.as_str(),
            name_th: &line.name.th,
            name_en: &line.name.en,
            game_slug: &line.game_slug,
            game_name_th: &line.game_name.th,
            game_name_en: &line.game_name.en,
            hue: line.hue,
            motif: &line.motif,
            partner_code: &line.partner_code,
            partner_game: &line.partner_game,
            sku: &line.sku,
            seller_id: line.seller_id,
            commission_bp: line.commission_bp,
            quantity: line.quantity,
            unit_price_satang: line.unit_price_satang,
            discount_satang: line.discount_satang,
            vat_excluded: line.vat_excluded,
            vat_satang: line.vat_satang,
            total_satang: line.total_satang,
            player_id: line.player_id.as_deref(),
            server: line.server.as_deref(),
            server_name: line.server_name.as_deref(),
            player_name: line.player_name.as_deref(),
            region: line.region.as_deref(),
            house_discount_satang: if house_bears { line.discount_satang } else { 0 },
            flash_discount_satang: line
                .regular_price_satang
                .saturating_sub(line.unit_price_satang)
                .max(0)
                .saturating_mul(line.quantity.into()),
        })
        .collect();
    sqlx::query!(
        "with wanted as (
           select * from jsonb_to_recordset($2) as line (
             position int, reference text, product_id bigint, game_id bigint, flash_sale_id bigint, kind text, name_th text, name_en text,
             game_slug text, game_name_th text, game_name_en text, hue int, motif text, partner_code text, partner_game text, sku text,
             seller_id bigint, commission_bp int, quantity int, unit_price_satang bigint, discount_satang bigint, vat_excluded boolean,
             vat_satang bigint, total_satang bigint, player_id text, server text, server_name text, player_name text, region text,
             house_discount_satang bigint, flash_discount_satang bigint)),
         inserted as (
           insert into shop.order_lines (order_id, position, product_id, game_id, flash_sale_id, kind, name_th, name_en, game_slug,
                                         game_name_th, game_name_en, hue, motif, partner_code, partner_game, sku, seller_id,
                                         commission_bp, quantity, unit_price_satang, discount_satang, vat_excluded, vat_satang,
                                         total_satang, player_id, server, server_name, player_name, region, house_discount_satang)
           select $1, w.position, w.product_id, w.game_id, w.flash_sale_id, w.kind, w.name_th, w.name_en, w.game_slug,
                  w.game_name_th, w.game_name_en, w.hue, w.motif, w.partner_code, w.partner_game, w.sku, w.seller_id,
                  w.commission_bp, w.quantity, w.unit_price_satang, w.discount_satang, w.vat_excluded, w.vat_satang,
                  w.total_satang, w.player_id, w.server, w.server_name, w.player_name, w.region,
                  w.house_discount_satang + case when s.borne_by = 'house' then w.flash_discount_satang else 0 end
           from wanted w left join shop.flash_sales s on s.id = w.flash_sale_id order by w.position
           returning id, position)
         insert into shop.deliveries (order_line_id, order_id, reference)
         select i.id, $1, w.reference from inserted i join wanted w on w.position = i.position order by w.position",
        order.id,
        serde_json::to_value(&lines)?
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
