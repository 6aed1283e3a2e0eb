//! Endpoints for the pictures of rooms.

use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use utoipa::ToSchema;
use uuid::Uuid;

use super::live::ThreadScope;
use super::pictures;
use super::shapes::MessagePicture;
use super::thread::{self, is_staff};
use manao_kernel::access::{Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Path, Problem};
use manao_people::files::{self, Dir, Upload};

#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the form for the documentation")]
pub struct RoomPictureForm {
    /// JPEG or PNG, up to `uploadPictureMb` megabytes (see `appConfig`)
    #[schema(value_type = String, format = Binary)]
    file_content: Vec<u8>,
    /// With its extension: `.jpg`, `.jpeg` or `.png`
    file_name: String,
}

/// Upload a picture to the room of a match
///
/// For a message, or as proof of a result. It is removed if nothing uses it within a day; at most 60 a day for each person.
#[utoipa::path(post, path = "/tournament/upload-match-picture/{matchId}", tag = "messages", params(("matchId" = i64, Path)),
    request_body(content = RoomPictureForm, content_type = "multipart/form-data"), responses((status = 200, body = MessagePicture)))]
pub async fn upload_match_picture(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<MessagePicture>, Problem> {
    upload(&app, (member.user_id, role), ThreadScope::Match(id), form).await
}

/// Upload a picture to the thread of an entrant
///
/// Same as `/tournament/upload-match-picture/{matchId}`.
#[utoipa::path(post, path = "/tournament/upload-entrant-picture/{contestantId}", tag = "messages", params(("contestantId" = i64, Path)),
    request_body(content = RoomPictureForm, content_type = "multipart/form-data"), responses((status = 200, body = MessagePicture)))]
pub async fn upload_entrant_picture(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<MessagePicture>, Problem> {
    upload(&app, (member.user_id, role), ThreadScope::Entrant(id), form).await
}

/// A picture of a match's room
#[utoipa::path(get, path = "/tournament/match-picture/{matchId}/{pictureId}", tag = "messages",
    params(("matchId" = i64, Path), ("pictureId" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn match_picture(
    State(app): State<App>,
    role: Role,
    Path((id, picture)): Path<(i64, Uuid)>,
) -> Result<Response, Problem> {
    shown(&app, ThreadScope::Match(id), picture, role).await
}

/// A picture of an entrant's thread
#[utoipa::path(get, path = "/tournament/entrant-picture/{contestantId}/{pictureId}", tag = "messages",
    params(("contestantId" = i64, Path), ("pictureId" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn entrant_picture(
    State(app): State<App>,
    role: Role,
    Path((id, picture)): Path<(i64, Uuid)>,
) -> Result<Response, Problem> {
    shown(&app, ThreadScope::Entrant(id), picture, role).await
}

async fn upload(
    app: &App,
    (user_id, role): (i64, Role),
    place: ThreadScope,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<MessagePicture>, Problem> {
    thread::open(&mut *app.db.acquire().await?, place, is_staff(role)).await?;
    let upload = Upload::begin(app, user_id).await?;
    let form = files::read_form(app, form, Dir::Room.purpose()).await?;
    pictures::add(app, user_id, place, &upload, form).await.map(Json)
}

async fn shown(app: &App, place: ThreadScope, id: Uuid, role: Role) -> Result<Response, Problem> {
    let picture = pictures::open(app, place, id, is_staff(role)).await?;
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, no-store"), (CONTENT_DISPOSITION, "inline")];
    Ok((headers, picture).into_response())
}
