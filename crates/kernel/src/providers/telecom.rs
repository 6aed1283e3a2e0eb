//! The telecom operator's gateway (`docs/providers/telecom.md`): text messages, a number's operator, its balance.
//!
//! Every call ends within the provider time-out, retries included. Reads are retried with backoff. A text is retried only if the gateway said
//! that it did nothing, because getting two codes at once is confusing.

use std::sync::Arc;

use manao_domain::channel::NetworkType;
use manao_domain::msisdn::Msisdn;
use manao_hub::serve::log::short;
use reqwest::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::problem::{Code, Problem, codes};
use crate::providers::circuit::Circuit;
use crate::providers::gateway::{CallError, Counterparty, Gateway, Refusal};
use crate::providers::signature::WebhookSecret;

/// The client of the telecom. One per process: see [`Telecom::from_app`].
pub struct Telecom {
    gateway: Gateway,
    base: String,
    key: String,
    circuit: Circuit,
    /// Address to which the telecom reports that a charge has ended.
    pub callback_url: String,
    /// Secret that verifies the sender of a callback.
    pub callback_secret: WebhookSecret,
}

/// The operator as a counterparty. Its refusals are CAMARA's, turned into our words here.
#[derive(Clone, Debug)]
pub struct Operator;

impl Counterparty for Operator {
    const KEY: &'static str = "TELECOM_KEY";
    const UNAVAILABLE: Code = codes::telecom_unavailable;

    /// CAMARA answers business refusals with 403, as it does those of a key.
    fn forbids(code: &str) -> bool {
        code.contains('.')
    }

    /// The word after the API's name decides: carrier billing and one-time passwords have some in common.
    fn word(refusal: &Refusal) -> String {
        let code = refusal.code.rsplit('.').next().unwrap_or_default();
        let word = match code {
            "INVALID_CODE" | "INVALID_OTP" => "otp_wrong",
            "VALIDATION_FAILED" | "VERIFICATION_FAILED" => "otp_too_many_tries",
            "VERIFICATION_EXPIRED" => "otp_expired",
            "MAX_OTP_CODES_EXCEEDED" => "otp_too_soon",
            "PHONE_NUMBER_BLOCKED" | "PHONE_NUMBER_NOT_ALLOWED" => "number_blocked",
            "SERVICE_NOT_APPLICABLE" => "other_operator",
            "USER_AMOUNT_THRESHOLD_OVERPASSED" => "cap_reached",
            "PAYMENT_CONFIRMED" => "charge_confirmed",
            "PAYMENT_CANCELLED" | "INVALID_AUTHORIZATION_ID" => "charge_not_open",
            "PAYMENT_DENIED" => denial(refusal.denial_reason.as_deref()),
            code => return short(&code.to_ascii_lowercase()).to_owned(),
        };
        word.to_owned()
    }

    fn refusal(code: &str) -> Option<Problem> {
        match code {
            "number_blocked" => Some(codes::mobile_number_blocked.into()),
            "number_suspended" => Some(codes::mobile_number_suspended.into()),
            "other_operator" | "payment_denied" => Some(codes::channel_number.into()),
            "balance_short" | "credit_short" => Some(codes::mobile_balance_short.into()),
            "cap_reached" => Some(codes::mobile_cap_reached.into()),
            _ => None,
        }
    }
}

/// Returns our word for the reason of a denial. A telecom may write any sentence there: an unknown one is not passed on.
pub fn denial(reason: Option<&str>) -> &'static str {
    const KNOWN: [&str; 3] = ["balance_short", "credit_short", "number_suspended"];
    KNOWN.into_iter().find(|known| reason == Some(*known)).unwrap_or("payment_denied")
}

pub type TelecomError = CallError<Operator>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NumberStatus {
    Active,
    Suspended,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Network {
    pub operator: String,
    /// Whether the number is one of this operator's
    pub own: bool,
    pub network_type: NetworkType,
    pub status: NumberStatus,
}

/// The balance of a prepaid number, in satang.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    pub balance: i64,
    pub spend_cap: Option<SpendCap>,
}

/// A postpaid number's limit and the credit left, in satang.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    pub limit: i64,
    pub available: i64,
    pub spend_cap: Option<SpendCap>,
}

/// A number's monthly limit of payments by carrier billing.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct SpendCap {
    /// The part of it that is not spent or reserved yet, in satang
    pub left: i64,
}

#[derive(Serialize)]
struct OfNumber {
    msisdn: String,
}

impl OfNumber {
    fn new(number: &Msisdn) -> Self {
        Self { msisdn: e164(number) }
    }
}

pub fn e164(number: &Msisdn) -> String {
    format!("+{}", number.international())
}

impl Telecom {
    pub fn from_app(app: &App) -> Arc<Self> {
        app.shared_with(|| Self {
            gateway: Gateway::from_app(app),
            base: app.settings.telecom_url.clone(),
            key: app.settings.telecom_key.clone(),
            circuit: Circuit::default(),
            callback_url: app.settings.telecom_callback_url.clone(),
            callback_secret: WebhookSecret::from_text("TELECOM_CALLBACK_SECRET", &app.settings.telecom_callback_secret),
        })
    }

    /// Sends a text message.
    ///
    /// # Errors
    /// See [`TelecomError`]; after `Unavailable` it may still have been sent.
    pub async fn sms(&self, to: &Msisdn, text: &str) -> Result<(), TelecomError> {
        #[derive(Serialize)]
        struct Sms<'a> {
            to: String,
            text: &'a str,
        }
        #[derive(Deserialize)]
        struct Taken {
            #[serde(rename = "id")]
            _id: String,
        }
        self.call::<_, Taken>("sms", &Sms { to: e164(to), text }, false).await.map(|_| ())
    }

    /// # Errors
    /// See [`TelecomError`].
    pub async fn network_type(&self, number: &Msisdn) -> Result<Network, TelecomError> {
        self.call("network-type", &OfNumber::new(number), true).await
    }

    /// Returns the balance of a prepaid number.
    ///
    /// # Errors
    /// `Refused` with `not_prepaid`; also see [`TelecomError`].
    pub async fn balance(&self, number: &Msisdn) -> Result<Balance, TelecomError> {
        self.call("balance", &OfNumber::new(number), true).await
    }

    /// # Errors
    /// `Refused` with `not_postpaid`; also see [`TelecomError`].
    pub async fn credit_limit(&self, number: &Msisdn) -> Result<Credit, TelecomError> {
        self.call("credit-limit", &OfNumber::new(number), true).await
    }

    /// Makes a call, whose path is its name.
    async fn call<B: Serialize + Sync, T: DeserializeOwned>(
        &self,
        call: &'static str,
        body: &B,
        repeatable: bool,
    ) -> Result<T, TelecomError> {
        self.send(call, repeatable, || self.request(Method::POST, call).json(body)).await
    }

    /// Sends the request that `request` builds, once per try. `repeatable`: calling twice does no harm.
    pub async fn send<T: DeserializeOwned>(
        &self,
        call: &'static str,
        repeatable: bool,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, TelecomError> {
        let answer = self
            .gateway
            .call(&self.circuit, repeatable, || {
                request().bearer_auth(&self.key).header("x-correlator", Uuid::new_v4().to_string())
            })
            .await;
        let outcome = TelecomError::outcome(&answer);
        metrics::counter!("manao_telecom_calls_total", "call" => call, "outcome" => outcome).increment(1);
        answer
    }

    /// Starts building a request to a path of the telecom.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.gateway.http.request(method, format!("{}/{path}", self.base))
    }
}
