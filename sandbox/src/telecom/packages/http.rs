//! The calls about packages.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{activations, catalogue};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    refusal::{Body, Refusal},
    telecom::{http::gate, numbers},
};

type Answer = Result<Json<Value>, Refusal>;

pub async fn packages(State(app): State<Shared>) -> Answer {
    gate(&app, &Subject::default()).await?;
    Ok(Json(json!({"currency": "THB", "items": activations::price_list()})))
}

#[derive(Debug, Deserialize)]
pub struct Check {
    msisdn: String,
    package: String,
}

pub async fn check(State(app): State<Shared>, Body(ask): Body<Check>) -> Answer {
    let number = numbers::read(&ask.msisdn)?;
    gate(&app, &Subject { msisdn: Some(number.msisdn.clone()), ..Subject::default() }).await?;
    let package = catalogue::find(&ask.package)?;
    let reason = app.store.read(|state| activations::refusal(state, &number, package.code));
    Ok(Json(json!({
        "msisdn": number.msisdn, "package": package.code, "eligible": reason.is_none(), "reason": reason, "networkType": number.network
    })))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewActivation {
    reference: String,
    msisdn: String,
    package: String,
    callback_url: Option<String>,
}

pub async fn activate(State(app): State<Shared>, Body(ask): Body<NewActivation>) -> Result<Response, Refusal> {
    let number = numbers::read(&ask.msisdn)?;
    let subject = Subject { orders: vec![ask.reference.clone()], msisdn: Some(number.msisdn.clone()), ..Subject::default() };
    gate(&app, &subject).await?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if ask.reference.is_empty() || ask.reference.len() > 64 || !ask.reference.chars().all(plain) {
        return Err(Refusal::new(422, "reference_invalid", "1 to 64 plain characters"));
    }
    let is_web = |url: &String| url.parse::<url::Url>().is_ok_and(|url| url.scheme().starts_with("http"));
    if !ask.callback_url.as_ref().is_none_or(is_web) {
        return Err(Refusal::new(400, "bad_request", "callbackUrl is no web address"));
    }
    let package = catalogue::find(&ask.package)?;
    let is_known = app.store.read(|state| state.activations.contains_key(&ask.reference));
    if !is_known && let Some(rule) = faults::hit(&app, Kind::PackageReject, &subject) {
        return Err(Refusal::new(409, rule.reason("not_eligible"), "refused (fault)"));
    }
    let (activation, fresh) = activations::accept(&app, ask.reference, &number, package, ask.callback_url).await?;
    if !fresh {
        let mut headers = HeaderMap::new();
        headers.insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
        return Ok((headers, Json(activation.show())).into_response());
    }
    if let Some(rule) = faults::hit(&app, Kind::PackageTimeoutAfterCreate, &subject) {
        tokio::time::sleep(rule.wait(60_000)).await;
        return Ok(StatusCode::GATEWAY_TIMEOUT.into_response());
    }
    Ok((StatusCode::ACCEPTED, Json(activation.show())).into_response())
}

pub async fn activation(State(app): State<Shared>, Path(reference): Path<String>) -> Answer {
    gate(&app, &Subject { orders: vec![reference.clone()], ..Subject::default() }).await?;
    Ok(Json(activations::find(&app, &reference)?.show()))
}

pub async fn cancel(State(app): State<Shared>, Path(reference): Path<String>) -> Answer {
    gate(&app, &Subject { orders: vec![reference.clone()], ..Subject::default() }).await?;
    Ok(Json(activations::cancel(&app, &reference).await?.show()))
}

/// Renews a subscription before its time.
pub async fn renew(State(app): State<Shared>, Path(reference): Path<String>) -> Answer {
    Ok(Json(activations::renew(&app, &reference).await?.show()))
}

/// Ends a package before its time.
pub async fn end(State(app): State<Shared>, Path(reference): Path<String>) -> Answer {
    Ok(Json(activations::end(&app, &reference).await?.show()))
}

/// Cancels a subscription as its number's owner does at the operator's own counter.
pub async fn cancel_at_counter(State(app): State<Shared>, Path(reference): Path<String>) -> Answer {
    Ok(Json(activations::cancel(&app, &reference).await?.show()))
}
