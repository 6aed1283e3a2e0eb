//! The calls of the list of organisations.

use axum::extract::State;
use manao_domain::profile::EducationLevel;
use manao_domain::text::normalise;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use manao_kernel::app::App;
use manao_kernel::like;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Problem, Query};

/// Longest search text; the rest is ignored.
const LONGEST: usize = 80;
/// Fewer letters than this are never treated as a typo.
const TYPED_WRONG: i32 = 3;

#[derive(Serialize, ToSchema)]
pub struct OrganizationType {
    /// `university` or `school`
    r#type: String,
    name: String,
}

#[derive(Serialize, ToSchema)]
pub struct OrganizationTypes {
    items: Vec<OrganizationType>,
}

#[derive(Serialize, ToSchema)]
pub struct Organization {
    id: i64,
    r#type: String,
    /// In the reader's language
    name: String,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrganizationQuery {
    /// `university` or `school`; both when absent
    #[param(value_type = Option<String>)]
    organization_type: Option<EducationLevel>,
    /// Words in Thai or English, or a short name; tolerates a typo
    query: Option<String>,
}

/// Kinds of educational institutions
#[utoipa::path(get, path = "/organization/type/list/get", tag = "organizations", responses((status = 200, body = OrganizationTypes)))]
pub async fn list_types(State(app): State<App>, lang: Lang) -> Result<Json<OrganizationTypes>, Problem> {
    let rows = sqlx::query!(
        "select code, name_th, name_en from people.organization_types where code in ('university', 'school') order by position"
    )
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| OrganizationType { r#type: row.code, name: pick(lang, row.name_th, row.name_en) });
    Ok(Json(OrganizationTypes { items: items.collect() }))
}

/// Schools and universities
///
/// Closest match first.
#[utoipa::path(get, path = "/organization/list/get", tag = "organizations", params(OrganizationQuery, Paging),
    responses((status = 200, body = Page<Organization>)))]
pub async fn list(
    State(app): State<App>,
    lang: Lang,
    Query(asked): Query<OrganizationQuery>,
    Query(paging): Query<Paging>,
) -> Result<Json<Page<Organization>>, Problem> {
    let start: String = asked.query.unwrap_or_default().chars().take(LONGEST * 4).collect();
    let words: String = normalise(&start).to_lowercase().chars().take(LONGEST).collect();
    // Every word must occur somewhere, or the whole text be very similar; the closest match comes first.
    let patterns: Vec<String> = words.split(' ').filter(|word| !word.is_empty()).map(like::containing).collect();
    let rows = sqlx::query!(
        r#"select id, type as "kind!", name_th, name_en, count(*) over () as "total!" from people.organizations
           where (type = $1 or $1::text is null and type in ('university', 'school')) and (search like all ($2::text[])
             or length($3) >= $7 and (select kernel.search_fold($3)) <% search_folded)
           order by search like all ($2::text[]) desc, ' ' || aliases || ' ' like '% ' || $3 || ' %' desc,
                    lower(name_th) like $4 or lower(name_en) like $4 desc,
                    word_similarity((select kernel.search_fold($3)), search_folded) desc, name_th
           limit $5 offset $6"#,
        asked.organization_type.map(EducationLevel::as_str),
        &patterns,
        words,
        like::starting(&words),
        paging.limit(),
        paging.offset(),
        TYPED_WRONG
    )
    .fetch_all(&app.db)
    .await?;
    // Beyond the last page no row carries the total, and no caller needs it.
    let total = rows.first().map_or(0, |row| row.total);
    let items =
        rows.into_iter().map(|row| Organization { id: row.id, r#type: row.kind, name: pick(lang, row.name_th, row.name_en) });
    Ok(Json(Page::new(paging, items.collect(), total)))
}

fn pick(lang: Lang, th: String, en: String) -> String {
    match lang {
        Lang::Th => th,
        Lang::En => en,
    }
}
