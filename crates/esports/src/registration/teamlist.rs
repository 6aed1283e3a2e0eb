//! Public lists of teams: the entrants of a tournament, or all teams.

use crate::tournaments::{ListedTeam, entrants};
use manao_domain::registration::EntrantStatus;
use manao_kernel::app::App;
use manao_kernel::like;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamListAsked {
    /// All teams when absent
    pub tournament_id: Option<i64>,
    pub status: Option<EntrantStatus>,
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(QUERY))))]
    pub query: String,
    #[serde(default = "Paging::first")]
    pub page: u32,
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

/// Most characters of a query; no team has a longer name.
const QUERY: usize = 80;

/// # Errors
/// 404 `tournament_not_found`; 422 when the query is too long.
pub async fn list(app: &App, asked: &TeamListAsked) -> Result<Page<ListedTeam>, Problem> {
    let pattern = pattern(&asked.query)?;
    let paging = Paging::new(asked.page, asked.per_page);
    match asked.tournament_id {
        Some(id) => entrants(&app.db, id, asked.status, &pattern, paging).await,
        None => teams(app, &pattern, paging).await,
    }
}

/// Returns the pattern for `like`, in lower case.
///
/// # Errors
/// 422 when the text is too long.
pub fn pattern(query: &str) -> Result<String, Problem> {
    if query.chars().take(QUERY + 1).count() > QUERY {
        return Err(Problem::invalid("query", codes::text_too_long));
    }
    Ok(like::containing(&query.trim().to_lowercase()))
}

async fn teams(app: &App, pattern: &str, paging: Paging) -> Result<Page<ListedTeam>, Problem> {
    let rows = sqlx::query!(
        r#"select id, name, short_name, logo, (select count(*) from esports.team_members m where m.team_id = teams.id) as "members!"
           from esports.teams where disbanded_at is null and lower(name || ' ' || short_name) like $1 order by lower(name), id limit $2 offset $3"#,
        pattern,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&app.db)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from esports.teams where disbanded_at is null and lower(name || ' ' || short_name) like $1"#,
        pattern
    )
    .fetch_one(&app.db)
    .await?;
    let team = rows.into_iter().map(|row| ListedTeam {
        id: row.id,
        entrant_id: None,
        team_id: Some(row.id),
        user_id: None,
        name: row.name,
        short_name: row.short_name,
        logo: row.logo,
        status: None,
        seed: None,
        place: None,
        member_count: Some(row.members),
        players: None,
        organization: None,
    });
    Ok(Page::new(paging, team.collect(), total))
}
