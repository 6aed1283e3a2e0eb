//! Packages for a mobile number at the telecom's provisioning system (`docs/providers/packages.md`): checked, activated under our own reference,
//! read again, cancelled.
//!
//! It has a circuit of its own: the telecom's billing may work while this does not.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use manao_domain::activation::{ActivationState, ActivationStatus};
use manao_domain::delivery::FailureReason;
use manao_domain::msisdn::Msisdn;
use reqwest::{Method, RequestBuilder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use url::Url;

use manao_kernel::app::App;
use manao_kernel::problem::{Code, Problem, codes};
use manao_kernel::providers::circuit::Circuit;
use manao_kernel::providers::concurrency::ConcurrencyLimit;
use manao_kernel::providers::gateway::{CallError, Counterparty, Gateway, Refusal, request_id};
use manao_kernel::providers::signature::WebhookSecret;
use manao_kernel::providers::telecom::e164;

/// Client of the provisioning system. One per process: see [`Packages::from_app`].
pub struct Packages {
    gateway: Gateway,
    base: String,
    key: String,
    circuit: Circuit,
    /// Limits how many deliveries this process has in progress there at once.
    pub concurrency: Arc<ConcurrencyLimit>,
    callback_url: String,
    /// Verifies the sender of a callback.
    pub callback_secret: WebhookSecret,
}

/// The provisioning system as a counterparty.
#[derive(Clone, Debug)]
pub struct Provisioning;

impl Counterparty for Provisioning {
    const KEY: &'static str = "TELECOM_KEY";
    const UNAVAILABLE: Code = codes::telecom_unavailable;

    /// The telecom's codes are in capitals, its reasons are not.
    fn word(refusal: &Refusal) -> String {
        refusal.code.to_ascii_lowercase()
    }

    fn refusal(code: &str) -> Option<Problem> {
        match code {
            "package_unknown" => Some(codes::product_withdrawn.into()),
            "msisdn_invalid" => Some(codes::mobile_number_invalid.into()),
            "not_cancellable" => Some(codes::subscription_not_cancellable.into()),
            _ => None,
        }
    }
}

pub type PackagesError = CallError<Provisioning>;

/// An activation as the telecom reports it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Activation {
    /// Our reference
    pub reference: String,
    pub status: ActivationStatus,
    /// Reason of a refusal, in the telecom's word
    pub reason: Option<String>,
    pub activated_at: Option<DateTime<Utc>>,
    pub expires_at: Option<DateTime<Utc>>,
    pub next_renewal_at: Option<DateTime<Utc>>,
    pub renews: bool,
    pub cancellable: bool,
    /// Price that the telecom bills to the number for each renewal, in satang
    pub renewal_price: Option<i64>,
    /// Raised by every change at the telecom
    pub version: i64,
}

impl Activation {
    pub fn state(&self) -> ActivationState {
        ActivationState { status: self.status, expires_at: self.expires_at, next_renewal_at: self.next_renewal_at }
    }
}

impl Packages {
    pub fn from_app(app: &App) -> Arc<Self> {
        app.shared_with(|| Self {
            gateway: Gateway::from_app(app),
            base: format!("{}/packages", app.settings.telecom_url),
            key: app.settings.telecom_key.clone(),
            circuit: Circuit::default(),
            concurrency: Arc::default(),
            callback_url: app.settings.telecom_packages_callback_url.clone(),
            callback_secret: WebhookSecret::from_text("TELECOM_CALLBACK_SECRET", &app.settings.telecom_callback_secret),
        })
    }

    /// Asks whether the number can have the package; None if it can, else the reason.
    ///
    /// # Errors
    /// `Refused` with `package_unknown`; also see [`CallError`].
    pub async fn check(&self, number: &Msisdn, package: &str) -> Result<Option<FailureReason>, PackagesError> {
        #[derive(Serialize)]
        struct Ask<'a> {
            msisdn: String,
            package: &'a str,
        }
        #[derive(Deserialize)]
        struct Eligibility {
            eligible: bool,
            reason: Option<String>,
        }
        let ask = Ask { msisdn: e164(number), package };
        let answer: Eligibility = self.call("package-check", Method::POST, &["check"], Some(&ask)).await?;
        Ok((!answer.eligible).then(|| FailureReason::from_eligibility(answer.reason.as_deref().unwrap_or_default())))
    }

    /// Activates a package, or finds the activation under its reference.
    ///
    /// # Errors
    /// `Refused` with the telecom's word; after any other error it is unknown whether the telecom took it.
    pub async fn activate(&self, reference: &str, number: &Msisdn, package: &str) -> Result<Activation, PackagesError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            reference: &'a str,
            msisdn: String,
            package: &'a str,
            callback_url: &'a str,
        }
        let ask = Ask { reference, msisdn: e164(number), package, callback_url: &self.callback_url };
        self.call("package-activate", Method::POST, &["activations"], Some(&ask)).await
    }

    /// Returns the activation under a reference; None when the telecom never accepted it.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn activation(&self, reference: &str) -> Result<Option<Activation>, PackagesError> {
        match self.call("package-read", Method::GET, &["activations", reference], None::<&()>).await {
            Ok(activation) => Ok(Some(activation)),
            Err(PackagesError::Refused { status: 404, code, .. }) if code == "activation_unknown" => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Ends the renewals of a subscription; repeating it changes nothing.
    ///
    /// # Errors
    /// `Refused` with `not_cancellable`; also see [`CallError`].
    pub async fn cancel(&self, reference: &str) -> Result<Activation, PackagesError> {
        self.call("package-cancel", Method::POST, &["activations", reference, "cancel"], None::<&()>).await
    }

    /// Makes one call that may be repeated without harm: reads, and writes under our own reference.
    async fn call<B: Serialize + Sync, T: DeserializeOwned>(
        &self,
        call: &'static str,
        method: Method,
        path: &[&str],
        body: Option<&B>,
    ) -> Result<T, PackagesError> {
        let url = self.url(path)?;
        let request = || {
            let request: RequestBuilder = self.gateway.http.request(method.clone(), url.clone());
            let request = request.bearer_auth(&self.key).header("x-correlator", request_id());
            match body {
                Some(body) => request.json(body),
                None => request,
            }
        };
        let answer = self.gateway.call(&self.circuit, true, request).await;
        let outcome = PackagesError::outcome(&answer);
        metrics::counter!("manao_telecom_calls_total", "call" => call, "outcome" => outcome).increment(1);
        answer
    }

    fn url(&self, path: &[&str]) -> Result<Url, PackagesError> {
        let mut url = Url::parse(&self.base).map_err(|error| PackagesError::Unavailable(format!("TELECOM_URL: {error}")))?;
        url.path_segments_mut()
            .map_err(|()| PackagesError::Unavailable("TELECOM_URL cannot hold a path".to_owned()))?
            .pop_if_empty()
            .extend(path);
        Ok(url)
    }
}
