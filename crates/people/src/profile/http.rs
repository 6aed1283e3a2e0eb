//! The calls of the profile.

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse as _, Response};

use super::edit::{self, ProfileEdit};
use super::load::{self, Profile};
use manao_kernel::access::{ActiveMember, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Problem};

/// My profile
#[utoipa::path(get, path = "/user/profile/get", tag = "profile", responses((status = 200, body = Profile)))]
pub async fn get(State(app): State<App>, member: Member, lang: Lang) -> Result<Response, Problem> {
    load::load(&app, member.user_id, lang).await.map(unkept)
}

/// Edit my profile
///
/// Send the whole profile. If it has changed since it was read: 409 `profile_changed`, with the current one as `profile`.
#[utoipa::path(post, path = "/user/edit-profile", tag = "profile", request_body = ProfileEdit, responses((status = 200, body = Profile)))]
pub async fn edit(
    State(app): State<App>,
    member: ActiveMember,
    lang: Lang,
    Json(request): Json<ProfileEdit>,
) -> Result<Response, Problem> {
    edit::edit(&app, member.user_id, &request, lang).await.map(unkept)
}

/// Forbids every cache on the way to store it.
fn unkept(profile: Profile) -> Response {
    ([(CACHE_CONTROL, "private, no-store")], Json(profile)).into_response()
}
