//! The staff's calls.

use axum::extract::State;
use chrono::{DateTime, Utc};
use manao_domain::promoter::ApplicationStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::access::Operator;
use crate::app::App;
use crate::paging::{Page, Paging};
use crate::problem::{Json, Problem, Query};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterApplication {
    pub id: i64,
    pub person: PromoterPerson,
    pub status: ApplicationStatus,
    /// For another year of a right that still runs
    pub renewal: bool,
    pub submitted_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the person has now
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rights: Option<PromoterRights>,
}

/// Who applies; the staff see more of a person than others do, because they decide about them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterPerson {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// As in the profile
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<String>,
    pub suspended: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterRights {
    pub approved_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PromoterApplicationsQuery {
    /// All when absent
    status: Option<ApplicationStatus>,
}

#[derive(Deserialize, ToSchema)]
pub struct DecidePromoter {
    /// The application's
    id: i64,
    approve: bool,
    /// Shown to the person; needed to reject; at most 300 characters
    reason: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokePromoter {
    user_id: i64,
    /// Shown to the person; at most 300 characters
    reason: String,
}

/// Applications to be a promoter
///
/// Those that wait first, the oldest of them first; then the decided ones, newest first.
#[utoipa::path(get, path = "/operator/promoters", tag = "promoter", params(PromoterApplicationsQuery, Paging),
    responses((status = 200, body = Page<PromoterApplication>)))]
pub async fn list_applications(
    State(_app): State<App>,
    _operator: Operator,
    Query(_asked): Query<PromoterApplicationsQuery>,
    Query(_paging): Query<Paging>,
) -> Result<Json<Page<PromoterApplication>>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Approve or reject an application
///
/// Staff do not decide on their own.
#[utoipa::path(post, path = "/operator/promoters/decide", tag = "promoter", request_body = DecidePromoter,
    responses((status = 200, body = PromoterApplication)))]
pub async fn decide(
    State(_app): State<App>,
    _operator: Operator,
    Json(_request): Json<DecidePromoter>,
) -> Result<Json<PromoterApplication>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Take a promoter's right back
///
/// Also rejects an application of theirs that waits. Co-promoters carry on with running tournaments.
#[utoipa::path(post, path = "/operator/promoters/revoke", tag = "promoter", request_body = RevokePromoter,
    responses((status = 200, body = PromoterRights)))]
pub async fn revoke(
    State(_app): State<App>,
    _operator: Operator,
    Json(_request): Json<RevokePromoter>,
) -> Result<Json<PromoterRights>, Problem> {
    Err(Problem::internal("comes next"))
}
