//! A package on a number.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::faults::Subject;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Accepted,
    Active,
    Refused,
    Cancelled,
    Ended,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Active => "active",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
            Self::Ended => "ended",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Activation {
    pub id: String,
    pub reference: String,
    pub msisdn: String,
    pub package: String,
    pub status: Status,
    pub reason: Option<String>,
    pub callback_url: Option<String>,
    pub created_at: DateTime<Utc>,
    pub activated_at: Option<DateTime<Utc>>,
    pub expires_at: Option<DateTime<Utc>>,
    pub renews: bool,
    /// Satang.
    pub price: i64,
    pub days: i64,
    /// Raised by every change.
    pub version: i64,
    /// When it turns by itself: active or refused, renewed or ended.
    pub due_at: Option<DateTime<Utc>>,
    /// The reason for which it will be refused.
    pub refusal: Option<String>,
}

impl Activation {
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Refused | Status::Ended)
    }

    /// Whether it keeps the number from having the package again.
    pub fn occupies(&self, msisdn: &str, package: &str) -> bool {
        self.msisdn == msisdn && self.package == package && !self.is_over()
    }

    pub fn is_cancellable(&self) -> bool {
        self.renews && self.status == Status::Active
    }

    pub fn subject(&self) -> Subject {
        Subject { orders: vec![self.reference.clone()], msisdn: Some(self.msisdn.clone()), ..Subject::default() }
    }

    /// Returns the activation in the contract's form.
    pub fn show(&self) -> Value {
        let next_renewal_at = self.expires_at.filter(|_| self.is_cancellable());
        json!({
            "id": self.id, "reference": self.reference, "msisdn": self.msisdn, "package": self.package, "status": self.status,
            "reason": self.reason, "createdAt": self.created_at, "activatedAt": self.activated_at, "expiresAt": self.expires_at,
            "nextRenewalAt": next_renewal_at, "renews": self.renews, "cancellable": self.is_cancellable(),
            "renewalPrice": self.renews.then_some(self.price), "version": self.version
        })
    }
}
