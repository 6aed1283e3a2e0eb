//! Jobs that were given up, as work of admins.

use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use crate::console::{Work, WorkKind};
use crate::problem::{Lang, Problem};

/// Returns what waits.
pub fn load<'a>(conn: &'a mut PgConnection, _: DateTime<Utc>, _: Lang) -> BoxFuture<'a, Result<Vec<Work>, Problem>> {
    work(conn).boxed()
}

async fn work(conn: &mut PgConnection) -> Result<Vec<Work>, Problem> {
    // The queue's tables are not there when queries are checked.
    let (count, since): (i64, Option<DateTime<Utc>>) = sqlx::query_as(
        "select count(*), min(run_at) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null",
    )
    .fetch_one(conn)
    .await?;
    Ok(vec![Work { kind: WorkKind::JobFailed, count, since, name: None }])
}
