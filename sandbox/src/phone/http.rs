//! The phone's page, and the same as JSON.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Query, State},
    http::StatusCode,
    response::{
        Html,
        sse::{Event, KeepAlive, Sse},
    },
};
use chrono::Utc;
use futures_util::Stream;
use serde::Deserialize;
use serde_json::{Value, json};

use super::model::{Kind, address};
use crate::{
    app::Shared,
    ids,
    opn::{
        MERCHANT,
        charges::{self, Outcome, Unsettled},
        model::{Charge, Failure, Status},
    },
    promptpay::{self, BadCode, Payee},
    refusal::{Body, Refusal},
    telecom::replies,
};

type Answer = Result<Json<Value>, Refusal>;

pub async fn page() -> Html<&'static str> {
    Html(include_str!("page.html"))
}

#[derive(Debug, Deserialize)]
pub struct Wanted {
    to: Option<String>,
    kind: Option<Kind>,
    limit: Option<usize>,
}

pub async fn messages(State(app): State<Shared>, Query(wanted): Query<Wanted>) -> Json<Value> {
    let to = wanted.to.as_deref().map(address);
    let limit = wanted.limit.unwrap_or(50).min(500);
    let items = app.store.read(|state| {
        let mine = state.messages.values().rev().filter(|message| {
            to.as_ref().is_none_or(|to| address(&message.to) == *to) && wanted.kind.is_none_or(|kind| message.kind == kind)
        });
        mine.take(limit).cloned().collect::<Vec<_>>()
    });
    Json(json!({"items": items.iter().map(|message| json!(**message)).collect::<Vec<_>>()}))
}

pub async fn forget(State(app): State<Shared>, Query(wanted): Query<Wanted>) -> StatusCode {
    let to = wanted.to.as_deref().map(address);
    app.store
        .change(|state| {
            state.messages.keep(|message| to.as_ref().is_some_and(|to| address(&message.to) != *to));
        })
        .await;
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
pub struct Reply {
    from: String,
    text: String,
}

/// Replies to a text of the shop.
pub async fn reply(State(app): State<Shared>, Body(reply): Body<Reply>) -> Answer {
    replies::take(&app, &reply.from, &reply.text).await?;
    Ok(Json(json!({"status": "sent"})))
}

fn show(charge: &Charge) -> Value {
    let read = charge.payload.as_deref().map(promptpay::read);
    let (biller, ref1, ref2) = match read {
        Some(Ok(promptpay::Code { payee: Payee::Biller { id, ref1, ref2 }, .. })) => (Some(id), Some(ref1), ref2),
        _ => (None, None, None),
    };
    json!({
        "chargeId": charge.id, "payee": MERCHANT, "billerId": biller, "ref1": ref1, "ref2": ref2, "amount": charge.amount,
        "currency": "THB", "description": charge.description, "status": charge.status, "expiresAt": charge.expires_at,
        "metadata": charge.metadata
    })
}

/// Shows a charge that is paid on an authorize page.
fn show_redirect(charge: &Charge) -> Value {
    json!({
        "chargeId": charge.id, "payee": MERCHANT, "channel": charge.kind(), "amount": charge.amount, "currency": "THB",
        "description": charge.description, "status": charge.status, "expiresAt": charge.expires_at,
        "metadata": charge.metadata, "authorizeUri": charge.authorize_uri()
    })
}

/// Returns the pending charges, newest first: PromptPay codes, and payments on an authorize page.
pub async fn payments(State(app): State<Shared>) -> Json<Value> {
    let now = Utc::now();
    let (items, redirects): (Vec<Value>, Vec<Value>) = app.store.read(|state| {
        let waiting = || {
            let charges = state.charges.values().rev();
            charges.filter(|charge| charge.status == Status::Pending && charge.expires_at > now)
        };
        let codes = waiting().filter(|charge| charge.payload.is_some());
        let pages = waiting().filter(|charge| charge.payload.is_none() && charge.has_page());
        (codes.take(50).map(|charge| show(charge)).collect(), pages.take(50).map(|charge| show_redirect(charge)).collect())
    });
    Json(json!({"items": items, "redirects": redirects}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    payload: Option<String>,
    charge_id: Option<String>,
    /// Satang, if the payer types one.
    amount: Option<i64>,
    #[serde(default)]
    late: bool,
}

/// Finds the charge of a code or an ID.
fn find(app: &Shared, shown: &Shown) -> Result<Arc<Charge>, Refusal> {
    let unknown = || Refusal::new(404, "unknown_code", "no payment waits behind this code");
    if let Some(id) = &shown.charge_id {
        return app.store.read(|state| state.charges.get(id).cloned()).ok_or_else(unknown);
    }
    let text = shown.payload.as_deref().unwrap_or_default();
    let code = promptpay::read(text).map_err(|bad| {
        let why = match bad {
            BadCode::Unreadable => "the code is not readable",
            BadCode::Checksum => "the checksum is wrong",
            BadCode::NotPromptPay => "this is no PromptPay code",
            BadCode::Amount => "the amount is not readable",
        };
        Refusal::new(422, "bad_payload", why)
    })?;
    let Payee::Biller { ref1, .. } = code.payee else {
        return Err(unknown());
    };
    let charge = app.store.read(|state| {
        let charge = state.charges.get(&format!("chrg_test_{}", ref1.to_ascii_lowercase()));
        charge.filter(|charge| charge.payload.is_some()).cloned()
    });
    let charge = charge.ok_or_else(unknown)?;
    if code.amount.is_some_and(|amount| amount != charge.amount) {
        return Err(Refusal::new(422, "amount_fixed", "the code says another amount"));
    }
    Ok(charge)
}

pub async fn scan(State(app): State<Shared>, Body(shown): Body<Shown>) -> Answer {
    Ok(Json(show(&*find(&app, &shown)?)))
}

pub async fn pay(State(app): State<Shared>, Body(shown): Body<Shown>) -> Answer {
    let charge = find(&app, &shown)?;
    if shown.amount.is_some_and(|amount| amount != charge.amount) {
        return Err(Refusal::new(422, "amount_fixed", "the code's amount cannot be changed"));
    }
    let asked = charge.amount;
    if charge.expires_at <= Utc::now() && charge.status == Status::Pending && !shown.late {
        return Err(expired());
    }
    let paid = charges::settle(&app, &charge.id, Outcome::Paid, shown.late).await;
    let paid = paid.map_err(unsettled)?;
    Ok(Json(json!({
        "status": "paid", "chargeId": paid.id, "amount": asked, "reference": format!("PP{}", ids::digits(14)), "paidAt": paid.paid_at
    })))
}

pub async fn decline(State(app): State<Shared>, Body(shown): Body<Shown>) -> Answer {
    let charge = find(&app, &shown)?;
    let outcome = Outcome::Failed(Failure::new("payment_rejected"));
    charges::settle(&app, &charge.id, outcome, false).await.map_err(unsettled)?;
    Ok(Json(json!({"status": "declined", "chargeId": charge.id})))
}

fn expired() -> Refusal {
    Refusal::new(410, "code_expired", "the code has expired")
}

fn unsettled(why: Unsettled) -> Refusal {
    match why {
        Unsettled::Unknown => Refusal::new(404, "unknown_code", "no such payment"),
        Unsettled::Ended(Status::Expired) => expired(),
        Unsettled::Ended(Status::Failed) => Refusal::new(409, "already_declined", "it was declined"),
        Unsettled::Ended(_) => Refusal::new(409, "already_paid", "it is paid already"),
    }
}

/// Sends `changed` on every change, at most ten times a second.
pub async fn events(State(app): State<Shared>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = app.store.changes();
    let stream = futures_util::stream::unfold(changes, |mut changes| async move {
        changes.changed().await.ok()?;
        tokio::time::sleep(Duration::from_millis(100)).await;
        // Browsers drop an event without data.
        let version = *changes.borrow_and_update();
        Some((Ok(Event::default().event("changed").data(version.to_string())), changes))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
