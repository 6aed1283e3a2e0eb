//! Calls for the pictures of threads.

use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pictures;
use super::shapes::SupportPicture;
use crate::files::{self, Dir, Upload};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Path, Problem};

#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the form for the documentation")]
pub struct SupportPictureForm {
    /// JPEG or PNG, up to `uploadPictureMb` megabytes (see `appConfig`)
    #[schema(value_type = String, format = Binary)]
    file_content: Vec<u8>,
    /// With its extension: `.jpg`, `.jpeg` or `.png`
    file_name: String,
}

/// Upload a picture for a message to our team, or of staff
///
/// It is re-encoded as JPEG, without metadata. It is removed if no message uses it within a day; at most 60 a day for each person.
#[utoipa::path(post, path = "/support/upload-picture", tag = "support",
    request_body(content = SupportPictureForm, content_type = "multipart/form-data"), responses((status = 200, body = SupportPicture)))]
pub async fn upload_picture(
    State(app): State<App>,
    member: Member,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<SupportPicture>, Problem> {
    let upload = Upload::begin(&app, member.user_id).await?;
    let form = files::read_form(&app, form, Dir::Support.purpose()).await?;
    pictures::add(&app, member.user_id, &upload, form).await.map(Json)
}

/// A picture of a thread, for its member and staff
#[utoipa::path(get, path = "/support/picture/{threadId}/{pictureId}", tag = "support",
    params(("threadId" = i64, Path), ("pictureId" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn view_picture(State(app): State<App>, Path((id, picture)): Path<(i64, Uuid)>) -> Result<Response, Problem> {
    let picture = pictures::open(&app, id, picture).await?;
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, no-store"), (CONTENT_DISPOSITION, "inline")];
    Ok((headers, picture).into_response())
}
