//! Fault injection: rules set over HTTP, each with a kind, a number of hits and a scope.

use std::time::Duration;

use axum::{
    Json, Router,
    extract::{Path, State as Given},
    http::StatusCode,
    response::IntoResponse,
    routing::get,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    app::Shared,
    ids,
    refusal::{Body, Refusal},
};

macro_rules! kinds {
    ($($name:ident)*) => {
        /// The kind of a fault. docs/providers/sandbox.md describes the effect of each.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind { $($name),* }
        const KINDS: &[Kind] = &[$(Kind::$name),*];
    };
}
kinds! {
    WebhookLose WebhookTwice WebhookLate WebhookOutOfOrder WebhookFalseSignature WebhookWrongAmount WebhookIn2017
    ChargeWrongAmount OpnDown OpnSlow OpnTimeoutAfterCreate OpnTimeoutAfterRefund OpnMethodOff OpnPageDown OpnPageSlow
    PartnerDown PartnerGone PartnerSlow PartnerBusy PartnerReject PartnerFailDelivery PartnerLate PartnerTimeoutAfterCreate
    PartnerLoseCallback PartnerTwiceCallback PartnerFalseSignature
    TelecomDown TelecomSlow TelecomReject TelecomTooSoon TelecomTimeoutAfterCreate TelecomTimeoutAfterConfirm TelecomTimeoutAfterRefund TelecomLateRefund TelecomNoRefund TelecomLoseCallback TelecomTwiceCallback TelecomFalseSignature
    PackageReject PackageFail PackageTimeoutAfterCreate
    OidcDown OidcSlow MailDown MailRefuse
    PushDown PushSlow PushBusy PushGone
}

/// One rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    #[serde(default)]
    pub id: String,
    pub kind: Kind,
    /// Number of hits it has; None until deleted.
    #[serde(default)]
    pub times: Option<u32>,
    #[serde(default)]
    pub scope: Scope,
    #[serde(default)]
    pub ms: Option<u64>,
    #[serde(default)]
    pub reason: Option<String>,
    /// Satang.
    #[serde(default)]
    pub amount: Option<i64>,
    #[serde(default)]
    pub delta: Option<i64>,
    #[serde(default)]
    pub remaining: Option<u32>,
    #[serde(default)]
    pub hits: u32,
}

impl Rule {
    /// Returns how long the rule waits.
    pub fn wait(&self, default_ms: u64) -> Duration {
        Duration::from_millis(self.ms.unwrap_or(default_ms))
    }

    /// Returns the wrong amount that replaces the right one.
    pub fn wrong(&self, right: i64) -> i64 {
        self.amount.unwrap_or(right + self.delta.unwrap_or(-100))
    }

    /// Returns the rule's reason, or the usual one.
    pub fn reason(&self, usual: &str) -> String {
        self.reason.clone().unwrap_or_else(|| usual.to_owned())
    }
}

/// The scope of a rule: every given member must match.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Scope {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Source type of a payment; `card` for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msisdn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription: Option<String>,
}

/// The subject of a call, for the scopes to match against.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// Texts that may contain the shop's order number.
    pub orders: Vec<String>,
    pub charge: Option<String>,
    pub event: Option<String>,
    /// Source type of a payment; `card` for a card.
    pub source: Option<String>,
    pub partner: Option<String>,
    pub game: Option<String>,
    pub player_id: Option<String>,
    pub msisdn: Option<String>,
    pub subscription: Option<String>,
}

impl Scope {
    fn holds(&self, subject: &Subject) -> bool {
        fn fits(wanted: &Option<String>, found: &Option<String>) -> bool {
            wanted.is_none() || wanted == found
        }
        let order = self.order.as_ref().is_none_or(|wanted| {
            subject.orders.iter().any(|text| {
                text.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '/', ':', '#']))
            })
        });
        order
            && fits(&self.charge, &subject.charge)
            && fits(&self.event, &subject.event)
            && fits(&self.source, &subject.source)
            && fits(&self.partner, &subject.partner)
            && fits(&self.game, &subject.game)
            && fits(&self.player_id, &subject.player_id)
            && fits(&self.msisdn, &subject.msisdn)
            && fits(&self.subscription, &subject.subscription)
    }
}

/// Returns the first rule of this kind that concerns the subject, and uses up one of its hits.
pub fn hit(app: &Shared, kind: Kind, subject: &Subject) -> Option<Rule> {
    let concerned = |rule: &Rule| rule.kind == kind && rule.remaining != Some(0) && rule.scope.holds(subject);
    // Rules are rare: look first, so that nothing is written when there is none.
    if !app.store.read(|state| state.rules.values().any(|rule| concerned(rule))) {
        return None;
    }
    app.store.change_soon(|state| {
        let rule = state.rules.find_mut(concerned)?;
        rule.hits += 1;
        rule.remaining = rule.remaining.map(|left| left - 1);
        tracing::info!(rule = rule.id, ?kind, "a fault strikes");
        Some(rule.clone())
    })
}

/// Whether a rule of this kind concerns the subject. Uses up none of its hits.
pub fn is_set(app: &Shared, kind: Kind, subject: &Subject) -> bool {
    app.store.read(|state| {
        state.rules.values().any(|rule| rule.kind == kind && rule.remaining != Some(0) && rule.scope.holds(subject))
    })
}

/// Simulates a slow counterparty, then an unavailable one.
pub async fn gate(app: &Shared, slow: Kind, down: Kind, subject: &Subject) -> Result<(), Refusal> {
    if let Some(rule) = hit(app, slow, subject) {
        tokio::time::sleep(rule.wait(3_000)).await;
    }
    match hit(app, down, subject) {
        Some(_) => {
            // The caller now knows that the fault is used up; a sandbox killed right after must know it too.
            app.store.settled().await;
            Err(Refusal::new(503, "unavailable", "the service is down (fault)"))
        }
        None => Ok(()),
    }
}

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/faults", get(list).post(add).put(replace).delete(clear))
        .route("/faults/{id}", get(one).put(set).delete(remove))
}

async fn list(Given(app): Given<Shared>) -> impl IntoResponse {
    let rules = app.store.read(|state| state.rules.values().cloned().collect::<Vec<_>>());
    Json(json!({ "rules": rules, "kinds": KINDS }))
}

async fn one(Given(app): Given<Shared>, Path(id): Path<String>) -> Result<Json<Rule>, Refusal> {
    app.store
        .read(|state| state.rules.get(&id).map(|rule| (**rule).clone()))
        .map(Json)
        .ok_or_else(|| Refusal::new(404, "rule_unknown", format!("no rule {id}")))
}

async fn add(Given(app): Given<Shared>, Body(rule): Body<Rule>) -> impl IntoResponse {
    let id = ids::with("rule_");
    (StatusCode::CREATED, Json(put(&app, id, rule).await))
}

async fn set(Given(app): Given<Shared>, Path(id): Path<String>, Body(rule): Body<Rule>) -> impl IntoResponse {
    Json(put(&app, id, rule).await)
}

async fn put(app: &Shared, id: String, rule: Rule) -> Rule {
    let rule = fresh(id, rule);
    app.store
        .change(|state| {
            state.rules.put(rule.id.clone(), rule.clone());
        })
        .await;
    rule
}

fn fresh(id: String, rule: Rule) -> Rule {
    Rule { id, remaining: rule.times, hits: 0, ..rule }
}

#[derive(Deserialize)]
struct Replacement {
    rules: Vec<Rule>,
}

async fn replace(Given(app): Given<Shared>, Body(replacement): Body<Replacement>) -> impl IntoResponse {
    let rules: Vec<Rule> = replacement
        .rules
        .into_iter()
        .map(|rule| {
            let id = if rule.id.is_empty() { ids::with("rule_") } else { rule.id.clone() };
            fresh(id, rule)
        })
        .collect();
    app.store
        .change(|state| {
            state.rules.keep(|_| false);
            for rule in rules {
                state.rules.put(rule.id.clone(), rule);
            }
        })
        .await;
    list(Given(app)).await
}

async fn remove(Given(app): Given<Shared>, Path(id): Path<String>) -> StatusCode {
    app.store.change(|state| state.rules.take(&id)).await;
    StatusCode::NO_CONTENT
}

async fn clear(Given(app): Given<Shared>) -> StatusCode {
    app.store.change(|state| state.rules.keep(|_| false)).await;
    StatusCode::NO_CONTENT
}
