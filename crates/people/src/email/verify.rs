//! The calls that verify an address. It counts only once its code has been confirmed.

use axum::extract::State;
use manao_domain::email;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::letters;
use crate::account::{Me, UserType, me, user_type};
use crate::inbox;
use crate::mail::{self, Kind as Mail};
use crate::otp::{self, OtpConfirmation, OtpSent, Purpose};
use crate::user_log::{self, Kind};
use manao_kernel::access::{ActiveMember, ClientAddress};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, OnConstraint as _, Problem, codes};

#[derive(Deserialize, ToSchema)]
pub struct VerifyEmailRequest {
    email: String,
}

/// Ask for a code to verify my e-mail address
///
/// Also used to change it: the current address stays valid until the new one's code is confirmed. 409 `email_verified` for the address that is
/// already verified. Does not reveal whether another account has this address.
#[utoipa::path(post, path = "/account/verify-email", tag = "account", request_body = VerifyEmailRequest, responses((status = 200, body = OtpSent)))]
pub async fn verify_email(
    State(app): State<App>,
    member: ActiveMember,
    from: ClientAddress,
    lang: Lang,
    Json(request): Json<VerifyEmailRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let address = email::parse(&request.email).map_err(|no| Problem::invalid("email", no.into()))?;
    let verified = sqlx::query_scalar!(
        r#"select exists (select from people.users where id = $1 and email = $2::text::citext and email_verified_at is not null) as "verified!""#,
        member.user_id,
        address,
    )
    .fetch_one(&app.db)
    .await?;
    if verified {
        return Err(codes::email_verified.into());
    }
    otp::mail(&app, Purpose::VerifyEmail, &address, member.user_id, from.0, lang).await.map(Json)
}

/// Verify my e-mail address with the code
///
/// 409 `email_taken` when another account has verified it: revealed only with the right code. A previously verified address is notified of
/// the change.
#[utoipa::path(post, path = "/account/confirm-email", tag = "account", request_body = OtpConfirmation, responses((status = 200, body = Me)))]
pub async fn confirm_email(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<OtpConfirmation>,
) -> Result<Json<Me>, Problem> {
    let user_id = member.user_id;
    let (mut change, address) =
        otp::confirm_address(&app, Purpose::VerifyEmail, user_id, &request.reference, &request.code).await?;
    let now = change.now();
    let before = sqlx::query!(
        r#"select email::text as email, email_verified_at is not null as "verified!", language as "language: Lang" from people.users where id = $1 for no key update"#,
        user_id,
    )
    .fetch_one(change.conn())
    .await?;
    sqlx::query!(
        "update people.users set email = $2::text::citext, email_verified_at = $3, version = version + 1 where id = $1",
        user_id,
        address,
        now,
    )
    .execute(change.conn())
    .await
    .on_constraint("users_verified_email", codes::email_taken)?;
    user_type::becomes(&mut change, user_id, UserType::EmailPassword).await?;
    user_log::write(&mut change, user_id, Kind::EmailVerified, json!({})).await?;
    if let Some(old) = before.email.filter(|old| before.verified && !old.eq_ignore_ascii_case(&address)) {
        let lang = before.language;
        let letter = letters::changed(&address, now, lang);
        mail::to_address(&mut change, user_id, &old, lang, Mail::EmailChanged, &request.reference, letter).await?;
    }
    inbox::write(&mut change, user_id, &letters::message(&address)).await?;
    change.commit().await?;
    me::load(&app, user_id).await.map(Json)
}
