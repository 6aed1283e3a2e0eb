//! Top-up partners, all behind one contract (`docs/providers/partners.md`): base URL, partner's code, bearer key.
//!
//! Every call ends within the provider time-out, retries included. Quick failures are retried with backoff; a partner that failed several
//! times in a row is left alone for some seconds (see [`Circuit`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use url::Url;

use manao_kernel::app::App;
use manao_kernel::problem::{Code, Problem, codes};
use manao_kernel::providers::circuit::Circuit;
use manao_kernel::providers::concurrency::ConcurrencyLimit;
use manao_kernel::providers::gateway::{CallError, Counterparty, Gateway};
use manao_kernel::providers::signature::WebhookSecret;

/// Our client of the partners. One for the process: see [`Partners::from_app`].
pub struct Partners {
    gateway: Gateway,
    base: String,
    key: String,
    circuits: Mutex<HashMap<String, Arc<Circuit>>>,
    limits: Mutex<HashMap<String, Arc<ConcurrencyLimit>>>,
    /// Checks the sender of a callback.
    pub callback_secret: WebhookSecret,
}

/// A partner as a counterparty. Its refusals: `player_unknown`, `server_closed`…
#[derive(Clone, Debug)]
pub struct Partner;

impl Counterparty for Partner {
    const KEY: &'static str = "PARTNERS_KEY";
    const UNAVAILABLE: Code = codes::partner_unavailable;

    fn refusal(code: &str) -> Option<Problem> {
        Some(match code {
            "player_unknown" => codes::player_unknown.into(),
            "server_required" => codes::server_required.into(),
            "server_unknown" => codes::server_unknown.into(),
            "server_closed" => codes::server_closed.into(),
            "product_withdrawn" => codes::product_withdrawn.into(),
            "out_of_stock" => codes::product_sold_out.into(),
            _ => return None,
        })
    }
}

pub type PartnerError = CallError<Partner>;

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Servers {
    pub server_required: bool,
    pub servers: Vec<Server>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Server {
    pub id: String,
    pub name: String,
    pub open: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    pub player_id: String,
    pub display_name: String,
    /// The player exists, and the game does not let them receive top-ups
    #[serde(default)]
    pub forbidden: Option<Forbidden>,
}

/// The reason for which a player may not receive top-ups.
#[derive(Clone, Debug, Deserialize)]
pub struct Forbidden {
    pub reason: String,
}

/// A SKU at the price that the partner takes for a piece, satang.
#[derive(Clone, Debug, Deserialize)]
pub struct Price {
    pub sku: String,
    pub cost: i64,
}

#[derive(Deserialize)]
struct Prices {
    items: Vec<Price>,
}

#[derive(Deserialize)]
struct Balance {
    balance: i64,
}

#[derive(Deserialize)]
struct Stock {
    available: i64,
}

impl Partners {
    pub fn from_app(app: &App) -> Arc<Self> {
        app.shared_with(|| Self {
            gateway: Gateway::from_app(app),
            base: app.settings.partners_url.clone(),
            key: app.settings.partners_key.clone(),
            circuits: Mutex::default(),
            limits: Mutex::default(),
            callback_secret: WebhookSecret::from_text("PARTNERS_CALLBACK_SECRET", &app.settings.partners_callback_secret),
        })
    }

    /// # Errors
    /// See [`PartnerError`].
    pub async fn servers(&self, partner: &str, game: &str) -> Result<Servers, PartnerError> {
        self.call(partner, Method::GET, &["games", game, "servers"], &[], None::<&()>).await
    }

    /// Asks whether this player exists; returns the partner's spelling of the ID and the name. Some players use invisible names: then the
    /// ID is shown instead.
    ///
    /// # Errors
    /// `Refused` with `player_unknown`, `server_required`, `server_unknown`, `server_closed`; and see [`PartnerError`].
    pub async fn validate(
        &self,
        partner: &str,
        game: &str,
        player_id: &str,
        server: Option<&str>,
    ) -> Result<Player, PartnerError> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Ask<'a> {
            game: &'a str,
            player_id: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            server: Option<&'a str>,
        }
        let ask = Ask { game, player_id, server };
        let mut player: Player = self.call(partner, Method::POST, &["players", "validate"], &[], Some(&ask)).await?;
        player.display_name = match manao_domain::text::visible(&player.display_name).trim() {
            "" => player.player_id.clone(),
            name => name.to_owned(),
        };
        Ok(player)
    }

    /// Returns the partner's stock of a voucher, in pieces.
    ///
    /// # Errors
    /// `Refused` with `sku_unknown`; and see [`PartnerError`].
    pub async fn stock(&self, partner: &str, sku: &str) -> Result<i64, PartnerError> {
        let stock: Stock = self.call(partner, Method::GET, &["stock"], &[("sku", sku)], None::<&()>).await?;
        Ok(stock.available)
    }

    /// Returns our money at the partner, satang.
    ///
    /// # Errors
    /// See [`PartnerError`].
    pub async fn balance(&self, partner: &str) -> Result<i64, PartnerError> {
        let balance: Balance = self.call(partner, Method::GET, &["balance"], &[], None::<&()>).await?;
        Ok(balance.balance)
    }

    /// Returns the partner's price list.
    ///
    /// # Errors
    /// See [`PartnerError`].
    pub async fn prices(&self, partner: &str) -> Result<Vec<Price>, PartnerError> {
        let prices: Prices = self.call(partner, Method::GET, &["prices"], &[], None::<&()>).await?;
        Ok(prices.items)
    }

    /// Makes one call that may be repeated without harm: reads, and writes under our own reference.
    ///
    /// # Errors
    /// See [`PartnerError`].
    pub async fn call<B: Serialize + Sync, T: DeserializeOwned>(
        &self,
        partner: &str,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&B>,
    ) -> Result<T, PartnerError> {
        let url = self.url(partner, path)?;
        let circuit = self.circuit(partner);
        let answer = self
            .gateway
            .call(&circuit, true, || {
                let mut request = self.gateway.http.request(method.clone(), url.clone()).bearer_auth(&self.key);
                if !query.is_empty() {
                    request = request.query(query);
                }
                if let Some(body) = body {
                    request = request.json(body);
                }
                request
            })
            .await;
        let outcome = PartnerError::outcome(&answer);
        metrics::counter!("manao_partner_calls_total", "partner" => partner.to_owned(), "outcome" => outcome).increment(1);
        answer
    }

    fn url(&self, partner: &str, path: &[&str]) -> Result<Url, PartnerError> {
        let mut url = Url::parse(&self.base).map_err(|error| PartnerError::Unavailable(format!("PARTNERS_URL: {error}")))?;
        url.path_segments_mut()
            .map_err(|()| PartnerError::Unavailable("PARTNERS_URL cannot hold a path".to_owned()))?
            .pop_if_empty()
            .push(partner)
            .extend(path);
        Ok(url)
    }

    /// Returns the limit of deliveries that this process may have in progress at the partner at once.
    pub fn concurrency(&self, partner: &str) -> Arc<ConcurrencyLimit> {
        let mut limits = self.limits.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        limits.entry(partner.to_owned()).or_default().clone()
    }

    fn circuit(&self, partner: &str) -> Arc<Circuit> {
        let mut circuits = self.circuits.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        circuits.entry(partner.to_owned()).or_default().clone()
    }
}
