//! A person's second factors: which they have, and who may change them.

use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::{letters, session};
use crate::mail;
use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

text_enum! {
    /// The factor that a console session was entered by.
    Factor {
        Passkey = "passkey",
        Totp = "totp",
        RecoveryCode = "recovery_code",
    }
}

/// A passkey, as its owner knows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyInfo {
    pub id: i64,
    pub name: String,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<DateTime<Utc>>,
}

/// My second factors.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Factors {
    /// Oldest first
    pub passkeys: Vec<PasskeyInfo>,
    /// Whether an authenticator app is set up
    pub totp: bool,
    /// Recovery codes that are left
    pub recovery_codes: i64,
}

impl Factors {
    pub async fn load(conn: &mut PgConnection, user_id: i64) -> Result<Self, Problem> {
        let passkeys = sqlx::query_as!(
            PasskeyInfo,
            "select id, name, created_at, last_used_at from people.passkeys where user_id = $1 order by id",
            user_id
        )
        .fetch_all(&mut *conn)
        .await?;
        let others = sqlx::query!(
            r#"select exists (select from people.totp_factors where user_id = $1 and confirmed_at is not null) as "totp!",
                      (select count(*) from people.recovery_codes where user_id = $1 and used_at is null) as "codes!""#,
            user_id
        )
        .fetch_one(conn)
        .await?;
        Ok(Self { passkeys, totp: others.totp, recovery_codes: others.codes })
    }

    /// Whether there is one to come in by; recovery codes are for when it is lost.
    pub fn any(&self) -> bool {
        self.totp || !self.passkeys.is_empty()
    }

    /// Number of ways to come in.
    pub fn count(&self) -> usize {
        self.passkeys.len() + usize::from(self.totp)
    }
}

/// Checks that the person may set up a factor: the first one on the way in, each other one in the console with a fresh factor.
///
/// # Errors
/// 409 `factor_exists` outside the console, 403 `factor_required`.
pub async fn may_set_up(app: &App, conn: &mut PgConnection, member: &Member) -> Result<(), Problem> {
    if !Factors::load(conn, member.user_id).await?.any() {
        return Ok(());
    }
    let console = member.console.ok_or(codes::factor_exists)?;
    if console.times.is_fresh(app.now()) { Ok(()) } else { Err(codes::factor_required.into()) }
}

/// Records that a person's factors changed: in the audit log, and by mail to the person.
pub async fn changed(change: &mut Change, user_id: i64, action: &'static str, what: letters::FactorNews) -> Result<(), Problem> {
    let now = change.now();
    change.audit(AuditEntry {
        actor_id: Some(user_id),
        action,
        subject: Subject::new("user", user_id),
        reason: None,
        detail: serde_json::json!({}),
    });
    let thing = format!("{action} {}", now.timestamp_micros());
    mail::tell(change, user_id, mail::Kind::StaffFactors, &thing, |lang| letters::factors(what, now, lang)).await
}

/// Removes all factors of a person, and ends their console sessions.
pub async fn reset(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    for table in ["passkeys", "totp_factors", "recovery_codes"] {
        let statement = sqlx::AssertSqlSafe(format!("delete from people.{table} where user_id = $1"));
        sqlx::query(statement).bind(user_id).execute(change.conn()).await?;
    }
    session::end_all(change, user_id, session::EndReason::Factors).await
}
