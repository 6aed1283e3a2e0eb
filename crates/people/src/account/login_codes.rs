//! Login codes that strangers ask for: the owner of a number may stop them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::user_log::{self, Kind};
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem};

#[derive(Serialize, Deserialize, ToSchema)]
pub struct LoginCodes {
    /// Whether codes are texted only when asked for in a browser in which I have logged in before
    stopped: bool,
}

/// Whether strangers may have login codes sent to me
#[utoipa::path(get, path = "/account/login-codes", tag = "account", responses((status = 200, body = LoginCodes)))]
pub async fn login_codes(State(app): State<App>, member: Member) -> Result<Json<LoginCodes>, Problem> {
    let stopped = sqlx::query_scalar!(
        r#"select login_codes_stopped_at is not null as "stopped!" from people.users where id = $1"#,
        member.user_id
    )
    .fetch_one(&app.db)
    .await?;
    Ok(Json(LoginCodes { stopped }))
}

/// Stop login codes that strangers ask for, or allow them again
///
/// While stopped, `/send-OTP` answers as ever, but a text goes out only when asked for in a browser in which I have logged in before. The other
/// ways to log in stay open.
#[utoipa::path(post, path = "/account/login-codes", tag = "account", request_body = LoginCodes,
    responses((status = 200, body = LoginCodes)))]
pub async fn stop_login_codes(
    State(app): State<App>,
    member: Member,
    Json(wanted): Json<LoginCodes>,
) -> Result<Json<LoginCodes>, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let changed = sqlx::query!(
        "update people.users set login_codes_stopped_at = case when $2 then $3::timestamptz end
         where id = $1 and (login_codes_stopped_at is not null) <> $2",
        member.user_id,
        wanted.stopped,
        now,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if changed > 0 {
        let kind = if wanted.stopped { Kind::LoginCodesStopped } else { Kind::LoginCodesTaken };
        user_log::write(&mut change, member.user_id, kind, json!({})).await?;
    }
    change.commit().await?;
    Ok(Json(wanted))
}
