//! The calls of admins about the staff.

use axum::extract::State;
use manao_domain::staff::StaffRole;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::normal;
use super::session::{self, EndReason};
use super::team::{self, NewRoles, StaffPerson};
use crate::account::suspension;
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::problem::{Json, Problem, codes};

#[derive(Serialize, ToSchema)]
pub struct StaffList {
    /// By name
    items: Vec<StaffPerson>,
}

#[derive(Deserialize, ToSchema)]
pub struct SetRoles {
    /// E-mail, or Thai mobile number in any common format
    #[schema(max_length = 254)]
    identifier: String,
    /// The roles that were shown
    shown: Vec<StaffRole>,
    /// All roles from now on
    roles: Vec<StaffRole>,
    /// At most 300 characters
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::ADDRESS))))]
    reason: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndConsoleSessions {
    user_id: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskReset {
    user_id: i64,
    /// At most 300 characters
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::ADDRESS))))]
    reason: String,
}

#[derive(Deserialize, ToSchema)]
pub struct DecideReset {
    id: i64,
    approve: bool,
}

async fn listed(app: &App, staff: &Staff) -> Result<Json<StaffList>, Problem> {
    let items = team::list(&mut *app.db.acquire().await?, staff.user_id, app.now()).await?;
    Ok(Json(StaffList { items }))
}

fn reason(text: &str) -> Result<String, Problem> {
    suspension::reason(Some(text))?.ok_or_else(|| Problem::invalid("reason", codes::field_required))
}

/// All staff
#[utoipa::path(get, path = "/console/staff", tag = "console", responses((status = 200, body = StaffList)))]
pub async fn list_staff(State(app): State<App>, staff: Staff) -> Result<Json<StaffList>, Problem> {
    listed(&app, &staff).await
}

/// Give and withdraw roles
///
/// Nobody changes their own. With a role withdrawn, the person's console sessions end at once.
#[utoipa::path(post, path = "/console/staff/roles", tag = "console", request_body = SetRoles, responses((status = 200, body = StaffList)))]
pub async fn set_roles(State(app): State<App>, staff: Staff, Json(wanted): Json<SetRoles>) -> Result<Json<StaffList>, Problem> {
    let identifier = normal(&wanted.identifier).map_err(|_| Problem::invalid("identifier", codes::field_invalid))?;
    let reason = reason(&wanted.reason)?;
    let mut change = app.change().await?;
    let roles = NewRoles {
        by: Some(staff.user_id),
        identifier: &identifier,
        shown: Some(&wanted.shown),
        roles: &wanted.roles,
        reason: Some(&reason),
    };
    team::set_roles(&mut change, roles).await?;
    change.commit().await?;
    listed(&app, &staff).await
}

/// End a person's sessions in the console
#[utoipa::path(post, path = "/console/staff/sessions/end", tag = "console", request_body = EndConsoleSessions,
    responses((status = 200, body = StaffList)))]
pub async fn end_console_sessions(
    State(app): State<App>,
    staff: Staff,
    Json(wanted): Json<EndConsoleSessions>,
) -> Result<Json<StaffList>, Problem> {
    let mut change = app.change().await?;
    session::end_all(&mut change, wanted.user_id, EndReason::Staff).await?;
    change.audit(AuditEntry {
        actor_id: Some(staff.user_id),
        action: "console_sessions_ended",
        subject: Subject::new("user", wanted.user_id),
        reason: None,
        detail: serde_json::json!({}),
    });
    change.commit().await?;
    listed(&app, &staff).await
}

/// Ask another admin to reset a person's lost factors
#[utoipa::path(post, path = "/console/staff/resets", tag = "console", request_body = AskReset, responses((status = 200, body = StaffList)))]
pub async fn ask_reset(State(app): State<App>, staff: Staff, Json(wanted): Json<AskReset>) -> Result<Json<StaffList>, Problem> {
    let reason = reason(&wanted.reason)?;
    let mut change = app.change().await?;
    team::ask_reset(&mut change, staff.user_id, wanted.user_id, &reason).await?;
    change.commit().await?;
    listed(&app, &staff).await
}

/// Decide on the reset that another admin has asked for
#[utoipa::path(post, path = "/console/staff/resets/decide", tag = "console", request_body = DecideReset,
    responses((status = 200, body = StaffList)))]
pub async fn decide_reset(
    State(app): State<App>,
    staff: Staff,
    Json(wanted): Json<DecideReset>,
) -> Result<Json<StaffList>, Problem> {
    let mut change = app.change().await?;
    team::decide_reset(&mut change, staff.user_id, wanted.id, wanted.approve).await?;
    change.commit().await?;
    listed(&app, &staff).await
}
