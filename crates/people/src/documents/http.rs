//! Calls for a person's documents.

use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use manao_domain::document::DocumentKind;
use manao_domain::upload::Purpose;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::actions;
use super::view::UserDocument;
use crate::files::{self, Upload};
use manao_kernel::access::{ActiveMember, Member, Role};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Path, Problem};

#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the form for the documentation")]
pub struct UserDocumentForm {
    kind: DocumentKind,
    /// JPEG or PNG, at most as many megabytes as `uploadPictureMb` of `appConfig` says
    #[schema(value_type = String, format = Binary)]
    file_content: Vec<u8>,
    /// Name with its extension: `.jpg`, `.jpeg` or `.png`
    file_name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct UserDocumentId {
    #[schema(value_type = String)]
    id: Uuid,
}

/// Upload a document
///
/// A private picture: only its owner and the staff who check it can read it, and the owner sees each time it was viewed.
#[utoipa::path(post, path = "/user/document/upload", tag = "profile",
    request_body(content = UserDocumentForm, content_type = "multipart/form-data"), responses((status = 200, body = UserDocument)))]
pub async fn upload_document(
    State(app): State<App>,
    member: ActiveMember,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<UserDocument>, Problem> {
    let upload = Upload::begin(&app, member.user_id).await?;
    let form = files::read_form(&app, form, Purpose::Picture).await?;
    actions::add(&app, member.user_id, &upload, form).await.map(Json)
}

/// Delete a document
#[utoipa::path(post, path = "/user/document/delete", tag = "profile", request_body = UserDocumentId, responses((status = 200, body = Empty)))]
pub async fn delete_document(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<UserDocumentId>,
) -> Result<Json<Empty>, Problem> {
    actions::delete(&app, member.user_id, request.id).await?;
    Ok(Json(Empty {}))
}

/// View a document
///
/// Every view is recorded; repeating the call only records another one.
#[utoipa::path(method(get, post), path = "/user/document/view/{id}", tag = "profile", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
pub async fn view_document(
    State(app): State<App>,
    member: Member,
    role: Role,
    Path(id): Path<Uuid>,
) -> Result<Response, Problem> {
    app.limit(limits::VIEW_DOCUMENT, member.user_id)?;
    let picture = actions::open(&app, member.user_id, role, id).await?;
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, "private, no-store"), (CONTENT_DISPOSITION, "inline")];
    Ok((headers, picture).into_response())
}
