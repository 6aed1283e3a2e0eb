//! Reading an upload, and handing public pictures out.

use std::sync::Arc;

use axum::extract::multipart::{Multipart, MultipartError, MultipartRejection};
use axum::extract::{Path as RoutePath, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use manao_domain::upload::{self, Purpose, UploadRefusal};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;

use super::rows::{self, Dir};
use super::{picture, store};
use crate::access::ActiveMember;
use crate::app::App;
use crate::limits::Limiter;
use crate::problem::{Json, Path, Problem, codes};

/// Uploads that may be on their way at once in this process: each holds its file in memory.
const ON_THE_WAY: usize = 32;

#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the form for the documentation")]
pub struct UploadForm {
    /// JPEG or PNG
    #[schema(value_type = String, format = Binary)]
    file_content: Vec<u8>,
    /// With its ending: `.jpg`, `.jpeg` or `.png`
    file_name: String,
}

#[derive(Serialize, ToSchema)]
pub struct Uploaded {
    /// Where the picture can be read from now on: a path of this site
    pub data: String,
}

/// Upload a public picture
///
/// `dir`: `profile` (1 MB), `team` or `tournament` (10 MB). The picture is written anew as JPEG, without metadata. What nothing
/// uses within a day is removed.
#[utoipa::path(post, path = "/utils/upload/{dir}/", tag = "files", params(("dir" = String, Path)),
    request_body(content = UploadForm, content_type = "multipart/form-data"), responses((status = 200, body = Uploaded)))]
pub async fn upload_picture(
    State(app): State<App>,
    member: ActiveMember,
    Path(dir): Path<String>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Uploaded>, Problem> {
    let dir = Dir::public(&dir).ok_or(codes::not_found)?;
    let _place = may_upload(&app, member.user_id)?;
    let form = read_form(form, dir.purpose()).await?;
    let picture = picture::make(&app, form.content, dir.longest()).await?;
    let file = rows::put(&app, member.user_id, dir, picture).await?;
    Ok(Json(Uploaded { data: file.link() }))
}

struct Uploads {
    places: Arc<Semaphore>,
    people: Limiter<i64>,
}

/// A place for one upload of this person; held until it is done.
///
/// # Errors
/// 429 when the person uploads too often, 503 when too many people do.
pub fn may_upload(app: &App, user_id: i64) -> Result<OwnedSemaphorePermit, Problem> {
    let a_minute = app.settings.uploads_per_minute;
    let uploads =
        app.shared_with(|| Uploads { places: Arc::new(Semaphore::new(ON_THE_WAY)), people: Limiter::per_minute(app, a_minute) });
    uploads.people.check(&user_id)?;
    let place = Arc::clone(&uploads.places).try_acquire_owned();
    place.map_err(|_| Problem::new(codes::service_unavailable).retry_after(5).because("uploads on their way"))
}

/// A form with a file in it.
pub struct Form {
    pub content: Bytes,
    pub file_name: String,
    pub kind: Option<String>,
}

/// Reads the parts `file_content`, `file_name` and `kind`; others are passed over. The file's own name does where `file_name` is missing.
///
/// # Errors
/// `file_required`, `file_too_large`, `file_type_invalid`; `bad_request` when it is no form.
pub async fn read_form(form: Result<Multipart, MultipartRejection>, purpose: Purpose) -> Result<Form, Problem> {
    let mut form = form.map_err(|rejected| Problem::new(codes::bad_request).because(rejected.body_text()))?;
    let unreadable = |error: MultipartError| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => refusal(UploadRefusal::TooLarge, purpose),
        _ => Problem::new(codes::bad_request).because(error.body_text()),
    };
    let (mut content, mut file_name, mut own_name, mut kind) = (None, None, None, None);
    while let Some(part) = form.next_field().await.map_err(unreadable)? {
        match part.name() {
            Some("file_content") => {
                own_name = part.file_name().map(str::to_owned);
                content = Some(part.bytes().await.map_err(unreadable)?);
            }
            Some("file_name") => file_name = Some(part.text().await.map_err(unreadable)?),
            Some("kind") => kind = Some(part.text().await.map_err(unreadable)?),
            _ => {}
        }
    }
    let content = content.unwrap_or_default();
    let file_name = upload::shown_name(&file_name.or(own_name).unwrap_or_default());
    upload::check(purpose, &file_name, content.len()).map_err(|refused| refusal(refused, purpose))?;
    Ok(Form { content, file_name, kind })
}

fn refusal(refused: UploadRefusal, purpose: Purpose) -> Problem {
    match refused {
        UploadRefusal::Type => codes::file_type_invalid.into(),
        UploadRefusal::TooLarge => Problem::new(codes::file_too_large).param("limit", purpose.max_megabytes()),
        UploadRefusal::Empty => codes::file_required.into(),
    }
}

/// A public picture never changes under its name, and its name is its tag.
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
    match store::read(&app, &format!("public/{key}")).await {
        Ok(Some(bytes)) => (keeping, [(ETAG, tag)], bytes).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(problem) => {
            tracing::error!(error = %problem, "a public picture");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}
