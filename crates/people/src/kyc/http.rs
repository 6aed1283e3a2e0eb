//! The calls of KYC.

use axum::extract::State;
use chrono::{DateTime, Utc};
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, Current};
use crate::otp::{self, Asker, OtpConfirmation, OtpRequest, OtpSent, Purpose};
use manao_kernel::access::{ActiveMember, ClientAddress, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem, codes};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycStatus {
    verified: bool,
    /// `08x-xxx-5671`
    #[serde(skip_serializing_if = "Option::is_none")]
    mobile_masked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_at: Option<DateTime<Utc>>,
    /// Time from which another number may be confirmed
    #[serde(skip_serializing_if = "Option::is_none")]
    changeable_at: Option<DateTime<Utc>>,
}

impl KycStatus {
    fn new(current: Option<Current>) -> Self {
        Self {
            verified: current.is_some(),
            mobile_masked: current.as_ref().and_then(|current| Msisdn::parse(&current.number).ok()).map(|number| number.masked()),
            confirmed_at: current.as_ref().map(|current| current.confirmed_at),
            changeable_at: current.as_ref().map(|current| current.changeable_at),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycCheck {
    allowed: bool,
    /// The code of the refusal: `mobile_number_invalid`, `kyc_number_same`, `kyc_change_too_early`
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changeable_at: Option<DateTime<Utc>>,
}

/// My KYC
#[utoipa::path(get, path = "/kyc/check-user-kyc", tag = "kyc", responses((status = 200, body = KycStatus)))]
pub async fn get_status(State(app): State<App>, member: Member) -> Result<Json<KycStatus>, Problem> {
    let current = store::current(&app, &mut *app.db.acquire().await?, member.user_id).await?;
    Ok(Json(KycStatus::new(current)))
}

/// May I confirm this number?
///
/// Checks the caller's own KYC only. Whether another account has the number is revealed only after its code is confirmed.
#[utoipa::path(get, path = "/kyc/check-kyc-mobile-number/{mobile}", tag = "kyc",
    params(("mobile" = String, Path, description = "In any usual writing")), responses((status = 200, body = KycCheck)))]
pub async fn check_mobile_number(
    State(app): State<App>,
    member: Member,
    Path(mobile): Path<String>,
) -> Result<Json<KycCheck>, Problem> {
    let Ok(number) = Msisdn::parse(&mobile) else {
        let reason = Some(codes::mobile_number_invalid.name.to_owned());
        return Ok(Json(KycCheck { allowed: false, reason, changeable_at: None }));
    };
    let current = store::current(&app, &mut *app.db.acquire().await?, member.user_id).await?;
    let refusal = current.as_ref().and_then(|current| current.may_become(&number, app.now()).err());
    Ok(Json(KycCheck {
        allowed: refusal.is_none(),
        reason: refusal.map(|problem| problem.code().name.to_owned()),
        changeable_at: current.map(|current| current.changeable_at),
    }))
}

/// Ask for a code to confirm a number
#[utoipa::path(post, path = "/kyc/get-otp", tag = "kyc", request_body = OtpRequest, responses((status = 200, body = OtpSent)))]
pub async fn send_otp(
    State(app): State<App>,
    member: ActiveMember,
    address: ClientAddress,
    lang: Lang,
    Json(request): Json<OtpRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let number = request.number()?;
    if let Some(current) = store::current(&app, &mut *app.db.acquire().await?, member.user_id).await? {
        current.may_become(&number, app.now())?;
    }
    let asker = Asker::member(member.user_id, address.0);
    otp::send(&app, Purpose::Kyc, &number, asker, lang).await.map(Json)
}

/// Confirm the number with the code
///
/// 409 `kyc_number_taken` when the number belongs to another person.
#[utoipa::path(post, path = "/kyc/confirm-otp", tag = "kyc", request_body = OtpConfirmation, responses((status = 200, body = KycStatus)))]
pub async fn confirm_otp(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<OtpConfirmation>,
) -> Result<Json<KycStatus>, Problem> {
    let (mut change, number) = otp::confirm(&app, Purpose::Kyc, Some(member.user_id), &request.reference, &request.code).await?;
    store::put(&app, &mut change, member.user_id, &number).await?;
    let current = store::current(&app, change.conn(), member.user_id).await?;
    change.commit().await?;
    Ok(Json(KycStatus::new(current)))
}
