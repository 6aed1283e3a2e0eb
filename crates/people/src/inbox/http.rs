//! The calls of the shop's inbox (`/user-notification`) and of the esports notifications (`/notification`). Open to suspended people too, who
//! may read their messages.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::things;
use manao_kernel::Feature;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::access::{Member, Who};
use manao_kernel::problem::codes::*;

use super::live::BadgeLive;
use super::store::{self, InboxMessage};
use super::{Stream, actions, badge};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Path, Problem, Query, codes};

/// Most messages in one deletion.
const MOST: usize = 100;

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(get_mine), Who::Member)
        .call(routes!(check_unread), Who::Member)
        .call(routes!(read_messages), Who::Member.over(&things::INBOX_MESSAGE, Named::Body("id"), OWNER))
        .call(routes!(delete_messages), Who::Member.refuses(&[&[inbox_message_not_found]]))
        .call(routes!(mark_all_as_read), Who::Member)
        .call(routes!(get_notifications), Who::Member)
        .call(routes!(get_notifications_slash), Who::Member)
        .call(routes!(read_notification), Who::Member.over(&things::INBOX_MESSAGE, Named::Path("id"), OWNER))
        .call(routes!(read_all_notifications), Who::Member)
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MemberInbox {
    #[serde(flatten)]
    page: Page<InboxMessage>,
    /// Number of unread messages in this stream
    unread: i32,
    /// Days after which a message is deleted
    kept_days: u32,
}

#[derive(Debug, Deserialize, ToSchema)]
struct ReadInbox {
    id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
struct DeleteInbox {
    /// Ids of at most 100 messages
    ids: Vec<i64>,
    /// Undo the deletion
    #[serde(default)]
    undo: bool,
}

/// My inbox, newest first
#[utoipa::path(post, path = "/user-notification/get-my-inbox", tag = "inbox", request_body = Paging,
    responses((status = 200, body = MemberInbox)))]
async fn get_mine(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(paging): Json<Paging>,
) -> Result<Json<MemberInbox>, Problem> {
    page(&app, member.user_id, Stream::Shop, paging, lang).await
}

/// My unread counts
///
/// `version` increases with every change, as in `badge.changed` on `badgeLive` of `/user/me`.
#[utoipa::path(post, path = "/user-notification/check-unread-inbox", tag = "inbox", responses((status = 200, body = BadgeLive)))]
async fn check_unread(State(app): State<App>, member: Member) -> Result<Json<BadgeLive>, Problem> {
    badge::load(&app.db, member.user_id).await.map(Json)
}

/// Mark a message as read
#[utoipa::path(post, path = "/user-notification/read-inbox", tag = "inbox", request_body = ReadInbox,
    responses((status = 200, body = BadgeLive)))]
async fn read_messages(
    State(app): State<App>,
    member: Member,
    Json(request): Json<ReadInbox>,
) -> Result<Json<BadgeLive>, Problem> {
    actions::read(&app, member.user_id, Stream::Shop, request.id).await.map(Json)
}

/// Delete my messages in either stream, or restore them
#[utoipa::path(post, path = "/user-notification/delete-inbox", tag = "inbox", request_body = DeleteInbox,
    responses((status = 200, body = BadgeLive)))]
async fn delete_messages(
    State(app): State<App>,
    member: Member,
    Json(request): Json<DeleteInbox>,
) -> Result<Json<BadgeLive>, Problem> {
    if request.ids.len() > MOST {
        return Err(Problem::invalid("ids", codes::field_invalid));
    }
    actions::delete(&app, member.user_id, &request.ids, request.undo).await.map(Json)
}

/// Mark everything in the inbox as read
#[utoipa::path(post, path = "/user-notification/mark-all-as-read", tag = "inbox", responses((status = 200, body = BadgeLive)))]
async fn mark_all_as_read(State(app): State<App>, member: Member) -> Result<Json<BadgeLive>, Problem> {
    actions::read_all(&app, member.user_id, Stream::Shop).await.map(Json)
}

/// My esports notifications, newest first
#[utoipa::path(get, path = "/notification/get", tag = "inbox", params(Paging), responses((status = 200, body = MemberInbox)))]
async fn get_notifications(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Query(paging): Query<Paging>,
) -> Result<Json<MemberInbox>, Problem> {
    page(&app, member.user_id, Stream::Esports, paging, lang).await
}

/// My esports notifications, at a path with a trailing slash
#[utoipa::path(get, path = "/notification/get/", tag = "inbox", params(Paging), responses((status = 200, body = MemberInbox)))]
async fn get_notifications_slash(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Query(paging): Query<Paging>,
) -> Result<Json<MemberInbox>, Problem> {
    page(&app, member.user_id, Stream::Esports, paging, lang).await
}

/// Mark a notification as read
#[utoipa::path(post, path = "/notification/read/notification/{id}", tag = "inbox", params(("id" = i64, Path)),
    responses((status = 200, body = BadgeLive)))]
async fn read_notification(State(app): State<App>, member: Member, Path(id): Path<i64>) -> Result<Json<BadgeLive>, Problem> {
    actions::read(&app, member.user_id, Stream::Esports, id).await.map(Json)
}

/// Mark all notifications as read
#[utoipa::path(post, path = "/notification/read/all", tag = "inbox", responses((status = 200, body = BadgeLive)))]
async fn read_all_notifications(State(app): State<App>, member: Member) -> Result<Json<BadgeLive>, Problem> {
    actions::read_all(&app, member.user_id, Stream::Esports).await.map(Json)
}

async fn page(app: &App, user_id: i64, stream: Stream, paging: Paging, lang: Lang) -> Result<Json<MemberInbox>, Problem> {
    let (items, total, badge) = store::list(app, user_id, stream, paging, lang).await?;
    Ok(Json(MemberInbox {
        page: Page::new(paging, items, total),
        unread: match stream {
            Stream::Shop => badge.unread,
            Stream::Esports => badge.unread_esport,
        },
        kept_days: app.settings.inbox_days,
    }))
}
