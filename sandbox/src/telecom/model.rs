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
    /// The settlement that brought its money to the shop.
    #[serde(default)]
    pub settlement: Option<String>,
    /// The operator's share in its settlement in place of the usual one, satang without VAT.
    #[serde(default)]
    pub own_fee: Option<i64>,
}

/// The operator's share of a charge in hundredths of a percent, and VAT on it in percent.
const FEE_RATE: i64 = 1_000;
const VAT_RATE: i64 = 7;

/// One charge in a settlement.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettledCharge {
    pub id: String,
    pub reference: String,
    /// Satang.
    pub amount: i64,
    pub fee: i64,
    pub fee_vat: i64,
}

/// Money that the operator paid to the shop's bank account, charge by charge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settlement {
    pub id: String,
    pub paid_at: DateTime<Utc>,
    pub charges: Vec<SettledCharge>,
}

impl Settlement {
    /// Returns the settlement in the contract's form.
    pub fn show(&self) -> Value {
        let sum = |part: fn(&SettledCharge) -> i64| self.charges.iter().map(part).sum::<i64>();
        let (amount, fee, fee_vat) = (sum(|charge| charge.amount), sum(|charge| charge.fee), sum(|charge| charge.fee_vat));
        json!({
            "id": self.id, "paidAt": self.paid_at, "amount": amount, "fee": fee, "feeVat": fee_vat, "net": amount - fee - fee_vat,
            "charges": self.charges
        })
    }
}

impl TelecomCharge {
    /// Returns the fee and the VAT on it, once it is settled.
    pub fn fees(&self) -> (i64, i64) {
        if self.settlement.is_none() {
            return (0, 0);
        }
        let fee = self.own_fee.unwrap_or((self.amount * FEE_RATE + 5_000) / 10_000);
        (fee, fee * VAT_RATE / 100)
    }

    /// Returns the charge as its settlement lists it.
    pub fn settled(&self) -> SettledCharge {
        let (fee, fee_vat) = self.fees();
        SettledCharge { id: self.id.clone(), reference: self.reference.clone(), amount: self.amount, fee, fee_vat }
    }

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

    /// Returns the charge in the contract's form.
    pub fn show(&self) -> Value {
        let (fee, fee_vat) = self.fees();
        json!({
            "id": self.id, "reference": self.reference, "msisdn": self.msisdn, "amount": self.amount, "networkType": self.network,
            "status": self.status, "refCode": self.ref_code, "reason": self.reason, "createdAt": self.created_at,
            "expiresAt": self.expires_at, "capturedAt": self.captured_at, "fee": fee, "feeVat": fee_vat, "settlement": self.settlement
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
