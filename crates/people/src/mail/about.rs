//! Mails about a thing, for staff: when and with which outcome. The letter and the address are not shown.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::kinds::Kind;
use manao_kernel::problem::Problem;

/// A mail as staff see it.
#[derive(Clone, Debug)]
pub struct SentMail {
    pub kind: Kind,
    pub created_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    /// `sent`, `refused` …; None while it is tried
    pub outcome: Option<String>,
    pub tries: i32,
}

/// Returns the mails to a person about a thing, oldest first.
pub async fn about(conn: &mut PgConnection, user_id: i64, thing: &str) -> Result<Vec<SentMail>, Problem> {
    let mails = sqlx::query_as!(
        SentMail,
        r#"select kind as "kind: Kind", created_at, ended_at, outcome, tries from people.mails
           where user_id = $1 and thing = $2 order by created_at"#,
        user_id,
        thing
    )
    .fetch_all(conn)
    .await?;
    Ok(mails)
}
