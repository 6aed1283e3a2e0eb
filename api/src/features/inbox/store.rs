//! Reads a person's messages.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::live::BadgeLive;
use super::{Stream, badge};
use crate::database::one_moment;
use crate::paging::Paging;
use crate::problem::{Lang, Problem};

/// A message, in the reader's language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxMessage {
    pub id: i64,
    /// Stable word: `order_delivered`
    pub kind: String,
    pub title: String,
    pub message: String,
    /// Path of this site without the language
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_at: Option<DateTime<Utc>>,
}

/// A page of one stream, newest first, how many there are, and the unread counts of the same moment.
pub async fn list(
    db: &PgPool,
    user_id: i64,
    stream: Stream,
    paging: Paging,
    lang: Lang,
) -> Result<(Vec<InboxMessage>, i64, BadgeLive), Problem> {
    let mut tx = one_moment(db).await?;
    let rows = sqlx::query_as!(
        InboxMessage,
        r#"select id, kind, case when $3 then title_en else title_th end as "title!",
                  case when $3 then body_en else body_th end as "message!", href, created_at, read_at
           from inbox_messages where user_id = $1 and stream = $2 and deleted_at is null order by id desc limit $4 offset $5"#,
        user_id,
        stream.as_str(),
        lang == Lang::En,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from inbox_messages where user_id = $1 and stream = $2 and deleted_at is null"#,
        user_id,
        stream.as_str()
    )
    .fetch_one(&mut *tx)
    .await?;
    let badge = badge::read(&mut *tx, user_id).await?;
    tx.commit().await?;
    Ok((rows, total, badge))
}
