//! Work about people that waits for staff.

use chrono::{DateTime, Utc};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use manao_kernel::console::{Work, WorkKind};
use manao_kernel::problem::{Lang, Problem};

/// Returns what waits, by kind.
pub fn load<'a>(conn: &'a mut PgConnection, _: DateTime<Utc>, _: Lang) -> BoxFuture<'a, Result<Vec<Work>, Problem>> {
    work(conn).boxed()
}

async fn work(conn: &mut PgConnection) -> Result<Vec<Work>, Problem> {
    let work = sqlx::query_as!(
        Work,
        r#"select 'thread' as "kind!: WorkKind", count(*) as "count!", min(waiting_since) as since, null as name
           from people.support_threads where state = 'waiting'"#
    )
    .fetch_all(conn)
    .await?;
    Ok(work)
}
