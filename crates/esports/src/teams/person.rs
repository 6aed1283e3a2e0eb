//! Locks on a team, and on the people that a change concerns, in that order.

use sqlx::PgConnection;

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// A team that is not disbanded, locked until the change ends.
pub struct LockedTeam {
    pub id: i64,
    pub name: String,
    pub version: i64,
    pub logo: Option<String>,
}

/// # Errors
/// 404 `team_not_found`, 409 `team_disbanded`.
pub async fn lock_team(change: &mut Change, team_id: i64) -> Result<LockedTeam, Problem> {
    let row =
        sqlx::query!("select name, version, logo, disbanded_at from esports.teams where id = $1 for no key update", team_id)
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::team_not_found)?;
    if row.disbanded_at.is_some() {
        return Err(codes::team_disbanded.into());
    }
    Ok(LockedTeam { id: team_id, name: row.name, version: row.version, logo: row.logo })
}

/// Locks the team for an actor, and checks again that they act for it, since the guard's check may be outdated.
///
/// # Errors
/// 404 `team_not_found` when the actor does not act for it, 409 `team_disbanded`.
pub async fn lock_team_as(change: &mut Change, team_id: i64, actor: i64) -> Result<LockedTeam, Problem> {
    let team = lock_team(change, team_id).await?;
    if acting_captain(change.conn(), team_id).await? == Some(actor) { Ok(team) } else { Err(codes::team_not_found.into()) }
}

/// Returns the user who acts for a team; None while all are suspended.
pub async fn acting_captain(conn: &mut PgConnection, team_id: i64) -> Result<Option<i64>, Problem> {
    Ok(sqlx::query_scalar!("select esports.acting_captain($1)", team_id).fetch_one(conn).await?)
}

/// A person, locked until the change ends. Every change that makes them a member of a team waits for this lock.
pub struct LockedPerson {
    pub id: i64,
    pub name: String,
    pub suspended: bool,
    /// Whether they are verified, and have accepted the terms
    pub ready: bool,
    /// The team that they are in
    pub team_id: Option<i64>,
}

/// Locks those of these people who exist, in the order of their ids.
pub async fn lock_people(change: &mut Change, user_ids: &[i64]) -> Result<Vec<LockedPerson>, Problem> {
    sqlx::query!("select id from people.users where id = any($1) order by id for no key update", user_ids)
        .fetch_all(change.conn())
        .await?;
    // Read after the lock, because a statement that waits for a lock still sees older data.
    Ok(sqlx::query_as!(
        LockedPerson,
        r#"select u.id, u.display_name as name, u.suspended_at is not null as "suspended!",
                  u.synced_at is not null and (u.email_verified_at is not null or u.msisdn_verified_at is not null) as "ready!", m.team_id as "team_id?"
           from people.users u left join esports.team_members m on m.user_id = u.id where u.id = any($1) order by u.id"#,
        user_ids
    )
    .fetch_all(change.conn())
    .await?)
}

/// # Errors
/// 404 `user_not_found`.
pub async fn lock_person(change: &mut Change, user_id: i64) -> Result<LockedPerson, Problem> {
    lock_people(change, &[user_id]).await?.pop().ok_or_else(|| codes::user_not_found.into())
}

/// Returns all members of the team, except these.
pub async fn others(conn: &mut PgConnection, team_id: i64, but: &[i64]) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!("select user_id from esports.team_members where team_id = $1 and user_id <> all($2)", team_id, but)
        .fetch_all(conn)
        .await?)
}
