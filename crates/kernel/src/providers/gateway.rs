//! The common part of calls to the telecom's gateway and to top-up partners: JSON over HTTP, a bearer key, refusals as `{"code", "message"}`, a
//! time-out over all tries, backoff, a circuit breaker.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use chrono::{DateTime, Utc};
use manao_hub::serve::log::short;
use reqwest::{RequestBuilder, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::app::App;
use crate::clock::Clock;
use crate::problem::{Code, Problem, without_values};
use crate::providers::circuit::Circuit;

/// Tries after the first; each pause is about twice as long as the one before.
const RETRIES: usize = 2;
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// A counterparty, and the errors that a person sees when a call to it fails.
pub trait Counterparty {
    /// Name of the setting that holds our key.
    const KEY: &'static str;
    /// Code when nothing more specific is known.
    const UNAVAILABLE: Code;
    /// Whether a 403 with this code is about the request's subject. Any other means that our key is not accepted.
    fn forbids(_code: &str) -> bool {
        false
    }

    /// Returns our word for a refusal, where the peer's own is not used.
    fn word(refusal: &Refusal) -> String {
        refusal.code.clone()
    }

    /// Returns the problem for a refusal that a person can act on. Other refusals can only be our fault: they become
    /// [`Counterparty::UNAVAILABLE`] and are logged.
    fn refusal(code: &str) -> Option<Problem>;
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum CallError<P> {
    /// The peer understood and refused, with one of its codes. Its message is not passed on, since it may contain a number.
    #[error("refused: {}", short(code))]
    Refused { status: u16, code: String, message: String, hint: Hint, peer: PhantomData<P> },
    /// The peer is up, did nothing, and asks us to come back later.
    #[error("busy")]
    Busy { retry_after: Option<Duration> },
    /// The peer is down, too slow, or answers outside the contract. Whether it acted is unknown.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The peer was not contacted, because it failed too often just now.
    #[error("circuit is open")]
    CircuitOpen { retry_after: Duration },
}

/// Information in a refusal about retrying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// Number of tries left, if the peer counts them
    pub tries_left: Option<u32>,
    pub retry_after: Option<Duration>,
    /// The limit that was reached, if the peer tells it
    pub threshold: Option<Threshold>,
}

/// A spending limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Threshold {
    pub satang: Option<i64>,
    /// Time at which counting starts again
    pub resets_at: Option<DateTime<Utc>>,
}

impl<P> CallError<P> {
    /// Returns the outcome's name, for metrics.
    pub fn outcome<T>(answer: &Result<T, Self>) -> &'static str {
        match answer {
            Ok(_) => "ok",
            Err(Self::Refused { .. }) => "refused",
            Err(Self::Busy { .. }) => "busy",
            Err(Self::Unavailable(_)) => "unavailable",
            Err(Self::CircuitOpen { .. }) => "circuit_open",
        }
    }
}

impl<P> From<reqwest::Error> for CallError<P> {
    /// Drops the URL, which may contain a player's ID.
    fn from(error: reqwest::Error) -> Self {
        Self::Unavailable(error.without_url().to_string())
    }
}

impl<P: Counterparty> From<CallError<P>> for Problem {
    fn from(error: CallError<P>) -> Self {
        let cause = format!("{}: {error}", P::UNAVAILABLE.name);
        let unavailable = Problem::new(P::UNAVAILABLE).because(cause);
        match error {
            CallError::Refused { code, .. } => P::refusal(&code).unwrap_or(unavailable),
            CallError::Busy { retry_after } => unavailable.retry_after(retry_after.map_or(2, |wait| wait.as_secs().max(1))),
            CallError::Unavailable(_) => unavailable.retry_after(5),
            CallError::CircuitOpen { retry_after } => unavailable.retry_after(retry_after.as_secs().max(1)),
        }
    }
}

/// Returns a new id for a request, by which both sides find it in their logs.
pub fn request_id() -> String {
    Uuid::new_v4().simple().to_string()
}

/// Makes calls to counterparties; each counterparty's own file defines its calls and address.
pub struct Gateway {
    pub http: reqwest::Client,
    timeout: Duration,
    clock: Clock,
}

impl Gateway {
    pub fn from_app(app: &App) -> Self {
        Self { http: app.http.clone(), timeout: app.settings.provider_timeout(), clock: app.clock.clone() }
    }

    /// Sends the request that `request` builds, once per try. `repeatable`: calling twice does no harm; otherwise a call is retried only if the
    /// peer did nothing.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn call<P: Counterparty, T: DeserializeOwned>(
        &self,
        circuit: &Circuit,
        repeatable: bool,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, CallError<P>> {
        // An open circuit means that nothing was sent, and that the answer must not say of a retry.
        let sent = AtomicBool::new(false);
        let attempt = || async {
            circuit.enter(self.clock.now()).map_err(|retry_after| match sent.load(Ordering::Relaxed) {
                true => CallError::Unavailable("the circuit opened during the retries".to_owned()),
                false => CallError::CircuitOpen { retry_after },
            })?;
            sent.store(true, Ordering::Relaxed);
            let answer = attempt(request()).await;
            match &answer {
                Err(CallError::Unavailable(_)) => circuit.failed(self.clock.now()),
                _ => circuit.answered(),
            }
            answer
        };
        let end = tokio::time::Instant::now() + self.timeout;
        let backoff = ExponentialBuilder::default().with_min_delay(FIRST_WAIT).with_max_times(RETRIES).with_jitter();
        let retried = attempt
            .retry(backoff)
            .when(|error: &CallError<P>| match error {
                // If it asks for more time than is left, we do not wait: the answer contains when to come back.
                CallError::Busy { retry_after } => {
                    retry_after.is_none_or(|asked| asked < end.saturating_duration_since(tokio::time::Instant::now()))
                }
                CallError::Unavailable(_) => repeatable,
                CallError::Refused { .. } | CallError::CircuitOpen { .. } => false,
            })
            .adjust(|error, wait| match (error, wait) {
                (CallError::Busy { retry_after: Some(asked) }, Some(wait)) => Some(wait.max(*asked)),
                (_, wait) => wait,
            });
        match tokio::time::timeout(self.timeout, retried).await {
            Ok(answer) => answer,
            Err(_) => {
                circuit.failed(self.clock.now());
                Err(CallError::Unavailable("time-out".to_owned()))
            }
        }
    }
}

/// The body of a refusal.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    pub code: String,
    #[serde(default)]
    message: String,
    tries_left: Option<u32>,
    /// The business reason behind the code
    pub denial_reason: Option<String>,
    threshold: Option<Threshold>,
}

async fn attempt<P: Counterparty, T: DeserializeOwned>(request: RequestBuilder) -> Result<T, CallError<P>> {
    let answer = request.send().await?;
    let status = answer.status();
    let retry_after = answer
        .headers()
        .get(reqwest::header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.parse().ok())
        .map(Duration::from_secs);
    let bytes = answer.bytes().await?;
    if status.is_success() {
        // An answer without a body is the unit.
        let body: &[u8] = if bytes.is_empty() { b"null" } else { &bytes };
        return serde_json::from_slice(body)
            .map_err(|error| CallError::Unavailable(format!("answer: {}", without_values(error))));
    }
    let refusal: Option<Refusal> = serde_json::from_slice(&bytes).ok();
    Err(match (status, refusal) {
        // Our own key or address is wrong, which is not the caller's fault.
        (StatusCode::UNAUTHORIZED, _) => CallError::Unavailable(format!("{status}: {} is not accepted", P::KEY)),
        (StatusCode::FORBIDDEN, refusal) if !refusal.as_ref().is_some_and(|refusal| P::forbids(&refusal.code)) => {
            CallError::Unavailable(format!("{status}: {} is not accepted", P::KEY))
        }
        (StatusCode::TOO_MANY_REQUESTS, _) => CallError::Busy { retry_after },
        (StatusCode::SERVICE_UNAVAILABLE, Some(refusal)) if refusal.code == "busy" => CallError::Busy { retry_after },
        (status, Some(refusal)) if status.is_client_error() => {
            let code = P::word(&refusal);
            let hint = Hint { tries_left: refusal.tries_left, retry_after, threshold: refusal.threshold };
            CallError::Refused { status: status.as_u16(), code, message: refusal.message, hint, peer: PhantomData }
        }
        (status, _) => CallError::Unavailable(status.to_string()),
    })
}
