//! Carrier billing at the telecom, in CAMARA's two steps: a payment is prepared, which reserves its amount and texts a one-time code to the
//! number, and after the code is validated it is confirmed.
//!
//! The same key is the same payment, and confirming a confirmed one says so: any call without an answer can be repeated, but for the check of
//! a code, since a wrong one costs a try.

mod baht;
mod wire;

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use manao_domain::Satang;
use manao_domain::msisdn::Msisdn;
use manao_domain::settle::ChargeStatus;
use reqwest::Method;
use serde::{Deserialize, Serialize};

use self::wire::{ChargingInformation, WirePayment, WireRefund, WireSettlement};
use crate::providers::charges::{Charge, Payout, ProviderError, ProviderRefund};
use manao_kernel::App;
use manao_kernel::clock::Clock;
use manao_kernel::problem::Lang;
use manao_kernel::providers::gateway::Hint;
use manao_kernel::providers::telecom::{Telecom, TelecomError, e164};

/// CAMARA's names and versions of the APIs.
const PAYMENTS: &str = "carrier-billing/v0.4/payments";
const REFUNDS: &str = "carrier-billing-refund/v0.2/payments";
/// Seconds to wait when the telecom sends no code yet and does not say how long.
const USUAL_WAIT: u64 = 60;
/// Most payments that the telecom lists at once.
const PER_PAGE: usize = 100;
/// Most pages read at once; the next reading goes on from there.
const MOST_PAGES: usize = 1_000;
/// Greatest assumed difference between the telecom's clock and ours.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(1);
/// Time after its attempt's end in which a payment can still appear: it was being prepared.
const MADE_LATE: TimeDelta = TimeDelta::minutes(10);

/// A payment to prepare.
pub struct NewCharge<'a> {
    /// Our reference, unique to the attempt: the payment's key
    pub reference: &'a str,
    pub number: &'a Msisdn,
    pub amount_satang: i64,
    /// The shop's name, for the text
    pub merchant: &'a str,
    /// The purchase, for the text and the bill
    pub description: &'a str,
    pub language: Lang,
}

/// The telecom as a payment provider.
pub struct TelecomCharges {
    telecom: Arc<Telecom>,
    clock: Clock,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfPayer<'a> {
    phone_number: &'a str,
}

impl TelecomCharges {
    pub fn new(app: &App) -> Self {
        Self { telecom: Telecom::from_app(app), clock: app.clock.clone() }
    }

    /// Prepares a payment, or finds the one with this reference.
    ///
    /// # Errors
    /// See [`ProviderError`]; refused with `other_operator`, `number_suspended`, `number_blocked`, `balance_short`, `credit_short`.
    pub async fn begin_charge(&self, new: &NewCharge<'_>) -> Result<Charge, ProviderError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            amount_transaction: Transaction<'a>,
            sink: &'a str,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Transaction<'a> {
            phone_number: String,
            client_correlator: &'a str,
            reference_code: &'a str,
            payment_amount: Amount<'a>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Amount<'a> {
            charging_information: ChargingInformation,
            charging_meta_data: MetaData<'a>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct MetaData<'a> {
            merchant_name: &'a str,
        }
        let ask = Ask {
            amount_transaction: Transaction {
                phone_number: e164(new.number),
                client_correlator: new.reference,
                reference_code: new.reference,
                payment_amount: Amount {
                    charging_information: ChargingInformation::new(new.amount_satang, new.description),
                    charging_meta_data: MetaData { merchant_name: new.merchant },
                },
            },
            sink: &self.telecom.callback_url,
        };
        let path = format!("{PAYMENTS}/prepare");
        let language = new.language.as_str();
        let request = || self.telecom.request(Method::POST, &path).header("accept-language", language).json(&ask);
        let charge: Charge = self.telecom.send::<WirePayment>("prepare", true, request).await?.into();
        if charge.status == ChargeStatus::Pending && charge.authorization_id.is_none() {
            // Its code could never be checked: it must not stay reserved.
            self.cancel_charge(&charge.id).await?;
            return Err(ProviderError::Refused {
                code: "validation_missing".to_owned(),
                message: "no authorizationId".to_owned(),
            });
        }
        Ok(charge)
    }

    /// Sends the code that the buyer typed, and takes the money. A code that was validated before, without an answer that arrived, is not
    /// checked again.
    ///
    /// # Errors
    /// Refused with `otp_wrong`, `otp_expired`, `otp_too_many_tries`, `charge_not_open`, `balance_short`, `credit_short`, `number_suspended`;
    /// after any other error it is unknown whether the money was taken.
    pub async fn confirm_charge(
        &self,
        id: &str,
        number: &Msisdn,
        authorization_id: &str,
        code: &str,
    ) -> Result<Charge, TelecomError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            authorization_id: &'a str,
            code: &'a str,
        }
        let path = path(PAYMENTS, id)?;
        let (to_validate, to_confirm, payer) = (format!("{path}/validate"), format!("{path}/confirm"), e164(number));
        let ask = Ask { authorization_id, code };
        let validated =
            self.telecom.send("validate", false, || self.telecom.request(Method::POST, &to_validate).json(&ask)).await;
        unless(validated, &["already_exists", "charge_confirmed"])?;
        let payer = OfPayer { phone_number: &payer };
        let confirmed = self.telecom.send("confirm", true, || self.telecom.request(Method::POST, &to_confirm).json(&payer)).await;
        unless(confirmed, &["charge_confirmed"])?;
        self.payment(&path).await.map(Charge::from)
    }

    /// Cancels an unconfirmed payment, so that its code can no longer be used.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] when it has ended already.
    pub async fn cancel_charge(&self, id: &str) -> Result<Charge, ProviderError> {
        let path = path(PAYMENTS, id)?;
        let payer = self.payment(&path).await?.amount_transaction.phone_number;
        let (to_cancel, payer) = (format!("{path}/cancel"), OfPayer { phone_number: &payer });
        self.telecom.send::<()>("cancel", true, || self.telecom.request(Method::POST, &to_cancel).json(&payer)).await?;
        Ok(self.payment(&path).await?.into())
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn charge(&self, id: &str) -> Result<Charge, ProviderError> {
        Ok(self.payment(&path(PAYMENTS, id)?).await?.into())
    }

    async fn payment(&self, path: &str) -> Result<WirePayment, TelecomError> {
        self.telecom.send("get-payment", true, || self.telecom.request(Method::GET, path)).await
    }

    /// Returns the charges that carry our reference, made while its attempt lived: one, or none.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn find(&self, reference: &str, lived: &RangeInclusive<DateTime<Utc>>) -> Result<Vec<Charge>, ProviderError> {
        let from = self.clock.to_system(*lived.start()) - CLOCKS_DIFFER;
        // A movable clock is never behind the system's, so its time is late enough whenever it was moved.
        let charges = self.pages(from, *lived.end() + MADE_LATE, Some(reference)).await?;
        Ok(charges.into_iter().filter(|charge| charge.reference.as_deref() == Some(reference)).collect())
    }

    /// Returns all charges made since this time by the telecom's clock, which is the system's, or until `to`; oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn list(&self, from: DateTime<Utc>, to: Option<DateTime<Utc>>) -> Result<Vec<Charge>, ProviderError> {
        // With an end, payments made meanwhile move no page.
        let to = to.unwrap_or_else(|| self.clock.to_system(self.clock.now()) + CLOCKS_DIFFER);
        self.pages(from, to, None).await
    }

    /// Reads the list of payments page by page. Not every telecom can search for a key: those of the whole time may come.
    async fn pages(&self, from: DateTime<Utc>, to: DateTime<Utc>, key: Option<&str>) -> Result<Vec<Charge>, ProviderError> {
        let mut charges: Vec<Charge> = Vec::new();
        for page in 1..=MOST_PAGES {
            let mut query = vec![
                ("paymentCreationDate.gte", stamp(from)),
                ("paymentCreationDate.lte", stamp(to)),
                ("order", "asc".to_owned()),
                ("page", page.to_string()),
                ("perPage", PER_PAGE.to_string()),
            ];
            query.extend(key.map(|key| ("clientCorrelator", key.to_owned())));
            let request = || self.telecom.request(Method::GET, PAYMENTS).query(&query);
            let listed: Vec<WirePayment> = self.telecom.send("list-payments", true, request).await?;
            let is_full = listed.len() >= PER_PAGE;
            charges.extend(listed.into_iter().map(Charge::from));
            if !is_full {
                break;
            }
        }
        Ok(charges)
    }

    /// Returns money of a confirmed payment to its number: all of it, or a part. The same key is the same refund.
    ///
    /// # Errors
    /// Refused with `payment_not_eligible_for_refund`, `refund_denied`, `unauthorized_amount`, `invalid_payment_status`; after
    /// [`ProviderError::Unavailable`] it may have been made: see [`TelecomCharges::refund_by_key`].
    pub async fn refund(&self, id: &str, amount_satang: i64, key: &str) -> Result<ProviderRefund, ProviderError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            #[serde(rename = "type")]
            kind: &'static str,
            amount_transaction: Transaction<'a>,
            sink: &'a str,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Transaction<'a> {
            client_correlator: &'a str,
            reference_code: &'a str,
            refund_amount: Amount,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Amount {
            #[serde(skip_serializing_if = "Option::is_none")]
            charging_information: Option<ChargingInformation>,
        }
        let payment = self.payment(&path(PAYMENTS, id)?).await?;
        let charged = payment.amount_transaction.payment_amount.charging_information;
        let whole = charged.amount.0;
        let is_whole = Satang(amount_satang) == whole;
        let part = ChargingInformation {
            is_tax_included: charged.is_tax_included,
            ..ChargingInformation::new(amount_satang, &charged.description)
        };
        let ask = Ask {
            kind: if is_whole { "total" } else { "partial" },
            amount_transaction: Transaction {
                client_correlator: key,
                reference_code: key,
                refund_amount: Amount { charging_information: (!is_whole).then_some(part) },
            },
            sink: &self.telecom.callback_url,
        };
        let path = refunds(id)?;
        let made: WireRefund = self.telecom.send("refund", true, || self.telecom.request(Method::POST, &path).json(&ask)).await?;
        Ok(made.into_refund(whole))
    }

    /// Returns the refund of a payment that was made with this key, if it was made.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn refund_by_key(&self, id: &str, key: &str) -> Result<Option<ProviderRefund>, ProviderError> {
        let charged = self.payment(&path(PAYMENTS, id)?).await?.amount_transaction.payment_amount.charging_information;
        let (path, query) = (refunds(id)?, [("perPage", PER_PAGE.to_string()), ("order", "asc".to_owned())]);
        let request = || self.telecom.request(Method::GET, &path).query(&query);
        let listed: Vec<WireRefund> = self.telecom.send("list-refunds", true, request).await?;
        let mut refunds = listed.into_iter().map(|refund| refund.into_refund(charged.amount.0));
        Ok(refunds.find(|refund| refund.key.as_deref() == Some(key)))
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
        let query = [("from", stamp(from))];
        let request = || self.telecom.request(Method::GET, "settlements").query(&query);
        let list: List = self.telecom.send("settlements", true, request).await?;
        Ok(list.items.into_iter().map(|settlement| (settlement.paid_at, settlement.into())).collect())
    }
}

fn stamp(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Turns these refusals into success.
fn unless(answer: Result<(), TelecomError>, words: &[&str]) -> Result<(), TelecomError> {
    match answer {
        Err(TelecomError::Refused { code, .. }) if words.contains(&&*code) => Ok(()),
        answer => answer,
    }
}

/// Builds the path of a payment. Ids come from callbacks too: nothing but a plain word may reach a path.
fn path(below: &str, id: &str) -> Result<String, TelecomError> {
    let plain = !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if plain { Ok(format!("{below}/{id}")) } else { Err(unknown()) }
}

fn refunds(id: &str) -> Result<String, TelecomError> {
    Ok(format!("{}/refunds", path(REFUNDS, id)?))
}

fn unknown() -> TelecomError {
    let (code, message) = ("not_found".to_owned(), "no id of a payment".to_owned());
    TelecomError::Refused { status: 404, code, message, hint: Hint::default(), peer: PhantomData }
}

impl From<TelecomError> for ProviderError {
    fn from(error: TelecomError) -> Self {
        match error {
            TelecomError::Refused { status: 404, .. } => ProviderError::NotFound,
            TelecomError::Refused { code, hint, .. } if code == "otp_too_soon" => {
                ProviderError::TooSoon { seconds: hint.retry_after.map_or(USUAL_WAIT, |wait| wait.as_secs().max(1)) }
            }
            TelecomError::Refused { code, hint, .. } if code == "cap_reached" => {
                let reached = hint.threshold;
                ProviderError::CapReached {
                    satang: reached.and_then(|reached| reached.satang),
                    resets_at: reached.and_then(|reached| reached.resets_at),
                }
            }
            TelecomError::Refused { status, code, .. } => ProviderError::Refused { code, message: format!("answered {status}") },
            error => ProviderError::Unavailable(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_id_reaches_a_path() {
        assert_eq!(path("payments", "tp_7f3a").ok().as_deref(), Some("payments/tp_7f3a"));
        for id in ["", "../sms", "a/b", "a?b", "ก", &"a".repeat(65)] {
            assert!(matches!(path("payments", id).map_err(ProviderError::from), Err(ProviderError::NotFound)), "{id}");
        }
    }
}
