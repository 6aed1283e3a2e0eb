//! The audit log: what staff did and looked at. An entry is written in the transaction of what it is about, is never changed, and holds the hash
//! of the entry before it, so that a missing or changed one is found (`manao audit verify`).

use std::collections::BTreeMap;

use chrono::{DateTime, SubsecRound as _, Utc};
use futures_util::TryStreamExt as _;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, PgPool};

use crate::problem::Problem;

/// Lock under which entries are added, one change after another.
const LOCK: &str = "audit log";

/// Somebody or something that an entry is about: `order` and its number, `user` and the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: &'static str,
    pub id: String,
}

impl Subject {
    pub fn new(kind: &'static str, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }
}

/// An entry to write.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// The member of staff; None for a command
    pub actor_id: Option<i64>,
    /// The act, such as `role_granted`; a look at personal data ends in `_seen`
    pub action: &'static str,
    pub subject: Subject,
    pub reason: Option<String>,
    /// What changed, old and new; never a secret
    pub detail: Value,
}

impl AuditEntry {
    /// Returns the entry of an act of staff.
    pub fn act(actor_id: i64, action: &'static str, subject: Subject, reason: Option<&str>, detail: Value) -> Self {
        Self { actor_id: Some(actor_id), action, subject, reason: reason.map(str::to_owned), detail }
    }
}

/// An entry as it is hashed: its fields in a fixed order.
#[derive(Serialize)]
struct Hashed<'a> {
    id: i64,
    at: DateTime<Utc>,
    actor: Option<i64>,
    action: &'a str,
    kind: &'a str,
    subject: &'a str,
    reason: Option<&'a str>,
    detail: BTreeMap<String, Value>,
}

fn hash(before: &[u8], hashed: &str) -> [u8; 32] {
    Sha256::new().chain_update(before).chain_update(hashed.as_bytes()).finalize().into()
}

/// Adds entries at the end of the log. Other changes with entries wait until this transaction ends.
pub(crate) async fn write(conn: &mut PgConnection, now: DateTime<Utc>, entries: Vec<AuditEntry>) -> Result<(), Problem> {
    if entries.is_empty() {
        return Ok(());
    }
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", LOCK).execute(&mut *conn).await?;
    let last = sqlx::query!("select id, hash from kernel.audit_log order by id desc limit 1").fetch_optional(&mut *conn).await?;
    // As exact as the database keeps it.
    let now = now.trunc_subsecs(6);
    let (mut id, mut before) = last.map_or((0, Vec::new()), |last| (last.id, last.hash));
    for entry in entries {
        id += 1;
        let AuditEntry { actor_id, action, subject, reason, detail } = entry;
        let detail: BTreeMap<String, Value> = serde_json::from_value(detail)?;
        let hashed = Hashed {
            id,
            at: now,
            actor: actor_id,
            action,
            kind: subject.kind,
            subject: &subject.id,
            reason: reason.as_deref(),
            detail,
        };
        let text = serde_json::to_string(&hashed)?;
        before = hash(&before, &text).to_vec();
        sqlx::query!(
            "insert into kernel.audit_log (id, at, actor_id, action, subject_kind, subject, reason, detail, hashed, hash)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            id,
            now,
            actor_id,
            action,
            subject.kind,
            subject.id,
            reason,
            serde_json::to_value(&hashed.detail)?,
            text,
            before
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Checks the whole log. Returns the number of entries.
///
/// # Errors
/// When an entry is missing, was changed, or does not say what was hashed; when the database cannot be read.
pub async fn verify(db: &PgPool) -> anyhow::Result<i64> {
    let mut rows = sqlx::query!(
        r#"select id, at, actor_id, action, subject_kind, subject, reason, detail, hashed, hash from kernel.audit_log order by id"#
    )
    .fetch(db);
    let (mut count, mut before) = (0, Vec::new());
    while let Some(row) = rows.try_next().await? {
        count += 1;
        anyhow::ensure!(row.id == count, "entry {count} is missing");
        let shown = Hashed {
            id: row.id,
            at: row.at,
            actor: row.actor_id,
            action: &row.action,
            kind: &row.subject_kind,
            subject: &row.subject,
            reason: row.reason.as_deref(),
            detail: serde_json::from_value(row.detail)?,
        };
        anyhow::ensure!(
            serde_json::to_value(&shown)? == serde_json::from_str::<Value>(&row.hashed)?,
            "entry {count} was changed"
        );
        anyhow::ensure!(hash(&before, &row.hashed)[..] == row.hash[..], "the log is broken at entry {count}");
        before = row.hash;
    }
    Ok(count)
}

/// An entry as staff read it.
#[derive(Clone, Debug)]
pub struct AuditRow {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub actor: Option<i64>,
    pub action: String,
    pub reason: Option<String>,
    pub detail: Value,
}

/// Returns what the log says about somebody or something, oldest first; at most 500 entries.
pub async fn about(conn: &mut PgConnection, kind: &str, subject: &str) -> Result<Vec<AuditRow>, Problem> {
    let rows = sqlx::query_as!(
        AuditRow,
        "select id, at, actor_id as actor, action, reason, detail from kernel.audit_log
         where subject_kind = $1 and subject = $2 order by id limit 500",
        kind,
        subject
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}
