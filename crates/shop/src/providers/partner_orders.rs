//! Ordering at a top-up partner. Our reference makes sending twice harmless: the partner returns the order it already has under it.

use std::ops::Range;

use chrono::{DateTime, SecondsFormat, Utc};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use crate::providers::packages::Activation;
use crate::providers::partners::{PartnerError, Partners};

/// Orders that a partner lists at once, and the most pages that are read.
const PAGE: usize = 100;
const MOST_PAGES: usize = 1_000;

/// An order to place, in the partner's words.
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

/// The order as the partner reports it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    pub reference: String,
    pub status: OrderStatus,
    /// Reason why it failed: one of the partner's codes.
    pub reason: Option<String>,
    /// Taken from our float, satang
    pub cost: Option<i64>,
    #[serde(default)]
    pub vouchers: Vec<Voucher>,
    /// The package on the number, from the telecom
    #[serde(skip)]
    pub activation: Option<Activation>,
}

/// An order as the partner lists it, without its codes.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedOrder {
    pub reference: String,
    pub status: OrderStatus,
    /// Taken from our float, satang
    pub cost: i64,
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
    /// Places the order, or finds the existing one under its reference.
    ///
    /// # Errors
    /// `Refused` with the partner's code; otherwise see [`PartnerError`]; whether it was placed is then unknown.
    pub async fn place(&self, partner: &str, order: &Order<'_>) -> Result<Placed, PartnerError> {
        self.call(partner, Method::POST, &["orders"], &[], Some(order)).await
    }

    /// Returns the order under a reference; None when the partner never accepted it. Only the partner's `order_unknown` says so: if we or the
    /// game are no longer known there, earlier orders may still exist.
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

    /// Returns the orders that the partner accepted in this time by its clock, oldest first.
    ///
    /// # Errors
    /// See [`PartnerError`].
    pub async fn orders(&self, partner: &str, time: Range<DateTime<Utc>>) -> Result<Vec<ListedOrder>, PartnerError> {
        #[derive(Deserialize)]
        struct List {
            items: Vec<ListedOrder>,
        }
        let stamp = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let (from, to, per_page) = (stamp(time.start), stamp(time.end), PAGE.to_string());
        let mut orders = Vec::new();
        for page in 1..=MOST_PAGES {
            let page = page.to_string();
            let query = [("from", from.as_str()), ("to", &to), ("page", &page), ("perPage", &per_page)];
            let list: List = self.call(partner, Method::GET, &["orders"], &query, None::<&()>).await?;
            let is_last = list.items.len() < PAGE;
            orders.extend(list.items);
            if is_last {
                break;
            }
        }
        Ok(orders)
    }
}
