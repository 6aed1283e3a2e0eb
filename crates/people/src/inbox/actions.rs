//! A person's actions on their messages. Each locks the badge first; repeating an action changes nothing.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::live::{BadgeLive, InboxChange, InboxLive};
use super::{Stream, badge};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// # Errors
/// 404 `inbox_message_not_found`: not there, deleted, or somebody else's.
pub async fn read(app: &App, user_id: i64, stream: Stream, id: i64) -> Result<BadgeLive, Problem> {
    let mut change = app.change().await?;
    badge::take(change.conn(), user_id).await?;
    let now = change.now();
    let message = sqlx::query!(
        r#"update people.inbox_messages set read_at = coalesce(read_at, $4)
           where id = $1 and user_id = $2 and stream = $3 and deleted_at is null returning old.read_at is null as "news!""#,
        id,
        user_id,
        stream.as_str(),
        now
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::inbox_message_not_found)?;
    if !message.news {
        drop(change);
        return badge::load(&app.db, user_id).await;
    }
    change.emit(&InboxLive { user_id, stream, id: Some(id), change: InboxChange::Read })?;
    let badge = badge::recount(&mut change, user_id).await?;
    change.commit().await?;
    Ok(badge)
}

/// Messages that the person has seen in another place than the inbox.
pub struct SeenMessages<'a> {
    /// Address of the messages
    pub href: Option<&'a str>,
    /// Latest time at which they were written, if given
    pub until: Option<DateTime<Utc>>,
    /// Kind that is excluded
    pub but: Option<&'a str>,
    /// Ids of further messages
    pub ids: &'a [i64],
}

/// Locks the badge for this change. Call it before locking rows that depend on its messages. [`read_seen`] does so too.
pub async fn lock(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    badge::take(change.conn(), user_id).await
}

/// Marks messages as read whose subject the person has just looked at.
pub async fn read_seen(change: &mut Change, user_id: i64, seen: &SeenMessages<'_>) -> Result<(), Problem> {
    badge::take(change.conn(), user_id).await?;
    let now = change.now();
    let read = sqlx::query!(
        r#"update people.inbox_messages set read_at = $2
           where user_id = $1 and read_at is null and deleted_at is null
             and (id = any($3) or href = $4 and ($5::timestamptz is null or created_at <= $5) and kind is distinct from $6)
           returning id, stream as "stream: Stream""#,
        user_id,
        now,
        seen.ids,
        seen.href,
        seen.until,
        seen.but
    )
    .fetch_all(change.conn())
    .await?;
    for message in &read {
        change.emit(&InboxLive { user_id, stream: message.stream, id: Some(message.id), change: InboxChange::Read })?;
    }
    if !read.is_empty() {
        badge::recount(change, user_id).await?;
    }
    Ok(())
}

/// Takes back a message whose matter is over, if its reader still has it. Call it late in a change, like writing one.
pub async fn withdraw(change: &mut Change, user_id: i64, id: i64) -> Result<(), Problem> {
    badge::take(change.conn(), user_id).await?;
    let now = change.now();
    let withdrawn = sqlx::query_scalar!(
        r#"update people.inbox_messages set deleted_at = $3 where id = $1 and user_id = $2 and deleted_at is null
           returning stream as "stream: Stream""#,
        id,
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(stream) = withdrawn else { return Ok(()) };
    change.emit(&InboxLive { user_id, stream, id: Some(id), change: InboxChange::Deleted })?;
    badge::recount(change, user_id).await?;
    Ok(())
}

/// Whether a person still has this message.
pub async fn is_there(conn: &mut PgConnection, user_id: i64, id: i64) -> Result<bool, Problem> {
    let is_there = sqlx::query_scalar!(
        r#"select exists (select from people.inbox_messages where id = $1 and user_id = $2 and deleted_at is null) as "is_there!""#,
        id,
        user_id
    )
    .fetch_one(conn)
    .await?;
    Ok(is_there)
}

/// Marks these messages as read, in a change of its own.
pub async fn seen(app: &App, user_id: i64, ids: &[i64]) -> Result<(), Problem> {
    let mut change = app.change().await?;
    read_seen(&mut change, user_id, &SeenMessages { href: None, until: None, but: None, ids }).await?;
    change.commit().await
}

/// Marks all messages of one stream as read.
pub async fn read_all(app: &App, user_id: i64, stream: Stream) -> Result<BadgeLive, Problem> {
    let mut change = app.change().await?;
    badge::take(change.conn(), user_id).await?;
    let now = change.now();
    let read = sqlx::query!(
        "update people.inbox_messages set read_at = $3 where user_id = $1 and stream = $2 and read_at is null and deleted_at is null",
        user_id,
        stream.as_str(),
        now
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if read == 0 {
        drop(change);
        return badge::load(&app.db, user_id).await;
    }
    change.emit(&InboxLive { user_id, stream, id: None, change: InboxChange::ReadAll })?;
    let badge = badge::recount(&mut change, user_id).await?;
    change.commit().await?;
    Ok(badge)
}

/// Deletes messages of either stream, or restores them while they are still kept.
///
/// # Errors
/// 404 `inbox_message_not_found` when one of them does not exist or belongs to somebody else; then none is changed.
pub async fn delete(app: &App, user_id: i64, ids: &[i64], undo: bool) -> Result<BadgeLive, Problem> {
    let mut change = app.change().await?;
    badge::take(change.conn(), user_id).await?;
    let now = change.now();
    let messages = sqlx::query!(
        r#"update people.inbox_messages set deleted_at = case when $3 then null else coalesce(deleted_at, $4::timestamptz) end
           where id = any($1) and user_id = $2
           returning id, stream as "stream: Stream", (old.deleted_at is not null) = $3 as "news!""#,
        ids,
        user_id,
        undo,
        now
    )
    .fetch_all(change.conn())
    .await?;
    if let Some(missing) = ids.iter().find(|id| !messages.iter().any(|message| message.id == **id)) {
        return Err(Problem::new(codes::inbox_message_not_found).param("id", *missing));
    }
    if !messages.iter().any(|message| message.news) {
        drop(change);
        return badge::load(&app.db, user_id).await;
    }
    let done = if undo { InboxChange::Restored } else { InboxChange::Deleted };
    for message in messages.iter().filter(|message| message.news) {
        let inbox = InboxLive { user_id, stream: message.stream, id: Some(message.id), change: done };
        change.emit(&inbox)?;
    }
    let badge = badge::recount(&mut change, user_id).await?;
    change.commit().await?;
    Ok(badge)
}
