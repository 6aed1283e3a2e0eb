//! Charges to a number, one-time passwords.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::numbers::Network;
use crate::faults::Subject;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    OtpSent,
    Captured,
    Failed,
    Expired,
    Cancelled,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TelecomCharge {
    pub id: String,
    pub reference: String,
    pub msisdn: String,
    /// Satang.
    pub amount: i64,
    pub network: Network,
    pub status: Status,
    /// The one-time password that confirms it.
    pub otp: String,
    pub ref_code: String,
    pub reason: Option<String>,
    pub callback_url: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub captured_at: Option<DateTime<Utc>>,
}

impl TelecomCharge {
    pub fn is_final(&self) -> bool {
        self.status != Status::OtpSent
    }

    pub fn subject(&self) -> Subject {
        Subject {
            orders: vec![self.reference.clone()],
            charge: Some(self.id.clone()),
            msisdn: Some(self.msisdn.clone()),
            ..Subject::default()
        }
    }

    /// As the contract shows it.
    pub fn show(&self) -> Value {
        json!({
            "id": self.id, "reference": self.reference, "msisdn": self.msisdn, "amount": self.amount, "networkType": self.network,
            "status": self.status, "refCode": self.ref_code, "reason": self.reason, "createdAt": self.created_at,
            "expiresAt": self.expires_at, "capturedAt": self.captured_at
        })
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Otp {
    pub reference: String,
    pub ref_code: String,
    pub msisdn: String,
    pub purpose: String,
    pub code: String,
    pub tries: u32,
    pub used: bool,
    pub expires_at: DateTime<Utc>,
    pub resend_at: DateTime<Utc>,
}
