//! Calls of the delivery: partners' callbacks, codes, the repair queue.

use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::orders::{self, Order, OrderKey};
use crate::refusals::{KEY, NUMBER_TARGET, PLAYER, STOCK};
use crate::things;
use manao_domain::staff::StaffRole;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::access::{ActiveMember, ClientAddress, Member, Staff, Who};
use manao_kernel::problem::codes::*;
use manao_kernel::{Feature, idempotency};

use super::callback;
use super::claims::{self, ClaimDecision, ClaimState, CodeClaim, CodeClaimNew, StaffCodeClaim};
use super::correct::{self, LineCorrection};
use super::line_codes::{self, LineCodes};
use super::repair::{self, Repair, RepairDecision};
use super::reveal::{self, Device, RevealedCode, WantedCode};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Path, Problem, Query};

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
        .call(
            routes!(claim_code),
            Who::Member.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[&[
                codes_not_ready,
                code_not_found,
                claim_not_viewed,
                claim_open,
                too_many_requests,
            ]]),
        )
        .call(
            routes!(correct_line),
            Who::Active.over(&things::ORDER, Named::Body("number"), OWNER).refuses(&[
                &[order_changed, correction_too_late, correction_limit, product_not_found, too_many_requests],
                &[mobile_number_missing, number_consent_needed, telecom_unavailable],
                PLAYER,
                NUMBER_TARGET,
                STOCK,
                KEY,
            ]),
        )
        .call(routes!(list_claims), Who::Staff(&[StaffRole::Support]))
        .call(
            routes!(decide_claim),
            Who::Staff(&[StaffRole::Support]).refuses(&[&[claim_not_found, claim_decided, claim_stock_gone], KEY]),
        )
        .call(routes!(list_repairs), Who::Staff(&[StaffRole::Support]))
        .call(
            routes!(decide_repair),
            Who::Staff(&[StaffRole::Support])
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

/// Claim that a code was already used
///
/// For a revealed code that the shop where it is redeemed refuses as used. It is exchanged if it was redeemed before we sold it. Opens a thread
/// with our staff that holds the times of the code; one claim of a code can be open.
#[utoipa::path(post, path = "/purchase/claim-code", tag = "purchase", request_body = CodeClaimNew,
    responses((status = 200, body = CodeClaim)))]
async fn claim_code(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(request): Json<CodeClaimNew>,
) -> Result<axum::Json<CodeClaim>, Problem> {
    Ok(axum::Json(claims::claim(&app, &member, &request, lang).await?))
}

/// Decide about a line that could not be delivered
///
/// Names another player or number, takes another product of the same price, or asks the money back; the line's `correctable` says what is open.
/// A number that is not mine needs its owner's consent, as when ordering. Refused with `correction_too_late` once the partner has the order; at most three corrections a line.
#[utoipa::path(post, path = "/purchase/correct", tag = "purchase",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = LineCorrection, responses((status = 200, body = Order)))]
async fn correct_line(
    State(app): State<App>,
    member: ActiveMember,
    headers: HeaderMap,
    Json(wish): Json<LineCorrection>,
) -> Result<axum::Json<Order>, Problem> {
    let operation = correct::correct(&app, member.user_id, &wish);
    idempotency::once(&app, member.user_id, "correct_line", &headers, &wish, operation).await?;
    let key = OrderKey::Number { number: &wish.number, user_id: member.user_id };
    Ok(axum::Json(orders::view(&app, orders::load(&app, key).await?).await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichClaims {
    /// `open` unless given
    state: Option<ClaimState>,
}

/// Claims that codes were already used: open ones oldest first, decided ones newest first. For operators.
#[utoipa::path(get, path = "/console/code-claims", tag = "console", params(Paging, WhichClaims),
    responses((status = 200, body = Page<StaffCodeClaim>)))]
async fn list_claims(
    State(app): State<App>,
    _: Staff,
    Query(paging): Query<Paging>,
    Query(which): Query<WhichClaims>,
) -> Result<axum::Json<Page<StaffCodeClaim>>, Problem> {
    Ok(axum::Json(claims::list(&app, which.state.unwrap_or(ClaimState::Open), paging).await?))
}

/// Exchanges a claimed code for another of the stock, or refuses the claim. For operators.
#[utoipa::path(post, path = "/console/code-claims/{claimId}", tag = "console",
    params(("claimId" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = ClaimDecision,
    responses((status = 204, description = "Done, or so already")))]
async fn decide_claim(
    State(app): State<App>,
    operator: Staff,
    Path(claim_id): Path<i64>,
    headers: HeaderMap,
    Json(decision): Json<ClaimDecision>,
) -> Result<StatusCode, Problem> {
    let operation = claims::decide(&app, operator.user_id, claim_id, &decision);
    idempotency::once(&app, operator.user_id, "code_claim", &headers, &(claim_id, &decision), operation).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Paid lines that could not be delivered, oldest first. For operators.
#[utoipa::path(get, path = "/console/repairs", tag = "console", params(Paging), responses((status = 200, body = Page<Repair>)))]
async fn list_repairs(
    State(app): State<App>,
    _: Staff,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Page<Repair>>, Problem> {
    Ok(axum::Json(repair::list(&app, paging).await?))
}

/// Resends a line in repair, or gives up on it. For operators.
#[utoipa::path(post, path = "/console/repairs/{deliveryId}", tag = "console",
    params(("deliveryId" = i64, Path), ("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = RepairDecision,
    responses((status = 204, description = "Done, or so already")))]
async fn decide_repair(
    State(app): State<App>,
    operator: Staff,
    Path(delivery_id): Path<i64>,
    headers: HeaderMap,
    Json(decision): Json<RepairDecision>,
) -> Result<StatusCode, Problem> {
    let operation = repair::decide(&app, operator.user_id, delivery_id, &decision);
    idempotency::once(&app, operator.user_id, "repair", &headers, &(delivery_id, &decision), operation).await?;
    Ok(StatusCode::NO_CONTENT)
}
