//! Voucher codes are shown to their buyer alone, one at a time and after a fresh proof that it is the buyer. Every view is logged.

use std::net::IpAddr;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use super::line_codes::{self, CodeView};
use crate::payments::coverage;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::sealing::Sealer;
use manao_people::account::proof;
use manao_people::user_log::{self, Kind};

/// Longest part of a user agent that is stored.
const LONGEST_USER_AGENT: usize = 300;

/// A revealed code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealedCode {
    /// Its place in the line, from 1
    pub index: i64,
    /// Number of codes of the line
    pub of: i64,
    pub code: String,
    /// Names the code to support; it cannot be redeemed
    pub serial: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<NaiveDate>,
    /// Views by the buyer, this one included, oldest first
    pub views: Vec<CodeView>,
}

/// The code that is asked for.
pub struct WantedCode<'a> {
    pub number: &'a str,
    pub line_id: i64,
    /// From 1
    pub index: i64,
}

/// The browser that asks.
pub struct Device {
    pub address: Option<IpAddr>,
    pub user_agent: Option<String>,
}

/// Reveals one code.
///
/// # Errors
/// 404 `order_not_found` for another person's order or a line that is not in it, `code_not_found` for an index beyond its codes; 409
/// `codes_not_ready` before the delivery, `codes_frozen` when this code was not viewed before money of the order was returned or disputed, and
/// the rest does not cover it; 403 `fresh_proof_needed`.
pub async fn reveal(app: &App, member: &Member, wanted: &WantedCode<'_>, device: Device) -> Result<RevealedCode, Problem> {
    let WantedCode { number, line_id, index } = *wanted;
    let mut change = app.change().await?;
    let delivery = sqlx::query!(
        "select d.id, d.status, o.id as order_id
         from shop.deliveries d join shop.orders o on o.id = d.order_id where o.number = $1 and o.user_id = $2 and d.order_line_id = $3
         for update of o",
        number,
        member.user_id,
        line_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::order_not_found)?;
    if delivery.status != "delivered" {
        return Err(codes::codes_not_ready.into());
    }
    let stored = line_codes::stored(change.conn(), line_id).await?;
    let stored = stored.into_iter().find(|code| code.index == index).ok_or(codes::code_not_found)?;
    let ids = (stored.voucher_code_id, stored.delivered_code_id);
    let earlier = line_codes::views(change.conn(), line_id, ids.0, ids.1).await?;
    // A code that was already viewed is no longer secret.
    if earlier.is_empty() && coverage::frozen_lines(change.conn(), delivery.order_id, None).await?.contains(&line_id) {
        return Err(codes::codes_frozen.into());
    }
    // Last, so that nobody is asked for a proof in vain.
    proof::ensure_fresh(&mut change, member).await?;
    let code = Sealer::from_app(app)?.open(&stored.code_sealed, stored.serial.as_bytes()).map_err(Problem::internal)?;
    let now = change.now();
    sqlx::query!(
        "insert into shop.code_reveals (delivery_id, user_id, at, address, user_agent, voucher_code_id, delivered_code_id)
         values ($1, $2, $3, $4::text::inet, $5, $6, $7)",
        delivery.id,
        member.user_id,
        now,
        device.address.map(|address| address.to_string()),
        device.user_agent.map(|text| text.chars().take(LONGEST_USER_AGENT).collect::<String>()),
        ids.0,
        ids.1
    )
    .execute(change.conn())
    .await?;
    user_log::write(&mut change, member.user_id, Kind::CodesRevealed, serde_json::json!({ "number": number })).await?;
    let views = line_codes::views(change.conn(), line_id, ids.0, ids.1).await?;
    change.commit().await?;
    Ok(RevealedCode { index, of: stored.of, code, serial: stored.serial, expires_on: stored.expires_on, views })
}
