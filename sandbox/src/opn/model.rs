//! Sources, charges and events as they are kept; `render` makes the wire's objects of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::faults::Subject;

/// A way to pay.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Source {
    pub id: String,
    pub kind: String,
    /// Satang.
    pub amount: i64,
    pub phone_number: Option<String>,
    pub created_at: DateTime<Utc>,
    /// The charge that used it.
    pub charge: Option<String>,
}

/// How the payer goes about it, as the provider calls it.
pub fn flow(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "promptpay" => "offline",
        "mobile_banking_kbank" | "mobile_banking_bbl" | "mobile_banking_ktb" | "mobile_banking_bay" | "mobile_banking_scb" => {
            "app_redirect"
        }
        "truemoney" | "truemoney_jumpapp" | "rabbit_linepay" => "redirect",
        _ => return None,
    })
}

/// Least and most of this kind, satang.
pub fn limits(kind: &str) -> (i64, i64) {
    match kind {
        "rabbit_linepay" => (100, 5_000_000),
        _ => (2_000, 15_000_000),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Pending,
    Successful,
    Failed,
    Expired,
}

/// One charge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub source: Source,
    /// Satang.
    pub amount: i64,
    pub status: Status,
    pub description: Option<String>,
    pub metadata: Map<String, Value>,
    pub return_uri: Option<String>,
    pub webhook_endpoints: Vec<String>,
    pub payment: String,
    pub document: String,
    pub download: String,
    /// The EMVCo text of a PromptPay charge, and its first reference.
    pub payload: Option<String>,
    pub reference: String,
    pub transaction: Option<String>,
    pub failure: Option<Failure>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    pub expired_at: Option<DateTime<Utc>>,
    /// How the caller reached us: the base of the charge's URLs.
    pub base: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    pub code: String,
    pub message: String,
}

impl Charge {
    /// For the faults: what this charge is about.
    pub fn subject(&self) -> Subject {
        let mut orders: Vec<String> =
            self.metadata.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
        orders.extend(self.description.clone());
        Subject { orders, charge: Some(self.id.clone()), ..Subject::default() }
    }
}

/// Something that happened to a charge, with the charge as it was then.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub key: String,
    pub charge: Arc<Charge>,
    pub created_at: DateTime<Utc>,
}
