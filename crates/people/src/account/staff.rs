//! Actions of staff on accounts.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::suspension;
use crate::staff::roles;
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::problem::{Json, Path, Problem, codes};

#[derive(Deserialize, ToSchema)]
pub struct SuspendRequest {
    /// Shown to the person; at most 300 characters
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::ADDRESS))))]
    reason: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suspension {
    user_id: i64,
    suspended: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Suspend an account
///
/// The person may still log in and read. Staff cannot suspend themselves, nor the last admin.
#[utoipa::path(post, path = "/console/users/{userId}/suspend", tag = "console", params(("userId" = i64, Path)),
    request_body = SuspendRequest, responses((status = 200, body = Suspension)))]
pub async fn suspend_user(
    State(app): State<App>,
    operator: Staff,
    Path(user_id): Path<i64>,
    Json(request): Json<SuspendRequest>,
) -> Result<Json<Suspension>, Problem> {
    let reason = suspension::reason(Some(&request.reason))?;
    if reason.is_none() {
        return Err(Problem::invalid("reason", codes::field_required));
    }
    if operator.user_id == user_id {
        return Err(codes::staff_self.into());
    }
    let mut change = app.change().await?;
    roles::keep_an_admin(&mut change, user_id).await?;
    suspension::suspend(&mut change, user_id, reason.as_deref()).await?;
    let subject = Subject::new("user", user_id);
    change.audit(AuditEntry::act(operator.user_id, "user_suspended", subject, reason.as_deref(), json!({})));
    change.commit().await?;
    tracing::info!(user = user_id, operator = operator.user_id, "account suspended");
    Ok(Json(Suspension { user_id, suspended: true, reason }))
}

/// Restore a suspended account
#[utoipa::path(post, path = "/console/users/{userId}/restore", tag = "console", params(("userId" = i64, Path)),
    responses((status = 200, body = Suspension)))]
pub async fn restore_user(
    State(app): State<App>,
    operator: Staff,
    Path(user_id): Path<i64>,
) -> Result<Json<Suspension>, Problem> {
    let mut change = app.change().await?;
    suspension::restore(&mut change, user_id).await?;
    change.audit(AuditEntry::act(operator.user_id, "user_restored", Subject::new("user", user_id), None, json!({})));
    change.commit().await?;
    tracing::info!(user = user_id, operator = operator.user_id, "account restored");
    Ok(Json(Suspension { user_id, suspended: false, reason: None }))
}
