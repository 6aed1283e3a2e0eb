//! Messages are deleted after a number of days (product.md section 9: 30).

use chrono::TimeDelta;

use super::badge;
use manao_kernel::app::App;

const BATCH: i64 = 5_000;
const PEOPLE: i64 = 500;

/// Deletes all messages that are too old; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(app.settings.inbox_days.into());
    // Messages that no badge counts are deleted at once.
    loop {
        let gone = sqlx::query!(
            "delete from people.inbox_messages where id in
               (select id from people.inbox_messages where created_at < $1 and (read_at is not null or deleted_at is not null) limit $2)",
            before,
            BATCH
        )
        .execute(&app.db)
        .await?
        .rows_affected();
        if gone < BATCH.unsigned_abs() {
            break;
        }
    }
    // Unread messages go together with their count.
    loop {
        let people = sqlx::query_scalar!(
            "select distinct user_id from people.inbox_messages where created_at < $1 and read_at is null and deleted_at is null
             order by user_id limit $2",
            before,
            PEOPLE
        )
        .fetch_all(&app.db)
        .await?;
        for user_id in &people {
            let mut change = app.change().await?;
            badge::take(change.conn(), *user_id).await?;
            sqlx::query!("delete from people.inbox_messages where user_id = $1 and created_at < $2", *user_id, before)
                .execute(change.conn())
                .await?;
            badge::recount(&mut change, *user_id).await?;
            change.commit().await?;
        }
        if i64::try_from(people.len())? < PEOPLE {
            return Ok(());
        }
    }
}
