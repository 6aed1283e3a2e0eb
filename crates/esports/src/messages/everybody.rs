//! Posts one message to the threads of many entrants.

use manao_domain::talk;

use super::live::{MessageLive, ThreadScope};
use super::shapes::{MessageSide, ThreadMessage};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Appends a message to each entrant's thread, and emits it. Locks those threads. Returns each entrant with the message's number there.
pub async fn post_to_entrants(
    change: &mut Change,
    entrant_ids: &[i64],
    (author_id, name): (Option<i64>, &str),
    text: &str,
) -> Result<Vec<(i64, i64)>, Problem> {
    let now = change.now();
    let posted = sqlx::query!(
        r#"with locked as (select id from esports.threads where entrant_id = any($1) order by id for no key update),
                thread as (update esports.threads t set last_seq = last_seq + 1 from locked l where t.id = l.id returning t.id, t.entrant_id, t.last_seq)
           insert into esports.messages (thread_id, seq, kind, author_id, side, name, text, created_at)
           select id, last_seq, 'broadcast', $2, $3, $4, $5, $6 from thread
           returning id, thread_id, seq, (select entrant_id from thread where id = thread_id) as "entrant_id!""#,
        entrant_ids,
        author_id,
        MessageSide::Staff.as_str(),
        name,
        text,
        now
    )
    .fetch_all(change.conn())
    .await?;
    let shown = talk::masked(text).into_owned();
    for row in &posted {
        let message = ThreadMessage {
            id: row.id,
            thread_id: row.thread_id,
            seq: row.seq,
            kind: "broadcast".to_owned(),
            side: Some(MessageSide::Staff),
            user_id: author_id,
            name: name.to_owned(),
            text: Some(shown.clone()),
            pictures: Vec::new(),
            data: None,
            reply_to: None,
            at: now,
            client_id: None,
            hidden: false,
            flags: None,
            flagged: Vec::new(),
            original: None,
        };
        change.emit(&MessageLive { place: ThreadScope::Entrant(row.entrant_id), message })?;
    }
    Ok(posted.into_iter().map(|row| (row.entrant_id, row.seq)).collect())
}
