//! What readers do with messages: read on, report, mute; and what those who run a tournament do: hide.

use super::live::{MessageHiddenLive, MessageReadLive};
use super::shapes::{MessageSide, ReadMarks};
use super::tell;
use super::thread::{self, Thread};
use crate::access::Role;
use crate::app::App;
use crate::database::Change;
use crate::features::inbox;
use crate::problem::{Problem, codes};

/// Of one person.
const MOST_MUTED: i64 = 200;

/// They have read up to here. False when they had read further.
pub async fn advance(
    change: &mut Change,
    thread_id: i64,
    (user_id, side): (i64, MessageSide),
    seq: i64,
) -> Result<bool, Problem> {
    let moved = sqlx::query!(
        "insert into message_reads as r (thread_id, user_id, side, seq) values ($1, $2, $3, $4)
         on conflict (thread_id, user_id) do update set seq = excluded.seq, side = excluded.side where r.seq < excluded.seq",
        thread_id,
        user_id,
        side.as_str(),
        seq
    )
    .execute(change.conn())
    .await?;
    Ok(moved.rows_affected() == 1)
}

/// Notes how far somebody has read; what the inbox says of this thread is read with it.
///
/// # Errors
/// 404 `thread_not_found`.
pub async fn read(app: &App, thread_id: i64, (user_id, role): (i64, Role), seq: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let thread = Thread::by_id(change.conn(), thread_id).await?;
    let seq = seq.clamp(0, thread.last_seq);
    let side = thread::side_of(change.conn(), thread.place, user_id, role).await?;
    if seq == 0 || !advance(&mut change, thread_id, (user_id, side), seq).await? {
        return Ok(());
    }
    let now = change.now();
    sqlx::query!(
        "update broadcast_readers r set read_at = $4 from broadcast_entrants e
         where e.entrant_id = $1 and e.seq <= $3 and r.broadcast_id = e.broadcast_id and r.entrant_id = e.entrant_id and r.user_id = $2
           and r.read_at is null",
        thread.place.entrant_id(),
        user_id,
        seq,
        now
    )
    .execute(change.conn())
    .await?;
    let mut read = ReadMarks::default();
    read.set(side, seq);
    change.emit(&MessageReadLive { place: thread.place, thread_id, read })?;
    let href = tell::href(change.conn(), thread.place, side).await?;
    inbox::read_of(&mut change, user_id, tell::KIND, &href).await?;
    change.commit().await
}

/// Somebody finds a message bad: those who run the tournament are told, once for each message as long as they have not read it.
///
/// # Errors
/// 404 `message_not_found`, also of a step; 422 at `messageId` when it is one's own.
pub async fn report(app: &App, message_id: i64, user_id: i64, (reason, note): (&str, &str)) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let row = sqlx::query!("select thread_id, author_id, kind, name from messages where id = $1 for key share", message_id)
        .fetch_optional(change.conn())
        .await?
        .filter(|row| matches!(row.kind.as_str(), "text" | "broadcast"))
        .ok_or(codes::message_not_found)?;
    if row.author_id == Some(user_id) {
        return Err(Problem::invalid("messageId", codes::field_invalid));
    }
    let now = change.now();
    let new = sqlx::query!(
        "insert into message_flags (message_id, user_id, reason, note, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing",
        message_id,
        user_id,
        reason,
        note,
        now
    )
    .execute(change.conn())
    .await?;
    if new.rows_affected() == 1 {
        let thread = Thread::by_id(change.conn(), row.thread_id).await?;
        tell::reported(&mut change, thread.place, &row.name, user_id).await?;
    }
    change.commit().await
}

/// Takes a message out of sight, or brings it back.
///
/// # Errors
/// 404 `message_not_found`, also of a step.
pub async fn hide(app: &App, message_id: i64, user_id: i64, hidden: bool) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let row = sqlx::query!(
        r#"update messages set hidden_at = case when $2 then coalesce(hidden_at, $4::timestamptz) end, hidden_by = case when $2 then $3::bigint end
           where id = $1 and kind in ('text', 'broadcast') returning thread_id, seq, (old.hidden_at is not null) <> $2 as "news!""#,
        message_id,
        hidden,
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::message_not_found)?;
    if row.news {
        let thread = Thread::by_id(change.conn(), row.thread_id).await?;
        change.emit(&MessageHiddenLive { place: thread.place, thread_id: thread.id, seq: row.seq, hidden })?;
    }
    change.commit().await
}

/// Somebody does not want to see what another writes, or does again.
///
/// # Errors
/// 404 `user_not_found`; 409 `mutes_limit`; 422 at `userId` when it is oneself.
pub async fn mute(app: &App, user_id: i64, other: i64, muted: bool) -> Result<(), Problem> {
    if other == user_id {
        return Err(Problem::invalid("userId", codes::field_invalid));
    }
    let mut change = app.change().await?;
    if !muted {
        sqlx::query!("delete from mutes where user_id = $1 and muted_id = $2", user_id, other).execute(change.conn()).await?;
        return change.commit().await;
    }
    sqlx::query!("select id from users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let row = sqlx::query!(
        r#"select exists (select from users where id = $2) as "there!", (select count(*) from mutes where user_id = $1) as "many!""#,
        user_id,
        other
    )
    .fetch_one(change.conn())
    .await?;
    if !row.there {
        return Err(codes::user_not_found.into());
    }
    if row.many >= MOST_MUTED {
        return Err(Problem::new(codes::mutes_limit).param("limit", MOST_MUTED));
    }
    let now = change.now();
    sqlx::query!(
        "insert into mutes (user_id, muted_id, created_at) values ($1, $2, $3) on conflict do nothing",
        user_id,
        other,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}
