//! The same message into the threads of many entrants.

use super::live::{MessageLive, Place};
use super::shapes::MessageSide;
use super::thread;
use crate::database::Change;
use crate::problem::Problem;

/// Appends it to each entrant's thread and tells who is there. Locks those threads. Answers each entrant with the number that it has there.
pub async fn post_to_entrants(
    change: &mut Change,
    entrant_ids: &[i64],
    (author_id, name): (Option<i64>, &str),
    text: &str,
) -> Result<Vec<(i64, i64)>, Problem> {
    let now = change.now();
    let posted = sqlx::query!(
        r#"with locked as (select id from threads where entrant_id = any($1) order by id for no key update),
                thread as (update threads t set last_seq = last_seq + 1 from locked l where t.id = l.id returning t.id, t.entrant_id, t.last_seq)
           insert into messages (thread_id, seq, kind, author_id, side, name, text, created_at)
           select id, last_seq, 'broadcast', $2, $3, $4, $5, $6 from thread
           returning thread_id, seq, (select entrant_id from thread where id = thread_id) as "entrant_id!""#,
        entrant_ids,
        author_id,
        MessageSide::Staff.as_str(),
        name,
        text,
        now
    )
    .fetch_all(change.conn())
    .await?;
    for row in &posted {
        for message in thread::messages(change.conn(), row.thread_id, (row.seq, row.seq), false).await? {
            change.emit(&MessageLive { place: Place::Entrant(row.entrant_id), message })?;
        }
    }
    Ok(posted.into_iter().map(|row| (row.entrant_id, row.seq)).collect())
}
