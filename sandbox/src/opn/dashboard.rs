//! Actions of the merchant's and the provider's staff on the provider's dashboard, for tests and manual use: no key is required.

use axum::{
    Json, Router,
    extract::{Path, State},
    routing::post,
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    charges::{self, Outcome, Unsettled},
    error::Error,
    model::DisputeStatus,
    money::{self, RefundRequest},
    render,
};
use crate::app::Shared;

type Answer = Result<Json<Value>, Error>;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/charges/{id}/refund", post(refund))
        .route("/charges/{id}/void", post(void))
        .route("/charges/{id}/reverse", post(reverse))
        .route("/charges/{id}/correct", post(correct))
        .route("/charges/{id}/dispute", post(open_dispute))
        .route("/charges/{id}/dispute/{status}", post(decide_dispute))
        .route("/transfers", post(pay_out))
}

#[derive(Debug, Default, Deserialize)]
struct Part {
    /// Satang; absent for all of it.
    #[serde(default)]
    amount: Option<i64>,
}

async fn refund(State(app): State<Shared>, Path(id): Path<String>, part: Option<Json<Part>>) -> Answer {
    let part = part.map(|Json(part)| part).unwrap_or_default();
    let request = RefundRequest { amount: part.amount, ..RefundRequest::default() };
    Ok(Json(render::charge(&money::refund(&app, &id, request).await?.0)))
}

async fn void(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let request = RefundRequest { void: true, ..RefundRequest::default() };
    Ok(Json(render::charge(&money::refund(&app, &id, request).await?.0)))
}

async fn reverse(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    Ok(Json(render::charge(&*money::reverse(&app, &id).await?)))
}

async fn correct(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    match charges::settle(&app, &id, Outcome::Corrected, false).await {
        Ok(charge) => Ok(Json(render::charge(&charge))),
        Err(Unsettled::Unknown) => Err(Error::not_found("charge", &id)),
        Err(Unsettled::Ended(_)) => Err(Error::bad("failed_action", "the charge did not end unpaid")),
    }
}

async fn open_dispute(State(app): State<Shared>, Path(id): Path<String>, part: Option<Json<Part>>) -> Answer {
    let part = part.map(|Json(part)| part).unwrap_or_default();
    Ok(Json(render::charge(&*money::open_dispute(&app, &id, part.amount).await?)))
}

async fn decide_dispute(State(app): State<Shared>, Path((id, status)): Path<(String, DisputeStatus)>) -> Answer {
    Ok(Json(render::charge(&*money::decide_dispute(&app, &id, status).await?)))
}

async fn pay_out(State(app): State<Shared>) -> Answer {
    Ok(Json(render::transfer(&money::pay_out(&app).await?)))
}
