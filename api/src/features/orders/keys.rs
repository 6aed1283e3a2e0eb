//! Idempotency: one wish, one order, however often it is sent; and one deed for the other calls that take a key.

use axum::http::HeaderMap;
use chrono::TimeDelta;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::create::CreateOrder;
use crate::app::App;
use crate::database::Change;
use crate::problem::{Problem, codes};

const HEADER: &str = "idempotency-key";
const OPERATION: &str = "create_order";

/// The same wishes have the same hash, however their JSON or the number that pays was written.
pub fn hash(wanted: &CreateOrder, number: Option<&Msisdn>) -> [u8; 32] {
    #[derive(Serialize)]
    struct Canonical<'a> {
        direct: Option<(i64, i64, &'a Option<String>, &'a Option<String>)>,
        items: &'a Option<Vec<i64>>,
        channel: &'a str,
        expected: i64,
        // Left out when there is none, so that keys placed before there were coupons keep their hash.
        #[serde(skip_serializing_if = "Option::is_none")]
        coupon: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<&'a str>,
    }
    let direct = wanted.selection.direct.as_ref();
    let canonical = Canonical {
        direct: direct.map(|direct| (direct.product_id, direct.quantity.0, &direct.player_id, &direct.server)),
        items: &wanted.selection.cart_item_ids,
        channel: &wanted.channel,
        expected: wanted.expected_total_satang,
        coupon: wanted.coupon_code.as_deref(),
        number: number.map(Msisdn::international),
    };
    Sha256::digest(serde_json::to_vec(&canonical).unwrap_or_default()).into()
}

/// The order that this key placed, if it did.
///
/// # Errors
/// 409 `order_idempotency_conflict` when it was sent with another body.
pub async fn placed_before(conn: &mut PgConnection, user_id: i64, key: &str, hash: &[u8]) -> Result<Option<i64>, Problem> {
    Ok(used(conn, user_id, OPERATION, key, hash).await?.and_then(|used| used.order_id))
}

/// A key that was used.
struct Used {
    order_id: Option<i64>,
}

async fn used(conn: &mut PgConnection, user_id: i64, operation: &str, key: &str, hash: &[u8]) -> Result<Option<Used>, Problem> {
    let row = sqlx::query!(
        "select request_hash, order_id from idempotency_keys where user_id = $1 and operation = $2 and key = $3",
        user_id,
        operation,
        key
    )
    .fetch_optional(conn)
    .await?;
    match row {
        Some(row) if row.request_hash != hash => Err(codes::order_idempotency_conflict.into()),
        row => Ok(row.map(|row| Used { order_id: row.order_id })),
    }
}

/// Does what a call asks for, unless its key was used for that before. The key is optional, and noted after the deed: what failed, or
/// was cut off, may be sent again, and the state decides what is left to do.
///
/// # Errors
/// 400 `idempotency_key_invalid`, 409 `order_idempotency_conflict`, and those of the deed.
pub async fn once(
    app: &App,
    user_id: i64,
    operation: &str,
    headers: &HeaderMap,
    wanted: &impl Serialize,
    deed: impl Future<Output = Result<(), Problem>>,
) -> Result<(), Problem> {
    if !headers.contains_key(HEADER) {
        return deed.await;
    }
    let key = of(headers)?;
    let hash: [u8; 32] = Sha256::digest(serde_json::to_vec(wanted)?).into();
    if used(&mut *app.db.acquire().await?, user_id, operation, &key, &hash).await?.is_some() {
        return Ok(());
    }
    deed.await?;
    let mut change = app.change().await?;
    note(&mut change, user_id, operation, &key, &hash).await?;
    change.commit().await
}

/// Whether the key was new.
async fn note(change: &mut Change, user_id: i64, operation: &str, key: &str, hash: &[u8]) -> Result<bool, Problem> {
    let now = change.now();
    let noted = sqlx::query!(
        "insert into idempotency_keys (user_id, operation, key, request_hash, created_at) values ($1, $2, $3, $4, $5)
         on conflict do nothing",
        user_id,
        operation,
        key,
        hash,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// Takes the key for this change. Another one that holds it at this moment is waited for (the key is unique), and then
/// its order is ours.
///
/// # Errors
/// 409 `order_idempotency_conflict`.
pub async fn claim(change: &mut Change, user_id: i64, key: &str, hash: &[u8]) -> Result<Option<i64>, Problem> {
    if note(change, user_id, OPERATION, key, hash).await? {
        return Ok(None);
    }
    placed_before(change.conn(), user_id, key, hash).await
}

/// Notes which order the claimed key placed.
///
/// # Errors
/// When the database fails.
pub async fn placed(change: &mut Change, user_id: i64, key: &str, order_id: i64) -> Result<(), Problem> {
    sqlx::query!(
        "update idempotency_keys set order_id = $4 where user_id = $1 and operation = $2 and key = $3",
        user_id,
        OPERATION,
        key,
        order_id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Forgets the keys used more than a week ago, by the clockwork.
///
/// # Errors
/// When the database fails; the next round tries again.
pub async fn forget(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let old = change.now() - TimeDelta::days(7);
    sqlx::query!("delete from idempotency_keys where created_at < $1", old).execute(change.conn()).await?;
    Ok(change.commit().await?)
}

/// A key as a client may choose it.
///
/// # Errors
/// 400 `idempotency_key_required` or `idempotency_key_invalid` (8 to 128 printable ASCII characters).
pub fn of(headers: &HeaderMap) -> Result<String, Problem> {
    let key = headers.get(HEADER).ok_or(codes::idempotency_key_required)?;
    let key = key.to_str().ok().map(str::trim).filter(|key| (8..=128).contains(&key.len()));
    let key = key.filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic()));
    Ok(key.ok_or(codes::idempotency_key_invalid)?.to_owned())
}
