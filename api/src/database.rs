//! The database with every crate's tables and reference data.

use anyhow::{Context as _, Result};
use manao_kernel::database;
use manao_people::organizations::list;
use sqlx::PgPool;

/// Brings the database to this version's shape and its reference data; safe to run from several processes at once.
///
/// # Errors
/// When a step fails, or the database was migrated by a newer version.
pub async fn migrate(db: &PgPool) -> Result<()> {
    database::migrate(db).await?;
    list::load(db).await.context("load the organisations")?;
    Ok(())
}

/// Returns a name of the state that [`migrate`] makes.
pub fn shape() -> String {
    database::shape(list::LIST)
}
