//! The telecom operator's gateway (`docs/providers/telecom.md`): text messages, a number's operator, its balance.
//!
//! Every call ends within the provider time-out, retries included. Reads are retried with backoff. A text is retried only if the gateway said
//! that it did nothing, because getting two codes at once is confusing.

use std::sync::Arc;

use manao_domain::channel::NetworkType;
use manao_domain::msisdn::Msisdn;
use reqwest::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::problem::{Code, Problem, codes};
use crate::providers::circuit::Circuit;
use crate::providers::gateway::{CallError, Counterparty, Gateway};
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

/// The operator as a counterparty. Its refusals: `msisdn_invalid`, `not_prepaid`…
#[derive(Clone, Debug)]
pub struct Operator;

impl Counterparty for Operator {
    const KEY: &'static str = "TELECOM_KEY";
    const UNAVAILABLE: Code = codes::telecom_unavailable;
    const LIMITS: &'static [&'static str] = &["otp_too_soon", "otp_too_many_tries"];

    fn refusal(code: &str) -> Option<Problem> {
        match code {
            "msisdn_invalid" => Some(Problem::invalid("mobileNumber", codes::mobile_number_invalid)),
            "number_blocked" => Some(codes::mobile_number_blocked.into()),
            "number_suspended" => Some(codes::mobile_number_suspended.into()),
            "other_operator" => Some(codes::channel_number.into()),
            "balance_short" | "credit_short" => Some(codes::mobile_balance_short.into()),
            _ => None,
        }
    }
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

/// A postpaid number's limit and the credit left, in satang.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Credit {
    pub limit: i64,
    pub available: i64,
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

    /// Returns the balance of a prepaid number, in satang.
    ///
    /// # Errors
    /// `Refused` with `not_prepaid`; also see [`TelecomError`].
    pub async fn balance(&self, number: &Msisdn) -> Result<i64, TelecomError> {
        #[derive(Deserialize)]
        struct Balance {
            balance: i64,
        }
        self.call::<_, Balance>("balance", &OfNumber::new(number), true).await.map(|answer| answer.balance)
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
                request().bearer_auth(&self.key).header("x-request-id", Uuid::new_v4().simple().to_string())
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
