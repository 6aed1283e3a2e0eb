//! The fields of the provider's objects that we use; it sends many more.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::charge_books::{ChargeMoney, DisputeStatus};
use manao_domain::settle::ChargeStatus;
use serde::Deserialize;

use super::{REFERENCE, REFUND_KEY};
use crate::providers::charges::{Charge, ChargeCard, Payout, Provider, ProviderRefund, RefundStatus};

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct WireRefusal {
    pub code: String,
}

#[derive(Deserialize)]
pub struct WireList<T> {
    pub data: Vec<T>,
}

#[derive(Deserialize)]
pub struct Wire {
    id: String,
    status: ChargeStatus,
    amount: i64,
    currency: String,
    #[serde(default)]
    metadata: serde_json::Value,
    failure_code: Option<String>,
    source: Option<WireSource>,
    authorize_uri: Option<String>,
    card: Option<WireCard>,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    paid_at: Option<DateTime<Utc>>,
    #[serde(default)]
    fee: i64,
    #[serde(default)]
    fee_vat: i64,
    #[serde(default)]
    refunded_amount: i64,
    dispute: Option<WireDispute>,
}

#[derive(Deserialize)]
struct WireDispute {
    status: String,
    amount: i64,
}

#[derive(Deserialize)]
struct WireSource {
    scannable_code: Option<WireCode>,
}

#[derive(Deserialize)]
struct WireCode {
    image: Option<WireImage>,
}

#[derive(Deserialize)]
struct WireImage {
    download_uri: Option<String>,
}

impl Wire {
    /// Returns the charge's fees and refunds: zero before it was paid; refunded in full if the charge was reversed.
    fn money(&self, dispute: Option<DisputeStatus>) -> ChargeMoney {
        let charged_back = match (&self.dispute, dispute) {
            (Some(wire), Some(status)) if status.takes_money() => wire.amount,
            _ => 0,
        };
        match self.status {
            ChargeStatus::Successful => ChargeMoney {
                fee: Satang(self.fee),
                fee_vat: Satang(self.fee_vat),
                refunded: Satang(self.refunded_amount),
                charged_back: Satang(charged_back),
            },
            ChargeStatus::Reversed => ChargeMoney { refunded: Satang(self.amount), ..ChargeMoney::default() },
            ChargeStatus::Pending | ChargeStatus::Failed | ChargeStatus::Expired => ChargeMoney::default(),
        }
    }
}

impl From<Wire> for Charge {
    fn from(wire: Wire) -> Self {
        // An unknown dispute state does not mean that it is settled.
        let dispute = wire.dispute.as_ref().map(|dispute| dispute.status.parse().unwrap_or(DisputeStatus::Open));
        let money = wire.money(dispute);
        let picture = wire.source.and_then(|source| source.scannable_code).and_then(|code| code.image);
        Self {
            provider: Provider::Opn,
            id: wire.id,
            status: wire.status,
            amount: wire.amount,
            currency: wire.currency.to_uppercase(),
            reference: wire.metadata.get(REFERENCE).and_then(|value| value.as_str()).map(str::to_owned),
            failure_code: wire.failure_code,
            qr_picture_url: picture.and_then(|image| image.download_uri),
            authorize_url: wire.authorize_uri,
            card: wire.card.map(|card| ChargeCard {
                brand: card.brand,
                last_digits: card.last_digits,
                fingerprint: card.fingerprint,
            }),
            otp_reference: None,
            authorization_id: None,
            server_reference: None,
            created_at: wire.created_at,
            expires_at: wire.expires_at,
            paid_at: wire.paid_at,
            money,
            dispute,
        }
    }
}

#[derive(Deserialize)]
pub struct WireCard {
    pub id: String,
    pub brand: String,
    pub last_digits: String,
    pub fingerprint: String,
    pub expiration_month: u32,
    pub expiration_year: i32,
}

/// A customer with the cards saved for them, oldest first.
#[derive(Deserialize)]
pub struct WireCustomer {
    pub id: String,
    pub default_card: Option<String>,
    pub cards: WireList<WireCard>,
}

/// What was deleted; only that it is gone matters.
#[derive(Deserialize)]
pub struct WireGone {}

/// Methods and limits of our account at the provider.
#[derive(Deserialize)]
pub struct WireCapability {
    #[serde(default)]
    pub payment_methods: Vec<WireMethod>,
}

#[derive(Deserialize)]
pub struct WireMethod {
    pub name: String,
}

/// A payment source; only that it was made matters.
#[derive(Deserialize)]
pub struct WireNewSource {}

#[derive(Deserialize)]
pub struct WireRefund {
    id: String,
    amount: i64,
    #[serde(default)]
    status: String,
    #[serde(default)]
    metadata: serde_json::Value,
    created_at: DateTime<Utc>,
}

impl From<WireRefund> for ProviderRefund {
    fn from(wire: WireRefund) -> Self {
        Self {
            id: wire.id,
            key: wire.metadata.get(REFUND_KEY).and_then(|value| value.as_str()).map(str::to_owned),
            amount: wire.amount,
            status: match wire.status.as_str() {
                "pending" => RefundStatus::Pending,
                "failed" | "rejected" => RefundStatus::Refused,
                // The provider closes a refund at once; versions without a status know no other.
                _ => RefundStatus::Done,
            },
            at: wire.created_at,
        }
    }
}

#[derive(Deserialize)]
pub struct WireTransfer {
    id: String,
    amount: i64,
    #[serde(default)]
    fee: i64,
    #[serde(default)]
    fee_vat: i64,
    #[serde(default)]
    paid: bool,
    pub created_at: DateTime<Utc>,
}

impl From<WireTransfer> for Payout {
    fn from(wire: WireTransfer) -> Self {
        Self {
            provider: Provider::Opn,
            id: wire.id,
            amount: wire.amount,
            fee: wire.fee,
            fee_vat: wire.fee_vat,
            is_paid: wire.paid,
            parts: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(change: Value) -> Charge {
        let mut wire = json!({
            "id": "chrg_1", "status": "successful", "amount": 4_900, "currency": "thb", "created_at": "2026-11-21T07:40:00Z",
            "fee": 81, "fee_vat": 5, "net": 4_814, "refunded_amount": 0, "dispute": null,
        });
        wire.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value::<Wire>(wire).unwrap().into()
    }

    #[test]
    fn a_refund_carries_our_key() {
        let wire = json!({
            "object": "refund", "id": "rfnd_1", "amount": 900, "status": "closed", "metadata": {"refund": "RF-1"}, "created_at": "2026-11-21T07:40:00Z"
        });
        let refund = ProviderRefund::from(serde_json::from_value::<WireRefund>(wire.clone()).unwrap());
        assert_eq!((refund.key.as_deref(), refund.amount, refund.status), (Some("RF-1"), 900, RefundStatus::Done));
        for (status, expected) in [("pending", RefundStatus::Pending), ("failed", RefundStatus::Refused)] {
            let mut wire = wire.clone();
            wire["status"] = status.into();
            assert_eq!(ProviderRefund::from(serde_json::from_value::<WireRefund>(wire).unwrap()).status, expected, "{status}");
        }
    }

    #[test]
    fn what_became_of_the_money() {
        let dispute = |status: &str| json!({"dispute": {"object": "dispute", "id": "dspt_1", "status": status, "amount": 4_900}});
        for (change, expected) in [
            (json!({}), [81, 5, 0, 0]),
            (json!({"refunded_amount": 900}), [81, 5, 900, 0]),
            (dispute("open"), [81, 5, 0, 4_900]),
            (dispute("pending"), [81, 5, 0, 4_900]),
            (dispute("lost"), [81, 5, 0, 4_900]),
            (dispute("won"), [81, 5, 0, 0]),
            (dispute("something new"), [81, 5, 0, 4_900]),
            (json!({"status": "reversed"}), [0, 0, 4_900, 0]),
            (json!({"status": "pending"}), [0, 0, 0, 0]),
            (json!({"status": "failed"}), [0, 0, 0, 0]),
        ] {
            let ChargeMoney { fee, fee_vat, refunded, charged_back } = read(change.clone()).money;
            assert_eq!([fee, fee_vat, refunded, charged_back].map(Satang::get), expected, "{change}");
        }
        assert!(read(json!({"status": "reversed"})).is_returned());
        assert!(!read(json!({"refunded_amount": 4_899})).is_returned());
    }
}
