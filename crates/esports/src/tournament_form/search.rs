//! Searches in the form: staff candidates, and organizations to hold a tournament for.

use axum::extract::State;
use manao_domain::tournament::Category;
use manao_domain::tournament_scope::{Scopes, scopes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::categories::OwnOrganization;
use crate::teams::Person;
use manao_kernel::access::PromoterMember;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::like;
use manao_kernel::limits;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Problem, codes};
use manao_kernel::text::Text;

/// Shortest query; a shorter one would list all members.
const SHORTEST: usize = 3;
/// Most characters of a query; the rest is ignored.
const LONGEST: usize = like::LONGEST;
const PEOPLE: i64 = 20;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchStaff {
    /// Part of the public name; at least 3 characters
    query: String,
    /// Leaves out its current staff and players
    tournament_id: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct StaffCandidates {
    items: Vec<Person>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvailableOrganizationsQuery {
    category: Category,
    /// Words in Thai or English
    #[schema(extensions(("maxLength" = json!(LONGEST))))]
    query: Option<String>,
    /// Number from 1
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
/// Searches by public name, at most 20 results; never by e-mail or number.
#[utoipa::path(post, path = "/tournament/form/create/list/user", tag = "esports", request_body = SearchStaff,
    responses((status = 200, body = StaffCandidates)))]
pub async fn search_staff(
    State(app): State<App>,
    member: PromoterMember,
    Json(request): Json<SearchStaff>,
) -> Result<Json<StaffCandidates>, Problem> {
    app.limit(limits::SEARCH_PEOPLE, member.user_id)?;
    let words = like::words(&request.query);
    if words.chars().count() < SHORTEST {
        return Err(Problem::invalid("query", codes::query_too_short));
    }
    let items = sqlx::query_as!(
        Person,
        "select id as user_id, display_name, picture from people.users u
         where lower(display_name) like $1 and id <> $2 and suspended_at is null and synced_at is not null
           and not exists (select from esports.tournament_staff s where s.tournament_id = $3 and s.user_id = u.id)
           and not exists (select from esports.tournaments t where t.id = $3 and t.promoter_id = u.id)
           and not exists (select from esports.entrant_players p where p.tournament_id = $3 and p.user_id = u.id and p.active)
         order by lower(display_name) like $4 desc, length(display_name), id limit $5",
        like::containing(&words),
        member.user_id,
        request.tournament_id,
        like::starting(&words),
        PEOPLE
    )
    .fetch_all(&app.db)
    .await?;
    Ok(Json(StaffCandidates { items }))
}

/// Organizations that the caller may hold a tournament for
///
/// Depends on the category, and on where the caller studies.
#[utoipa::path(post, path = "/tournament/form/create/get/available-organization", tag = "esports",
    request_body = AvailableOrganizationsQuery, responses((status = 200, body = Page<AvailableOrganization>)))]
pub async fn list_available_organizations(
    State(app): State<App>,
    member: PromoterMember,
    Json(request): Json<AvailableOrganizationsQuery>,
) -> Result<Json<Page<AvailableOrganization>>, Problem> {
    let paging = Paging::new(request.page, request.per_page);
    let place = OwnOrganization::load(&app.db, member.user_id).await?;
    // Beside the option "all of them", which needs no organization.
    let (kind, own) = match scopes(request.category, place.studies) {
        Ok(Scopes::AnyOrganization) => (Some("organization"), None),
        Ok(Scopes::AllOrOwn(own)) => (None, own),
        Ok(Scopes::Everybody) | Err(_) => (None, None),
    };
    let words = like::words(request.query.as_deref().unwrap_or_default());
    let patterns: Vec<String> = words.split(' ').filter(|word| !word.is_empty()).map(like::containing).collect();
    let mut tx = one_moment(&app.db).await?;
    let rows = sqlx::query!(
        r#"select id, type as "kind!", name_th, name_en from people.organizations where (type = $1 or id = $2) and search like all ($3::text[])
           order by name_th, id limit $4 offset $5"#,
        kind,
        own,
        &patterns,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from people.organizations where (type = $1 or id = $2) and search like all ($3::text[])"#,
        kind,
        own,
        &patterns
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    let items = rows.into_iter().map(|row| AvailableOrganization {
        id: row.id,
        name: Text::new(row.name_th, row.name_en),
        r#type: row.kind,
    });
    Ok(Json(Page::new(paging, items.collect(), total)))
}
