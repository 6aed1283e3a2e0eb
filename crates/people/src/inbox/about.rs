//! Messages about a thing, for staff: when they came and were read.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// A message as staff see it.
#[derive(Clone, Debug)]
pub struct SentMessage {
    pub title: Text,
    pub created_at: DateTime<Utc>,
    pub read_at: Option<DateTime<Utc>>,
}

/// Returns a person's messages that lead to a thing, by the end of their address, oldest first; at most 100.
pub async fn about(conn: &mut PgConnection, user_id: i64, thing: &str) -> Result<Vec<SentMessage>, Problem> {
    let rows = sqlx::query!(
        "select title_th, title_en, created_at, read_at from people.inbox_messages
         where user_id = $1 and href like '%' || $2::text || '%' order by id limit 100",
        user_id,
        thing
    )
    .fetch_all(conn)
    .await?;
    let message = |th, en, created_at, read_at| SentMessage { title: Text { th, en }, created_at, read_at };
    Ok(rows.into_iter().map(|row| message(row.title_th, row.title_en, row.created_at, row.read_at)).collect())
}
