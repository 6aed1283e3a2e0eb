//! The endpoints of applicants.

use axum::extract::State;
use manao_domain::promoter::PromoterStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::apply;
use super::state::{self, PromoterState};
use manao_kernel::access::{ClientAddress, Member, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Problem};

#[derive(Deserialize, ToSchema)]
pub struct AcceptPromoterTerms {
    /// The version that the user read
    version: String,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterRegistered {
    data: PromoterRegistration,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterRegistration {
    /// In the viewer's language, to be shown
    message: String,
    status: PromoterStatus,
}

/// My right to run tournaments
///
/// State of the caller's application and right, and what is missing before they may apply.
#[utoipa::path(get, path = "/promoter/me", tag = "promoter", responses((status = 200, body = PromoterState)))]
pub async fn my_state(State(app): State<App>, member: Member, lang: Lang) -> Result<Json<PromoterState>, Problem> {
    state::load(&app, &member, lang).await.map(Json)
}

/// Accept the promoter terms
///
/// The acceptance is stored with its version, the time and the network address.
#[utoipa::path(post, path = "/promoter/accept-terms", tag = "promoter", request_body = AcceptPromoterTerms,
    responses((status = 200, body = PromoterState)))]
pub async fn accept_terms(
    State(app): State<App>,
    member: VerifiedMember,
    address: ClientAddress,
    lang: Lang,
    Json(request): Json<AcceptPromoterTerms>,
) -> Result<Json<PromoterState>, Problem> {
    apply::accept_terms(&app, member.user_id, &request.version, address.0).await?;
    state::load(&app, &member, lang).await.map(Json)
}

/// Apply to be a promoter
///
/// No body. Requires a complete profile, a confirmed identity (KYC) and the accepted promoter terms. Also renews a right that ends soon.
#[utoipa::path(post, path = "/tournament/register-promoter", tag = "promoter", responses((status = 200, body = PromoterRegistered)))]
pub async fn register_promoter(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
) -> Result<Json<PromoterRegistered>, Problem> {
    let status = apply::apply(&app, member.user_id).await?;
    let message = lang.pick(
        "ส่งใบสมัครผู้จัดการแข่งขันแล้ว ทีมงานจะแจ้งผลทางกล่องข้อความ",
        "Your organizer application has been sent. We will send the outcome to your inbox.",
    );
    Ok(Json(PromoterRegistered { data: PromoterRegistration { message: message.to_owned(), status } }))
}
