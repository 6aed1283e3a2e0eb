//! The calls of the telecom operator.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::{TimeDelta, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    charges::{self, Wanted},
    numbers::{self, Network},
    otp,
};
use crate::{
    app::Shared,
    calls,
    faults::{self, Kind, Subject},
    phone::model::Message,
    refusal::{Body, Refusal},
};

const OPERATOR: &str = "AIS";
type Answer = Result<Json<Value>, Refusal>;

/// Checks key and request ID of every call, then simulates slowness and outage.
pub async fn guard(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let Some(id) = calls::request_id(&request) else {
        let refusal = Refusal::new(400, "request_id_required", "X-Request-Id: 1 to 64 characters");
        return refusal.into_response();
    };
    if !calls::has_bearer(&request, &app.settings.telecom_key) {
        return calls::finish(calls::unauthorized().into_response(), &id);
    }
    calls::finish(next.run(request).await, &id)
}

pub(super) async fn gate(app: &Shared, subject: &Subject) -> Result<(), Refusal> {
    faults::gate(app, Kind::TelecomSlow, Kind::TelecomDown, subject).await
}

#[derive(Debug, Deserialize)]
pub struct OfNumber {
    msisdn: String,
}

async fn number(app: &Shared, text: &str) -> Result<numbers::Number, Refusal> {
    let number = numbers::read(text)?;
    gate(app, &Subject { msisdn: Some(number.msisdn.clone()), ..Subject::default() }).await?;
    Ok(number)
}

pub async fn network_type(State(app): State<Shared>, Body(ask): Body<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    let own = number.network != Network::Other;
    Ok(Json(json!({
        "msisdn": number.msisdn, "operator": if own { OPERATOR } else { "OTHER" }, "own": own,
        "networkType": number.network, "status": if number.suspended { "suspended" } else { "active" }
    })))
}

pub async fn balance(State(app): State<Shared>, Body(ask): Body<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    if number.network != Network::Prepaid {
        return Err(Refusal::new(409, "not_prepaid", "the number is not prepaid"));
    }
    let left = app.store.read(|state| number.left(state));
    Ok(Json(json!({"msisdn": number.msisdn, "balance": left})))
}

pub async fn credit_limit(State(app): State<Shared>, Body(ask): Body<OfNumber>) -> Answer {
    let number = number(&app, &ask.msisdn).await?;
    if number.network != Network::Postpaid {
        return Err(Refusal::new(409, "not_postpaid", "the number is not postpaid"));
    }
    let left = app.store.read(|state| number.left(state));
    Ok(Json(json!({"msisdn": number.msisdn, "limit": number.limit, "available": left})))
}

#[derive(Debug, Deserialize)]
pub struct Text {
    to: String,
    text: String,
    sender: Option<String>,
}

pub async fn sms(State(app): State<Shared>, Body(ask): Body<Text>) -> Result<(StatusCode, Json<Value>), Refusal> {
    let number = number(&app, &ask.to).await?;
    if ask.text.is_empty() || ask.text.chars().count() > 1_000 {
        return Err(Refusal::new(400, "bad_request", "text has 1 to 1000 characters"));
    }
    let sender = ask.sender.as_deref().unwrap_or(otp::SENDER);
    let message = Arc::new(Message::sms(&number.msisdn, sender, &ask.text));
    let id = message.id.clone();
    app.store.change(|state| state.messages.put(id.clone(), message)).await;
    Ok((StatusCode::ACCEPTED, Json(json!({"id": id}))))
}

#[derive(Debug, Deserialize)]
pub struct Send {
    msisdn: String,
    purpose: String,
    #[serde(default)]
    language: String,
}

pub async fn otp_send(State(app): State<Shared>, Body(ask): Body<Send>) -> Result<(StatusCode, Json<Value>), Refusal> {
    let number = number(&app, &ask.msisdn).await?;
    let expires_at = Utc::now() + TimeDelta::minutes(5);
    let sent = otp::send(&app, &number.msisdn, &ask.purpose, &ask.language, None, expires_at).await?;
    let body = json!({
        "reference": sent.reference, "refCode": sent.ref_code, "msisdn": sent.msisdn,
        "expiresAt": sent.expires_at, "resendAt": sent.resend_at
    });
    Ok((StatusCode::ACCEPTED, Json(body)))
}

#[derive(Debug, Deserialize)]
pub struct Verify {
    reference: String,
    code: String,
}

pub async fn otp_verify(State(app): State<Shared>, Body(ask): Body<Verify>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let otp = app.store.change(|state| otp::check(state, &ask.reference, &ask.code)).await?;
    Ok(Json(json!({"verified": true, "reference": otp.reference, "msisdn": otp.msisdn})))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewCharge {
    reference: String,
    msisdn: String,
    amount: i64,
    description: Option<String>,
    #[serde(default)]
    language: String,
    callback_url: Option<String>,
}

pub async fn charge(State(app): State<Shared>, Body(ask): Body<NewCharge>) -> Result<(StatusCode, Json<Value>), Refusal> {
    let number = numbers::read(&ask.msisdn)?;
    let subject = Subject { orders: vec![ask.reference.clone()], msisdn: Some(number.msisdn.clone()), ..Subject::default() };
    gate(&app, &subject).await?;
    if !(100..=500_000).contains(&ask.amount) {
        return Err(Refusal::new(422, "amount_invalid", "1.00 to 5,000.00 THB"));
    }
    if ask.reference.is_empty() || ask.reference.len() > 64 {
        return Err(Refusal::new(400, "bad_request", "reference has 1 to 64 characters"));
    }
    let is_web = |url: &String| url.parse::<url::Url>().is_ok_and(|url| url.scheme().starts_with("http"));
    if !ask.callback_url.as_ref().is_none_or(is_web) {
        return Err(Refusal::new(400, "bad_request", "callbackUrl is no web address"));
    }
    let wanted = Wanted {
        reference: ask.reference,
        number,
        amount: ask.amount,
        description: ask.description,
        language: ask.language,
        callback_url: ask.callback_url,
    };
    if let Some(rule) = faults::hit(&app, Kind::TelecomTooSoon, &subject) {
        let seconds = rule.wait(60_000).as_secs().max(1);
        return Err(Refusal::new(429, "otp_too_soon", "a code was sent just now (fault)").retry_after(seconds));
    }
    let charge = charges::begin(&app, wanted).await?;
    unanswered(&app, Kind::TelecomTimeoutAfterCreate, &subject).await?;
    Ok((StatusCode::ACCEPTED, Json(charge.show())))
}

#[derive(Debug, Deserialize)]
pub struct Confirm {
    code: String,
}

pub async fn confirm(State(app): State<Shared>, Path(id): Path<String>, Body(ask): Body<Confirm>) -> Answer {
    let subject = charges::find(&app, &id)?.subject();
    gate(&app, &subject).await?;
    let confirmed = charges::confirm(&app, &id, &ask.code).await?;
    unanswered(&app, Kind::TelecomTimeoutAfterConfirm, &subject).await?;
    Ok(Json(confirmed.show()))
}

/// Fails the call after its work is done, so that the answer never arrives.
async fn unanswered(app: &Shared, kind: Kind, subject: &Subject) -> Result<(), Refusal> {
    match faults::hit(app, kind, subject) {
        Some(rule) => {
            tokio::time::sleep(rule.wait(60_000)).await;
            Err(Refusal::new(504, "timeout", "no answer (fault)"))
        }
        None => Ok(()),
    }
}

pub async fn cancel(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &charges::find(&app, &id)?.subject()).await?;
    Ok(Json(charges::cancel(&app, &id).await?.show()))
}

pub async fn charge_status(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    gate(&app, &charges::find(&app, &id)?.subject()).await?;
    Ok(Json(charges::find(&app, &id)?.show()))
}

#[derive(Debug, Deserialize)]
pub struct OfReference {
    reference: String,
}

pub async fn charges(State(app): State<Shared>, Query(wanted): Query<OfReference>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let items: Vec<Value> = app.store.read(|state| {
        let found = state.telecom_charges.values().filter(|c| c.reference == wanted.reference);
        found.map(|charge| charge.show()).collect()
    });
    Ok(Json(json!({"items": items})))
}
