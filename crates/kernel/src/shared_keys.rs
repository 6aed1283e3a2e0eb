//! Keys that all processes of a shop must share and that are not set: the first process that needs one generates it. They are stored in the
//! database, encrypted with `VOUCHER_KEY`.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sqlx::PgPool;

use crate::sealing::Sealer;

/// Key that signs Web Push messages.
pub const VAPID: &str = "vapid";
/// Key that signs nothing: it can only be decrypted with the `VOUCHER_KEY` that this shop's database was encrypted with.
pub const SEAL: &str = "seal";

/// Returns the key of that name, 32 bytes in base64; all processes get the same one.
///
/// # Errors
/// When the database is unavailable, or `VOUCHER_KEY` is not the one that the key was encrypted with.
pub async fn load(db: &PgPool, sealer: &Sealer, name: &'static str) -> Result<String> {
    let found = read(db, name).await?;
    let sealed = match found {
        Some(sealed) => sealed,
        None => make(db, sealer, name).await?,
    };
    sealer.open(&sealed, name.as_bytes()).context("VOUCHER_KEY is not the key that this database was sealed with")
}

/// Generates a key. If two processes do so at once, both get the key of the first.
async fn make(db: &PgPool, sealer: &Sealer, name: &'static str) -> Result<Vec<u8>> {
    let key = STANDARD.encode(rand::random::<[u8; 32]>());
    let sealed = sealer.seal(key.as_bytes(), name.as_bytes())?;
    sqlx::query("insert into kernel.shared_keys (name, sealed) values ($1, $2) on conflict (name) do nothing")
        .bind(name)
        .bind(sealed)
        .execute(db)
        .await?;
    read(db, name).await?.context("a key that was just written is not there")
}

async fn read(db: &PgPool, name: &str) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar("select sealed from kernel.shared_keys where name = $1").bind(name).fetch_optional(db).await
}
