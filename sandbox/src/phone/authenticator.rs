//! The phone's authenticator app: time-based one-time codes (RFC 6238), six digits of SHA-1 every thirty seconds.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::{
    app::Shared,
    ids,
    refusal::{Body, Refusal},
};

const DIGITS: u8 = 6;
/// Seconds for which a code is shown.
const STEP: u64 = 30;
/// Number of base-32 characters of the shortest usable key.
const SHORTEST_KEY: usize = 16;
/// Number of accounts that the app lists.
const LISTED: usize = 50;

/// An account in the authenticator app.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Authenticator {
    pub id: String,
    pub issuer: Option<String>,
    pub account: Option<String>,
    /// Base 32, in capitals and without padding.
    pub secret: String,
    pub added_at: DateTime<Utc>,
}

impl Authenticator {
    /// Parses an `otpauth://totp/…` address or a key in base 32; None if it is neither, or if the address wants another kind of code.
    fn parse(text: &str, account: Option<&str>) -> Option<Self> {
        let text = text.trim();
        let totp = if text.contains("://") {
            // The checked parser refuses keys of less than 26 characters, which are still in use.
            Totp::from_url_unchecked(text).ok()?
        } else {
            // People type keys in groups, and in small letters.
            let key: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
            totp(&key.trim_end_matches('=').to_ascii_uppercase())?
        };
        let secret = totp.secret().to_base32();
        let is_usual = totp.algorithm() == Algorithm::SHA1 && totp.digits() == DIGITS && totp.step() == STEP;
        (is_usual && secret.len() >= SHORTEST_KEY).then(|| Self {
            id: ids::with("totp_"),
            issuer: totp.issuer().and_then(name),
            account: account.and_then(name).or_else(|| name(totp.account_name())),
            secret,
            added_at: Utc::now().trunc_subsecs(3),
        })
    }

    /// Shows the account with its code at this time, without its secret.
    fn show(&self, now: DateTime<Utc>) -> Value {
        let time = u64::try_from(now.timestamp()).unwrap_or_default();
        let code = totp(&self.secret).map(|totp| totp.generate(time).to_string());
        json!({
            "id": self.id, "issuer": self.issuer, "account": self.account, "code": code, "secondsLeft": STEP - time % STEP
        })
    }
}

/// Returns the generator of a secret's codes; None if it is not base 32.
fn totp(secret: &str) -> Option<Totp> {
    let secret = Secret::try_from_base32(secret).ok()?;
    // Like `from_url_unchecked`: a short secret is no error.
    Some(Builder::new().with_secret(secret).build_noncompliant())
}

fn name(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Lists the accounts with their current codes, newest first.
pub async fn list(State(app): State<Shared>) -> Json<Value> {
    let accounts: Vec<Arc<Authenticator>> =
        app.store.read(|state| state.authenticators.values().rev().take(LISTED).cloned().collect());
    let now = Utc::now();
    Json(json!({"items": accounts.iter().map(|account| account.show(now)).collect::<Vec<_>>()}))
}

#[derive(Debug, Deserialize)]
pub struct Setup {
    /// An address or a key.
    text: String,
    /// A name to show instead of the address's.
    account: Option<String>,
}

/// Adds an account; a secret that is already there keeps its entry.
pub async fn add(State(app): State<Shared>, Body(setup): Body<Setup>) -> Result<Json<Value>, Refusal> {
    let added = Authenticator::parse(&setup.text, setup.account.as_deref())
        .ok_or_else(|| Refusal::new(422, "bad_key", "neither an otpauth://totp address for six digits nor a key"))?;
    let account = app
        .store
        .change(move |state| {
            let present = state.authenticators.values().find(|account| account.secret == added.secret).cloned();
            present.unwrap_or_else(|| {
                let added = Arc::new(added);
                state.authenticators.put(added.id.clone(), added.clone());
                added
            })
        })
        .await;
    Ok(Json(account.show(Utc::now())))
}

/// Removes an account.
pub async fn remove(State(app): State<Shared>, Path(id): Path<String>) -> StatusCode {
    app.store.change(|state| state.authenticators.take(&id)).await;
    StatusCode::NO_CONTENT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of RFC 6238, appendix B.
    const KEY: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_standard() {
        let account = Authenticator::parse(KEY, Some(" Ploy ")).unwrap();
        assert_eq!((account.issuer.as_deref(), account.account.as_deref()), (None, Some("Ploy")));
        for (time, code, left) in [(59, "287082", 1), (1_111_111_109, "081804", 1), (1_234_567_890, "005924", 30)] {
            let shown = account.show(DateTime::from_timestamp(time, 0).unwrap());
            assert_eq!((&shown["code"], &shown["secondsLeft"]), (&json!(code), &json!(left)), "{time}");
        }
    }

    #[test]
    fn an_account_may_have_a_short_key_and_a_name_of_its_own() {
        let address = "otpauth://totp/Manao:ploy%40manao.example?secret=JBSWY3DPEHPK3PXP&issuer=Manao";
        let account = Authenticator::parse(address, None).unwrap();
        assert_eq!(account.secret, "JBSWY3DPEHPK3PXP");
        assert_eq!((account.issuer.as_deref(), account.account.as_deref()), (Some("Manao"), Some("ploy@manao.example")));
        let account = Authenticator::parse(address, Some("Ploy")).unwrap();
        assert_eq!(account.account.as_deref(), Some("Ploy"));
    }

    #[test]
    fn codes_of_another_kind_are_refused() {
        for other in ["digits=8", "period=60", "algorithm=SHA256", "digits=12", "period=0"] {
            let address = format!("otpauth://totp/Manao?secret={KEY}&{other}");
            assert!(Authenticator::parse(&address, None).is_none(), "{other}");
        }
    }
}
