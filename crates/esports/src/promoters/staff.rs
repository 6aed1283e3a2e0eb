//! The endpoints of operators.

use axum::extract::State;
use manao_domain::promoter::ApplicationStatus;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::applications::{self, PromoterApplication, PromoterRights};
use super::decide;
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Problem, Query};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PromoterApplicationsQuery {
    /// All when absent
    status: Option<ApplicationStatus>,
}

#[derive(Deserialize, ToSchema)]
pub struct DecidePromoter {
    /// Id of the application
    id: i64,
    approve: bool,
    /// Shown to the person; required to reject; at most 300 characters
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::ADDRESS))))]
    reason: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokePromoter {
    user_id: i64,
    /// Shown to the person; at most 300 characters
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::ADDRESS))))]
    reason: String,
}

/// Applications to be a promoter
///
/// Pending ones first, the oldest of them first; then the decided ones, newest first.
#[utoipa::path(get, path = "/console/promoters", tag = "promoter", params(PromoterApplicationsQuery, Paging),
    responses((status = 200, body = Page<PromoterApplication>)))]
pub async fn list_applications(
    State(app): State<App>,
    _: Staff,
    lang: Lang,
    Query(asked): Query<PromoterApplicationsQuery>,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<PromoterApplication>>, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let items = applications::list(&mut tx, asked.status, paging, lang).await?;
    let total = applications::count(&mut tx, asked.status).await?;
    tx.commit().await?;
    Ok(Json(Page::new(paging, items, total)))
}

/// Approve or reject an application
///
/// Operators do not decide on their own applications.
#[utoipa::path(post, path = "/console/promoters/decide", tag = "promoter", request_body = DecidePromoter,
    responses((status = 200, body = PromoterApplication)))]
pub async fn decide(
    State(app): State<App>,
    operator: Staff,
    lang: Lang,
    Json(request): Json<DecidePromoter>,
) -> Result<Json<PromoterApplication>, Problem> {
    let mut change = app.change().await?;
    decide::decide(&mut change, Some(operator.user_id), request.id, request.approve, request.reason.as_deref()).await?;
    let application = applications::one(change.conn(), request.id, lang).await?;
    change.commit().await?;
    tracing::info!(
        application = request.id,
        approve = request.approve,
        operator = operator.user_id,
        "promoter application decided"
    );
    Ok(Json(application))
}

/// Revoke a promoter's right
///
/// Also rejects a pending application of theirs. Co-promoters carry on with running tournaments.
#[utoipa::path(post, path = "/console/promoters/revoke", tag = "promoter", request_body = RevokePromoter,
    responses((status = 200, body = PromoterRights)))]
pub async fn revoke(
    State(app): State<App>,
    operator: Staff,
    Json(request): Json<RevokePromoter>,
) -> Result<Json<PromoterRights>, Problem> {
    let mut change = app.change().await?;
    let right = decide::revoke(&mut change, Some(operator.user_id), request.user_id, &request.reason).await?;
    change.commit().await?;
    tracing::info!(user = request.user_id, operator = operator.user_id, "promoter right taken back");
    Ok(Json(PromoterRights { approved_at: right.approved_at, expires_at: right.expires_at, revoked_at: right.revoked_at }))
}
