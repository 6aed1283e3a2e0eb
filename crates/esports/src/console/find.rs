//! What the console's search finds of teams and tournaments.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::staff::StaffRole;
use manao_domain::team::fold_name;
use sqlx::PgConnection;

use crate::tournaments::search_patterns;
use manao_kernel::console::{Finder, FoundBy, HitKind, Needle, SearchHit};
use manao_kernel::like;
use manao_kernel::problem::{Lang, Problem};

/// Most teams, and most tournaments, that a search shows.
const MOST: i64 = 5;
const READERS: &[StaffRole] = &[StaffRole::Support, StaffRole::Esports];

/// Teams by number and name, disbanded ones too.
pub const TEAMS: Finder = Finder { roles: READERS, find: find_teams };
/// Published tournaments by number and name.
pub const TOURNAMENTS: Finder = Finder { roles: READERS, find: find_tournaments };

fn find_teams<'a>(conn: &'a mut PgConnection, needle: &'a Needle, _: Lang) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>> {
    teams(conn, needle).boxed()
}

fn find_tournaments<'a>(
    conn: &'a mut PgConnection,
    needle: &'a Needle,
    lang: Lang,
) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>> {
    tournaments(conn, needle, lang).boxed()
}

/// Returns the pattern of a name that is long enough for the index.
fn pattern(needle: &Needle) -> Option<String> {
    (needle.text.chars().count() > 2).then(|| like::containing(&needle.text.to_lowercase()))
}

const fn found_by(by_id: bool) -> FoundBy {
    if by_id { FoundBy::Id } else { FoundBy::Name }
}

async fn teams(conn: &mut PgConnection, needle: &Needle) -> Result<Vec<SearchHit>, Problem> {
    let folded = Some(fold_name(&needle.text)).filter(|fold| !fold.is_empty());
    let rows = sqlx::query!(
        r#"select id as "id!", name as "name!", created_at as "created_at!", disbanded_at is not null as "disbanded!", id = $1 as by_id,
                  (select count(*) from esports.team_members m where m.team_id = found.id) as "members!"
           from (
             select id, name, created_at, disbanded_at from esports.teams where id = $1
             union (select id, name, created_at, disbanded_at from esports.teams
                    where disbanded_at is null and (lower(name || ' ' || short_name) like $2 or name_key = $3) limit $4)
           ) found order by by_id desc nulls last, id desc limit $4"#,
        needle.id,
        pattern(needle),
        folded,
        MOST
    )
    .fetch_all(conn)
    .await?;
    let hits = rows.into_iter().map(|row| SearchHit {
        kind: HitKind::Team,
        key: row.id.to_string(),
        title: row.name,
        detail: Some(row.members.to_string()),
        status: row.disbanded.then(|| "disbanded".to_owned()),
        by: found_by(row.by_id == Some(true)),
        at: row.created_at,
    });
    Ok(hits.collect())
}

async fn tournaments(conn: &mut PgConnection, needle: &Needle, lang: Lang) -> Result<Vec<SearchHit>, Problem> {
    // Without a word nothing is found: `like all` of nothing is true.
    let patterns = if pattern(needle).is_some() { search_patterns(&needle.text) } else { Vec::new() };
    let rows = sqlx::query!(
        r#"select id as "id!", name_th as "name_th!", name_en as "name_en!", phase as "phase!", created_at as "created_at!", id = $1 as by_id
           from (
             select id, name_th, name_en, phase, created_at from esports.tournaments where id = $1 and published_at is not null
             union (select id, name_th, name_en, phase, created_at from esports.tournaments
                    where published_at is not null and $2 <> '{}'::text[] and search_key like all ($2) order by id desc limit $3)
           ) found order by by_id desc nulls last, id desc limit $3"#,
        needle.id,
        &patterns as &[String],
        MOST
    )
    .fetch_all(conn)
    .await?;
    let hits = rows.into_iter().map(|row| SearchHit {
        kind: HitKind::Tournament,
        key: row.id.to_string(),
        title: lang.pick(row.name_th, row.name_en),
        detail: None,
        status: Some(row.phase),
        by: found_by(row.by_id == Some(true)),
        at: row.created_at,
    });
    Ok(hits.collect())
}
