//! The fields of CAMARA's objects that we send and use, and the operator's own beside them.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::charge_books::ChargeMoney;
use manao_domain::settle::ChargeStatus;
use serde::{Deserialize, Serialize};

use super::baht::Baht;
use crate::providers::charges::{Charge, Payout, PayoutPart, Provider, ProviderRefund, RefundStatus};
use manao_kernel::providers::telecom::denial;

/// The only currency that the telecom bills in.
pub const CURRENCY: &str = "THB";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChargingInformation {
    pub amount: Baht,
    pub currency: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub is_tax_included: bool,
}

impl ChargingInformation {
    /// Returns an amount in satang; our prices include their tax.
    pub fn new(satang: i64, description: &str) -> Self {
        Self {
            amount: Baht(Satang(satang)),
            currency: CURRENCY.to_owned(),
            description: description.to_owned(),
            is_tax_included: true,
        }
    }
}

/// A payment as the telecom reports it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WirePayment {
    payment_id: String,
    pub payment_status: WireStatus,
    payment_creation_date: DateTime<Utc>,
    payment_date: Option<DateTime<Utc>>,
    pub amount_transaction: WireTransaction,
    validation_info: Option<WireValidation>,
    #[serde(default)]
    operator_data: OperatorData,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireStatus {
    Processing,
    PendingValidation,
    Reserved,
    Succeeded,
    Denied,
    Cancelled,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WireTransaction {
    pub phone_number: String,
    pub client_correlator: Option<String>,
    server_reference_code: Option<String>,
    pub payment_amount: WireAmount,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WireAmount {
    pub charging_information: ChargingInformation,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireValidation {
    authorization_id: Option<String>,
}

/// The part of a payment that is not CAMARA's.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct OperatorData {
    sms_reference: Option<String>,
    expires_at: Option<DateTime<Utc>>,
    denial_reason: Option<String>,
    fee_satang: i64,
    fee_vat_satang: i64,
    refunded_satang: i64,
}

impl From<WirePayment> for Charge {
    fn from(wire: WirePayment) -> Self {
        let charged = wire.amount_transaction.payment_amount.charging_information;
        let own = wire.operator_data;
        let status = match wire.payment_status {
            WireStatus::Processing | WireStatus::PendingValidation | WireStatus::Reserved => ChargeStatus::Pending,
            WireStatus::Succeeded => ChargeStatus::Successful,
            WireStatus::Denied => ChargeStatus::Failed,
            // Only we cancel, when the attempt has expired for us: both mean that its code is useless now.
            WireStatus::Cancelled => ChargeStatus::Expired,
        };
        Self {
            provider: Provider::Telecom,
            id: wire.payment_id,
            status,
            amount: charged.amount.0.get(),
            currency: charged.currency.to_uppercase(),
            reference: wire.amount_transaction.client_correlator,
            failure_code: (status == ChargeStatus::Failed).then(|| denial(own.denial_reason.as_deref()).to_owned()),
            qr_picture_url: None,
            authorize_url: None,
            card: None,
            otp_reference: own.sms_reference,
            authorization_id: wire.validation_info.and_then(|info| info.authorization_id),
            server_reference: wire.amount_transaction.server_reference_code,
            created_at: wire.payment_creation_date,
            expires_at: own.expires_at,
            paid_at: wire.payment_date,
            money: ChargeMoney {
                fee: Satang(own.fee_satang),
                fee_vat: Satang(own.fee_vat_satang),
                refunded: Satang(own.refunded_satang),
                ..ChargeMoney::default()
            },
            dispute: None,
        }
    }
}

/// A refund as the telecom reports it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WireRefund {
    refund_id: String,
    refund_status: WireRefundStatus,
    refund_creation_date: DateTime<Utc>,
    refund_date: Option<DateTime<Utc>>,
    amount_transaction: WireRefundTransaction,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireRefundStatus {
    Processing,
    Succeeded,
    Denied,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireRefundTransaction {
    client_correlator: Option<String>,
    #[serde(default)]
    refund_amount: WireRefundAmount,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireRefundAmount {
    charging_information: Option<ChargingInformation>,
}

impl WireRefund {
    /// Returns the refund; a whole one may not name its amount, and is the payment's.
    pub fn into_refund(self, whole: Satang) -> ProviderRefund {
        let transaction = self.amount_transaction;
        let named = transaction.refund_amount.charging_information.map(|charged| charged.amount.0);
        ProviderRefund {
            id: self.refund_id,
            key: transaction.client_correlator,
            amount: named.unwrap_or(whole).get(),
            status: match self.refund_status {
                WireRefundStatus::Processing => RefundStatus::Pending,
                WireRefundStatus::Succeeded => RefundStatus::Done,
                WireRefundStatus::Denied => RefundStatus::Refused,
            },
            at: self.refund_date.unwrap_or(self.refund_creation_date),
        }
    }
}

/// A settlement, which is not CAMARA's. Amounts are satang.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WireSettlement {
    id: String,
    pub paid_at: DateTime<Utc>,
    net: i64,
    charges: Vec<WireSettled>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSettled {
    id: String,
    amount: i64,
    #[serde(default)]
    refunded: i64,
    fee: i64,
    fee_vat: i64,
}

impl From<WireSettlement> for Payout {
    fn from(wire: WireSettlement) -> Self {
        let part = |charge: WireSettled| PayoutPart {
            charge_id: charge.id,
            amount: charge.amount - charge.refunded - charge.fee - charge.fee_vat,
        };
        Self {
            provider: Provider::Telecom,
            id: wire.id,
            amount: wire.net,
            fee: 0,
            fee_vat: 0,
            is_paid: true,
            parts: Some(wire.charges.into_iter().map(part).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn payment(status: &str, more: Value) -> Charge {
        let mut wire = json!({
            "paymentId": "tp_1", "paymentStatus": status, "paymentCreationDate": "2026-11-21T07:40:00Z",
            "amountTransaction": {
                "phoneNumber": "+66812345678", "clientCorrelator": "MN-1-P1", "referenceCode": "MN-1-P1", "serverReferenceCode": "AIS-1",
                "paymentAmount": {"chargingInformation": {"amount": 49.05, "currency": "THB", "description": "RoV", "isTaxIncluded": true}},
            },
        });
        wire.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_str::<WirePayment>(&wire.to_string()).unwrap().into()
    }

    #[test]
    fn a_payment_reads_as_any_other_charge() {
        for (status, expected) in [
            ("processing", ChargeStatus::Pending),
            ("pending_validation", ChargeStatus::Pending),
            ("reserved", ChargeStatus::Pending),
            ("succeeded", ChargeStatus::Successful),
            ("denied", ChargeStatus::Failed),
            ("cancelled", ChargeStatus::Expired),
        ] {
            let charge = payment(status, json!({"validationInfo": {"action": "validate", "authorizationId": "auth_1"}}));
            assert_eq!(
                (charge.status, charge.amount, charge.reference.as_deref()),
                (expected, 4_905, Some("MN-1-P1")),
                "{status}"
            );
            assert_eq!(charge.authorization_id.as_deref(), Some("auth_1"));
            assert_eq!(charge.server_reference.as_deref(), Some("AIS-1"));
            assert_eq!(charge.failure_code.as_deref(), (status == "denied").then_some("payment_denied"));
        }
    }

    #[test]
    fn the_operators_own_part_tells_fees_and_refunds() {
        let own = json!({"feeSatang": 490, "feeVatSatang": 34, "refundedSatang": 900, "denialReason": "balance_short", "networkType": "prepaid"});
        let charge = payment("denied", json!({"operatorData": own}));
        assert_eq!(charge.failure_code.as_deref(), Some("balance_short"));
        let money = charge.money;
        assert_eq!((money.fee, money.fee_vat, money.refunded), (Satang(490), Satang(34), Satang(900)));
    }

    #[test]
    fn a_whole_refund_is_of_the_payments_amount() {
        let wire = json!({
            "refundId": "tr_1", "refundStatus": "processing", "type": "total", "refundCreationDate": "2026-11-21T07:40:00Z",
            "amountTransaction": {"clientCorrelator": "R-1", "referenceCode": "R-1", "refundAmount": {}},
        });
        let refund = serde_json::from_str::<WireRefund>(&wire.to_string()).unwrap().into_refund(Satang(4_900));
        assert_eq!((refund.amount, refund.status, refund.key.as_deref()), (4_900, RefundStatus::Pending, Some("R-1")));
    }
}
