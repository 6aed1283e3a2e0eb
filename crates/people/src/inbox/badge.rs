//! The unread counts.

use sqlx::{PgConnection, PgExecutor};

use super::live::BadgeLive;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Returns the current counts; zero for a person who never got a message.
pub async fn load(db: impl PgExecutor<'_>, user_id: i64) -> Result<BadgeLive, Problem> {
    let badge = sqlx::query_as!(
        BadgeLive,
        "select user_id, unread, unread_esport, version from people.badges where user_id = $1",
        user_id
    )
    .fetch_optional(db)
    .await?;
    Ok(badge.unwrap_or(BadgeLive { user_id, unread: 0, unread_esport: 0, version: 0 }))
}

/// Locks the badge for this change, so that other changes of this inbox wait. Each of them does this first.
pub async fn take(conn: &mut PgConnection, user_id: i64) -> Result<(), Problem> {
    sqlx::query!("select user_id from people.badges where user_id = $1 for update", user_id).fetch_optional(conn).await?;
    Ok(())
}

/// Recounts after the messages changed, and notifies open pages. The badge must be locked by [`take`].
pub async fn recount(change: &mut Change, user_id: i64) -> Result<BadgeLive, Problem> {
    let badge = sqlx::query_as!(
        BadgeLive,
        r#"update people.badges set unread = counted.shop, unread_esport = counted.esports, version = badges.version + 1
           from (select count(*) filter (where stream = 'shop')::int as shop, count(*) filter (where stream = 'esports')::int as esports
                 from people.inbox_messages where user_id = $1 and read_at is null and deleted_at is null) as counted
           where badges.user_id = $1
           returning badges.user_id, badges.unread, badges.unread_esport, badges.version"#,
        user_id
    )
    .fetch_one(change.conn())
    .await?;
    change.emit(&badge)?;
    Ok(badge)
}
