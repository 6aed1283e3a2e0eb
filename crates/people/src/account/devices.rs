//! The sessions of a person, and logging out of one elsewhere.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::session::{self, Ended};
use crate::user_log::{self, Kind};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Problem, Query, codes};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    #[schema(value_type = String)]
    id: Uuid,
    /// Whether this is the session that makes the request
    current: bool,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    /// User agent of the browser
    #[serde(skip_serializing_if = "Option::is_none")]
    user_agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct EndSessionRequest {
    #[schema(value_type = String)]
    id: Uuid,
}

/// Devices where I am logged in
///
/// Most recently used first.
#[utoipa::path(get, path = "/account/sessions", tag = "account", params(Paging), responses((status = 200, body = Page<DeviceSession>)))]
pub async fn list_sessions(
    State(app): State<App>,
    member: Member,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<DeviceSession>>, Problem> {
    let now = app.now();
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from people.sessions where user_id = $1 and ended_at is null and expires_at > $2"#,
        member.user_id,
        now,
    )
    .fetch_one(&app.db)
    .await?;
    let items = sqlx::query_as!(
        DeviceSession,
        r#"select id, id = $2 as "current!", created_at, last_used_at, user_agent, host(address) as address
           from people.sessions where user_id = $1 and ended_at is null and expires_at > $3
           order by last_used_at desc, id limit $4 offset $5"#,
        member.user_id,
        member.session_id,
        now,
        paging.limit(),
        paging.offset(),
    )
    .fetch_all(&app.db)
    .await?;
    Ok(Json(Page::new(paging, items, total)))
}

/// Sign another device out
///
/// Ends one of the caller's sessions at once, with its open sockets.
#[utoipa::path(post, path = "/account/sessions/end", tag = "account", request_body = EndSessionRequest,
    responses((status = 200, body = Empty)))]
pub async fn end_session(
    State(app): State<App>,
    member: Member,
    Json(request): Json<EndSessionRequest>,
) -> Result<Json<Empty>, Problem> {
    let mut change = app.change().await?;
    let open = sqlx::query_scalar!(
        r#"select exists (select from people.sessions where id = $1 and user_id = $2 and ended_at is null) as "open!""#,
        request.id,
        member.user_id,
    )
    .fetch_one(change.conn())
    .await?;
    if !open {
        return Err(codes::session_not_found.into());
    }
    // If two requests end it at once, only the one that really did writes the log entry.
    if session::end(&mut change, request.id, Ended::Logout).await? {
        user_log::write(&mut change, member.user_id, Kind::SessionEnded, json!({})).await?;
    }
    change.commit().await?;
    Ok(Json(Empty {}))
}
