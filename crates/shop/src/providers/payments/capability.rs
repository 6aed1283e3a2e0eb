//! What our account at the provider can take: read at the first question, then hourly, and after a refusal that contradicts it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::Opn;
use super::wire::{WireCapability, WireNewSource};
use crate::providers::charges::ProviderError;

/// Age at which it is read again.
const STALE: TimeDelta = TimeDelta::hours(1);
/// Pause after a read that failed.
const RETRY: TimeDelta = TimeDelta::seconds(30);
/// Longest wait of a list of channels for the first read. Until it succeeds, every method counts as taken.
const FIRST_READ: Duration = Duration::from_secs(1);

/// Names of the methods, and when they are to be read again.
#[derive(Default)]
pub struct Known(Mutex<State>);

#[derive(Default)]
struct State {
    methods: Option<Arc<HashSet<String>>>,
    read_again: Option<DateTime<Utc>>,
}

impl Known {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // Plain values: a panic elsewhere cannot leave them half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opn {
    /// Returns the names of the methods that the provider takes; None before the first answer.
    pub async fn methods(self: &Arc<Self>) -> Option<Arc<HashSet<String>>> {
        let now = self.clock.now();
        let (methods, due) = {
            let mut state = self.capability.lock();
            let due = state.read_again.is_none_or(|at| at <= now);
            if due {
                // Others keep what is known while this one reads.
                state.read_again = Some(now + RETRY);
            }
            (state.methods.clone(), due)
        };
        if !due {
            return methods;
        }
        let opn = self.clone();
        let read = tokio::spawn(async move { opn.read_capability().await });
        match methods {
            Some(methods) => Some(methods),
            None => {
                // A timeout only ends the waiting.
                let _ = tokio::time::timeout(FIRST_READ, read).await;
                self.capability.lock().methods.clone()
            }
        }
    }

    /// Has the capability read again at the next question: the provider refused what it says it takes.
    pub fn doubt_capability(&self) {
        self.capability.lock().read_again = None;
    }

    async fn read_capability(&self) {
        let request = self.http.get(format!("{}/capability", self.base));
        match self.call::<WireCapability>("get_capability", request).await {
            Ok(answer) => {
                let methods = answer.payment_methods.into_iter().map(|method| method.name).collect();
                let mut state = self.capability.lock();
                state.methods = Some(Arc::new(methods));
                state.read_again = Some(self.clock.now() + STALE);
            }
            Err(error) => tracing::warn!(%error, "the provider's capability could not be read"),
        }
    }

    /// Asks whether this kind of payment works, without charging anybody: makes a source that is never used.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn probe(&self, source: &str, amount_satang: i64) -> Result<(), ProviderError> {
        let body = json!({ "type": source, "amount": amount_satang, "currency": "THB" });
        let request = self.http.post(format!("{}/sources", self.base)).json(&body);
        self.call::<WireNewSource>("create_source", request).await.map(drop)
    }
}
