//! The calls of a code for logging in or registering by mobile number.

use axum::extract::State;
use axum_extra::extract::cookie::CookieJar;
use manao_domain::msisdn::Msisdn;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Asker, OtpSent, Purpose, exchange, send};
use crate::account::shown_device;
use manao_kernel::access::{ClientAddress, SameSite};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Lang, Problem, codes};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtpRequest {
    /// A Thai mobile number in any common format
    mobile_number: String,
}

impl OtpRequest {
    /// # Errors
    /// 422 `mobile_number_invalid` at its field.
    pub fn number(&self) -> Result<Msisdn, Problem> {
        Msisdn::parse(&self.mobile_number).map_err(|_| Problem::invalid("mobileNumber", codes::mobile_number_invalid))
    }
}

#[derive(Deserialize, ToSchema)]
pub struct OtpConfirmation {
    /// As returned when the code was sent
    pub reference: String,
    /// Six digits
    pub code: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtpToken {
    /// For `/oauth/login-ais` or `/oauth/register-ais`; valid for one session
    otp_token: String,
    /// Seconds
    expires_in: i64,
}

/// Ask for a code to log in or register with
///
/// The answer is the same whether or not an account has this number.
#[utoipa::path(post, path = "/send-OTP", tag = "mobile", request_body = OtpRequest, responses((status = 200, body = OtpSent)))]
pub async fn send_otp(
    State(app): State<App>,
    _: SameSite,
    address: ClientAddress,
    jar: CookieJar,
    lang: Lang,
    Json(request): Json<OtpRequest>,
) -> Result<Json<OtpSent>, Problem> {
    let asker = Asker::visitor(address.0, shown_device(&jar));
    send(&app, Purpose::Login, &request.number()?, asker, lang).await.map(Json)
}

/// Exchange the right code for a token
#[utoipa::path(post, path = "/confirm-OTP", tag = "mobile", request_body = OtpConfirmation, responses((status = 200, body = OtpToken)))]
pub async fn confirm_otp(
    State(app): State<App>,
    address: ClientAddress,
    Json(request): Json<OtpConfirmation>,
) -> Result<Json<OtpToken>, Problem> {
    app.limit(limits::SIGN_IN, address.counted())?;
    let token = exchange(&app, Purpose::Login, &request.reference, &request.code).await?;
    Ok(Json(OtpToken { otp_token: token.reveal().to_owned(), expires_in: app.settings.otp_token_seconds.into() }))
}
