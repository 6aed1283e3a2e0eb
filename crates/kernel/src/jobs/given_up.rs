//! Jobs that used up all their tries. They are kept for a while for staff to inspect, then logged and deleted: otherwise the number of jobs
//! needing attention would only grow.

use std::time::Duration;

use anyhow::Result;

use crate::app::App;

pub(super) const LOOK_EVERY: Duration = Duration::from_secs(3600);
/// Days that a job is kept after its last try.
const KEPT_DAYS: i32 = 14;
/// Most jobs in one round; the next one takes the rest.
const BATCH: i64 = 1_000;

pub(super) async fn forget(app: App) -> Result<()> {
    let mut change = app.change().await?;
    // The queue has its own clock, the database's. The next time of a job that failed for the last time is a little after that failure.
    let forgotten: Vec<(i64, String, Option<String>)> = sqlx::query_as(
        "with old as (delete from graphile_worker._private_jobs
                      where id in (select id from graphile_worker._private_jobs
                                   where attempts >= max_attempts and locked_at is null and run_at < now() - make_interval(days => $1)
                                   order by id limit $2 for update skip locked)
                      returning id, task_id, last_error)
         select old.id, task.identifier, old.last_error from old join graphile_worker._private_tasks task on task.id = old.task_id",
    )
    .bind(KEPT_DAYS)
    .bind(BATCH)
    .fetch_all(change.conn())
    .await?;
    // Deletes jobs that were replaced by another of the same key while running: either their work is done, or the other job does it. Such a job
    // remains when its worker was interrupted, and needs no attention.
    sqlx::query(
        "delete from graphile_worker._private_jobs job using graphile_worker._private_job_retirements retired
         where retired.id = job.id and job.locked_at is null",
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    for (job, task, error) in forgotten {
        tracing::warn!(job, task, error, "a job that was given up is forgotten");
    }
    Ok(())
}
