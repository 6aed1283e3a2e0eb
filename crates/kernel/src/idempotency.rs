//! Idempotency keys: one request has one effect, however often it is sent.
//!
//! There are two ways, for two kinds of work. A request that is one transaction takes its key in it ([`Key::claim`], [`Key::finish`]): key and
//! effect commit together or not at all, and a repeat finds the answer by the id stored with the key.
//!
//! A request that needs several transactions, or calls a counterparty in between, is run by [`once`]. The key is leased while it runs, since a
//! transaction kept open that long would hold a connection and locks.

use std::time::Duration;

use axum::http::HeaderMap;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use crate::app::App;
use crate::database::Change;
use crate::jobs::{PeriodicTask, every};
use crate::problem::{Problem, codes};

pub const HEADER: &str = "idempotency-key";
/// Longest run of a request. A dead request's key becomes free after this.
const LEASE: TimeDelta = TimeDelta::minutes(1);
/// Number of times that a request rechecks a key leased by another one; the next constant is the pause.
const LOOKS: usize = 40;
const LOOK_AGAIN: Duration = Duration::from_millis(250);
/// How long keys are kept; clients do not repeat a request after this.
const KEPT: TimeDelta = TimeDelta::days(7);
const FORGET_EVERY: Duration = Duration::from_secs(3600);

/// Returns the key that the client chose.
///
/// # Errors
/// 400 `idempotency_key_required` or `idempotency_key_invalid` (8 to 128 printable ASCII characters).
pub fn from_headers(headers: &HeaderMap) -> Result<String, Problem> {
    let key = headers.get(HEADER).ok_or(codes::idempotency_key_required)?;
    let key = key.to_str().ok().map(str::trim).filter(|key| (8..=128).contains(&key.len()));
    let key = key.filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic()));
    Ok(key.ok_or(codes::idempotency_key_invalid)?.to_owned())
}

/// A key that a member has sent with a request.
#[derive(Clone)]
pub struct Key {
    user_id: i64,
    operation: &'static str,
    key: String,
    /// Hash of the request: the same key with a different request is rejected.
    hash: [u8; 32],
}

/// A key that was used, or is in use.
struct Used {
    result_id: Option<i64>,
    leased: bool,
}

impl Key {
    /// Returns the key of a request. `request` is everything that identifies it; it must not contain short secrets, since its hash is stored.
    ///
    /// # Errors
    /// When the request cannot be serialised as JSON.
    pub fn new(user_id: i64, operation: &'static str, key: String, request: &impl Serialize) -> Result<Self, Problem> {
        Ok(Self { user_id, operation, key, hash: Sha256::digest(serde_json::to_vec(request)?).into() })
    }

    /// Returns the id of the row that this key has created, if any.
    ///
    /// # Errors
    /// 409 `idempotency_key_conflict` when it was sent with a different request.
    pub async fn result(&self, conn: &mut PgConnection) -> Result<Option<i64>, Problem> {
        Ok(self.used(conn).await?.and_then(|used| used.result_id))
    }

    /// Claims the key for this change; if it was used before, returns the id of the row it created. Waits for another change that holds the key,
    /// which is unique.
    ///
    /// # Errors
    /// 409 `idempotency_key_conflict`.
    pub async fn claim(&self, change: &mut Change) -> Result<Option<i64>, Problem> {
        let now = change.now();
        let inserted = sqlx::query!(
            "insert into kernel.idempotency_keys (user_id, operation, key, request_hash, created_at) values ($1, $2, $3, $4, $5)
             on conflict do nothing",
            self.user_id,
            self.operation,
            self.key,
            &self.hash[..],
            now
        )
        .execute(change.conn())
        .await?;
        if inserted.rows_affected() == 1 { Ok(None) } else { self.result(change.conn()).await }
    }

    /// Stores the id of the created row with the claimed key.
    pub async fn finish(&self, change: &mut Change, result_id: i64) -> Result<(), Problem> {
        sqlx::query!(
            "update kernel.idempotency_keys set result_id = $4 where user_id = $1 and operation = $2 and key = $3",
            self.user_id,
            self.operation,
            self.key,
            result_id
        )
        .execute(change.conn())
        .await?;
        Ok(())
    }

    async fn used(&self, conn: &mut PgConnection) -> Result<Option<Used>, Problem> {
        let row = sqlx::query!(
            r#"select request_hash, result_id, held_until is not null as "leased!" from kernel.idempotency_keys
               where user_id = $1 and operation = $2 and key = $3"#,
            self.user_id,
            self.operation,
            self.key
        )
        .fetch_optional(conn)
        .await?;
        match row {
            Some(row) if row.request_hash != self.hash => Err(codes::idempotency_key_conflict.into()),
            row => Ok(row.map(|row| Used { result_id: row.result_id, leased: row.leased })),
        }
    }

    /// Leases the key for a request that runs outside a transaction, waiting while another one has it; None when that one succeeded. No
    /// connection is held while waiting.
    async fn lease(self, app: &App) -> Result<Option<Lease>, Problem> {
        for _ in 0..LOOKS {
            let now = app.now();
            // An expired lease belongs to a request that died.
            let until = sqlx::query_scalar!(
                r#"insert into kernel.idempotency_keys as k (user_id, operation, key, request_hash, created_at, held_until)
                   values ($1, $2, $3, $4, $5, $6)
                   on conflict (user_id, operation, key) do update set held_until = excluded.held_until
                   where k.held_until <= $5 and k.request_hash = excluded.request_hash
                   returning held_until as "held_until!""#,
                self.user_id,
                self.operation,
                self.key,
                &self.hash[..],
                now,
                now + LEASE
            )
            .fetch_optional(&app.db)
            .await?;
            if let Some(until) = until {
                return Ok(Some(Lease { app: app.clone(), key: self, until, over: false }));
            }
            match self.used(&mut *app.db.acquire().await?).await? {
                Some(used) if !used.leased => return Ok(None),
                // It became free between the two checks, so it is available at once.
                None => {}
                Some(_) => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
        Err(Problem::new(codes::idempotency_key_busy).retry_after(2))
    }
}

/// Runs a request unless its optional key was used for the same request before. A second request with the key waits until the first has ended.
/// If the first fails or is interrupted, the key is free and may be sent again; the state decides what is left to do.
///
/// # Errors
/// 400 `idempotency_key_invalid`, 409 `idempotency_key_conflict`, 409 `idempotency_key_busy`, and the errors of the work.
pub async fn once(
    app: &App,
    user_id: i64,
    operation: &'static str,
    headers: &HeaderMap,
    request: &impl Serialize,
    work: impl Future<Output = Result<(), Problem>>,
) -> Result<(), Problem> {
    if !headers.contains_key(HEADER) {
        return work.await;
    }
    let key = Key::new(user_id, operation, from_headers(headers)?, request)?;
    let Some(lease) = key.lease(app).await? else { return Ok(()) };
    match work.await {
        Ok(()) => lease.succeeded().await,
        Err(problem) => {
            lease.free().await?;
            Err(problem)
        }
    }
}

/// A key whose request is running. If it is dropped early because the caller has gone, the key is free again.
struct Lease {
    app: App,
    key: Key,
    /// Distinguishes this lease from a later one.
    until: DateTime<Utc>,
    over: bool,
}

impl Lease {
    async fn succeeded(mut self) -> Result<(), Problem> {
        self.over = true;
        sqlx::query!(
            "update kernel.idempotency_keys set held_until = null where user_id = $1 and operation = $2 and key = $3 and held_until = $4",
            self.key.user_id,
            self.key.operation,
            self.key.key,
            self.until
        )
        .execute(&self.app.db)
        .await?;
        Ok(())
    }

    async fn free(mut self) -> Result<(), Problem> {
        self.over = true;
        forget_leased(&self.app, &self.key, self.until).await
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        let (app, key, until) = (self.app.clone(), self.key.clone(), self.until);
        tokio::spawn(async move {
            if let Err(problem) = forget_leased(&app, &key, until).await {
                tracing::warn!(operation = key.operation, ?problem, "a key stays leased for a minute");
            }
        });
    }
}

async fn forget_leased(app: &App, key: &Key, until: DateTime<Utc>) -> Result<(), Problem> {
    sqlx::query!(
        "delete from kernel.idempotency_keys where user_id = $1 and operation = $2 and key = $3 and held_until = $4",
        key.user_id,
        key.operation,
        key.key,
        until
    )
    .execute(&app.db)
    .await?;
    Ok(())
}

pub fn periodic_tasks() -> Vec<PeriodicTask> {
    vec![every(FORGET_EVERY, "idempotency.forget", forget)]
}

async fn forget(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let old = change.now() - KEPT;
    sqlx::query!("delete from kernel.idempotency_keys where created_at < $1", old).execute(change.conn()).await?;
    Ok(change.commit().await?)
}
