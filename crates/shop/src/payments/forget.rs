//! Webhooks and callbacks are kept for a number of days after settling, for investigations. Their signatures are valid for minutes only, so
//! nothing deleted here can be replayed.

use chrono::TimeDelta;

use manao_kernel::app::App;

const BATCH: i64 = 5_000;

/// Deletes webhooks and callbacks that are too old; run by the scheduler. Unsettled ones stay.
pub async fn webhooks(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(app.settings.webhook_days.into());
    loop {
        let gone = sqlx::query!(
            "delete from shop.webhook_events where (provider, event_id) in
               (select provider, event_id from shop.webhook_events where processed_at is not null and received_at < $1 limit $2)",
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
