//! Work of esports that waits for staff.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::PgConnection;

use manao_kernel::console::{Work, WorkKind};
use manao_kernel::problem::{Lang, Problem};

/// Time after its end at which a tournament without a result is stuck.
const LATE: TimeDelta = TimeDelta::days(1);

/// Returns what waits, by kind.
pub fn load<'a>(conn: &'a mut PgConnection, now: DateTime<Utc>, _: Lang) -> BoxFuture<'a, Result<Vec<Work>, Problem>> {
    work(conn, now).boxed()
}

async fn work(conn: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<Work>, Problem> {
    let work = sqlx::query_as!(
        Work,
        r#"select 'tournament_stuck' as "kind!: WorkKind", count(*) as "count!", min(end_at) as since, null as name
           from esports.tournaments
           where published_at is not null and finished_at is null and cancelled_at is null and phase = 'competition' and end_at < $1
           union all
           select 'match_dispute', count(*), min(coalesce(ends_at, scheduled_at)), null from esports.matches where state = 'disputed'
           union all
           select 'message_report', count(distinct message_id), min(created_at), null from esports.message_flags where settled_at is null
           union all
           select 'application', count(*), min(submitted_at), null from esports.promoter_applications where status = 'submitted'"#,
        now - LATE
    )
    .fetch_all(conn)
    .await?;
    Ok(work)
}
