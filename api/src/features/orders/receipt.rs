//! The receipt of a paid order. Amounts are satang.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::snapshot::Snapshot;
use crate::app::App;
use crate::features::payment_channels;
use crate::problem::{Problem, codes};
use crate::text::Text;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub receipt_number: String,
    pub order_number: String,
    pub paid_at: DateTime<Utc>,
    pub channel: Text,
    /// The provider's id of the charge
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    pub buyer: String,
    pub lines: Vec<ReceiptLine>,
    /// The coupon behind the discount
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon_code: Option<String>,
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    /// Tax on top of prices that exclude it; the other prices contain theirs
    pub vat_satang: i64,
    pub total_satang: i64,
    /// Refunded to the payer since
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    pub name: Text,
    pub game_name: Text,
    /// The seller: products are sold by third parties
    pub seller: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    pub quantity: i32,
    pub unit_price_satang: i64,
    pub vat_satang: i64,
    pub total_satang: i64,
}

/// # Errors
/// 409 `receipt_not_ready` before the order is paid.
pub async fn of(app: &App, snapshot: Snapshot) -> Result<Receipt, Problem> {
    let Snapshot { order, lines, payment } = snapshot;
    let (Some(receipt_number), Some(paid_at)) = (order.receipt_number, order.paid_at) else {
        return Err(codes::receipt_not_ready.into());
    };
    let more = sqlx::query!(
        r#"select u.display_name, c.name_th, c.name_en,
                  array(select s.name from order_lines l join sellers s on s.id = l.seller_id where l.order_id = o.id order by l.position) as "sellers!"
           from orders o join users u on u.id = o.user_id join payment_channels c on c.code = o.channel where o.id = $1"#,
        order.id
    )
    .fetch_one(&app.db)
    .await?;
    let lines = lines.into_iter().zip(more.sellers).map(|(line, seller)| ReceiptLine {
        name: Text::new(line.name_th, line.name_en),
        game_name: Text::new(line.game_name_th, line.game_name_en),
        seller,
        player_id: line.player_id,
        quantity: line.quantity,
        unit_price_satang: line.unit_price_satang,
        vat_satang: line.vat_satang,
        total_satang: line.total_satang,
    });
    Ok(Receipt {
        receipt_number,
        order_number: order.number,
        paid_at,
        channel: payment_channels::name(app, &more.name_th, &more.name_en),
        refunded_satang: payment.as_ref().map(|payment| payment.refunded_satang).filter(|refunded| *refunded > 0),
        refunded_at: payment.as_ref().and_then(|payment| payment.refunded_at),
        transaction_id: payment.and_then(|payment| payment.charge_id),
        buyer: more.display_name,
        lines: lines.collect(),
        coupon_code: order.coupon_code,
        subtotal_satang: order.subtotal_satang,
        discount_satang: order.discount_satang,
        vat_satang: order.vat_satang,
        total_satang: order.total_satang,
    })
}
