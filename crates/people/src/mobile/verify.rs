//! A member's own number: verified once by a code, and fixed from then on.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::account::{Me, me};
use crate::inbox::{self, Message, Stream};
use crate::otp::{self, Asker, OtpConfirmation, OtpRequest, OtpSent, Purpose};
use crate::pages;
use crate::user_log::{self, Kind};
use manao_kernel::access::{ActiveMember, ClientAddress, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, OnConstraint as _, Problem, codes};
use manao_kernel::text::Text;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NumberValidity {
    valid: bool,
    /// In local format: `0812345678`
    #[serde(skip_serializing_if = "Option::is_none")]
    mobile_number: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NumberMatch {
    /// Whether it is the verified number of this account, or its KYC number
    matches: bool,
    /// Whether this account has a verified number
    registered: bool,
}

/// Ask for a code to verify my number
///
/// 409 `mobile_number_fixed` when the account has a verified number. Does not reveal whether another account has this number.
#[utoipa::path(post, path = "/account/verify-mobile-number", tag = "mobile", request_body = OtpRequest,
    responses((status = 200, body = OtpSent)))]
pub async fn verify_mobile_number(
    State(app): State<App>,
    member: ActiveMember,
    address: ClientAddress,
    lang: Lang,
    Json(request): Json<OtpRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let number = request.number()?;
    if own_number(&app, member.user_id).await?.is_some() {
        return Err(codes::mobile_number_fixed.into());
    }
    let asker = Asker::member(member.user_id, address.0);
    otp::send(&app, Purpose::VerifyMobile, &number, asker, lang).await.map(Json)
}

/// Verify my number with the code
///
/// 409 `mobile_number_taken` when another account has verified it: revealed only with the right code.
#[utoipa::path(post, path = "/account/confirm-mobile-number", tag = "mobile", request_body = OtpConfirmation,
    responses((status = 200, body = Me)))]
pub async fn confirm_mobile_number(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<OtpConfirmation>,
) -> Result<Json<Me>, Problem> {
    let user_id = member.user_id;
    let (mut change, number) =
        otp::confirm(&app, Purpose::VerifyMobile, Some(user_id), &request.reference, &request.code).await?;
    let now = change.now();
    let verified = sqlx::query!(
        "update people.users set msisdn = $2, msisdn_verified_at = $3, version = version + 1 where id = $1 and msisdn_verified_at is null",
        user_id,
        number.international(),
        now,
    )
    .execute(change.conn())
    .await
    .on_constraint("users_verified_msisdn", codes::mobile_number_taken)?
    .rows_affected();
    if verified == 0 {
        return Err(codes::mobile_number_fixed.into());
    }
    user_log::write(&mut change, user_id, Kind::MobileVerified, json!({"mobile": number.masked()})).await?;
    let message = Message {
        stream: Stream::Shop,
        kind: "mobile_verified",
        title: Text::new("ยืนยันเบอร์มือถือเรียบร้อยแล้ว", "Mobile number verified"),
        body: Text::new(
            format!("บัญชีของคุณยืนยันเบอร์ {} แล้ว หากไม่ใช่คุณ กรุณาติดต่อทีมงาน", number.masked()),
            format!("{} is now verified on your account. If this was not you, please contact support.", number.masked()),
        ),
        href: Some(pages::DASHBOARD.address([])),
        subject: None,
    };
    inbox::write(&mut change, user_id, &message).await?;
    change.commit().await?;
    me::load(&app, user_id).await.map(Json)
}

/// Is this a Thai mobile number?
#[utoipa::path(post, path = "/user/validate-mobile-mumber", tag = "mobile", request_body = OtpRequest,
    responses((status = 200, body = NumberValidity)))]
pub async fn validate_mobile_number(Json(request): Json<OtpRequest>) -> Json<NumberValidity> {
    let number = request.number().ok();
    Json(NumberValidity { valid: number.is_some(), mobile_number: number.map(|number| number.national()) })
}

/// Is this my number?
///
/// Compares with the caller's own account only.
#[utoipa::path(post, path = "/user/check-mobile-number", tag = "mobile", request_body = OtpRequest,
    responses((status = 200, body = NumberMatch)))]
pub async fn check_mobile_number(
    State(app): State<App>,
    member: Member,
    Json(request): Json<OtpRequest>,
) -> Result<Json<NumberMatch>, Problem> {
    let number = request.number()?;
    let row = sqlx::query!(
        r#"select msisdn_verified_at is not null as "registered!",
                  (msisdn_verified_at is not null and msisdn = $2)
                   or exists (select from people.kyc_numbers where user_id = users.id and replaced_at is null and msisdn = $2) as "matches!"
           from people.users where id = $1"#,
        member.user_id,
        number.international(),
    )
    .fetch_one(&app.db)
    .await?;
    Ok(Json(NumberMatch { matches: row.matches, registered: row.registered }))
}

async fn own_number(app: &App, user_id: i64) -> Result<Option<String>, Problem> {
    let number = sqlx::query_scalar!("select msisdn from people.users where id = $1 and msisdn_verified_at is not null", user_id)
        .fetch_optional(&app.db)
        .await?;
    Ok(number.flatten())
}
