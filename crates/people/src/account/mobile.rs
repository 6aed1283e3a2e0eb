//! Logging in and registering by mobile number: a confirmed one-time code stands for the number.

use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use manao_domain::profile::display_name;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::guard::SigningIn;
use super::http::{AuthSession, entered};
use super::{session, welcome};
use crate::otp::{self, Purpose};
use crate::user_log::{self, Kind};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, OnConstraint as _, Problem, codes};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MobileLogin {
    /// Token from `/confirm-OTP`
    otp_token: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MobileRegistration {
    /// Token from `/confirm-OTP`
    otp_token: String,
    /// 1 to 50 characters; one is made up when absent
    #[schema(extensions(("maxLength" = json!(manao_domain::profile::DISPLAY_NAME))))]
    display_name: Option<String>,
    /// The request's language when absent
    language: Option<Lang>,
}

/// Log in with a confirmed number
///
/// When no account has this number (`mobile_number_unregistered`), the token stays valid for `/oauth/register-ais`.
#[utoipa::path(post, path = "/oauth/login-ais", tag = "account", request_body = MobileLogin, responses((status = 200, body = AuthSession)))]
pub async fn login_ais(
    State(app): State<App>,
    SigningIn { origin, jar }: SigningIn,
    Json(request): Json<MobileLogin>,
) -> Result<(CookieJar, Json<AuthSession>), Problem> {
    let mut change = app.change().await?;
    let number = otp::take(&mut change, &request.otp_token, Purpose::Login).await?;
    let user_id = sqlx::query_scalar!(
        "select id from people.users where msisdn = $1 and msisdn_verified_at is not null",
        number.international(),
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::mobile_number_unregistered)?;
    let opened = session::open(&mut change, user_id, &origin).await?;
    user_log::write(&mut change, user_id, Kind::SignedIn, json!({})).await?;
    change.commit().await?;
    entered(&app, jar, user_id, opened, "/".to_owned()).await
}

/// Create an account with a confirmed number, and log in
#[utoipa::path(post, path = "/oauth/register-ais", tag = "account", request_body = MobileRegistration,
    responses((status = 200, body = AuthSession)))]
pub async fn register_ais(
    State(app): State<App>,
    SigningIn { origin, jar }: SigningIn,
    lang: Lang,
    Json(request): Json<MobileRegistration>,
) -> Result<(CookieJar, Json<AuthSession>), Problem> {
    let name = match request.display_name.as_deref() {
        Some(name) => display_name(name).map_err(|_| Problem::invalid("displayName", codes::display_name_invalid))?,
        // Contains nothing of the number, because the name is shown to others.
        None => format!("Player-{}", &Uuid::new_v4().simple().to_string()[..5].to_uppercase()),
    };
    let mut change = app.change().await?;
    let number = otp::take(&mut change, &request.otp_token, Purpose::Login).await?;
    let now = change.now();
    let user_id = sqlx::query_scalar!(
        "insert into people.users (user_type, display_name, msisdn, msisdn_verified_at, language, created_at)
         values ('msisdn', $1, $2, $3, $4, $3) returning id",
        name,
        number.international(),
        now,
        request.language.unwrap_or(lang).as_str(),
    )
    .fetch_one(change.conn())
    .await
    .on_constraint("users_verified_msisdn", codes::mobile_number_registered)?;
    let opened = session::open(&mut change, user_id, &origin).await?;
    welcome::joined(&mut change, user_id).await?;
    change.commit().await?;
    entered(&app, jar, user_id, opened, "/".to_owned()).await
}
