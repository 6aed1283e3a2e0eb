//! Threads that nobody needs any more: answered ones are closed after a while, closed ones deleted later.

use chrono::TimeDelta;

use super::state::{self, Actor};
use crate::files;
use manao_kernel::app::App;

/// Most threads in one round; the others wait for the next one.
const BATCH: i64 = 500;

/// Closes threads that were answered and left; run by the scheduler.
pub async fn close_answered(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(app.settings.support_answered_days.into());
    let left = sqlx::query_scalar!(
        "select id from people.support_threads where state = 'answered' and updated_at < $1 order by updated_at limit $2",
        before,
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for id in left {
        state::close(&app, id, Actor::Scheduler, None).await?;
    }
    Ok(())
}

/// Deletes threads that were closed long ago, with their messages and pictures; run by the scheduler.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let before = app.now() - TimeDelta::days(app.settings.support_days.into());
    let over = sqlx::query_scalar!(
        "select id from people.support_threads where state = 'closed' and closed_at < $1 limit $2",
        before,
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    let pictures = sqlx::query_scalar!("select file_key from people.support_pictures where thread_id = any($1)", &over)
        .fetch_all(&app.db)
        .await?;
    files::release_all(&app.db, &pictures, app.now()).await?;
    // One that staff have reopened meanwhile stays, without the pictures that are gone already.
    sqlx::query!("delete from people.support_threads where id = any($1) and state = 'closed'", &over).execute(&app.db).await?;
    Ok(())
}
