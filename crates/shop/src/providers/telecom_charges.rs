//! Carrier billing at the telecom: a charge is started, which texts a one-time code to the number, and confirmed with that code.
//!
//! The same reference is the same charge, and confirming a captured one returns it again, so any call without an answer can be repeated.

use std::marker::PhantomData;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use manao_domain::Satang;
use manao_domain::charge_books::ChargeMoney;
use manao_domain::msisdn::Msisdn;
use manao_domain::settle::ChargeStatus;
use reqwest::Method;
use serde::{Deserialize, Serialize};

use crate::providers::charges::{Charge, Payout, PayoutPart, Provider, ProviderError};
use manao_kernel::App;
use manao_kernel::problem::Lang;
use manao_kernel::providers::gateway::Hint;
use manao_kernel::providers::telecom::{Telecom, TelecomError, e164};

/// Its amounts are satang of this currency; it knows no other.
const CURRENCY: &str = "THB";
/// Seconds to wait when the telecom sends no code yet and does not say how long.
const USUAL_WAIT: u64 = 60;

/// A charge to start: amount, paying number, and description for the text.
pub struct NewCharge<'a> {
    /// Our reference, unique to the attempt
    pub reference: &'a str,
    pub number: &'a Msisdn,
    pub amount_satang: i64,
    pub description: &'a str,
    pub language: Lang,
}

/// The telecom as a payment provider.
pub struct TelecomCharges(Arc<Telecom>);

impl TelecomCharges {
    pub fn new(app: &App) -> Self {
        Self(Telecom::from_app(app))
    }

    /// Starts a charge, or finds the one with this reference.
    ///
    /// # Errors
    /// See [`ProviderError`]; refused with `other_operator`, `number_suspended`, `balance_short`, `credit_short`.
    pub async fn begin_charge(&self, new: &NewCharge<'_>) -> Result<Charge, ProviderError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            reference: &'a str,
            msisdn: String,
            amount: i64,
            description: &'a str,
            language: &'a str,
            callback_url: &'a str,
        }
        let ask = Ask {
            reference: new.reference,
            msisdn: e164(new.number),
            amount: new.amount_satang,
            description: new.description,
            language: new.language.as_str(),
            callback_url: &self.0.callback_url,
        };
        let begun = self.0.send::<Wire>("charge", true, || self.0.request(Method::POST, "charges").json(&ask)).await;
        Ok(begun?.into())
    }

    /// Sends the code that the buyer typed; the telecom then takes the money. Not retried automatically: a wrong code would cost a
    /// second try.
    ///
    /// # Errors
    /// Refused with `otp_wrong`, `otp_expired`, `otp_too_many_tries`, `charge_expired`, `charge_not_open`, `balance_short`,
    /// `credit_short`, `number_suspended`; after any other error it is unknown whether the money was taken.
    pub async fn confirm_charge(&self, id: &str, code: &str) -> Result<Charge, TelecomError> {
        #[derive(Serialize)]
        struct Ask<'a> {
            code: &'a str,
        }
        let path = format!("{}/confirm", path(id)?);
        self.0
            .send::<Wire>("confirm-charge", false, || self.0.request(Method::POST, &path).json(&Ask { code }))
            .await
            .map(Charge::from)
    }

    /// Cancels an unpaid charge, so that its code can no longer be used.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] with `charge_not_open` when it has ended already.
    pub async fn cancel_charge(&self, id: &str) -> Result<Charge, ProviderError> {
        let path = format!("{}/cancel", path(id)?);
        Ok(self.0.send::<Wire>("cancel-charge", true, || self.0.request(Method::POST, &path)).await?.into())
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn charge(&self, id: &str) -> Result<Charge, ProviderError> {
        let path = path(id)?;
        Ok(self.0.send::<Wire>("get-charge", true, || self.0.request(Method::GET, &path)).await?.into())
    }

    /// Returns the charges of our reference: one, or none.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn charges_of(&self, reference: &str) -> Result<Vec<Charge>, ProviderError> {
        #[derive(Deserialize)]
        struct List {
            items: Vec<Wire>,
        }
        let query = [("reference", reference)];
        let list: List = self.0.send("find-charge", true, || self.0.request(Method::GET, "charges").query(&query)).await?;
        Ok(list.items.into_iter().map(Charge::from).collect())
    }

    /// Returns the telecom's payments to our bank account since this time by its clock, oldest first. The telecom lists a limited number at
    /// once; ask again for more.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn payouts(&self, from: DateTime<Utc>) -> Result<Vec<(DateTime<Utc>, Payout)>, ProviderError> {
        #[derive(Deserialize)]
        struct List {
            items: Vec<WireSettlement>,
        }
        let query = [("from", from.to_rfc3339_opts(SecondsFormat::Millis, true))];
        let list: List = self.0.send("settlements", true, || self.0.request(Method::GET, "settlements").query(&query)).await?;
        Ok(list.items.into_iter().map(|settlement| (settlement.paid_at, settlement.into())).collect())
    }
}

/// Builds the path of a charge. Ids come from callbacks too: nothing but a plain word may reach a path.
fn path(id: &str) -> Result<String, TelecomError> {
    let plain = !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if plain { Ok(format!("charges/{id}")) } else { Err(unknown()) }
}

fn unknown() -> TelecomError {
    let (code, message) = ("charge_unknown".to_owned(), "no id of a charge".to_owned());
    TelecomError::Refused { status: 404, code, message, hint: Hint::default(), peer: PhantomData }
}

impl From<TelecomError> for ProviderError {
    fn from(error: TelecomError) -> Self {
        match error {
            TelecomError::Refused { status: 404, .. } => ProviderError::NotFound,
            TelecomError::Refused { code, hint, .. } if code == "otp_too_soon" => {
                ProviderError::TooSoon { seconds: hint.retry_after.map_or(USUAL_WAIT, |wait| wait.as_secs().max(1)) }
            }
            TelecomError::Refused { status, code, .. } => ProviderError::Refused { code, message: format!("answered {status}") },
            error => ProviderError::Unavailable(error.to_string()),
        }
    }
}

/// The fields of a charge that we use.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wire {
    id: String,
    reference: String,
    amount: i64,
    status: WireStatus,
    ref_code: Option<String>,
    reason: Option<String>,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    captured_at: Option<DateTime<Utc>>,
    #[serde(default)]
    fee: i64,
    #[serde(default)]
    fee_vat: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSettlement {
    id: String,
    paid_at: DateTime<Utc>,
    net: i64,
    charges: Vec<WireSettled>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSettled {
    id: String,
    amount: i64,
    fee: i64,
    fee_vat: i64,
}

impl From<WireSettlement> for Payout {
    fn from(wire: WireSettlement) -> Self {
        let part = |charge: WireSettled| PayoutPart { charge_id: charge.id, amount: charge.amount - charge.fee - charge.fee_vat };
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

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireStatus {
    OtpSent,
    Captured,
    Failed,
    Expired,
    Cancelled,
}

impl From<Wire> for Charge {
    fn from(wire: Wire) -> Self {
        Self {
            provider: Provider::Telecom,
            id: wire.id,
            status: match wire.status {
                WireStatus::OtpSent => ChargeStatus::Pending,
                WireStatus::Captured => ChargeStatus::Successful,
                WireStatus::Failed => ChargeStatus::Failed,
                // Only we cancel, when the attempt has expired for us: both mean that its code is useless now.
                WireStatus::Expired | WireStatus::Cancelled => ChargeStatus::Expired,
            },
            amount: wire.amount,
            currency: CURRENCY.to_owned(),
            reference: Some(wire.reference),
            failure_code: wire.reason,
            qr_picture_url: None,
            authorize_url: None,
            card: None,
            otp_reference: wire.ref_code,
            created_at: wire.created_at,
            expires_at: Some(wire.expires_at),
            paid_at: wire.captured_at,
            // It has no refunds; its fee is known once it has settled the charge.
            money: ChargeMoney { fee: Satang(wire.fee), fee_vat: Satang(wire.fee_vat), ..ChargeMoney::default() },
            dispute: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_id_reaches_a_path() {
        assert_eq!(path("tc_7f3a").ok().as_deref(), Some("charges/tc_7f3a"));
        for id in ["", "../sms", "a/b", "a?b", "ก", &"a".repeat(65)] {
            assert!(matches!(path(id).map_err(ProviderError::from), Err(ProviderError::NotFound)), "{id}");
        }
    }

    #[test]
    fn a_charge_reads_as_any_other() {
        for (status, expected) in [
            ("otp_sent", ChargeStatus::Pending),
            ("captured", ChargeStatus::Successful),
            ("failed", ChargeStatus::Failed),
            ("expired", ChargeStatus::Expired),
            ("cancelled", ChargeStatus::Expired),
        ] {
            let wire: Wire = serde_json::from_value(serde_json::json!({
                "id": "tc_1", "reference": "MN-1-P1", "msisdn": "+66812345678", "amount": 4900, "networkType": "prepaid", "status": status,
                "refCode": "KXQP", "reason": null, "createdAt": "2026-11-21T07:40:00Z", "expiresAt": "2026-11-21T07:43:00Z", "capturedAt": null
            }))
            .unwrap();
            let charge = Charge::from(wire);
            assert_eq!(
                (charge.status, charge.amount, charge.otp_reference.as_deref()),
                (expected, 4900, Some("KXQP")),
                "{status}"
            );
        }
    }
}
