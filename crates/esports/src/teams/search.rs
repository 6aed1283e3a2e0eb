//! Searches teams and people by their public names.

use manao_domain::team::fold_name;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shapes::{Person, TeamCandidate, TeamCandidates, TeamSummary};
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::like;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchUsers {
    /// A part of the public name, at least 3 letters
    pub query: String,
    /// Team of the caller, to show who has already been invited
    pub team_id: Option<i64>,
}

/// Shortest query; a shorter one would list all members.
const SHORTEST: usize = 3;
const PEOPLE: i64 = 20;

/// Returns the teams whose name or short name contains the words, matches at the start first; without words, the newest. Names are
/// compared like their uniqueness, so that a name refused as taken is found.
pub async fn teams(app: &App, query: &str, paging: Paging) -> Result<Page<TeamSummary>, Problem> {
    let words = like::words(query);
    let (pattern, start) = (like::containing(&words), like::starting(&words));
    // A text of signs only folds to nothing, and then the fold is not used.
    let folded = Some(fold_name(&words)).filter(|fold| !fold.is_empty());
    let (folded_pattern, folded_start) =
        (folded.as_ref().map(|fold| format!("%{fold}%")), folded.as_ref().map(|fold| format!("{fold}%")));
    let mut tx = one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        TeamSummary,
        r#"select id, name, short_name, logo, (select count(*) from esports.team_members m where m.team_id = teams.id) as "members!"
           from esports.teams where disbanded_at is null and (lower(name || ' ' || short_name) like $1 or name_key like $5)
           order by coalesce(lower(name || ' ' || short_name) like $2 or name_key like $6, false) desc, id desc limit $3 offset $4"#,
        pattern,
        start,
        paging.limit(),
        paging.offset(),
        folded_pattern,
        folded_start
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from esports.teams
           where disbanded_at is null and (lower(name || ' ' || short_name) like $1 or name_key like $2)"#,
        pattern,
        folded_pattern
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Returns people whose public name contains the words. Pending invitations are only shown to members of the team.
///
/// # Errors
/// 422 at `query` when it is too short.
pub async fn people(app: &App, user_id: i64, request: &SearchUsers) -> Result<TeamCandidates, Problem> {
    let words = like::words(&request.query);
    if words.chars().count() < SHORTEST {
        return Err(Problem::invalid("query", codes::query_too_short));
    }
    let rows = sqlx::query!(
        r#"select u.id, u.display_name, u.picture, exists (select from esports.team_members m where m.user_id = u.id) as "in_team!", o.kind as "kind?"
           from people.users u
           left join esports.membership_offers o on o.user_id = u.id and o.status = 'pending' and o.expires_at > $4
             and o.team_id = (select team_id from esports.team_members where user_id = $2 and team_id = $3)
           where lower(u.display_name) like $1 and u.id <> $2 and u.suspended_at is null and u.synced_at is not null
           order by lower(u.display_name) like $5 desc, length(u.display_name), u.id limit $6"#,
        like::containing(&words),
        user_id,
        request.team_id,
        app.now(),
        like::starting(&words),
        PEOPLE
    )
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| TeamCandidate {
        person: Person { user_id: row.id, display_name: row.display_name, picture: row.picture },
        in_team: row.in_team,
        invited: row.kind.as_deref() == Some("invitation"),
        requested: row.kind.as_deref() == Some("request"),
    });
    Ok(TeamCandidates { items: items.collect() })
}
