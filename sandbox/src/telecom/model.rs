//! Payments charged to a number, their refunds and settlements.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::money::{self, CURRENCY};
use super::numbers::Network;
use crate::faults::Subject;

/// CAMARA's states of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    PendingValidation,
    Reserved,
    Succeeded,
    Denied,
    Cancelled,
}

/// A payment in two steps.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Payment {
    pub id: String,
    /// The client's key: the same key is the same payment.
    pub correlator: Option<String>,
    pub reference_code: String,
    /// The operator's own reference.
    pub server_reference: String,
    pub msisdn: String,
    /// Satang.
    pub amount: i64,
    pub description: String,
    pub merchant: Option<String>,
    pub is_tax_included: bool,
    pub network: Network,
    pub status: Status,
    /// Names the validation of the code.
    pub authorization_id: String,
    pub code: String,
    /// Printed beside the code in the text.
    pub sms_reference: String,
    pub tries: u32,
    pub denial_reason: Option<String>,
    /// The client did not cancel it: its time ran out.
    pub has_expired: bool,
    pub sink: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    /// Satang that went back, by refunds that succeeded.
    pub refunded: i64,
    /// The settlement that brought its money to the shop.
    pub settlement: Option<String>,
    /// The operator's share in its settlement in place of the usual one, satang without VAT.
    pub own_fee: Option<i64>,
}

/// The operator's share of a payment in hundredths of a percent, and VAT on it in percent.
const FEE_RATE: i64 = 1_000;
const VAT_RATE: i64 = 7;

impl Payment {
    /// Returns the fee and the VAT on it, once it is settled.
    pub fn fees(&self) -> (i64, i64) {
        if self.settlement.is_none() {
            return (0, 0);
        }
        let fee = self.own_fee.unwrap_or((self.amount * FEE_RATE + 5_000) / 10_000);
        (fee, fee * VAT_RATE / 100)
    }

    /// Whether it still reserves its amount.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::PendingValidation | Status::Reserved)
    }

    pub fn subject(&self) -> Subject {
        Subject {
            orders: vec![self.reference_code.clone()],
            charge: Some(self.id.clone()),
            msisdn: Some(self.msisdn.clone()),
            ..Subject::default()
        }
    }

    /// Returns the payment as `retrievePayment` shows it, with the operator's own part below `operatorData`.
    pub fn show(&self) -> Value {
        let (fee, fee_vat) = self.fees();
        let mut shown = json!({
            "paymentId": self.id,
            "paymentStatus": self.status,
            "paymentCreationDate": self.created_at,
            "amountTransaction": {
                "phoneNumber": self.msisdn,
                "clientCorrelator": self.correlator,
                "referenceCode": self.reference_code,
                "serverReferenceCode": self.server_reference,
                "resourceURL": format!("urn:payments:{}", self.id),
                "paymentAmount": {
                    "chargingInformation": {
                        "amount": money::number(self.amount), "currency": CURRENCY, "description": self.description,
                        "isTaxIncluded": self.is_tax_included,
                    },
                    "chargingMetaData": {"merchantName": self.merchant},
                },
            },
            "sink": self.sink,
            "operatorData": {
                "networkType": self.network, "smsReference": self.sms_reference, "expiresAt": self.expires_at,
                "denialReason": self.denial_reason, "feeSatang": fee, "feeVatSatang": fee_vat, "refundedSatang": self.refunded,
                "settlement": self.settlement,
            },
        });
        if let Some(paid_at) = self.paid_at {
            shown["paymentDate"] = json!(paid_at);
        }
        shown
    }

    /// Returns the answer to `preparePayment`.
    pub fn show_prepared(&self) -> Value {
        let mut shown = self.show();
        shown["validationInfo"] = json!({"action": "validate", "authorizationId": self.authorization_id});
        shown
    }
}

/// CAMARA's states of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    Processing,
    Succeeded,
    Denied,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundKind {
    Total,
    Partial,
}

/// Money on its way back to a number.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub payment: String,
    pub correlator: Option<String>,
    pub reference_code: String,
    pub kind: RefundKind,
    /// Satang.
    pub amount: i64,
    pub status: RefundStatus,
    pub reason: Option<String>,
    /// Why it will be denied when it is due.
    pub denial: Option<String>,
    pub sink: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Time at which a refund that is processed ends.
    pub due_at: DateTime<Utc>,
    pub done_at: Option<DateTime<Utc>>,
    /// The settlement that took it off.
    pub settlement: Option<String>,
}

impl Refund {
    /// Returns the refund as `retrieveRefund` shows it.
    pub fn show(&self, is_tax_included: bool) -> Value {
        let mut shown = json!({
            "refundId": self.id, "refundStatus": self.status, "type": self.kind, "refundCreationDate": self.created_at,
            "reason": self.reason, "sink": self.sink,
            "amountTransaction": {
                "clientCorrelator": self.correlator, "referenceCode": self.reference_code,
                "refundAmount": {"chargingInformation": {
                    "amount": money::number(self.amount), "currency": CURRENCY, "description": "refund",
                    "isTaxIncluded": is_tax_included,
                }},
            },
        });
        if let Some(done_at) = self.done_at {
            shown["refundDate"] = json!(done_at);
        }
        shown
    }
}

/// One payment in a settlement.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettledCharge {
    pub id: String,
    pub reference: String,
    /// Satang; zero when an earlier settlement paid it out, and this one takes refunds off.
    pub amount: i64,
    #[serde(default)]
    pub refunded: i64,
    pub fee: i64,
    pub fee_vat: i64,
}

/// Money that the operator paid to the shop's bank account, payment by payment.
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
        let (amount, refunded) = (sum(|charge| charge.amount), sum(|charge| charge.refunded));
        let (fee, fee_vat) = (sum(|charge| charge.fee), sum(|charge| charge.fee_vat));
        json!({
            "id": self.id, "paidAt": self.paid_at, "amount": amount, "refunded": refunded, "fee": fee, "feeVat": fee_vat,
            "net": amount - refunded - fee - fee_vat, "charges": self.charges
        })
    }
}
