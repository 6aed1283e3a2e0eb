//! The calls of members. Open to suspended people too.

use axum::extract::State;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::draft::Draft;
use super::shapes::{SupportMessageNew, SupportThread, SupportThreadNew, SupportThreadSummary};
use super::state::{self, Actor};
use super::thread::{self, Reader};
use super::{list, open, send};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

/// The part of a thread to read.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SupportPart {
    /// Only entries with a lower `seq`; the newest when absent
    #[serde(default)]
    pub before: Option<i32>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct SupportThreadVersion {
    /// Version of the thread that was looked at
    pub version: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct SupportThreadRead {
    /// The number of the last entry that was read
    pub seq: i32,
}

async fn shown(app: &App, member: &Member, id: i64, part: Option<i32>) -> Result<Json<SupportThread>, Problem> {
    thread::view(app, id, Reader { user_id: member.user_id, staff: false }, part).await.map(Json)
}

/// Write to our team
///
/// Opens a thread. A repeated request with the same `clientId` returns the existing one.
#[utoipa::path(post, path = "/support/open-thread", tag = "support", request_body = SupportThreadNew,
    responses((status = 200, body = SupportThread)))]
pub async fn open_thread(
    State(app): State<App>,
    member: Member,
    Json(new): Json<SupportThreadNew>,
) -> Result<Json<SupportThread>, Problem> {
    let id = open::open(&app, member.user_id, &new).await?;
    shown(&app, &member, id, None).await
}

/// My threads, the newest first
#[utoipa::path(get, path = "/support/threads", tag = "support", params(Paging),
    responses((status = 200, body = Page<SupportThreadSummary>)))]
pub async fn list_threads(
    State(app): State<App>,
    member: Member,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<SupportThreadSummary>>, Problem> {
    list::mine(&app, member.user_id, paging).await.map(Json)
}

/// My thread, with its newest entries
#[utoipa::path(get, path = "/support/thread/{id}", tag = "support", params(("id" = i64, Path), SupportPart),
    responses((status = 200, body = SupportThread)))]
pub async fn view_thread(
    State(app): State<App>,
    member: Member,
    Path(id): Path<i64>,
    Query(part): Query<SupportPart>,
) -> Result<Json<SupportThread>, Problem> {
    shown(&app, &member, id, part.before).await
}

/// Write another message
///
/// A repeated request with the same `clientId` changes nothing more.
#[utoipa::path(post, path = "/support/thread/{id}/send", tag = "support", params(("id" = i64, Path)), request_body = SupportMessageNew,
    responses((status = 200, body = SupportThread)))]
pub async fn send_message(
    State(app): State<App>,
    member: Member,
    Path(id): Path<i64>,
    Json(new): Json<SupportMessageNew>,
) -> Result<Json<SupportThread>, Problem> {
    send::write(&app, id, member.user_id, &Draft::from_request(new)?).await?;
    shown(&app, &member, id, None).await
}

/// Close my thread
///
/// Refused if something happened in it since the version that was looked at.
#[utoipa::path(post, path = "/support/thread/{id}/close", tag = "support", params(("id" = i64, Path)), request_body = SupportThreadVersion,
    responses((status = 200, body = SupportThread)))]
pub async fn close_thread(
    State(app): State<App>,
    member: Member,
    Path(id): Path<i64>,
    Json(shown_version): Json<SupportThreadVersion>,
) -> Result<Json<SupportThread>, Problem> {
    state::close(&app, id, Actor::Member(member.user_id), Some(shown_version.version)).await?;
    shown(&app, &member, id, None).await
}

/// Mark a thread as read
///
/// Inbox messages about it are marked as read too. What was read is not mailed.
#[utoipa::path(post, path = "/support/thread/{id}/read", tag = "support", params(("id" = i64, Path)), request_body = SupportThreadRead,
    responses((status = 200, body = Empty)))]
pub async fn read_thread(
    State(app): State<App>,
    member: Member,
    Path(id): Path<i64>,
    Json(read): Json<SupportThreadRead>,
) -> Result<Json<Empty>, Problem> {
    let mut change = app.change().await?;
    send::read(&mut change, id, member.user_id, read.seq).await?;
    change.commit().await?;
    Ok(Json(Empty {}))
}
