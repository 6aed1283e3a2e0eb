//! Ordering at a top-up partner. Our reference makes it harmless to send twice: the partner answers the order that stands under it.

use chrono::{DateTime, Utc};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use super::partners::{PartnerError, Partners};

/// What is ordered, in the partner's words.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order<'a> {
    pub reference: &'a str,
    pub game: &'a str,
    pub sku: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<&'a str>,
    pub quantity: i32,
    pub callback_url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    Accepted,
    Delivered,
    Failed,
}

/// The order as the partner tells it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    pub reference: String,
    pub status: OrderStatus,
    /// Why it failed: one of the partner's codes.
    pub reason: Option<String>,
    #[serde(default)]
    pub vouchers: Vec<Voucher>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Voucher {
    pub code: String,
    pub serial: String,
    pub expires_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for Voucher {
    /// A code is money: it never reaches a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Voucher").field("serial", &self.serial).finish_non_exhaustive()
    }
}

impl Partners {
    /// Places the order, or finds the one that stands under its reference.
    ///
    /// # Errors
    /// `Refused` with the partner's code; else see [`PartnerError`], and whether it was placed is unknown.
    pub async fn place(&self, partner: &str, order: &Order<'_>) -> Result<Placed, PartnerError> {
        self.call(partner, Method::POST, &["orders"], &[], Some(order)).await
    }

    /// The order that stands under a reference; none when the partner never took it. Only its own word `order_unknown` says so: where it
    /// or its game is not known any more, what it took before that may still stand.
    ///
    /// # Errors
    /// See [`PartnerError`].
    pub async fn placed(&self, partner: &str, reference: &str) -> Result<Option<Placed>, PartnerError> {
        match self.call(partner, Method::GET, &["orders", reference], &[], None::<&()>).await {
            Ok(placed) => Ok(Some(placed)),
            Err(PartnerError::Refused { status: 404, code, .. }) if code == "order_unknown" => Ok(None),
            Err(error) => Err(error),
        }
    }
}
