//! Idempotency: one wish, one order, however often it is sent; and one deed for the other calls that take a key.

use std::time::Duration;

use axum::http::HeaderMap;
use chrono::{DateTime, TimeDelta, Utc};
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
/// A deed has so long. Who died at one keeps its key from others no longer.
const HELD: TimeDelta = TimeDelta::minutes(1);
/// Who finds a key held looks again so often.
const LOOKS: usize = 40;
const LOOK_AGAIN: Duration = Duration::from_millis(250);

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
    let direct = wanted.direct.as_ref();
    let canonical = Canonical {
        direct: direct.map(|direct| (direct.product_id, direct.quantity.0, &direct.player_id, &direct.server)),
        items: &wanted.cart_item_ids,
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

/// A key that was used, or is at this moment.
struct Used {
    order_id: Option<i64>,
    held: bool,
}

async fn used(conn: &mut PgConnection, user_id: i64, operation: &str, key: &str, hash: &[u8]) -> Result<Option<Used>, Problem> {
    let row = sqlx::query!(
        r#"select request_hash, order_id, held_until is not null as "held!" from idempotency_keys
           where user_id = $1 and operation = $2 and key = $3"#,
        user_id,
        operation,
        key
    )
    .fetch_optional(conn)
    .await?;
    match row {
        Some(row) if row.request_hash != hash => Err(codes::order_idempotency_conflict.into()),
        row => Ok(row.map(|row| Used { order_id: row.order_id, held: row.held })),
    }
}

/// Does what a call asks for, unless its key was used for that before. The key is optional. It is held while the work is done: another
/// request with the same key waits for its end. What failed, or was cut off, frees it and may be sent again, and the state decides what is
/// left to do.
///
/// # Errors
/// 400 `idempotency_key_invalid`, 409 `order_idempotency_conflict`, 409 `idempotency_key_busy`, and those of the work.
pub async fn once(
    app: &App,
    user_id: i64,
    operation: &'static str,
    headers: &HeaderMap,
    wanted: &impl Serialize,
    work: impl Future<Output = Result<(), Problem>>,
) -> Result<(), Problem> {
    if !headers.contains_key(HEADER) {
        return work.await;
    }
    let key = of(headers)?;
    let hash: [u8; 32] = Sha256::digest(serde_json::to_vec(wanted)?).into();
    let Some(held) = hold(app, user_id, operation, key, &hash).await? else { return Ok(()) };
    match work.await {
        Ok(()) => held.used().await,
        Err(problem) => {
            held.free().await?;
            Err(problem)
        }
    }
}

/// Takes the key for an operation, and waits while another request works on it; none when it was done. No connection is kept meanwhile.
async fn hold(app: &App, user_id: i64, operation: &'static str, key: String, hash: &[u8]) -> Result<Option<Held>, Problem> {
    for _ in 0..LOOKS {
        let now = app.now();
        // Whoever held it for so long has died.
        let until = sqlx::query_scalar!(
            r#"insert into idempotency_keys as k (user_id, operation, key, request_hash, created_at, held_until)
               values ($1, $2, $3, $4, $5, $6)
               on conflict (user_id, operation, key) do update set held_until = excluded.held_until
               where k.held_until <= $5 and k.request_hash = excluded.request_hash
               returning held_until as "held_until!""#,
            user_id,
            operation,
            key,
            hash,
            now,
            now + HELD
        )
        .fetch_optional(&app.db)
        .await?;
        if let Some(until) = until {
            return Ok(Some(Held { app: app.clone(), user_id, operation, key, until, over: false }));
        }
        match used(&mut *app.db.acquire().await?, user_id, operation, &key, hash).await? {
            Some(used) if !used.held => return Ok(None),
            // Freed between the two looks: it can be had at once.
            None => {}
            Some(_) => tokio::time::sleep(LOOK_AGAIN).await,
        }
    }
    Err(Problem::new(codes::idempotency_key_busy).retry_after(2))
}

/// A key whose deed is being done. Dropped before its end, since the caller has gone, it is free again.
struct Held {
    app: App,
    user_id: i64,
    operation: &'static str,
    key: String,
    /// Tells this hold from a later one.
    until: DateTime<Utc>,
    over: bool,
}

impl Held {
    async fn used(mut self) -> Result<(), Problem> {
        self.over = true;
        sqlx::query!(
            "update idempotency_keys set held_until = null where user_id = $1 and operation = $2 and key = $3 and held_until = $4",
            self.user_id,
            self.operation,
            self.key,
            self.until
        )
        .execute(&self.app.db)
        .await?;
        Ok(())
    }

    async fn free(mut self) -> Result<(), Problem> {
        self.over = true;
        forget_held(&self.app, self.user_id, self.operation, &self.key, self.until).await
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        let (app, user_id, operation, key, until) =
            (self.app.clone(), self.user_id, self.operation, std::mem::take(&mut self.key), self.until);
        tokio::spawn(async move {
            if let Err(problem) = forget_held(&app, user_id, operation, &key, until).await {
                tracing::warn!(operation, ?problem, "a key stays held for a minute");
            }
        });
    }
}

async fn forget_held(app: &App, user_id: i64, operation: &str, key: &str, until: DateTime<Utc>) -> Result<(), Problem> {
    sqlx::query!(
        "delete from idempotency_keys where user_id = $1 and operation = $2 and key = $3 and held_until = $4",
        user_id,
        operation,
        key,
        until
    )
    .execute(&app.db)
    .await?;
    Ok(())
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
