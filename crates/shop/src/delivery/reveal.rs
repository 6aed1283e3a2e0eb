//! Voucher codes are shown to their buyer alone, and every view is logged.

use std::net::IpAddr;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::coverage;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::sealing::Sealer;
use manao_people::user_log::{self, Kind};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealedCodes {
    pub codes: Vec<RevealedCode>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealedCode {
    pub code: String,
    pub serial: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
}

/// # Errors
/// 404 `order_not_found` for another person's order or a line that is not in it, 409 `codes_not_ready` before the delivery,
/// `codes_frozen` when no code was viewed before money of the order was returned or disputed, and the rest does not cover them.
pub async fn reveal(
    app: &App,
    user_id: i64,
    number: &str,
    line_id: i64,
    address: Option<IpAddr>,
) -> Result<RevealedCodes, Problem> {
    let mut change = app.change().await?;
    let delivery = sqlx::query!(
        r#"select d.id, d.status, o.id as order_id, exists (select from shop.code_reveals r where r.delivery_id = d.id) as "seen!"
           from shop.deliveries d join shop.orders o on o.id = d.order_id where o.number = $1 and o.user_id = $2 and d.order_line_id = $3
           for update of o"#,
        number,
        user_id,
        line_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::order_not_found)?;
    if delivery.status != "delivered" {
        return Err(codes::codes_not_ready.into());
    }
    // Codes that were already viewed are no longer secret.
    if !delivery.seen && coverage::frozen_lines(change.conn(), delivery.order_id, None).await?.contains(&line_id) {
        return Err(codes::codes_frozen.into());
    }
    let sealed = sqlx::query!(
        r#"select code_sealed as "code_sealed!", serial as "serial!", expires_on from shop.voucher_codes where order_line_id = $1 and state = 'sold'
           union all
           select code_sealed, serial, expires_on from shop.delivered_codes where delivery_id = $2
           order by 2"#,
        line_id,
        delivery.id
    )
    .fetch_all(change.conn())
    .await?;
    let sealer = Sealer::from_app(app)?;
    let mut opened = Vec::with_capacity(sealed.len());
    for row in sealed {
        let code = sealer.open(&row.code_sealed, row.serial.as_bytes()).map_err(Problem::internal)?;
        opened.push(RevealedCode { code, serial: row.serial, expires_on: row.expires_on });
    }
    if !opened.is_empty() {
        let now = change.now();
        sqlx::query!(
            "insert into shop.code_reveals (delivery_id, user_id, at, address) values ($1, $2, $3, $4::text::inet)",
            delivery.id,
            user_id,
            now,
            address.map(|address| address.to_string())
        )
        .execute(change.conn())
        .await?;
        user_log::write(&mut change, user_id, Kind::CodesRevealed, serde_json::json!({ "number": number })).await?;
    }
    change.commit().await?;
    Ok(RevealedCodes { codes: opened })
}
