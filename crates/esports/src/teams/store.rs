//! Reads teams and people.

use chrono::TimeDelta;
use sqlx::{PgConnection, PgExecutor};

use super::leave;
use super::shapes::{Person, Team, TeamMe, TeamMember, TeamRole, TeamSummary};
use super::store_entries;
use manao_kernel::app::App;
use manao_kernel::database::one_moment;
use manao_kernel::live::topics;
use manao_kernel::problem::{Problem, codes};

/// Returns teams by their ids, in no particular order; a disbanded one has no members.
pub async fn summaries(db: impl PgExecutor<'_>, ids: &[i64]) -> Result<Vec<TeamSummary>, Problem> {
    Ok(sqlx::query_as!(
        TeamSummary,
        r#"select id, name, short_name, logo, (select count(*) from esports.team_members m where m.team_id = teams.id) as "members!"
           from esports.teams where id = any($1)"#,
        ids
    )
    .fetch_all(db)
    .await?)
}

/// Returns people by their ids, in no particular order.
pub async fn people(db: impl PgExecutor<'_>, ids: &[i64]) -> Result<Vec<Person>, Problem> {
    Ok(sqlx::query_as!(Person, "select id as user_id, display_name, picture from people.users where id = any($1)", ids)
        .fetch_all(db)
        .await?)
}

/// Returns the team of a person, if any.
pub async fn of_user(db: impl PgExecutor<'_>, user_id: i64) -> Result<Option<TeamSummary>, Problem> {
    Ok(sqlx::query_as!(
        TeamSummary,
        r#"select t.id, t.name, t.short_name, t.logo, (select count(*) from esports.team_members o where o.team_id = t.id) as "members!"
           from esports.team_members m join esports.teams t on t.id = m.team_id where m.user_id = $1"#,
        user_id
    )
    .fetch_optional(db)
    .await?)
}

/// Returns all members of a team, the captain first, including data only for members. A request to leave is granted after `leave_wait`.
async fn members(db: impl PgExecutor<'_>, team_id: i64, leave_wait: TimeDelta) -> Result<Vec<TeamMember>, Problem> {
    let rows = sqlx::query!(
        r#"select m.user_id, u.display_name, u.picture, m.role = 'captain' as "captain!",
                  m.role <> 'captain' and esports.acting_captain(m.team_id) = m.user_id as "acting!",
                  u.suspended_at is not null as "suspended!", m.joined_at, m.leave_requested_at
           from esports.team_members m join people.users u on u.id = m.user_id
           where m.team_id = $1 order by m.role = 'captain' desc, m.joined_at, m.user_id"#,
        team_id
    )
    .fetch_all(db)
    .await?;
    let members = rows.into_iter().map(|row| TeamMember {
        person: Person { user_id: row.user_id, display_name: row.display_name, picture: row.picture },
        captain: row.captain,
        acting: row.acting,
        suspended: row.suspended,
        joined_at: row.joined_at,
        leaves_at: row.leave_requested_at.map(|asked_at| asked_at + leave_wait),
    });
    Ok(members.collect())
}

/// Returns a team as this reader sees it.
///
/// # Errors
/// 404 `team_not_found`.
pub async fn team(app: &App, team_id: i64, reader: Option<i64>) -> Result<Team, Problem> {
    let mut tx = one_moment(&app.db).await?;
    let team = read(app, &mut tx, team_id, reader).await?;
    tx.commit().await?;
    Ok(team)
}

async fn read(app: &App, conn: &mut PgConnection, team_id: i64, reader: Option<i64>) -> Result<Team, Problem> {
    let row = sqlx::query!(
        r#"select name, short_name, logo, website, created_at, version, disbanded_at is not null as "disbanded!" from esports.teams where id = $1"#,
        team_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::team_not_found)?;
    let mut members = members(&mut *conn, team_id, leave::wait(app)).await?;
    let me = reader.and_then(|reader| members.iter().find(|member| member.person.user_id == reader)).map(|own| TeamMe {
        role: if own.acting || (own.captain && !own.suspended) { TeamRole::Captain } else { TeamRole::Member },
        leaves_at: own.leaves_at,
    });
    if me.is_none() {
        members.iter_mut().for_each(as_others_see);
    }
    let live = match (reader, &me) {
        (Some(reader), Some(_)) => Some(app.grant(topics::team(team_id), reader)?),
        _ => None,
    };
    Ok(Team {
        id: team_id,
        name: row.name,
        short_name: row.short_name,
        logo: row.logo,
        website: row.website,
        created_at: row.created_at,
        version: row.version,
        disbanded: row.disbanded,
        member_count: i64::try_from(members.len()).map_err(Problem::internal)?,
        member_limit: app.settings.team_members_most.into(),
        record: store_entries::record_of_team(&mut *conn, team_id).await?,
        tournaments: store_entries::of_team(&mut *conn, team_id, me.is_some(), app.now()).await?,
        members,
        me,
        live,
    })
}

fn as_others_see(member: &mut TeamMember) {
    (member.acting, member.suspended, member.leaves_at) = (false, false, None);
}
