//! Console sessions: begun by a second factor, bound to the login and the browser.

use manao_domain::staff::{ConsoleTimes, LONGEST};
use manao_domain::text_enum;
use uuid::Uuid;

use super::factors::Factor;
use super::letters;
use crate::account::Origin;
use crate::mail;
use chrono::TimeDelta;
use manao_kernel::access::{ConsoleSession, Member};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::secret::Secret;

text_enum! {
    /// Why a console session ended.
    EndReason {
        /// By its person
        Left = "left",
        /// By an admin
        Staff = "staff",
        /// A role was withdrawn
        Role = "role",
        /// The factors were changed or reset
        Factors = "factors",
        /// By another one of the same login
        Replaced = "replaced",
    }
}

/// Time for which sessions are kept after their end, for questions about what happened.
const KEPT: TimeDelta = TimeDelta::days(90);
/// How exactly the last call is recorded.
const USED_EVERY: TimeDelta = TimeDelta::seconds(60);

/// The session that a factor opened or renewed.
pub struct Entered {
    pub console: ConsoleSession,
    /// What the browser keeps; None for the one it has
    pub secret: Option<Secret>,
}

/// Begins a session in the console, or renews the factor of the present one. The caller has checked the factor in this change.
pub async fn enter(change: &mut Change, member: &Member, factor: Factor, origin: &Origin) -> Result<Entered, Problem> {
    let now = change.now();
    if let Some(mut console) = member.console {
        sqlx::query!(
            "update people.console_sessions set factor = $2, factor_at = $3, used_at = $3 where id = $1 and ended_at is null",
            console.id,
            factor.as_str(),
            now
        )
        .execute(change.conn())
        .await?;
        console.times = ConsoleTimes { used_at: now, factor_at: now, ..console.times };
        return Ok(Entered { console, secret: None });
    }
    sqlx::query!(
        "update people.console_sessions set ended_at = $2, ended_reason = $3 where session_id = $1 and ended_at is null",
        member.session_id,
        now,
        EndReason::Replaced.as_str()
    )
    .execute(change.conn())
    .await?;
    let (id, secret) = (Uuid::new_v4(), Secret::random());
    let user_agent = origin.user_agent.as_deref().map(|text| text.chars().take(300).collect::<String>());
    sqlx::query!(
        "insert into people.console_sessions (id, hash, user_id, session_id, began_at, used_at, factor, factor_at, user_agent, address)
         values ($1, $2, $3, $4, $5, $5, $6, $5, $7, $8::text::inet)",
        id,
        &secret.hash()[..],
        member.user_id,
        member.session_id,
        now,
        factor.as_str(),
        user_agent,
        origin.address.map(|address| address.to_string())
    )
    .execute(change.conn())
    .await?;
    change.audit(AuditEntry {
        actor_id: Some(member.user_id),
        action: "console_entered",
        subject: Subject::new("user", member.user_id),
        reason: None,
        detail: serde_json::json!({ "factor": factor }),
    });
    let news = |lang| letters::entered(origin, factor, now, lang);
    mail::tell(change, member.user_id, mail::Kind::StaffEntered, &id.to_string(), news).await?;
    let times = ConsoleTimes { began_at: now, used_at: now, factor_at: now };
    Ok(Entered { console: ConsoleSession { id, times }, secret: Some(secret) })
}

/// Ends the member's session in the console.
pub async fn leave(change: &mut Change, console: ConsoleSession) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update people.console_sessions set ended_at = $2, ended_reason = $3 where id = $1 and ended_at is null",
        console.id,
        now,
        EndReason::Left.as_str()
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Ends every session of a person in the console, with what their open pages hear.
pub async fn end_all(change: &mut Change, user_id: i64, reason: EndReason) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update people.console_sessions set ended_at = $2, ended_reason = $3 where user_id = $1 and ended_at is null",
        user_id,
        now,
        reason.as_str()
    )
    .execute(change.conn())
    .await?;
    change.end_grants([user_id])
}

/// Returns a console session as a request sees it, and records the call if it counts as use.
pub async fn console_of(app: &App, found: Option<(Uuid, ConsoleTimes)>, is_use: bool) -> Result<Option<ConsoleSession>, Problem> {
    let Some((id, mut times)) = found else { return Ok(None) };
    let now = app.now();
    if is_use && times.is_open(now) && now - times.used_at >= USED_EVERY {
        // Not a change: nobody is told, and a call that only reads records it too.
        sqlx::query!("update people.console_sessions set used_at = $2 where id = $1 and used_at < $2", id, now)
            .execute(&app.db)
            .await?;
        times.used_at = now;
    }
    Ok(Some(ConsoleSession { id, times }))
}

/// Deletes sessions that ended long ago, and challenges that were not answered; the scheduler runs it.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let now = app.now();
    sqlx::query!("delete from people.console_sessions where began_at < $1", now - LONGEST - KEPT).execute(&app.db).await?;
    sqlx::query!("delete from people.factor_challenges where expires_at < $1", now).execute(&app.db).await?;
    Ok(())
}
