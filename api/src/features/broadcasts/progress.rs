//! Tells the desk how far broadcasts are, at most once a second.

use chrono::TimeDelta;

use super::live::BroadcastLive;
use crate::app::App;

/// How long it is told who reads.
const WATCHED: TimeDelta = TimeDelta::days(14);

/// By how much a reading may be older than its commit.
const LATE: TimeDelta = TimeDelta::seconds(30);

/// Tells of those that moved since they were looked at last. One process does this.
pub async fn tell(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let counted = sqlx::query!(
        r#"with counted as (
             select b.id, b.told as was, (select count(*) from broadcast_readers r where r.broadcast_id = b.id and r.read_at is not null)::int as read
             from broadcasts b where b.created_at > $1
               and (b.told[1] <> b.delivered or b.told[3] <> (b.finished_at is not null)::int or exists (
                 select from broadcast_readers r where r.broadcast_id = b.id and r.read_at >= coalesce(b.told_at, b.created_at) - $2::interval)))
           update broadcasts b set told_at = $3, told = array[b.delivered, c.read, (b.finished_at is not null)::int] from counted c
           where b.id = c.id
           returning b.id, b.tournament_id, b.recipients, b.delivered, c.read as "read!", b.finished_at, c.was <> array[b.delivered, c.read, (b.finished_at is not null)::int] as "moved!""#,
        now - WATCHED,
        sqlx::postgres::types::PgInterval::try_from(LATE).map_err(anyhow::Error::from_boxed)?,
        now
    )
    .fetch_all(change.conn())
    .await?;
    if counted.is_empty() {
        return Ok(());
    }
    for row in counted.into_iter().filter(|row| row.moved) {
        change.emit(&BroadcastLive {
            tournament_id: row.tournament_id,
            id: row.id,
            recipients: row.recipients,
            delivered: row.delivered,
            read: row.read,
            finished_at: row.finished_at,
        })?;
    }
    Ok(change.commit().await?)
}
