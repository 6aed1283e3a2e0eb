//! The buyer's own decision about a paid line that was not delivered: another player or number, another product of the same price, or the money
//! back.
//!
//! Only while the partner surely has no order for the line, which it is asked before anything changes. A decision holds for the version of
//! the order that the buyer saw.

use manao_domain::delivery::{
    BuyersChoice, DeliveryEvent, FailureReason, MOST_CORRECTIONS, PartnerStanding, buyers_choice, next_reference,
};
use manao_domain::product::{ProductKind, Target};
use manao_domain::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::store::{self, Delivery};
use super::{conclude, overdue_at, repair, send};
use crate::buyer::Buyer;
use crate::cart::players::{self, FoundPlayer, Goods, Rule};
use crate::orders::holds::{self, Terms};
use crate::orders::log::{self, LogKind};
use crate::orders::{self, Notification, alternatives};
use crate::payments::coverage;
use crate::providers::partner_orders::OrderStatus;
use crate::providers::suppliers;
use crate::{number_consents, waiting_room};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Problem, codes};

/// Note of a line that its buyer gave up.
const BUYERS_WISH: &str = "The buyer chose to have the money back";

text_enum! {
    #[derive(ToSchema)]
    CorrectionChoice {
        /// Deliver to another player, or to another number
        Player = "player",
        /// Deliver another product of the same price
        Product = "product",
        /// Pay the money back
        Refund = "refund",
    }
}

/// A decision about a line of mine.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineCorrection {
    pub number: String,
    pub line_id: i64,
    /// Version of the order that the buyer saw
    pub version: i64,
    pub choice: CorrectionChoice,
    /// One of the line's `correctable.products`, for `product`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<i64>,
    /// For `player`; for `product`, the line's own player unless given. For goods of a number the number, or `me` for the account's own
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
}

/// # Errors
/// 404 `order_not_found`; 409 `order_changed` when the order is not as it was shown, `correction_too_late` once the partner has the order or
/// the money is not the buyer's to direct, `correction_limit`; 422 at `playerId` and `productId`, and the player's codes; the number's codes and
/// `number_consent_needed`; `product_not_found`
/// for a product that is not offered instead, `product_sold_out`, `stock_insufficient`; 503 `partner_unavailable`; 429.
pub async fn correct(app: &App, user_id: i64, wish: &LineCorrection) -> Result<(), Problem> {
    app.limit(limits::CORRECT_LINE, user_id)?;
    let seen = load_seen(app, user_id, wish).await?;
    let goods = match wish.choice {
        CorrectionChoice::Refund => None,
        CorrectionChoice::Player => Some(Replacement::for_player(app, user_id, &seen, wish).await?),
        CorrectionChoice::Product => Some(Replacement::for_product(app, user_id, &seen, wish).await?),
    };
    let asked = &seen.delivery;
    let placed = match asked.may_stand_at_partner() {
        true => suppliers::placed(app, &asked.partner_code, &asked.reference).await?,
        false => None,
    };

    let mut change = app.change().await?;
    let (delivery, _) = lock(&mut change, asked.id, wish).await?;
    repair::not_sent_since(&delivery, asked).map_err(|_| codes::order_changed)?;
    let mut failed_there = delivery.standing == PartnerStanding::Failed && delivery.attempts > 0;
    match placed {
        Some(placed) if placed.status == OrderStatus::Delivered => {
            send::delivered(change, &delivery, &placed).await?;
            return Err(codes::correction_too_late.into());
        }
        Some(placed) if placed.status == OrderStatus::Accepted => {
            store::note_standing(&mut change, delivery.id, PartnerStanding::Accepted, false).await?;
            orders::refresh_status(&mut change, delivery.order_id).await?;
            change.commit().await?;
            return Err(codes::correction_too_late.into());
        }
        Some(_) => failed_there = true,
        None => {}
    }
    // Money that goes back is nobody's to spend again.
    if coverage::frozen_lines(change.conn(), delivery.order_id, Some(delivery.line_id)).await?.contains(&delivery.line_id) {
        return Err(codes::correction_too_late.into());
    }
    let reference = if failed_there { next_reference(&delivery.reference) } else { delivery.reference.clone() };
    let event = if goods.is_some() { DeliveryEvent::Correct } else { DeliveryEvent::CloseByBuyer };
    delivery.status.apply(event).map_err(|_| codes::correction_too_late)?;
    let after = match &goods {
        Some(goods) => goods.write(&mut change, user_id, &delivery).await?,
        None => json!({ "amountSatang": delivery.total_satang }),
    };
    record(&mut change, user_id, wish, &seen, &delivery, &reference, &after).await?;
    let news = match goods {
        Some(_) => {
            conclude::begin_again(&mut change, &delivery, &reference).await?;
            allow_time(&mut change, &delivery).await?;
            let now = change.now();
            conclude::retry_at(&mut change, &delivery, now, None).await?;
            Notification::Corrected
        }
        None => {
            repair::close_line(&mut change, &delivery, BUYERS_WISH).await?;
            Notification::Closed
        }
    };
    metrics::counter!("manao_line_corrections_total", "choice" => wish.choice.as_str()).increment(1);
    orders::refresh_status_and_tell(&mut change, delivery.order_id, Some(news)).await?;
    change.commit().await
}

/// A line as it stands before its correction.
struct Seen {
    delivery: Delivery,
    game_id: i64,
    before: Value,
}

async fn load_seen(app: &App, user_id: i64, wish: &LineCorrection) -> Result<Seen, Problem> {
    let mut change = app.change().await?;
    let line = sqlx::query!(
        r#"select d.id, l.game_id, l.product_id, l.kind as "kind: ProductKind", l.name_en, l.player_id, l.player_name, l.server, l.server_name
         from shop.orders o join shop.order_lines l on l.order_id = o.id join shop.deliveries d on d.order_line_id = l.id
         where o.number = $1 and o.user_id = $2 and l.id = $3"#,
        wish.number,
        user_id,
        wish.line_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::order_not_found)?;
    let (delivery, choice) = lock(&mut change, line.id, wish).await?;
    let (is_open, has_limit) = match wish.choice {
        CorrectionChoice::Player => (choice.player && delivery.player_id.is_some(), true),
        CorrectionChoice::Product => (choice.product, true),
        CorrectionChoice::Refund => (choice.refund, false),
    };
    if !is_open {
        return Err(codes::correction_too_late.into());
    }
    if has_limit && corrections(change.conn(), wish.line_id).await? >= MOST_CORRECTIONS {
        return Err(Problem::new(codes::correction_limit).param("limit", MOST_CORRECTIONS));
    }
    // The record has a number in masked form only.
    let player_id = if line.kind.is_for_number() { &line.player_name } else { &line.player_id };
    let before = json!({ "productId": line.product_id, "name": line.name_en, "playerId": player_id, "playerName": line.player_name,
                         "server": line.server, "serverName": line.server_name });
    Ok(Seen { delivery, game_id: line.game_id, before })
}

/// Locks the line of a paid order at the version that the buyer saw; returns what they may decide.
///
/// # Errors
/// 409 `order_changed`, `correction_too_late`.
async fn lock(change: &mut Change, delivery_id: i64, wish: &LineCorrection) -> Result<(Delivery, BuyersChoice), Problem> {
    let delivery = store::lock(change.conn(), delivery_id).await?.ok_or(codes::order_not_found)?;
    let order = sqlx::query!("select version, paid_at from shop.orders where id = $1", delivery.order_id)
        .fetch_one(change.conn())
        .await?;
    let choice = buyers_choice(delivery.status, delivery.attempts, delivery.standing, delivery.failure_code);
    let choice = choice.filter(|_| order.paid_at.is_some()).ok_or(codes::correction_too_late)?;
    if order.version != wish.version {
        return Err(codes::order_changed.into());
    }
    Ok((delivery, choice))
}

/// Returns how often the line was corrected; a refund ends it.
async fn corrections(conn: &mut PgConnection, line_id: i64) -> Result<i64, Problem> {
    let count =
        sqlx::query_scalar!(r#"select count(*) as "count!" from shop.line_corrections where order_line_id = $1"#, line_id)
            .fetch_one(conn)
            .await?;
    Ok(count)
}

/// Goods to deliver instead.
struct Replacement {
    /// Another product than the line's
    product_id: Option<i64>,
    target: Target,
    player: Option<FoundPlayer>,
    server: Option<String>,
}

/// A game, as far as naming a player needs it.
struct Game {
    partner_code: String,
    partner_game: String,
    target: Target,
    needs_server: bool,
    player_pattern: Option<String>,
    typed_server: Option<String>,
}

impl Replacement {
    async fn for_player(app: &App, user_id: i64, seen: &Seen, wish: &LineCorrection) -> Result<Self, Problem> {
        let game = game(app, seen.game_id).await?;
        // The partner that delivers the line knows the player best.
        let Delivery { partner_code, partner_game, sku, .. } = &seen.delivery;
        let goods = Goods { target: game.target, partner: partner_code, game: partner_game, sku: Some(sku) };
        let player_id = game.named(app, user_id, wish.player_id.as_deref()).await?;
        let (player, server) = game.player(app, &goods, player_id.as_deref(), wish.server.as_deref()).await?;
        Ok(Self { product_id: None, target: game.target, player, server })
    }

    async fn for_product(app: &App, user_id: i64, seen: &Seen, wish: &LineCorrection) -> Result<Self, Problem> {
        let product_id = wish.product_id.ok_or_else(|| Problem::invalid("productId", codes::field_required))?;
        let mut conn = app.db.acquire().await?;
        let offered = alternatives(&mut conn, &[wish.line_id]).await?;
        drop(conn);
        let offered = offered.into_iter().find(|(_, product)| product.id == product_id);
        let (_, product) = offered.ok_or_else(|| Problem::new(codes::product_not_found).param("productId", product_id))?;
        let game = game(app, product.game_id).await?;
        let own = product.game_id == seen.game_id && wish.player_id.is_none();
        let (player_id, server) = match own {
            true => (seen.delivery.player_id.clone(), seen.delivery.server.as_deref()),
            false => (game.named(app, user_id, wish.player_id.as_deref()).await?, wish.server.as_deref()),
        };
        let goods = Goods { target: game.target, partner: &game.partner_code, game: &game.partner_game, sku: Some(&product.sku) };
        let (player, server) = game.player(app, &goods, player_id.as_deref(), server).await?;
        Ok(Self { product_id: Some(product_id), target: game.target, player, server })
    }

    /// Writes it into the line; returns what stands there then.
    async fn write(&self, change: &mut Change, user_id: i64, delivery: &Delivery) -> Result<Value, Problem> {
        if let Some(product_id) = self.product_id {
            exchange(change, user_id, delivery, product_id).await?;
        }
        let player = self.player.as_ref();
        let line = sqlx::query!(
            "update shop.order_lines set player_id = $2, server = $3, player_name = $4, server_name = $5 where id = $1
             returning product_id, name_en",
            delivery.line_id,
            player.map(|player| player.player_id.as_str()),
            self.server,
            player.map(|player| player.display_name.as_str()),
            player.and_then(|player| player.server_name.as_deref())
        )
        .fetch_one(change.conn())
        .await?;
        let shown = player.map(|player| if self.target == Target::Number { &player.display_name } else { &player.player_id });
        Ok(json!({ "productId": line.product_id, "name": line.name_en, "playerId": shown,
                   "playerName": player.map(|player| &player.display_name), "server": self.server,
                   "serverName": player.and_then(|player| player.server_name.as_ref()) }))
    }
}

impl Game {
    /// Returns the recipient that the buyer names anew: for goods of a number, their own one, or one whose owner agreed.
    ///
    /// # Errors
    /// As when ordering: `mobile_number_invalid`, `mobile_number_missing`, `number_consent_needed`.
    async fn named(&self, app: &App, user_id: i64, player_id: Option<&str>) -> Result<Option<String>, Problem> {
        if self.target != Target::Number {
            return Ok(player_id.map(str::to_owned));
        }
        let own = players::own_number(&mut *app.db.acquire().await?, Some(user_id), self.target, player_id).await?;
        let (number, _) = self.rule().check(own.as_deref().or(player_id), None)?;
        number_consents::ensure_for(app, user_id, number.as_slice()).await?;
        Ok(number)
    }

    fn rule(&self) -> Rule<'_> {
        Rule {
            target: self.target,
            needs_server: self.needs_server,
            pattern: self.player_pattern.as_deref(),
            typed_server: self.typed_server.as_deref(),
        }
    }

    /// Lets the supplier confirm the recipient, as when ordering. None for a game without players.
    async fn player(
        &self,
        app: &App,
        goods: &Goods<'_>,
        player_id: Option<&str>,
        server: Option<&str>,
    ) -> Result<(Option<FoundPlayer>, Option<String>), Problem> {
        let (player_id, server) = self.rule().check(player_id, server)?;
        let player = match &player_id {
            Some(player_id) => Some(players::find(app, goods, player_id, server.as_deref()).await?),
            None => None,
        };
        Ok((player, server))
    }
}

async fn game(app: &App, game_id: i64) -> Result<Game, Problem> {
    let game = sqlx::query_as!(
        Game,
        r#"select partner_code, partner_game, target as "target: Target", needs_server, player_pattern,
                  case when server_typed then server_pattern end as typed_server
           from shop.games where id = $1"#,
        game_id
    )
    .fetch_one(&app.db)
    .await?;
    Ok(game)
}

/// Makes the line one of another product of the same price: the old pieces are for sale again, the new ones are taken as when ordering.
///
/// # Errors
/// `product_not_found` when it is not offered any more, `product_sold_out`, `stock_insufficient`.
async fn exchange(change: &mut Change, user_id: i64, delivery: &Delivery, product_id: i64) -> Result<(), Problem> {
    let terms = Terms::new(change.app(), change.now());
    let (order_id, line_id) = (delivery.order_id, delivery.line_id);
    let counts = holds::release_pieces(change.conn(), order_id, line_id, product_id, &terms).await?;
    counts.iter().try_for_each(|count| count.emit(change))?;
    waiting_room::after_release(change, &counts).await?;
    let written = sqlx::query!(
        "update shop.order_lines l
         set product_id = p.id, game_id = g.id, flash_sale_id = null, kind = g.kind, name_th = p.name_th, name_en = p.name_en,
             game_slug = g.slug, game_name_th = g.name_th, game_name_en = g.name_en, hue = g.hue, motif = g.motif,
             partner_code = g.partner_code, partner_game = g.partner_game, sku = p.sku, seller_id = p.seller_id,
             commission_bp = p.commission_bp
         from shop.products p join shop.games g on g.id = p.game_id
         where l.id = $1 and p.id = $2 and g.active and p.sale_state = 'active' and p.price_satang = l.unit_price_satang
               and p.vat_excluded = l.vat_excluded",
        line_id,
        product_id
    )
    .execute(change.conn())
    .await?;
    if written.rows_affected() == 0 {
        return Err(Problem::new(codes::product_not_found).param("productId", product_id));
    }
    let buyer = Buyer::load(change.conn(), user_id, None).await?;
    holds::take_pieces(change.conn(), order_id, line_id, &buyer, &terms).await?.map_err(holds::OutOfStock::problem)?;
    Ok(())
}

/// Gives a line that was not reported as late its usual time again.
async fn allow_time(change: &mut Change, delivery: &Delivery) -> Result<(), Problem> {
    let overdue_at = overdue_at(change, delivery.line_id).await?;
    sqlx::query!("update shop.deliveries set overdue_at = $2 where id = $1 and late_told_at is null", delivery.id, overdue_at)
        .execute(change.conn())
        .await?;
    Ok(())
}

async fn record(
    change: &mut Change,
    user_id: i64,
    wish: &LineCorrection,
    seen: &Seen,
    delivery: &Delivery,
    reference: &str,
    after: &Value,
) -> Result<(), Problem> {
    let now = change.now();
    let failure_code = delivery.failure_code.map(FailureReason::as_str);
    sqlx::query!(
        "insert into shop.line_corrections (order_line_id, user_id, choice, at, failure_code, reference, new_reference, before, after)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        delivery.line_id,
        user_id,
        wish.choice.as_str(),
        now,
        failure_code,
        delivery.reference,
        reference,
        seen.before,
        after
    )
    .execute(change.conn())
    .await?;
    let detail = json!({ "delivery": delivery.reference, "newReference": reference, "choice": wish.choice, "code": failure_code,
                         "before": seen.before, "after": after });
    log::write(change, delivery.order_id, LogKind::LineCorrected, &detail).await
}
