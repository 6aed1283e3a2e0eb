//! Calls of the staff about payments.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::refunds::{self, Refund, RefundDecision};
use super::strangers::{self, Stranger, StrangerAction, StrangerDecision};
use crate::access::Operator;
use crate::app::App;
use crate::paging::Paging;
use crate::problem::{Json, Path, Problem, Query};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Strangers {
    items: Vec<Stranger>,
    page: u32,
    per_page: u32,
    total: i64,
}

/// Charges at the payment provider that do not agree with our books, oldest first. For operators.
#[utoipa::path(get, path = "/operator/strangers", tag = "operator", params(Paging), responses((status = 200, body = Strangers)))]
pub async fn list_strangers(
    State(app): State<App>,
    _: Operator,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Strangers>, Problem> {
    let (items, total) = strangers::list(&app, paging).await?;
    Ok(axum::Json(Strangers { items, page: paging.page(), per_page: paging.per_page(), total }))
}

/// Says that a charge was settled by hand; what came is booked as owed back. For operators.
#[utoipa::path(post, path = "/operator/strangers/{id}", tag = "operator", params(("id" = i64, Path)), request_body = StrangerDecision,
    responses((status = 204, description = "Done, or so already")))]
pub async fn decide_stranger(
    State(app): State<App>,
    Operator(operator): Operator,
    Path(id): Path<i64>,
    Json(decision): Json<StrangerDecision>,
) -> Result<StatusCode, Problem> {
    match decision.action {
        StrangerAction::Close => strangers::close(&app, operator.user_id, id, &decision.note).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refunds {
    items: Vec<Refund>,
    page: u32,
    per_page: u32,
    total: i64,
}

/// What is owed back and has not gone back yet, or went back and was not owed; oldest first. For operators.
#[utoipa::path(get, path = "/operator/refunds", tag = "operator", params(Paging), responses((status = 200, body = Refunds)))]
pub async fn list_refunds(
    State(app): State<App>,
    _: Operator,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Refunds>, Problem> {
    let (items, total) = refunds::list(&app, paging).await?;
    Ok(axum::Json(Refunds { items, page: paging.page(), per_page: paging.per_page(), total }))
}

/// Says that it was paid back from our bank account or, when nothing was owed, that it is given up. For operators.
#[utoipa::path(post, path = "/operator/refunds/{key}", tag = "operator", params(("key" = String, Path)), request_body = RefundDecision,
    responses((status = 204, description = "Booked")))]
pub async fn settle_refund(
    State(app): State<App>,
    Operator(operator): Operator,
    Path(key): Path<String>,
    Json(decision): Json<RefundDecision>,
) -> Result<StatusCode, Problem> {
    refunds::settle(&app, operator.user_id, &key, &decision).await?;
    Ok(StatusCode::NO_CONTENT)
}
