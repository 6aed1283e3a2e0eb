//! Sends the progress of broadcasts to the desk, at most once a second.

use chrono::TimeDelta;

use super::live::BroadcastLive;
use manao_kernel::app::App;

/// Time for which reads are reported.
const WATCHED: TimeDelta = TimeDelta::days(14);

/// Largest delay between the time of a read and its commit.
const LATE: TimeDelta = TimeDelta::seconds(30);

/// Emits broadcasts with new progress; counts only those with reads since the last look. One process does this.
pub async fn tell(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let moved = sqlx::query!(
        r#"with counted as (
             select b.id, (select count(*) from esports.broadcast_readers r where r.broadcast_id = b.id and r.read_at is not null)::int as read
             from esports.broadcasts b where b.created_at > $1
               and (b.told[1] <> b.delivered or b.told[3] <> (b.finished_at is not null)::int or exists (
                 select from esports.broadcast_readers r where r.broadcast_id = b.id and r.read_at >= coalesce(b.looked_at, b.created_at) - $2::interval)))
           update esports.broadcasts b set looked_at = $3, told = array[b.delivered, c.read, (b.finished_at is not null)::int],
                  told_at = case when b.told <> array[b.delivered, c.read, (b.finished_at is not null)::int] then $3 else b.told_at end
           from counted c where b.id = c.id
           returning old.told <> new.told as "news!", b.id, b.tournament_id, b.recipients, b.delivered, c.read as "read!", b.finished_at"#,
        now - WATCHED,
        sqlx::postgres::types::PgInterval::try_from(LATE).map_err(anyhow::Error::from_boxed)?,
        now
    )
    .fetch_all(change.conn())
    .await?;
    if moved.is_empty() {
        return Ok(());
    }
    for row in moved.into_iter().filter(|row| row.news) {
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
