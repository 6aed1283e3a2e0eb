//! Actions of readers on messages: read, report, mute; and of staff: hide.

use super::live::{MessageHiddenLive, MessageReadLive};
use super::shapes::{MessageSide, ReadMarks};
use super::tell;
use super::thread::{self, Thread};
use manao_kernel::access::Role;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::inbox::{self, SeenMessages};

/// Most mutes of one person.
const MOST_MUTED: i64 = 200;
/// Kind of a broadcast in the inbox, where each is marked as read separately.
const BROADCAST: &str = "broadcast";

/// Marks messages as read up to this number, with their broadcasts and the inbox messages about the thread. Returns false if they were
/// read already. Must be called late in a change, because it locks the badge.
pub async fn advance(
    change: &mut Change,
    thread: &Thread,
    (user_id, side): (i64, MessageSide),
    seq: i64,
) -> Result<bool, Problem> {
    let mark = sqlx::query!(
        r#"insert into esports.message_reads as r (thread_id, user_id, side, seq) values ($1, $2, $3, $4)
           on conflict (thread_id, user_id) do update set seq = greatest(r.seq, excluded.seq), side = excluded.side
           returning r.seq, coalesce(old.seq < new.seq, true) as "moved!""#,
        thread.id,
        user_id,
        side.as_str(),
        seq
    )
    .fetch_one(change.conn())
    .await?;
    let broadcasts = if side == MessageSide::Entrant {
        // Before the broadcasts, in the same order of locks as when one is read in the inbox.
        inbox::lock(change, user_id).await?;
        broadcasts(change, thread, user_id, mark.seq).await?
    } else {
        Vec::new()
    };
    let href = tell::href(change.conn(), thread.place, side).await?;
    let seen = SeenMessages { href: Some(&href), until: None, but: Some(BROADCAST), ids: &broadcasts };
    inbox::read_seen(change, user_id, &seen).await?;
    Ok(mark.moved)
}

/// Marks the broadcasts in the part that was read. Returns the inbox messages about them.
async fn broadcasts(change: &mut Change, thread: &Thread, user_id: i64, seq: i64) -> Result<Vec<i64>, Problem> {
    let now = change.now();
    Ok(sqlx::query_scalar!(
        r#"with seen as (
             select r.broadcast_id, r.inbox_id from esports.broadcast_readers r
             join esports.broadcast_entrants e on e.broadcast_id = r.broadcast_id and e.entrant_id = r.entrant_id
             where e.entrant_id = $1 and e.seq <= $3 and r.user_id = $2),
           noted as (
             update esports.broadcast_readers r set read_at = $4 from seen s
             where r.broadcast_id = s.broadcast_id and r.user_id = $2 and r.read_at is null)
           select inbox_id as "inbox_id!" from seen where inbox_id is not null"#,
        thread.place.entrant_id(),
        user_id,
        seq,
        now
    )
    .fetch_all(change.conn())
    .await?)
}

/// Marks messages as read up to this number, with the inbox messages about the thread.
///
/// # Errors
/// 404 `thread_not_found`.
pub async fn read(app: &App, thread_id: i64, (user_id, role): (i64, Role), seq: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let thread = Thread::by_id(change.conn(), thread_id).await?;
    let seq = seq.clamp(0, thread.last_seq);
    let side = thread::side_of(change.conn(), thread.place, user_id, thread::is_staff(role)).await?;
    let side = side.ok_or(codes::thread_not_found)?;
    if advance(&mut change, &thread, (user_id, side), seq).await? && seq > 0 {
        let mut read = ReadMarks::default();
        read.set(side, seq);
        change.emit(&MessageReadLive { place: thread.place, thread_id, read })?;
    }
    change.commit().await
}

/// Reports a message, and notifies staff, once until they have decided.
///
/// # Errors
/// 404 `message_not_found`, also for a step; 422 at `messageId` for one's own message.
pub async fn report(app: &App, message_id: i64, user_id: i64, (reason, note): (&str, &str)) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let row =
        sqlx::query!("select thread_id, author_id, kind, name from esports.messages where id = $1 for no key update", message_id)
            .fetch_optional(change.conn())
            .await?
            .filter(|row| matches!(row.kind.as_str(), "text" | "broadcast"))
            .ok_or(codes::message_not_found)?;
    if row.author_id == Some(user_id) {
        return Err(Problem::invalid("messageId", codes::field_invalid));
    }
    let now = change.now();
    // Concurrent reports wait for the lock of the message.
    let waits = sqlx::query_scalar!(
        r#"select exists (select from esports.message_flags where message_id = $1 and settled_at is null) as "waits!""#,
        message_id
    )
    .fetch_one(change.conn())
    .await?;
    let new = sqlx::query!(
        "insert into esports.message_flags (message_id, user_id, reason, note, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing",
        message_id,
        user_id,
        reason,
        note,
        now
    )
    .execute(change.conn())
    .await?;
    if new.rows_affected() == 1 && !waits {
        let thread = Thread::by_id(change.conn(), row.thread_id).await?;
        tell::reported(&mut change, thread.place, &row.name, user_id).await?;
    }
    change.commit().await
}

/// Hides a message, shows it again or keeps it. Each settles its reports.
///
/// # Errors
/// 404 `message_not_found`, also for a step.
pub async fn hide(app: &App, message_id: i64, user_id: i64, hidden: bool) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let row = sqlx::query!(
        r#"update esports.messages set hidden_at = case when $2 then coalesce(hidden_at, $4::timestamptz) end, hidden_by = case when $2 then $3::bigint end
           where id = $1 and kind in ('text', 'broadcast') returning thread_id, seq, (old.hidden_at is not null) <> $2 as "news!""#,
        message_id,
        hidden,
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::message_not_found)?;
    sqlx::query!(
        "update esports.message_flags set settled_at = $2 where message_id = $1 and settled_at is null",
        message_id,
        now
    )
    .execute(change.conn())
    .await?;
    if row.news {
        let thread = Thread::by_id(change.conn(), row.thread_id).await?;
        change.emit(&MessageHiddenLive { place: thread.place, thread_id: thread.id, seq: row.seq, hidden })?;
    }
    change.commit().await
}

/// Mutes or unmutes another user's messages.
///
/// # Errors
/// 404 `user_not_found`; 409 `mutes_limit`; 422 at `userId` for oneself.
pub async fn mute(app: &App, user_id: i64, other: i64, muted: bool) -> Result<(), Problem> {
    if other == user_id {
        return Err(Problem::invalid("userId", codes::field_invalid));
    }
    let mut change = app.change().await?;
    if !muted {
        sqlx::query!("delete from esports.mutes where user_id = $1 and muted_id = $2", user_id, other)
            .execute(change.conn())
            .await?;
        return change.commit().await;
    }
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let row = sqlx::query!(
        r#"select exists (select from people.users where id = $2) as "there!", (select count(*) from esports.mutes where user_id = $1) as "many!",
                  exists (select from esports.mutes where user_id = $1 and muted_id = $2) as "muted!""#,
        user_id,
        other
    )
    .fetch_one(change.conn())
    .await?;
    if !row.there {
        return Err(codes::user_not_found.into());
    }
    if row.many >= MOST_MUTED && !row.muted {
        return Err(Problem::new(codes::mutes_limit).param("limit", MOST_MUTED));
    }
    let now = change.now();
    sqlx::query!(
        "insert into esports.mutes (user_id, muted_id, created_at) values ($1, $2, $3) on conflict do nothing",
        user_id,
        other,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}
