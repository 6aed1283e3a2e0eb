//! The payment provider: Opn Payments (Omise), `https://api.omise.co`, version 2019-05-29.
//!
//! Amounts are satang. Nothing here decides anything about an order: it asks, and reports the provider's answer. The contract with field
//! names is in `docs/providers/payments.md`.

mod capability;
mod cards;
mod qr;
mod wire;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use manao_domain::channel::Device;
use serde::Deserialize;
use serde_json::json;

use crate::payments::PaymentRow;
use crate::providers::charges::{Charge, Payout, ProviderError, ProviderRefund};
pub use cards::KeptCard;
use manao_kernel::app::App;
use manao_kernel::clock::Clock;
use manao_kernel::problem::without_values;
use manao_kernel::providers::circuit::Circuit;
use manao_kernel::providers::signature::WebhookSecret;
use manao_kernel::settings::Settings;
use wire::{Wire, WireList, WireRefund, WireRefusal, WireTransfer};

/// Key of a charge's metadata that carries our payment's reference.
const REFERENCE: &str = "payment";
/// Key of a refund's metadata that carries our refund's key.
const REFUND_KEY: &str = "refund";
/// Most charges that the provider lists at once.
const PAGE: usize = 100;
/// Greatest assumed difference between the provider's clock and ours.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(1);
/// Time after its attempt's end in which a charge can still appear: its creation was in progress.
const MADE_LATE: TimeDelta = TimeDelta::minutes(10);

pub struct Opn {
    http: reqwest::Client,
    /// Follows redirects, which the provider's picture addresses make; carries no key.
    pictures: reqwest::Client,
    base: String,
    secret_key: String,
    webhook_url: String,
    timeout: Duration,
    clock: Clock,
    circuit: Circuit,
    capability: capability::Known,
    /// Checks the sender of a webhook.
    pub webhook_secret: WebhookSecret,
}

/// A charge to make.
pub struct NewCharge<'a> {
    pub means: Means<'a>,
    /// Where the provider's page leads back to
    pub return_url: &'a str,
    /// Our reference, unique to the attempt, by which we find the charge again
    pub reference: &'a str,
    pub order_number: &'a str,
    pub amount_satang: i64,
    pub expires_at: DateTime<Utc>,
}

/// What a charge is paid with.
#[derive(Clone, Copy)]
pub enum Means<'a> {
    Source {
        /// The provider's type of source
        kind: &'a str,
        /// The device that pays
        device: Device,
        /// The wallet's number, for the sources that need one
        phone_number: Option<&'a str>,
    },
    /// The provider's single-use name of a card
    CardToken(&'a str),
    SavedCard {
        customer: &'a str,
        card: &'a str,
    },
}

impl<'a> NewCharge<'a> {
    /// Returns the charge of a payment attempt.
    pub fn new(means: Means<'a>, payment: &'a PaymentRow, return_url: &'a str) -> Self {
        Self {
            means,
            return_url,
            reference: &payment.reference,
            order_number: payment.order_number(),
            amount_satang: payment.amount_satang,
            expires_at: payment.expires_at,
        }
    }
}

impl Opn {
    /// Returns the process's one client: the circuit breaker lives in it.
    pub fn from_app(app: &App) -> Arc<Opn> {
        app.shared_with(|| Opn::new(app.http.clone(), &app.settings, app.clock.clone()))
    }

    fn new(http: reqwest::Client, settings: &Settings, clock: Clock) -> Self {
        let pictures = reqwest::Client::builder()
            .timeout(settings.provider_timeout())
            .redirect(reqwest::redirect::Policy::limited(3))
            .build()
            .unwrap_or_else(|_| http.clone());
        Self {
            http,
            pictures,
            base: settings.opn_api_url.clone(),
            secret_key: settings.opn_secret_key.clone(),
            webhook_url: settings.opn_webhook_url.clone(),
            timeout: settings.provider_timeout(),
            clock,
            circuit: Circuit::default(),
            capability: capability::Known::default(),
            webhook_secret: WebhookSecret::from_base64("OPN_WEBHOOK_SECRET", &settings.opn_webhook_secret),
        }
    }

    /// Makes a charge. After [`ProviderError::Unavailable`] one may exist: ask [`Opn::find`] before a retry.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn create(&self, new: &NewCharge<'_>) -> Result<Charge, ProviderError> {
        let mut body = json!({
            "amount": new.amount_satang,
            "currency": "THB",
            "return_uri": new.return_url,
            "expires_at": stamp(self.clock.to_system(new.expires_at)),
            "description": new.order_number,
            "metadata": { REFERENCE: new.reference, "order": new.order_number },
            "webhook_endpoints": [self.webhook_url],
        });
        match new.means {
            Means::Source { kind, device, phone_number } => {
                body["source"] = json!({ "type": kind });
                if let Some(number) = phone_number {
                    body["source"]["phone_number"] = number.into();
                }
                let platform = match device {
                    Device::Ios => Some("IOS"),
                    Device::Android => Some("ANDROID"),
                    Device::Web => None,
                };
                if let Some(platform) = platform {
                    body["source"]["platform_type"] = platform.into();
                }
            }
            Means::CardToken(token) => body["card"] = token.into(),
            Means::SavedCard { customer, card } => {
                body["customer"] = customer.into();
                body["card"] = card.into();
            }
        }
        // Some deployments honour the header and others ignore it; we rely on looking first.
        let request = self.http.post(format!("{}/charges", self.base)).header("Idempotency-Key", new.reference).json(&body);
        self.call::<Wire>("create_charge", request).await.map(Charge::from)
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn charge(&self, id: &str) -> Result<Charge, ProviderError> {
        let url = self.charge_url(id)?;
        self.call::<Wire>("get_charge", self.http.get(url)).await.map(Charge::from)
    }

    /// Ends a pending charge, so that its code can no longer be paid.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] with `failed_action` when it is not pending any more.
    pub async fn expire(&self, id: &str) -> Result<Charge, ProviderError> {
        let url = self.charge_url(id)?;
        self.call::<Wire>("expire_charge", self.http.post(format!("{url}/expire"))).await.map(Charge::from)
    }

    /// Refunds a paid charge, in whole or in part. After [`ProviderError::Unavailable`] a refund may exist: ask [`Opn::find_refund`] before a
    /// retry.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] with `failed_refund` or `invalid_amount` when the channel does not refund it, or less is left.
    pub async fn refund(&self, charge_id: &str, amount_satang: i64, key: &str) -> Result<ProviderRefund, ProviderError> {
        let url = format!("{}/refunds", self.charge_url(charge_id)?);
        let body = json!({ "amount": amount_satang, "metadata": { REFUND_KEY: key } });
        // Some deployments honour the header and others ignore it; we rely on looking first.
        let request = self.http.post(url).header("Idempotency-Key", key).json(&body);
        self.call::<WireRefund>("create_refund", request).await.map(ProviderRefund::from)
    }

    /// Returns the refund of a charge that carries our key.
    ///
    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn find_refund(&self, charge_id: &str, key: &str) -> Result<Option<ProviderRefund>, ProviderError> {
        self.charge_url(charge_id)?;
        let refunds = self.pages::<WireRefund>("list_refunds", &format!("charges/{charge_id}/refunds"), None, None).await?;
        Ok(refunds.into_iter().map(ProviderRefund::from).find(|refund| refund.key.as_deref() == Some(key)))
    }

    /// Returns the charges that carry our reference, made while its attempt lived.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn find(&self, reference: &str, lived: &RangeInclusive<DateTime<Utc>>) -> Result<Vec<Charge>, ProviderError> {
        let from = self.clock.to_system(*lived.start()) - CLOCKS_DIFFER;
        // A movable clock is never behind the system's, so its time is late enough whenever it was moved.
        let to = *lived.end() + MADE_LATE;
        let charges = self.list(from, Some(to)).await?;
        Ok(charges.into_iter().filter(|charge| charge.reference.as_deref() == Some(reference)).collect())
    }

    /// Returns all charges made in this time by the provider's clock, which is the system's; oldest first. Without an end: until now.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn list(&self, from: DateTime<Utc>, to: Option<DateTime<Utc>>) -> Result<Vec<Charge>, ProviderError> {
        let charges = self.pages::<Wire>("list_charges", "charges", Some(from), to).await?;
        Ok(charges.into_iter().map(Charge::from).collect())
    }

    /// Returns all events in this time, as their webhooks would have reported them; oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn events(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<serde_json::Value>, ProviderError> {
        self.pages("list_events", "events", Some(from), Some(to)).await
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such transfer.
    pub async fn payout(&self, id: &str) -> Result<Payout, ProviderError> {
        let url = self.url_of("transfers", id)?;
        self.call::<WireTransfer>("get_transfer", self.http.get(url)).await.map(Payout::from)
    }

    /// Returns the transfers to our bank account since this time, each with the time at which it was made; oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn payouts(&self, from: DateTime<Utc>) -> Result<Vec<(DateTime<Utc>, Payout)>, ProviderError> {
        let transfers = self.pages::<WireTransfer>("list_transfers", "transfers", Some(from), None).await?;
        Ok(transfers.into_iter().map(|transfer| (transfer.created_at, transfer.into())).collect())
    }

    async fn pages<T: for<'a> Deserialize<'a>>(
        &self,
        name: &'static str,
        path: &str,
        from: Option<DateTime<Utc>>,
        to: Option<DateTime<Utc>>,
    ) -> Result<Vec<T>, ProviderError> {
        let mut items: Vec<T> = Vec::new();
        loop {
            let mut query =
                vec![("limit", PAGE.to_string()), ("offset", items.len().to_string()), ("order", "chronological".to_owned())];
            query.extend(from.map(|from| ("from", stamp(from))));
            query.extend(to.map(|to| ("to", stamp(to))));
            let request = self.http.get(format!("{}/{path}", self.base)).query(&query);
            let page: WireList<T> = self.call(name, request).await?;
            let full = page.data.len() == PAGE;
            items.extend(page.data);
            if !full {
                return Ok(items);
            }
        }
    }

    /// Reads the text of a charge's QR code from its picture, and checks that it asks for this amount (satang).
    ///
    /// # Errors
    /// [`ProviderError::Unavailable`] when the picture cannot be fetched, [`ProviderError::Refused`] `qr_unreadable` when it is not
    /// a code for this amount.
    pub async fn qr_payload(&self, picture_url: &str, amount_satang: i64) -> Result<String, ProviderError> {
        // The picture is public: our key is not sent along.
        let fetch = async {
            let mut response = self.pictures.get(picture_url).send().await?.error_for_status()?;
            let mut picture = Vec::new();
            while let Some(chunk) = response.chunk().await? {
                picture.extend_from_slice(&chunk);
                if picture.len() > qr::MAX_BYTES {
                    break;
                }
            }
            Ok::<_, reqwest::Error>(picture)
        };
        let picture = fetch.await.map_err(|error| ProviderError::Unavailable(error.without_url().to_string()))?;
        if picture.len() > qr::MAX_BYTES {
            return Err(unreadable("the picture is too large"));
        }
        // Decoding takes milliseconds of pure arithmetic: not on the threads that answer requests.
        match tokio::task::spawn_blocking(move || qr::read(&picture, amount_satang)).await {
            Ok(read) => read.map_err(unreadable),
            Err(error) => Err(unreadable(error)),
        }
    }

    fn charge_url(&self, id: &str) -> Result<String, ProviderError> {
        self.url_of("charges", id)
    }

    /// Builds a URL. IDs come from webhooks too: nothing but the provider's alphabet may reach a path.
    fn url_of(&self, kind: &str, id: &str) -> Result<String, ProviderError> {
        let plain = !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if plain { Ok(format!("{}/{kind}/{id}", self.base)) } else { Err(ProviderError::NotFound) }
    }

    async fn call<T: for<'a> Deserialize<'a>>(
        &self,
        name: &'static str,
        request: reqwest::RequestBuilder,
    ) -> Result<T, ProviderError> {
        if let Err(wait) = self.circuit.enter(self.clock.now()) {
            return Err(ProviderError::Unavailable(format!("{name}: left alone for {wait:?}")));
        }
        let started = std::time::Instant::now();
        let sent = async {
            let response = request
                .basic_auth(&self.secret_key, Some(""))
                .header("Omise-Version", "2019-05-29")
                .timeout(self.timeout)
                .send()
                .await?;
            let status = response.status();
            Ok::<_, reqwest::Error>((status, response.bytes().await?))
        };
        let answer = sent.await;
        metrics::histogram!("manao_provider_seconds", "provider" => "payments", "call" => name)
            .record(started.elapsed().as_secs_f64());
        let (status, body) = match answer {
            Ok(answer) => answer,
            Err(error) => {
                self.circuit.failed(self.clock.now());
                return Err(ProviderError::Unavailable(format!("{name}: {}", error.without_url())));
            }
        };
        if status.is_server_error() || status.as_u16() == 429 {
            self.circuit.failed(self.clock.now());
            return Err(ProviderError::Unavailable(format!("{name}: answered {status}")));
        }
        self.circuit.answered();
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map_err(|error| ProviderError::Unavailable(format!("{name}: unreadable answer: {}", without_values(error))));
        }
        let refusal: WireRefusal = serde_json::from_slice(&body).unwrap_or_default();
        Err(match status.as_u16() {
            404 => ProviderError::NotFound,
            // A wrong key is ours to fix, and a retry may work: the buyer's payment has not failed.
            401 | 403 => ProviderError::Unavailable(format!("{name}: our key is not accepted")),
            _ => ProviderError::Refused { code: refusal.code, message: format!("answered {status}") },
        })
    }
}

fn unreadable(why: impl std::fmt::Display) -> ProviderError {
    ProviderError::Refused { code: "qr_unreadable".to_owned(), message: why.to_string() }
}

fn stamp(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}
