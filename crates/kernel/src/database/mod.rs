//! PostgreSQL: the pool, the migrations, and `Change`, the only way to write.
//!
//! A statement with an array of ids (`id = any($1)`) is planned again each time. PostgreSQL expects ten ids in a generic plan, sees one in this
//! array, and finds that cheaper by more than the planning costs. With many joined tables, planning took ten times as long as reading. In
//! statements that run often, the array is hidden from the planner: `id = any((select $1::bigint[])::bigint[])`.

mod change;

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, PgPool, PgTransaction};

pub use change::read_only;
pub use change::{Change, JobOptions};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Returns a pool. It waits at most five seconds for a free connection, ten for a lock and thirty for an answer. It aborts a transaction that is
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
            // Otherwise a process that hangs in the middle of a change would keep its locks.
            ("idle_in_transaction_session_timeout", "10s"),
        ]))
}

/// Begins a transaction, which is rolled back when it is dropped.
///
/// sqlx sees to that, but not while `begin` is still in flight. A caller that gives up just then (a browser that leaves the page) would return a
/// connection with an open transaction to the pool. The next error in it would affect all later users. So the transaction begins in its own
/// task, which finishes even if the caller goes away.
pub async fn begin(db: &PgPool, statement: &'static str) -> sqlx::Result<PgTransaction<'static>> {
    let db = db.clone();
    #[allow(clippy::disallowed_methods, reason = "the one place that may")]
    let begun = tokio::spawn(async move { db.begin_with(statement).await });
    begun.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}

/// Begins a transaction that only reads, and sees the database as of its first query: for answers built from several queries that must be
/// consistent.
pub async fn one_moment(db: &PgPool) -> sqlx::Result<PgTransaction<'static>> {
    begin(db, "begin isolation level repeatable read read only").await
}

/// Returns a hash of the schema that [`migrate`] creates and of the reference data.
pub fn shape(reference: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let mut hash = Sha256::new();
    for step in MIGRATIONS.iter() {
        hash.update(&*step.checksum);
    }
    hash.update(reference);
    hex::encode(&hash.finalize()[..6])
}

/// Whether this program can use the database in its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Fits,
    /// A migration of this version is missing, or another stands in its place: migrate first
    Behind,
    /// A later version ran a migration that this one cannot work with
    Ahead,
}

impl Fit {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::Behind => "behind",
            Self::Ahead => "ahead",
        }
    }
}

/// Compares the database's schema with this program's. Later migrations are fine as long as they support programs of this age (`schema_floor`).
///
/// # Errors
/// When the database cannot be asked.
pub async fn fit(db: &PgPool) -> sqlx::Result<Fit> {
    let steps: Vec<_> = MIGRATIONS.iter().filter(|step| step.migration_type.is_up_migration()).collect();
    let versions: Vec<i64> = steps.iter().map(|step| step.version).collect();
    let checksums: Vec<Vec<u8>> = steps.iter().map(|step| step.checksum.to_vec()).collect();
    let asked: sqlx::Result<(i64, bool, i64)> = sqlx::query_as(
        "select (select count(*) from _sqlx_migrations done join unnest($1::bigint[], $2::bytea[]) as step (version, checksum)
                    on step.version = done.version and step.checksum = done.checksum where done.success),
                to_regclass('graphile_worker._private_jobs') is not null,
                (select max(version) from kernel.schema_floor)",
    )
    .bind(&versions)
    .bind(&checksums)
    .fetch_one(db)
    .await;
    match asked {
        Ok((_, _, floor)) if Some(&floor) > versions.iter().max() => Ok(Fit::Ahead),
        Ok((done, true, _)) if usize::try_from(done).is_ok_and(|done| done == versions.len()) => Ok(Fit::Fits),
        Ok(_) => Ok(Fit::Behind),
        // The table does not exist.
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("42P01") => Ok(Fit::Behind),
        Err(error) => Err(error),
    }
}

/// Last of the migrations that create an empty database: one for each owner.
const BASELINE: i64 = 4;
/// Last of the migrations that the baseline replaced.
const LAST_STEP: i64 = 98;

/// Adopts the baseline. A database that ran all migrations before the baseline has its schema already, and only lists the baseline instead of
/// them.
///
/// # Errors
/// When the database ran only some of them.
async fn adopt_baseline(connection: &mut PgConnection) -> Result<()> {
    let baseline: Vec<_> = MIGRATIONS.iter().filter(|step| step.version <= BASELINE).collect();
    let (Some(first), true) = (baseline.first(), listed(connection).await?) else { return Ok(()) };
    let mut tx = connection.begin().await?;
    sqlx::query("lock table _sqlx_migrations in access exclusive mode").execute(&mut *tx).await?;
    let newest: Option<i64> = sqlx::query_scalar(
        "select max(version) from _sqlx_migrations
         where success and exists (select from _sqlx_migrations first where first.version = $1 and first.description <> $2)",
    )
    .bind(first.version)
    .bind(&*first.description)
    .fetch_one(&mut *tx)
    .await?;
    match newest {
        None => return Ok(()),
        Some(LAST_STEP) => {}
        Some(step) => bail!("its newest step is {step}: migrate it with a version that has step {LAST_STEP} first"),
    }
    sqlx::query("delete from _sqlx_migrations").execute(&mut *tx).await?;
    for step in baseline {
        sqlx::query(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values ($1, $2, true, $3, 0)",
        )
        .bind(step.version)
        .bind(&*step.description)
        .bind(&*step.checksum)
        .execute(&mut *tx)
        .await?;
    }
    sqlx::query("update kernel.schema_floor set version = $1").bind(BASELINE).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Returns whether any migration was ever run.
async fn listed(connection: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(connection).await
}

/// Migrates the database to this version's schema; safe to run from several processes at once.
///
/// # Errors
/// When a migration fails, or a newer version has migrated the database.
pub async fn migrate(db: &PgPool) -> Result<()> {
    // A migration over a full table may take a while.
    let mut patient = db.acquire().await?.detach();
    sqlx::query("select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)")
        .execute(&mut patient)
        .await?;
    adopt_baseline(&mut patient).await.context("take the database along to the baseline")?;
    MIGRATIONS.run(&mut patient).await.context("migrate the database")?;
    patient.close().await?;
    graphile_worker::WorkerOptions::default()
        .pg_pool(db.clone())
        .listen_os_shutdown_signals(false)
        .init()
        .await
        .context("prepare the job queue")?;
    Ok(())
}
