//! Staff's calls about payments.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::refunds::{self, FavourRefund, Refund, RefundDecision, RefundableOrder};
use super::unmatched::{self, UnmatchedCharge, UnmatchedChargeAction, UnmatchedChargeDecision};
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::idempotency;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

/// Charges at the payment provider that do not match our books, oldest first. For operators.
#[utoipa::path(get, path = "/console/unmatched-charges", tag = "console", params(Paging), responses((status = 200, body = Page<UnmatchedCharge>)))]
pub async fn list_unmatched_charges(
    State(app): State<App>,
    _: Staff,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Page<UnmatchedCharge>>, Problem> {
    Ok(axum::Json(unmatched::list(&app, paging).await?))
}

/// Marks a charge as settled by hand; money received is booked as owed back. For operators.
#[utoipa::path(post, path = "/console/unmatched-charges/{id}", tag = "console", params(("id" = i64, Path)), request_body = UnmatchedChargeDecision,
    responses((status = 204, description = "Done, or so already")))]
pub async fn decide_unmatched_charge(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Json(decision): Json<UnmatchedChargeDecision>,
) -> Result<StatusCode, Problem> {
    match decision.action {
        UnmatchedChargeAction::Close => unmatched::close(&app, operator.user_id, id, &decision.note).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Refunds still owed, money returned without being owed, and open disputes; oldest first. For operators.
#[utoipa::path(get, path = "/console/refunds", tag = "console", params(Paging), responses((status = 200, body = Page<Refund>)))]
pub async fn list_refunds(
    State(app): State<App>,
    _: Staff,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Page<Refund>>, Problem> {
    Ok(axum::Json(refunds::list(&app, paging).await?))
}

/// Asks the channel for a refund, or marks it as paid back from our bank account or, when nothing was owed, as written off. For operators.
#[utoipa::path(post, path = "/console/refunds/{key}", tag = "console", params(("key" = String, Path)), request_body = RefundDecision,
    responses((status = 204, description = "Booked")))]
pub async fn settle_refund(
    State(app): State<App>,
    operator: Staff,
    Path(key): Path<String>,
    Json(decision): Json<RefundDecision>,
) -> Result<StatusCode, Problem> {
    refunds::settle(&app, operator.user_id, &key, &decision).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An order, with what can be refunded of it as a favour. For operators.
#[utoipa::path(get, path = "/console/orders/{number}", tag = "console", params(("number" = String, Path)),
    responses((status = 200, body = RefundableOrder)))]
pub async fn get_refundable_order(
    State(app): State<App>,
    _: Staff,
    Path(number): Path<String>,
) -> Result<axum::Json<RefundableOrder>, Problem> {
    Ok(axum::Json(refunds::refundable(&app, &number).await?))
}

/// Refunds a delivered order, or a line of it, as a favour. For operators.
#[utoipa::path(post, path = "/console/orders/{number}/refund", tag = "console",
    params(("number" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "8 to 128 characters; the same again changes nothing more")),
    request_body = FavourRefund,
    responses((status = 204, description = "Booked, and asked for where the channel gives it back")))]
pub async fn refund_favour(
    State(app): State<App>,
    operator: Staff,
    Path(number): Path<String>,
    headers: HeaderMap,
    Json(wanted): Json<FavourRefund>,
) -> Result<StatusCode, Problem> {
    let operation = refunds::refund_favour(&app, operator.user_id, &number, &wanted);
    idempotency::once(&app, operator.user_id, "refund", &headers, &(&number, &wanted), operation).await?;
    Ok(StatusCode::NO_CONTENT)
}
