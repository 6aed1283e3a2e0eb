//! The calls that change a password and log in with it.

use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;
use utoipa::ToSchema;

use super::change::{self, PasswordInput};
use super::sign_in::{self, Credentials, OtpAnswer};
use crate::account::guard::SigningIn;
use crate::account::{self, AuthSession};
use manao_kernel::access::ActiveMember;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Lang, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    /// Not needed for the first password of an account
    current_password: Option<String>,
    /// 8 to 30 characters with upper case, lower case and a digit
    #[schema(extensions(("maxLength" = json!(manao_domain::password::MAX_LENGTH))))]
    new_password: String,
    confirm_password: String,
}

/// Change my password
///
/// For accounts with a mobile number or an e-mail and password. Ends every other session.
#[utoipa::path(post, path = "/user/change-password", tag = "account", request_body = PasswordChange,
    responses((status = 200, body = Empty)))]
pub async fn change_password(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<PasswordChange>,
) -> Result<Json<Empty>, Problem> {
    app.limit(limits::PASSWORD_CHANGE, member.user_id)?;
    let typed =
        PasswordInput { current: request.current_password, new: request.new_password, confirmation: request.confirm_password };
    change::change(&app, &member, typed).await?;
    Ok(Json(Empty {}))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLogin {
    /// A Thai mobile number in any common format, or an e-mail address; the account must have verified it
    login: String,
    password: String,
    /// As returned with `password_code_required`
    reference: Option<String>,
    /// The six digits that were then sent
    code: Option<String>,
}

/// Log in with a password
///
/// The answer does not say what is wrong: an unknown number or e-mail is `password_wrong` too. After several failures (`PASSWORD_FAILURES`), any
/// password gets 409 `password_code_required`, with `reference`, `refCode`, `expiresIn` and `resendIn`. If it was right, a one-time code has
/// gone to the account's number, else by mail to its e-mail. The same call with `reference` and `code` logs in; the other ways to sign in are
/// unaffected.
#[utoipa::path(post, path = "/oauth/login-password", tag = "account", request_body = PasswordLogin,
    responses((status = 200, body = AuthSession)))]
pub async fn login_password(
    State(app): State<App>,
    SigningIn { origin, jar }: SigningIn,
    lang: Lang,
    Json(request): Json<PasswordLogin>,
) -> Result<(CookieJar, Json<AuthSession>), Problem> {
    let tried = Credentials {
        login: request.login,
        password: request.password,
        shown: request.reference.zip(request.code).map(|(reference, code)| OtpAnswer { reference, code }),
    };
    let (user_id, opened) = sign_in::sign_in(&app, tried, &origin, lang).await?;
    account::entered(&app, jar, user_id, opened, "/".to_owned()).await
}
