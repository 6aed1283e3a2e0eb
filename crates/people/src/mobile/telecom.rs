//! Telecom information about a number, loaded live, never cached, and rate limited per person.

use axum::extract::State;
use manao_domain::channel::NetworkType;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use utoipa::ToSchema;

use crate::otp::OtpRequest;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Problem, codes};
use manao_kernel::providers::telecom::{NumberStatus, Telecom};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkAnswer {
    network_type: NetworkType,
    operator: String,
    /// Whether the number belongs to the provider itself
    own: bool,
    status: NumberStatus,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProfileType {
    Own,
    Other,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileAnswer {
    /// Whether the number belongs to the provider or to another operator
    profile_type: ProfileType,
    network_type: NetworkType,
}

/// Amounts in satang. Prepaid numbers have a balance, postpaid ones a limit; another operator's have neither here.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditBalance {
    mobile_masked: String,
    network_type: NetworkType,
    status: NumberStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    balance_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_satang: Option<i64>,
}

/// A number's operator and whether it is prepaid or postpaid
#[utoipa::path(post, path = "/get-network-type", tag = "mobile", request_body = OtpRequest,
    responses((status = 200, body = NetworkAnswer)))]
pub async fn get_network_type(
    State(app): State<App>,
    member: Member,
    Json(request): Json<OtpRequest>,
) -> Result<Json<NetworkAnswer>, Problem> {
    let number = request.number()?;
    app.limit(limits::CHECK_NUMBER, member.user_id)?;
    let network = Telecom::from_app(&app).network_type(&number).await?;
    Ok(Json(NetworkAnswer {
        network_type: network.network_type,
        operator: network.operator,
        own: network.own,
        status: network.status,
    }))
}

/// Whether a number belongs to the provider
#[utoipa::path(post, path = "/get-profile-type", tag = "mobile", request_body = OtpRequest,
    responses((status = 200, body = ProfileAnswer)))]
pub async fn get_profile_type(
    State(app): State<App>,
    member: Member,
    Json(request): Json<OtpRequest>,
) -> Result<Json<ProfileAnswer>, Problem> {
    let number = request.number()?;
    app.limit(limits::CHECK_NUMBER, member.user_id)?;
    let network = Telecom::from_app(&app).network_type(&number).await?;
    let profile_type = if network.own { ProfileType::Own } else { ProfileType::Other };
    Ok(Json(ProfileAnswer { profile_type, network_type: network.network_type }))
}

/// Balance or credit left on my number
///
/// Uses the KYC number, else the account's verified one; 409 `mobile_number_missing` without either.
#[utoipa::path(post, path = "/credit-limit/check-credit-balance", tag = "mobile", request_body = Empty,
    responses((status = 200, body = CreditBalance)))]
pub async fn check_credit_balance(
    State(app): State<App>,
    member: Member,
    Json(Empty {}): Json<Empty>,
) -> Result<Json<CreditBalance>, Problem> {
    app.limit(limits::CHECK_NUMBER, member.user_id)?;
    let number = sqlx::query_scalar!(
        "select coalesce((select msisdn from people.kyc_numbers where user_id = users.id and replaced_at is null),
                         case when msisdn_verified_at is not null then msisdn end)
         from people.users where id = $1",
        member.user_id,
    )
    .fetch_one(&app.db)
    .await?
    .ok_or(codes::mobile_number_missing)?;
    let number = Msisdn::parse(&number).map_err(Problem::internal)?;
    let telecom = Telecom::from_app(&app);
    let network = telecom.network_type(&number).await?;
    let mut answer = CreditBalance {
        mobile_masked: number.masked(),
        network_type: network.network_type,
        status: network.status,
        balance_satang: None,
        limit_satang: None,
        available_satang: None,
    };
    match network.network_type {
        NetworkType::Prepaid => answer.balance_satang = Some(telecom.balance(&number).await?.balance),
        NetworkType::Postpaid => {
            let credit = telecom.credit_limit(&number).await?;
            (answer.limit_satang, answer.available_satang) = (Some(credit.limit), Some(credit.available));
        }
        NetworkType::Other => {}
    }
    Ok(Json(answer))
}
