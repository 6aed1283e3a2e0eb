//! The public list of entrants.

use std::collections::HashMap;

use manao_domain::registration::{EntrantStatus, PlayerRole};
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;

use super::row::Row;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedPlayer {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub role: PlayerRole,
    /// Present if the tournament shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
}

/// An entrant of a tournament, or a team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedTeam {
    pub id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<EntrantStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<i32>,
    /// Place in the waiting list
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<ListedPlayer>>,
    /// School or university of its players, if they share one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<Text>,
}

/// Returns the admitted entrants, and those on the waiting list; entries under review are not public.
///
/// # Errors
/// 404 `tournament_not_found`.
pub async fn entrants(
    db: &PgPool,
    tournament_id: i64,
    status: Option<EntrantStatus>,
    pattern: &str,
    paging: Paging,
) -> Result<Page<ListedTeam>, Problem> {
    let mut conn = db.acquire().await?;
    let tournament = Row::load(&mut conn, tournament_id).await?;
    let public = [EntrantStatus::Join, EntrantStatus::Waitlist, EntrantStatus::Disqualified];
    let statuses: Vec<String> =
        public.iter().filter(|one| status.is_none_or(|asked| asked == **one)).map(ToString::to_string).collect();
    let rows = sqlx::query!(
        r#"select e.id, e.team_id, e.user_id, e.name, e.short_name, e.logo, e.status as "status: EntrantStatus", e.seed,
                  case when e.status = 'waitlist' then (select count(*) from esports.entrants w where w.tournament_id = $1 and w.status = 'waitlist'
                    and (w.waiting_since, w.id) <= (e.waiting_since, e.id)) end as place,
                  o.name_th as "organization_th?", o.name_en as "organization_en?"
           from esports.entrants e
           left join lateral (select case when count(distinct p.academy_id) = 1 and count(p.academy_id) = count(*) then min(p.academy_id) end as id
                              from esports.entrant_players p where p.entrant_id = e.id) a on true
           left join people.organizations o on o.id = a.id
           where e.tournament_id = $1 and e.status = any($2) and lower(e.name || ' ' || e.short_name) like $3
           order by e.status = 'disqualified', e.status = 'waitlist', e.seed nulls last, e.waiting_since, e.id limit $4 offset $5"#,
        tournament_id,
        &statuses,
        pattern,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from esports.entrants
           where tournament_id = $1 and status = any($2) and lower(name || ' ' || short_name) like $3"#,
        tournament_id,
        &statuses,
        pattern
    )
    .fetch_one(&mut *conn)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut players = players(&mut conn, &ids, tournament.form.show_game_id).await?;
    let entrant = rows.into_iter().map(|row| ListedTeam {
        id: row.id,
        entrant_id: Some(row.id),
        team_id: row.team_id,
        user_id: row.user_id,
        name: row.name,
        short_name: row.short_name,
        logo: row.logo,
        status: Some(row.status),
        seed: row.seed,
        place: row.place,
        member_count: None,
        players: Some(players.remove(&row.id).unwrap_or_default()),
        organization: row.organization_th.zip(row.organization_en).map(|(th, en)| Text::new(th, en)),
    });
    Ok(Page::new(paging, entrant.collect(), total))
}

/// Returns the players, except those who left before the lock.
async fn players(
    conn: &mut PgConnection,
    entrant_ids: &[i64],
    with_game_id: bool,
) -> Result<HashMap<i64, Vec<ListedPlayer>>, Problem> {
    let rows = sqlx::query!(
        r#"select p.entrant_id, p.user_id, p.display_name, u.picture, p.role as "role: PlayerRole", p.game_id
           from esports.entrant_players p join people.users u on u.id = p.user_id
           where p.entrant_id = any($1) and (p.active or p.left_at is null)
           order by p.entrant_id, p.role = 'substitute', p.position, p.user_id"#,
        entrant_ids
    )
    .fetch_all(conn)
    .await?;
    let mut players: HashMap<i64, Vec<ListedPlayer>> = HashMap::new();
    for row in rows {
        players.entry(row.entrant_id).or_default().push(ListedPlayer {
            user_id: row.user_id,
            display_name: row.display_name,
            picture: row.picture,
            role: row.role,
            game_id: Some(row.game_id).filter(|id| with_game_id && !id.is_empty()),
        });
    }
    Ok(players)
}
