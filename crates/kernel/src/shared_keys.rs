//! Keys that all processes of a shop must share and that are not set: the first process that needs one generates it. They are stored in the
//! database, encrypted with `VOUCHER_KEY`.

use anyhow::{Context as _, Result, ensure};
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

/// Name of the value that says by which key codes are recognised.
const FINGERPRINTS: &str = "fingerprints";

/// Checks that codes are recognised by the key that was in use first; the first process says which that is.
///
/// # Errors
/// When the database is unavailable, or the key is another one.
pub async fn check_fingerprints(db: &PgPool, sealer: &Sealer) -> Result<()> {
    let ours = STANDARD.encode(sealer.fingerprint(FINGERPRINTS));
    let sealed = match read(db, FINGERPRINTS).await? {
        Some(sealed) => sealed,
        None => write(db, FINGERPRINTS, &sealer.seal(ours.as_bytes(), FINGERPRINTS.as_bytes())?).await?,
    };
    let first =
        sealer.open(&sealed, FINGERPRINTS.as_bytes()).context("VOUCHER_KEY is not the key that this database was sealed with")?;
    ensure!(
        first == ours,
        "VOUCHER_FINGERPRINT_KEY must be the first VOUCHER_KEY of this database: codes would not be recognised"
    );
    Ok(())
}

/// Seals every key again with the present one; returns their number.
///
/// # Errors
/// When the database is unavailable, or a key does not open.
pub async fn reseal(db: &PgPool, sealer: &Sealer) -> Result<u64> {
    let mut renewed = 0;
    let keys: Vec<(String, Vec<u8>)> = sqlx::query_as("select name, sealed from kernel.shared_keys").fetch_all(db).await?;
    for (name, sealed) in keys.into_iter().filter(|(_, sealed)| !sealed.starts_with(&sealer.prefix())) {
        let fresh = sealer.renew(&sealed, name.as_bytes())?;
        sqlx::query("update kernel.shared_keys set sealed = $3 where name = $1 and sealed = $2")
            .bind(name)
            .bind(sealed)
            .bind(fresh)
            .execute(db)
            .await?;
        renewed += 1;
    }
    Ok(renewed)
}

/// Generates a key. If two processes do so at once, both get the key of the first.
async fn make(db: &PgPool, sealer: &Sealer, name: &'static str) -> Result<Vec<u8>> {
    let key = STANDARD.encode(rand::random::<[u8; 32]>());
    write(db, name, &sealer.seal(key.as_bytes(), name.as_bytes())?).await
}

/// Stores a sealed value unless there is one; returns the one that is stored.
async fn write(db: &PgPool, name: &'static str, sealed: &[u8]) -> Result<Vec<u8>> {
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
