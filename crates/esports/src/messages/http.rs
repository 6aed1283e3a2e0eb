//! The endpoints of threads.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::live::ThreadScope;
use super::shapes::{EntrantThread, MessageNew, ReportReason, ThreadMessage, ThreadPage};
use super::thread::{self, ThreadPart};
use super::{marks, send};
use manao_kernel::access::{Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query, codes};

/// Most characters of a report's note.
const NOTE: usize = 300;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagesRead {
    thread_id: i64,
    /// The number of the last message that was read
    seq: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageReport {
    message_id: i64,
    reason: ReportReason,
    /// At most 300 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(NOTE))))]
    note: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageHide {
    message_id: i64,
    hidden: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonMute {
    user_id: i64,
    muted: bool,
}

/// Send a message to the room of a match
///
/// A repeated request with the same `clientId` returns the existing message. At most 20 a minute.
#[utoipa::path(post, path = "/tournament/send-time-request-message/{match_id}", tag = "messages", params(("match_id" = i64, Path)),
    request_body = MessageNew, responses((status = 200, body = ThreadMessage)))]
pub async fn send_to_match(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
    Json(message): Json<MessageNew>,
) -> Result<Json<ThreadMessage>, Problem> {
    send::send(&app, ThreadScope::Match(id), (member.user_id, role), message).await.map(Json)
}

/// Messages in the room of a match
///
/// Visible to both sides and staff. Steps of the match are among the messages.
#[utoipa::path(get, path = "/tournament/get/message-match/{matchId}", tag = "messages", params(("matchId" = i64, Path), ThreadPart),
    responses((status = 200, body = ThreadPage)))]
pub async fn of_match(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
    Query(part): Query<ThreadPart>,
) -> Result<Json<ThreadPage>, Problem> {
    thread::page(&app, ThreadScope::Match(id), (member.user_id, thread::is_staff(role)), part).await.map(Json)
}

/// Messages between an entrant and staff, for staff
#[utoipa::path(get, path = "/tournament/get/message/{tournamentId}/{contestantId}", tag = "messages",
    params(("tournamentId" = i64, Path), ("contestantId" = i64, Path), ThreadPart), responses((status = 200, body = ThreadPage)))]
pub async fn of_entrant(
    State(app): State<App>,
    member: VerifiedMember,
    Path((tournament_id, id)): Path<(i64, i64)>,
    Query(part): Query<ThreadPart>,
) -> Result<Json<ThreadPage>, Problem> {
    thread::of_tournament(&app, id, tournament_id).await?;
    thread::page(&app, ThreadScope::Entrant(id), (member.user_id, true), part).await.map(Json)
}

/// Messages between the caller's entry and staff
#[utoipa::path(get, path = "/tournament/get/message-non-promoter/{tournamentId}", tag = "messages",
    params(("tournamentId" = i64, Path), ThreadPart), responses((status = 200, body = ThreadPage)))]
pub async fn of_my_entry(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Query(part): Query<ThreadPart>,
) -> Result<Json<ThreadPage>, Problem> {
    let entrant_id = thread::entrant_of(&app, id, member.user_id).await?;
    thread::page(&app, ThreadScope::Entrant(entrant_id), (member.user_id, false), part).await.map(Json)
}

/// Send a message to an entrant
#[utoipa::path(post, path = "/tournament/send-message-to-contestant/{id}", tag = "messages", params(("id" = i64, Path)),
    request_body = MessageNew, responses((status = 200, body = ThreadMessage)))]
pub async fn send_to_entrant(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
    Json(message): Json<MessageNew>,
) -> Result<Json<ThreadMessage>, Problem> {
    send::send(&app, ThreadScope::Entrant(id), (member.user_id, role), message).await.map(Json)
}

/// Send a message to the staff of a tournament
///
/// In the thread of the caller's own entry.
#[utoipa::path(post, path = "/tournament/send-message-to-promoter/{id}", tag = "messages", params(("id" = i64, Path)),
    request_body = MessageNew, responses((status = 200, body = ThreadMessage)))]
pub async fn send_to_staff(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(message): Json<MessageNew>,
) -> Result<Json<ThreadMessage>, Problem> {
    let entrant_id = thread::entrant_of(&app, id, member.user_id).await?;
    send::send(&app, ThreadScope::Entrant(entrant_id), (member.user_id, Role::Member), message).await.map(Json)
}

/// The threads of a tournament's entrants
///
/// Threads with unread or reported messages first, then by their latest message; entrants without messages come last.
#[utoipa::path(get, path = "/tournament/get/threads/{id}", tag = "messages", params(("id" = i64, Path), Paging),
    responses((status = 200, body = Page<EntrantThread>)))]
pub async fn threads(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<EntrantThread>>, Problem> {
    thread::entrants(&app, id, member.user_id, paging).await.map(Json)
}

/// Mark messages as read
///
/// The mark never moves back. Inbox messages about the thread and its match are marked as read too, even if the mark stays.
#[utoipa::path(post, path = "/message/read", tag = "messages", request_body = MessagesRead, responses((status = 200, body = Empty)))]
pub async fn read(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Json(request): Json<MessagesRead>,
) -> Result<Json<Empty>, Problem> {
    marks::read(&app, request.thread_id, (member.user_id, role), request.seq).await?;
    Ok(Json(Empty {}))
}

/// Report a message
///
/// Reports a message to staff, who see reason and note, but not the author. Once for each person and message.
#[utoipa::path(post, path = "/message/report", tag = "messages", request_body = MessageReport, responses((status = 200, body = Empty)))]
pub async fn report(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<MessageReport>,
) -> Result<Json<Empty>, Problem> {
    app.limit(limits::REPORT_MESSAGE, member.user_id)?;
    let note = send::text(request.note.as_deref(), false).map_err(|code| Problem::invalid("note", code))?;
    if note.chars().count() > NOTE {
        return Err(Problem::invalid("note", codes::field_invalid));
    }
    marks::report(&app, request.message_id, member.user_id, (request.reason.as_str(), &note)).await?;
    Ok(Json(Empty {}))
}

/// Hide a message, or show it again
///
/// Both settle the reports of the message. To keep a message that is not hidden, send `hidden` false.
#[utoipa::path(post, path = "/message/hide", tag = "messages", request_body = MessageHide, responses((status = 200, body = Empty)))]
pub async fn hide(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<MessageHide>,
) -> Result<Json<Empty>, Problem> {
    marks::hide(&app, request.message_id, member.user_id, request.hidden).await?;
    Ok(Json(Empty {}))
}

/// Mute or unmute somebody's messages
///
/// Applies to every thread. Steps of matches and broadcasts of staff remain visible.
#[utoipa::path(post, path = "/message/mute", tag = "messages", request_body = PersonMute, responses((status = 200, body = Empty)))]
pub async fn mute(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<PersonMute>,
) -> Result<Json<Empty>, Problem> {
    app.limit(limits::MUTE, member.user_id)?;
    marks::mute(&app, member.user_id, request.user_id, request.muted).await?;
    Ok(Json(Empty {}))
}
