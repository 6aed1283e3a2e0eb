//! Writing to a thread: the member's messages, and the answers of staff.

use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::draft::Draft;
use super::pictures;
use super::shapes::{SupportEntry, SupportSide, SupportState};
use super::tell;
use super::thread::{Entry, ThreadRow, append};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::limits;
use manao_kernel::problem::{Problem, codes};

/// Most entries of a thread.
const MOST: i32 = 500;

/// Appends a message of the member, who then waits for an answer. A repeated one changes nothing.
///
/// # Errors
/// 404 `support_thread_not_found`; 409 `support_thread_closed`, `support_thread_full`; 422 at `pictures`; 429.
pub async fn write(app: &App, thread_id: i64, user_id: i64, draft: &Draft) -> Result<(), Problem> {
    if is_sent(&mut *app.db.acquire().await?, thread_id, user_id, draft.client_id).await? {
        return Ok(());
    }
    let mut change = app.change().await?;
    let thread = ThreadRow::lock(&mut change, thread_id).await?;
    if is_sent(change.conn(), thread_id, user_id, draft.client_id).await? {
        return Ok(());
    }
    ensure_writable(&thread)?;
    app.limit(limits::WRITE_TO_SUPPORT, user_id)?;
    pictures::take(&mut change, user_id, thread_id, &draft.pictures).await?;
    let entry = Entry {
        kind: SupportEntry::Text,
        side: Some(SupportSide::Member),
        author_id: Some(user_id),
        draft: Some(draft),
        state: SupportState::Waiting,
    };
    append(&mut change, thread_id, entry).await?;
    change.commit().await
}

/// Appends an answer of staff, and notifies the member. A repeated one changes nothing. The command line has no author, and answers whatever
/// version there is.
///
/// # Errors
/// 404 `support_thread_not_found`; 409 `support_thread_closed`, `support_thread_changed`, `support_thread_full`; 422 at `pictures`.
pub async fn answer(
    app: &App,
    thread_id: i64,
    author_id: Option<i64>,
    version: Option<i64>,
    draft: &Draft,
) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let thread = ThreadRow::lock(&mut change, thread_id).await?;
    if let Some(author_id) = author_id {
        if is_sent(change.conn(), thread_id, author_id, draft.client_id).await? {
            return Ok(());
        }
        pictures::take(&mut change, author_id, thread_id, &draft.pictures).await?;
    }
    ensure_writable(&thread)?;
    version.map_or(Ok(()), |version| thread.check(version))?;
    let entry = Entry {
        kind: SupportEntry::Text,
        side: Some(SupportSide::Staff),
        author_id,
        draft: Some(draft),
        state: SupportState::Answered,
    };
    append(&mut change, thread_id, entry).await?;
    tell::answered(&mut change, &thread, &draft.text).await?;
    if let Some(author_id) = author_id {
        change.audit(AuditEntry::act(author_id, "thread_answered", Subject::new("thread", thread_id), None, json!({})));
    }
    change.commit().await
}

fn ensure_writable(thread: &ThreadRow) -> Result<(), Problem> {
    if thread.state == SupportState::Closed {
        return Err(codes::support_thread_closed.into());
    }
    if thread.last_seq >= MOST {
        return Err(Problem::new(codes::support_thread_full).param("limit", MOST));
    }
    Ok(())
}

async fn is_sent(conn: &mut PgConnection, thread_id: i64, author_id: i64, client_id: Uuid) -> Result<bool, Problem> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from people.support_messages where thread_id = $1 and author_id = $2 and client_id = $3) as "sent!""#,
        thread_id,
        author_id,
        client_id
    )
    .fetch_one(conn)
    .await?)
}

/// Notes how far the member has read, with the inbox messages about the thread.
///
/// # Errors
/// 404 `support_thread_not_found`.
pub async fn read(change: &mut Change, thread_id: i64, user_id: i64, seq: i32) -> Result<(), Problem> {
    sqlx::query!(
        "update people.support_threads set read_seq = greatest(read_seq, least($3, last_seq)) where id = $1 and user_id = $2 returning id",
        thread_id,
        user_id,
        seq
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::support_thread_not_found)?;
    tell::seen(change, thread_id, user_id).await
}
