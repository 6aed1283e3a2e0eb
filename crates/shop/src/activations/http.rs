//! The calls about packages on numbers.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::list::{self, Subscription};
use super::{callback, cancel};
use crate::things;
use manao_kernel::Feature;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::access::{Member, Who};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::codes::*;
use manao_kernel::problem::{Json, Problem, Query};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(packages_webhook), Who::Anyone.refuses(&[&[webhook_signature_invalid]]))
        .call(routes!(list_subscriptions), Who::Member)
        .call(
            routes!(cancel_subscription),
            Who::Member.over(&things::SUBSCRIPTION, Named::Body("lineId"), OWNER).refuses(&[&[
                too_many_requests,
                subscription_changed,
                subscription_not_cancellable,
                telecom_unavailable,
            ]]),
        )
}

/// A package on a number has changed
#[utoipa::path(
    post, path = "/webhooks/packages", tag = "subscriptions",
    request_body(content = serde_json::Value, description = "The telecom's callback, as it signed it"),
    responses((status = 200, description = "Kept; a repeat is kept once"), (status = 401, description = "`webhook_signature_invalid`"))
)]
async fn packages_webhook(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Problem> {
    callback::receive(&app, &headers, &body).await?;
    Ok(StatusCode::OK)
}

/// Packages that I bought for mobile numbers, newest first
#[utoipa::path(get, path = "/user/subscriptions", tag = "subscriptions", params(Paging), responses((status = 200, body = Page<Subscription>)))]
async fn list_subscriptions(
    State(app): State<App>,
    member: Member,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<Subscription>>, Problem> {
    list::list(&app, member.user_id, paging).await.map(Json)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CancelSubscription {
    line_id: i64,
    /// Version of the package that was shown; guards against lost updates
    version: i64,
}

/// Cancel the renewals of a package
///
/// The telecom is asked first. The package can be used until it expires. Cancelling it again changes nothing.
#[utoipa::path(post, path = "/user/subscriptions/cancel", tag = "subscriptions", request_body = CancelSubscription, responses((status = 200, body = Subscription)))]
async fn cancel_subscription(
    State(app): State<App>,
    member: Member,
    Json(request): Json<CancelSubscription>,
) -> Result<Json<Subscription>, Problem> {
    app.limit(limits::CANCEL_SUBSCRIPTION, member.user_id)?;
    cancel::cancel(&app, member.user_id, request.line_id, request.version).await.map(Json)
}
