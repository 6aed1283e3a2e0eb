//! The current state of a flash sale for the person who asks; the catalogue's own answer is the same for everybody.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use manao_kernel::Feature;
use manao_kernel::access::{MaybeMember, Who};
use manao_kernel::problem::codes::*;

use crate::buyer::Buyer;
use crate::waiting_room::{self, PlaceState, RoomLive, WaitingPlace};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem, codes};

pub fn calls() -> Feature {
    Feature::new().call(routes!(check_flash_sale), Who::Anyone.refuses(&[&[product_not_found, quantity_invalid]]))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FlashSaleQuestion {
    product_id: i64,
    #[schema(minimum = 1)]
    quantity: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FlashSaleStanding {
    /// This quantity can be ordered at the sale's price now; only an order holds the pieces
    available: bool,
    /// Pieces left of the sale; 0 without a sale
    remaining: i64,
    /// Pieces that I may still take of it; without logging in, one person's share
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
    /// Price of one piece in the sale
    #[serde(skip_serializing_if = "Option::is_none")]
    price_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flash_sale_id: Option<i64>,
    /// The line, while buyers have to wait in it; it can be joined
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<RoomLive>,
    /// My place in the line, if I have joined
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<WaitingPlace>,
    /// The server's time, for countdowns
    now: DateTime<Utc>,
}

/// Can I have this quantity at the flash sale's price?
///
/// `limit`, `priceSatang`, `endsAt` and `flashSaleId` are absent while the product is in no sale. While there is a line, only people
/// whose turn it is can order.
#[utoipa::path(post, path = "/flash-sale/check-flash-sale", tag = "catalogue", request_body = FlashSaleQuestion,
    responses((status = 200, body = FlashSaleStanding)))]
async fn check_flash_sale(
    State(app): State<App>,
    member: MaybeMember,
    Json(question): Json<FlashSaleQuestion>,
) -> Result<Json<FlashSaleStanding>, Problem> {
    if question.quantity < 1 {
        return Err(codes::quantity_invalid.into());
    }
    let mut conn = app.db.acquire().await?;
    let user_id = member.0.map(|member| member.user_id);
    let accounts = match user_id {
        Some(user_id) => Buyer::load(&mut conn, user_id, None).await?.accounts,
        None => Vec::new(),
    };
    let standing = sqlx::query!(
        r#"select g.active and p.sale_state = 'active' and coalesce(p.stock >= $4::bigint, true) as "buyable!", s.price_satang as "price_satang?",
                  s.id as "flash_sale_id?", s.quantity - s.taken as remaining, s.ends_at as "ends_at?",
                  coalesce(w.waiting, 0) as "waiting!", coalesce(w.promised, 0) as "promised!",
                  exists (select from shop.holds h where h.kind = 'flash_sale' and h.ref_id = s.id and h.state = 'held') as "held!",
                  coalesce(s.per_person, $5) - shop.pieces_had('flash_sale', s.id, $3, null) as mine
           from shop.products p join shop.games g on g.id = p.game_id
           left join lateral (
             select * from shop.flash_sales s where s.product_id = p.id and s.starts_at <= $2 and s.ends_at > $2
             order by s.quantity > s.taken desc, s.price_satang, s.id limit 1) s on true
           left join shop.waiting_rooms w on w.flash_sale_id = s.id
           where p.id = $1"#,
        question.product_id,
        app.now(),
        &accounts,
        question.quantity,
        app.settings.flash_per_person,
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(|| Problem::new(codes::product_not_found).param("productId", question.product_id))?;
    let now = app.now();
    let Some((flash_sale_id, price_satang)) = standing.flash_sale_id.zip(standing.price_satang) else {
        return Ok(Json(FlashSaleStanding {
            available: false,
            remaining: 0,
            limit: None,
            price_satang: None,
            ends_at: None,
            flash_sale_id: None,
            line: None,
            place: None,
            now,
        }));
    };
    let remaining = i64::from(standing.remaining.unwrap_or_default());
    let limit = standing.mine.unwrap_or_default().clamp(0, remaining);
    let free = remaining - i64::from(standing.promised);
    let has_line = standing.waiting > 0 || free <= 0 && (standing.promised > 0 || standing.held);
    let line = if has_line { Some(waiting_room::room(&mut conn, flash_sale_id, now).await?) } else { None };
    let place = match &user_id {
        Some(user_id) => Some(waiting_room::load(&mut conn, *user_id, flash_sale_id, now).await?),
        None => None,
    };
    let place = place.filter(|place| place.ticket.is_some());
    let has_turn = place.as_ref().is_some_and(|place| place.state == PlaceState::Admitted);
    let may_order = has_turn || (!has_line && question.quantity <= free);
    Ok(Json(FlashSaleStanding {
        available: standing.buyable && question.quantity <= limit && may_order,
        remaining,
        limit: Some(limit),
        price_satang: Some(price_satang),
        ends_at: standing.ends_at,
        flash_sale_id: Some(flash_sale_id),
        line,
        place,
        now,
    }))
}
