//! What the form searches: people to help, organizations to hold a tournament for.

use axum::extract::State;
use manao_domain::tournament::Category;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::PromoterMember;
use crate::app::App;
use crate::paging::{Page, Paging};
use crate::problem::{Json, Problem};
use crate::text::Text;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchStaff {
    /// Of the public name; at least 3 characters
    query: String,
    /// Leaves out who already runs it or plays in it
    tournament_id: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct StaffCandidates {
    items: Vec<StaffCandidate>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffCandidate {
    user_id: i64,
    display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvailableOrganizationsQuery {
    category: Category,
    /// Words in Thai or English
    query: Option<String>,
    /// From 1
    #[serde(default = "Paging::first")]
    page: u32,
    /// At most 100
    #[serde(default = "Paging::usual")]
    per_page: u32,
}

#[derive(Serialize, ToSchema)]
pub struct AvailableOrganization {
    id: i64,
    name: Text,
    /// `university`, `school` or `organization`
    r#type: String,
}

/// People who could be co-promoters or assistants
///
/// By their public name, at most 20; never by e-mail or number.
#[utoipa::path(post, path = "/tournament/form/create/list/user", tag = "esports", request_body = SearchStaff,
    responses((status = 200, body = StaffCandidates)))]
pub async fn search_staff(
    State(_app): State<App>,
    _member: PromoterMember,
    Json(_request): Json<SearchStaff>,
) -> Result<Json<StaffCandidates>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Organizations that I may hold a tournament for
///
/// By the category and by where I study myself.
#[utoipa::path(post, path = "/tournament/form/create/get/available-organization", tag = "esports",
    request_body = AvailableOrganizationsQuery, responses((status = 200, body = Page<AvailableOrganization>)))]
pub async fn list_available_organizations(
    State(_app): State<App>,
    _member: PromoterMember,
    Json(_request): Json<AvailableOrganizationsQuery>,
) -> Result<Json<Page<AvailableOrganization>>, Problem> {
    Err(Problem::internal("comes next"))
}
