//! Webhooks and callbacks are kept for so many days after they were settled, for whoever has to find out what was said. Their signatures
//! are believed for minutes only, so nothing that is forgotten here can come again.

use chrono::TimeDelta;

use crate::app::App;

const BATCH: i64 = 5_000;

/// Those that are too old, by the scheduler. What nobody has settled yet stays.
pub async fn webhooks(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(app.settings.webhook_days.into());
    loop {
        let gone = sqlx::query!(
            "delete from webhook_events where (provider, event_id) in
               (select provider, event_id from webhook_events where processed_at is not null and received_at < $1 limit $2)",
            before,
            BATCH
        )
        .execute(&app.db)
        .await?
        .rows_affected();
        if gone < BATCH.unsigned_abs() {
            return Ok(());
        }
    }
}
