//! Calls of the delivery: partners' callbacks, codes, the repair queue.

use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::refusals::KEY;
use crate::things;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::access::{ClientAddress, Member, Operator, Who};
use manao_kernel::problem::codes::*;
use manao_kernel::{Feature, idempotency};

use super::callback;
use super::line_codes::{self, LineCodes};
use super::repair::{self, Repair, RepairDecision};
use super::reveal::{self, Device, RevealedCode, WantedCode};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(partner_webhook), Who::Anyone.refuses(&[&[webhook_signature_invalid]]))
        .call(routes!(list_codes), Who::Member.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[codes_not_ready]]))
        .call(
            routes!(reveal_code),
            Who::Member.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                codes_not_ready,
                codes_frozen,
                code_not_found,
                fresh_proof_needed,
            ]]),
        )
        .call(routes!(list_repairs), Who::Operator)
        .call(
            routes!(decide_repair),
            Who::Operator
                .refuses(&[&[delivery_not_found, delivery_state, delivery_done, delivery_under_way, partner_unavailable], KEY]),
        )
}

/// A partner reports that an order has ended (`docs/providers/partners.md`). Signed; only a hint: we then ask the partner.
#[utoipa::path(post, path = "/webhooks/partners/{partner}", operation_id = "partner", tag = "webhooks", params(("partner" = String, Path)),
    request_body(content = String, content_type = "application/json"),
    responses((status = 204, description = "Kept, or known already")))]
async fn partner_webhook(
    State(app): State<App>,
    Path(partner): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    callback::receive(&app, &partner, &headers, &body).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListCodes {
    number: String,
    line_id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevealCode {
    number: String,
    line_id: i64,
    /// Place of the code in the line, from 1
    index: i64,
}

/// The codes of a delivered voucher line, hidden
///
/// With the views of each by its buyer: when, and in which browser.
#[utoipa::path(post, path = "/purchase/codes", tag = "purchase", request_body = ListCodes,
    responses((status = 200, body = LineCodes)))]
async fn list_codes(
    State(app): State<App>,
    member: Member,
    Json(request): Json<ListCodes>,
) -> Result<axum::Json<LineCodes>, Problem> {
    Ok(axum::Json(line_codes::list(&app, member.user_id, &request.number, request.line_id).await?))
}

/// Reveal one code of a delivered voucher line
///
/// Needs a fresh proof that it is the buyer: a login or a proof at most `FRESH_PROOF_MINUTES` old, else 403 `fresh_proof_needed`; see
/// `/account/proof`. Each view is logged.
#[utoipa::path(post, path = "/purchase/reveal-code", tag = "purchase", request_body = RevealCode,
    responses((status = 200, body = RevealedCode)))]
async fn reveal_code(
    State(app): State<App>,
    member: Member,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(request): Json<RevealCode>,
) -> Result<axum::Json<RevealedCode>, Problem> {
    let user_agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let wanted = WantedCode { number: &request.number, line_id: request.line_id, index: request.index };
    Ok(axum::Json(reveal::reveal(&app, &member, &wanted, Device { address, user_agent }).await?))
}

/// Paid lines that could not be delivered, oldest first. For operators.
#[utoipa::path(get, path = "/operator/repairs", tag = "operator", params(Paging), responses((status = 200, body = Page<Repair>)))]
async fn list_repairs(
    State(app): State<App>,
    _: Operator,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Page<Repair>>, Problem> {
    Ok(axum::Json(repair::list(&app, paging).await?))
}

/// Resends a line in repair, or gives up on it. For operators.
#[utoipa::path(post, path = "/operator/repairs/{deliveryId}", tag = "operator",
    params(("deliveryId" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = RepairDecision,
    responses((status = 204, description = "Done, or so already")))]
async fn decide_repair(
    State(app): State<App>,
    Operator(operator): Operator,
    Path(delivery_id): Path<i64>,
    headers: HeaderMap,
    Json(decision): Json<RepairDecision>,
) -> Result<StatusCode, Problem> {
    let operation = repair::decide(&app, operator.user_id, delivery_id, &decision);
    idempotency::once(&app, operator.user_id, "repair", &headers, &(delivery_id, &decision), operation).await?;
    Ok(StatusCode::NO_CONTENT)
}
