//! The calls of the profile.

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse as _, Response};
use manao_domain::profile::{EducationLevel, shows_academy};
use serde::Serialize;
use utoipa::ToSchema;

use super::edit::{self, ProfileEdit};
use super::load::{self, Profile};
use super::today;
use crate::access::{ActiveMember, Member};
use crate::app::App;
use crate::limits;
use crate::problem::{Json, Lang, Path, Problem, codes};

/// What any signed-in person sees of another.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicProfile {
    user_id: i64,
    display_name: String,
    picture: Option<String>,
    /// In the reader's language; for pupils and people not known to be of age, visible only to themselves and to staff
    academy_name: Option<String>,
}

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

/// No cache along the way may keep it.
fn unkept(profile: Profile) -> Response {
    ([(CACHE_CONTROL, "private, no-store")], Json(profile)).into_response()
}

/// A person's public profile
///
/// Limited to `PROFILE_VIEWS_PER_MINUTE` a minute, so nobody can read through all members.
#[utoipa::path(get, path = "/profile/get-profile-by-id/{userId}", tag = "profile", params(("userId" = i64, Path)),
    responses((status = 200, body = PublicProfile)))]
pub async fn get_public(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path(user_id): Path<i64>,
) -> Result<Json<PublicProfile>, Problem> {
    app.limit(limits::VIEW_PROFILE, member.user_id)?;
    let row = sqlx::query!(
        r#"select u.display_name, u.picture, case $2 when 'en' then o.name_en else o.name_th end as academy_name,
                  p.education_level as "education_level?: EducationLevel", p.birthday as "birthday?"
           from users u left join profiles p on p.user_id = u.id left join organizations o on o.id = p.academy_id
           where u.id = $1"#,
        user_id,
        lang.as_str(),
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::user_not_found)?;
    // A suspended operator is none.
    let no_stranger = member.user_id == user_id || member.operator().is_ok();
    let told = no_stranger || shows_academy(row.education_level, row.birthday, today(&app));
    let academy_name = row.academy_name.filter(|_| told);
    Ok(Json(PublicProfile { user_id, display_name: row.display_name, picture: row.picture, academy_name }))
}
