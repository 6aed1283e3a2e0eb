//! PostgreSQL: the pool, the migrations, and `Change`, the only way to write.
//!
//! A statement with an array of ids (`id = any($1)`) is planned anew each time: PostgreSQL expects ten ids in a plan for any array, sees one
//! in this array, and finds that cheaper by more than the planning costs. Where many tables are joined, planning took ten times as long as
//! reading. In statements that run often, the array is hidden from the planner: `id = any((select $1::bigint[])::bigint[])`.

mod change;
pub mod organizations;

use std::time::Duration;

use anyhow::{Context as _, Result};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgPool, PgTransaction};

pub(crate) use change::read_only;
pub use change::{Change, JobOptions};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");

/// A pool that waits at most five seconds for a free connection, ten for a lock and thirty for an answer, and aborts a transaction that is
/// idle for ten.
pub fn pool(options: PgConnectOptions, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections.max(2))
        .acquire_timeout(Duration::from_secs(5))
        .max_lifetime(Duration::from_secs(1800))
        .connect_lazy_with(options.application_name("manao").options([
            ("timezone", "UTC"),
            ("lock_timeout", "10s"),
            ("statement_timeout", "30s"),
            // So a process that hangs in the middle of a change does not keep its locks.
            ("idle_in_transaction_session_timeout", "10s"),
        ]))
}

/// A transaction, which is rolled back when it is dropped.
///
/// sqlx sees to that, but not while `begin` is still in flight: a caller that gives up just then (a browser that leaves the page) would
/// return a connection with an open transaction to the pool, and the next error in it would affect all later users. So it is begun in its
/// own task, which finishes even if the caller goes away.
pub async fn begin(db: &PgPool, statement: &'static str) -> sqlx::Result<PgTransaction<'static>> {
    let db = db.clone();
    #[allow(clippy::disallowed_methods, reason = "the one place that may")]
    let begun = tokio::spawn(async move { db.begin_with(statement).await });
    begun.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

/// A transaction that only reads, and sees the database as it stood at its first query: for answers built from several queries that must be
/// consistent.
pub async fn one_moment(db: &PgPool) -> sqlx::Result<PgTransaction<'static>> {
    begin(db, "begin isolation level repeatable read read only").await
}

/// Names the shape that [`migrate`] makes: a hash of all its steps and of the reference data.
pub fn shape() -> String {
    use sha2::{Digest as _, Sha256};
    let mut hash = Sha256::new();
    for step in MIGRATIONS.iter() {
        hash.update(&*step.checksum);
    }
    hash.update(organizations::LIST);
    hex::encode(&hash.finalize()[..6])
}

/// Brings the database to this version's shape; safe to run from several processes at once.
///
/// # Errors
/// When a step fails, or the database was migrated by a newer version.
pub async fn migrate(db: &PgPool) -> Result<()> {
    // A step over a full table may take a while.
    let mut patient = db.acquire().await?.detach();
    sqlx::query("select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)")
        .execute(&mut patient)
        .await?;
    MIGRATIONS.run(&mut patient).await.context("migrate the database")?;
    patient.close().await?;
    graphile_worker::WorkerOptions::default()
        .pg_pool(db.clone())
        .listen_os_shutdown_signals(false)
        .init()
        .await
        .context("prepare the job queue")?;
    organizations::load(db).await.context("load the organisations")?;
    Ok(())
}
