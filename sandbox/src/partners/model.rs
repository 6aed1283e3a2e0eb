//! An order at a partner.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::faults::Subject;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Accepted,
    Delivered,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Topup,
    Voucher,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Voucher {
    pub code: String,
    pub serial: String,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Order {
    pub partner: String,
    pub reference: String,
    pub partner_order_id: String,
    pub status: Status,
    pub game: String,
    pub sku: String,
    pub kind: Kind,
    pub player_id: Option<String>,
    pub server: Option<String>,
    pub quantity: u32,
    /// Satang, for the whole order.
    pub cost: i64,
    pub reason: Option<String>,
    pub vouchers: Vec<Voucher>,
    pub callback_url: Option<String>,
    pub accepted_at: DateTime<Utc>,
    /// Time at which it will be delivered, or fail.
    pub due_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// Returns the key of an order in the state.
pub fn key(partner: &str, reference: &str) -> String {
    format!("{partner} {reference}")
}

impl Order {
    pub fn key(&self) -> String {
        key(&self.partner, &self.reference)
    }

    /// Returns the subject that the rules for faults match against.
    pub fn subject(&self) -> Subject {
        Subject {
            orders: vec![self.reference.clone()],
            partner: Some(self.partner.clone()),
            game: Some(self.game.clone()),
            player_id: self.player_id.clone(),
            ..Subject::default()
        }
    }

    /// Returns the order in the contract's form.
    pub fn show(&self) -> Value {
        json!({
            "reference": self.reference, "partnerOrderId": self.partner_order_id, "status": self.status, "game": self.game,
            "sku": self.sku, "kind": self.kind, "playerId": self.player_id, "server": self.server, "quantity": self.quantity,
            "cost": self.cost, "reason": self.reason, "vouchers": self.vouchers, "acceptedAt": self.accepted_at,
            "finishedAt": self.finished_at
        })
    }
}
