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
}

/// Can I have this quantity at the flash sale's price?
///
/// `limit`, `priceSatang` and `endsAt` are absent while the product is in no sale.
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
    let accounts = match member.0 {
        Some(member) => Buyer::load(&mut conn, member.user_id, None).await?.accounts,
        None => Vec::new(),
    };
    let standing = sqlx::query!(
        r#"select g.active and p.state = 'active' and coalesce(p.stock >= $4::bigint, true) as "buyable!", s.price_satang as "price_satang?",
                  s.quantity - s.taken as remaining, s.ends_at as "ends_at?",
                  coalesce(s.per_person, $5) - shop.pieces_had('flash_sale', s.id, $3, null) as mine
           from shop.products p join shop.games g on g.id = p.game_id
           left join lateral (
             select * from shop.flash_sales s where s.product_id = p.id and s.starts_at <= $2 and s.ends_at > $2
             order by s.quantity > s.taken desc, s.price_satang, s.id limit 1) s on true
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
    let Some(price_satang) = standing.price_satang else {
        return Ok(Json(FlashSaleStanding { available: false, remaining: 0, limit: None, price_satang: None, ends_at: None }));
    };
    let remaining = i64::from(standing.remaining.unwrap_or_default());
    let limit = standing.mine.unwrap_or_default().clamp(0, remaining);
    Ok(Json(FlashSaleStanding {
        available: standing.buyable && question.quantity <= limit,
        remaining,
        limit: Some(limit),
        price_satang: Some(price_satang),
        ends_at: standing.ends_at,
    }))
}
