//! The calls of staff.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::draft::Draft;
use super::http::{SupportPart, SupportThreadVersion};
use super::list::{self, SupportFilter};
use super::send;
use super::shapes::{SupportAnswerNew, SupportThread, SupportThreadSummary};
use super::state::{self, Actor};
use super::thread::{self, Reader};
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::live::{Live, topics};
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

/// Threads of all members.
#[derive(Debug, Serialize, ToSchema)]
pub struct SupportThreads {
    #[serde(flatten)]
    page: Page<SupportThreadSummary>,
    /// Topic that says when a thread changes
    live: Live,
}

async fn shown(app: &App, operator: &Staff, id: i64, part: Option<i32>) -> Result<Json<SupportThread>, Problem> {
    thread::view(app, id, Reader { user_id: operator.user_id, staff: true }, part).await.map(Json)
}

/// Threads of all members, for staff
///
/// Those that wait for an answer first, the longest wait at the top; then the others, the newest first.
#[utoipa::path(get, path = "/console/threads", tag = "support", params(SupportFilter, Paging), responses((status = 200, body = SupportThreads)))]
pub async fn list_all_threads(
    State(app): State<App>,
    operator: Staff,
    Query(filter): Query<SupportFilter>,
    Query(paging): Query<Paging>,
) -> Result<Json<SupportThreads>, Problem> {
    let page = list::all(&app, filter, paging).await?;
    Ok(Json(SupportThreads { page, live: app.grant(topics::SUPPORT_STAFF.to_owned(), operator.user_id)? }))
}

/// A member's thread, for staff
#[utoipa::path(get, path = "/console/threads/{id}", tag = "support", params(("id" = i64, Path), SupportPart),
    responses((status = 200, body = SupportThread)))]
pub async fn view_any_thread(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Query(part): Query<SupportPart>,
) -> Result<Json<SupportThread>, Problem> {
    shown(&app, &operator, id, part.before).await
}

/// Answer a member's thread
///
/// Refused if something happened in it since the version that was looked at: a colleague may have answered. A repeated request with the same
/// `clientId` changes nothing more.
#[utoipa::path(post, path = "/console/threads/{id}/answer", tag = "support", params(("id" = i64, Path)), request_body = SupportAnswerNew,
    responses((status = 200, body = SupportThread)))]
pub async fn answer_thread(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Json(new): Json<SupportAnswerNew>,
) -> Result<Json<SupportThread>, Problem> {
    let version = new.version;
    send::answer(&app, id, Some(operator.user_id), Some(version), &Draft::from_answer(new)?).await?;
    tracing::info!(thread = id, operator = operator.user_id, "support thread answered");
    shown(&app, &operator, id, None).await
}

/// Close a member's thread
#[utoipa::path(post, path = "/console/threads/{id}/close", tag = "support", params(("id" = i64, Path)), request_body = SupportThreadVersion,
    responses((status = 200, body = SupportThread)))]
pub async fn close_any_thread(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Json(seen): Json<SupportThreadVersion>,
) -> Result<Json<SupportThread>, Problem> {
    state::close(&app, id, Actor::Staff(Some(operator.user_id)), Some(seen.version)).await?;
    tracing::info!(thread = id, operator = operator.user_id, "support thread closed");
    shown(&app, &operator, id, None).await
}

/// Reopen a member's thread
#[utoipa::path(post, path = "/console/threads/{id}/reopen", tag = "support", params(("id" = i64, Path)), request_body = SupportThreadVersion,
    responses((status = 200, body = SupportThread)))]
pub async fn reopen_thread(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Json(seen): Json<SupportThreadVersion>,
) -> Result<Json<SupportThread>, Problem> {
    state::reopen(&app, id, Some(operator.user_id), Some(seen.version)).await?;
    tracing::info!(thread = id, operator = operator.user_id, "support thread reopened");
    shown(&app, &operator, id, None).await
}
