//! The call.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::{self, Typed};
use crate::access::ActiveMember;
use crate::app::App;
use crate::limits::Limiter;
use crate::problem::{Json, Problem};

/// Tries of one person a minute: enough to mistype, too few to guess.
const TRIES_PER_MINUTE: u32 = 5;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    /// Not needed for the first password of an account
    current_password: Option<String>,
    /// 8 to 30 characters with upper case, lower case and a digit
    new_password: String,
    confirm_password: String,
}

#[derive(Serialize, ToSchema)]
pub struct PasswordChanged {}

struct Tries(Limiter<i64>);

/// Change my password
///
/// For accounts of a mobile number or of an e-mail with password. Ends every other session.
#[utoipa::path(post, path = "/user/change-password", tag = "account", request_body = PasswordChange,
    responses((status = 200, body = PasswordChanged)))]
pub async fn change_password(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<PasswordChange>,
) -> Result<Json<PasswordChanged>, Problem> {
    app.shared_with(|| Tries(Limiter::per_minute(&app, TRIES_PER_MINUTE))).0.check(&member.user_id)?;
    let typed = Typed { current: request.current_password, new: request.new_password, confirmation: request.confirm_password };
    change::change(&app, &member, typed).await?;
    Ok(Json(PasswordChanged {}))
}
