//! The calls that upload and serve public pictures.

use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{Path as RoutePath, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::form::read_form;
use super::picture;
use super::places::Upload;
use super::rows::{self, Dir};
use manao_kernel::access::ActiveMember;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Path, Problem, codes};
use manao_kernel::storage;

#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the form for the documentation")]
pub struct UploadForm {
    /// JPEG or PNG
    #[schema(value_type = String, format = Binary)]
    file_content: Vec<u8>,
    /// Name with its extension: `.jpg`, `.jpeg` or `.png`
    file_name: String,
}

#[derive(Serialize, ToSchema)]
pub struct UploadedFile {
    /// Path of this site at which the picture can now be read
    pub data: String,
}

/// Upload a public picture
///
/// `dir`: `profile` (at most as many megabytes as `uploadProfileMb` of `appConfig` says), `team` or `tournament` (`uploadPictureMb`). The
/// picture is re-encoded as JPEG, without metadata. It is removed if nothing uses it within a day.
#[utoipa::path(post, path = "/utils/upload/{dir}/", tag = "files", params(("dir" = String, Path)),
    request_body(content = UploadForm, content_type = "multipart/form-data"), responses((status = 200, body = UploadedFile)))]
pub async fn upload_picture(
    State(app): State<App>,
    member: ActiveMember,
    Path(dir): Path<String>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<UploadedFile>, Problem> {
    let dir = Dir::public(&dir).ok_or(codes::not_found)?;
    let upload = Upload::begin(&app, member.user_id).await?;
    let form = read_form(&app, form, dir.purpose()).await?;
    let picture = picture::make(&app, &upload, form.content, dir.longest()).await?;
    let file = rows::put(&app, member.user_id, dir, picture).await?;
    Ok(Json(UploadedFile { data: file.link() }))
}

/// Serves a public picture. It never changes under its name, so its name is its `ETag`.
pub async fn serve(State(app): State<App>, RoutePath(key): RoutePath<String>, headers: HeaderMap) -> Response {
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte));
    if key.len() > 128 || key.contains("..") || !key.split('/').all(plain) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let tag = format!("\"{key}\"");
    let keeping = [(CACHE_CONTROL, "public, max-age=31536000, immutable"), (CONTENT_TYPE, "image/jpeg")];
    if headers.get(axum::http::header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, keeping, [(ETAG, tag)]).into_response();
    }
    match storage::read(&app, &format!("public/{key}")).await {
        Ok(Some(bytes)) => (keeping, [(ETAG, tag)], bytes).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(problem) => {
            tracing::error!(error = %problem, "a public picture");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}
