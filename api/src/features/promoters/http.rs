//! The applicant's calls.

use axum::extract::State;
use chrono::{DateTime, Utc};
use manao_domain::promoter::{PromoterStatus, StepKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{ClientAddress, Member, VerifiedMember};
use crate::app::App;
use crate::problem::{Json, Lang, Notice, Problem};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterState {
    pub status: PromoterStatus,
    /// Whether an application would be taken now
    pub may_apply: bool,
    /// What is missing before one may apply, each with the page that mends it
    pub missing: Vec<Notice>,
    /// Fields of the profile that an application needs and that are empty, by their names in the profile
    pub missing_fields: Vec<&'static str>,
    /// Version of the promoter terms that holds now
    pub terms_version: &'static str,
    pub terms_accepted: bool,
    /// Of the last application
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// When another year may be applied for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewable_at: Option<DateTime<Utc>>,
    /// An application for another year waits for the staff
    pub renewal_waits: bool,
    /// Why the last application was rejected, or the right was taken back
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Oldest first; the end of the right may lie ahead
    pub timeline: Vec<PromoterStep>,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterStep {
    pub kind: StepKind,
    pub at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AcceptPromoterTerms {
    /// The version that was read
    version: String,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterRegistered {
    data: PromoterRegistration,
}

#[derive(Serialize, ToSchema)]
pub struct PromoterRegistration {
    /// In the reader's language, to be shown
    message: String,
    status: PromoterStatus,
}

/// My right to run tournaments
///
/// The state of my application and right, and what is missing before I may apply.
#[utoipa::path(get, path = "/promoter/me", tag = "promoter", responses((status = 200, body = PromoterState)))]
pub async fn my_state(State(_app): State<App>, _member: Member, _lang: Lang) -> Result<Json<PromoterState>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Accept the promoter terms
///
/// Kept with its version, the time and the network address.
#[utoipa::path(post, path = "/promoter/accept-terms", tag = "promoter", request_body = AcceptPromoterTerms,
    responses((status = 200, body = PromoterState)))]
pub async fn accept_terms(
    State(_app): State<App>,
    _member: VerifiedMember,
    _address: ClientAddress,
    _lang: Lang,
    Json(_request): Json<AcceptPromoterTerms>,
) -> Result<Json<PromoterState>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Apply to be a promoter
///
/// No body. Needs a complete profile, a confirmed identity (KYC) and the accepted promoter terms. Also renews a right that ends soon.
#[utoipa::path(post, path = "/tournament/register-promoter", tag = "promoter", responses((status = 200, body = PromoterRegistered)))]
pub async fn register_promoter(
    State(_app): State<App>,
    _member: VerifiedMember,
    _lang: Lang,
) -> Result<Json<PromoterRegistered>, Problem> {
    Err(Problem::internal("comes next"))
}
