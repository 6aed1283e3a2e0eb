//! The session that a request's access token names.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_domain::staff::{ConsoleTimes, StaffRole};
use manao_kernel::App;
use manao_kernel::access::{Session, ShownSession};
use manao_kernel::problem::Problem;
use sqlx::PgConnection;

use super::TERMS_VERSION;
use crate::staff::console_of;

/// Loads the session that a request shows; None when there is no such session.
pub fn load_session(app: &App, shown: ShownSession) -> BoxFuture<'_, Result<Option<Session>, Problem>> {
    Box::pin(load(app, shown))
}

async fn load(app: &App, shown: ShownSession) -> Result<Option<Session>, Problem> {
    // One primary-key lookup per request: an ended session ends at once everywhere, with no cache to invalidate.
    let row = sqlx::query!(
        r#"select s.ended_at is not null as "ended!", s.expires_at, u.suspended_at is not null as "suspended!",
                  exists (select from people.terms_acceptances t where t.user_id = u.id and t.version = $3) as "synced!",
                  (u.email_verified_at is not null or u.msisdn_verified_at is not null) as "verified!",
                  array(select distinct g.role from people.staff_roles g
                        where (u.email_verified_at is not null and g.identifier = u.email)
                           or (u.msisdn_verified_at is not null and g.identifier = u.msisdn::citext)) as "roles!: Vec<StaffRole>",
                  coalesce(u.promoter_until > $4, false) as "promoter!",
                  c.id as "console_id?", c.began_at as "began_at?", c.used_at as "used_at?", c.factor_at as "factor_at?"
           from people.sessions s join people.users u on u.id = s.user_id
                left join people.console_sessions c on c.hash = $5 and c.session_id = s.id and c.ended_at is null
           where s.id = $1 and u.id = $2"#,
        shown.id,
        shown.user_id,
        TERMS_VERSION,
        app.now(),
        shown.console.map(|secret| secret.hash().to_vec())
    )
    .fetch_optional(&app.db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let times = row.began_at.zip(row.used_at).zip(row.factor_at);
    let times = times.map(|((began_at, used_at), factor_at)| ConsoleTimes { began_at, used_at, factor_at });
    Ok(Some(Session {
        ended: row.ended,
        expires_at: row.expires_at,
        suspended: row.suspended,
        synced: row.synced,
        verified: row.verified,
        roles: row.roles,
        console: console_of(app, row.console_id.zip(times), shown.is_use).await?,
        promoter: row.promoter,
    }))
}

/// Gives this person the right to run tournaments until then; None withdraws it.
///
/// # Errors
/// When the database cannot be asked.
pub async fn set_promoter_until(conn: &mut PgConnection, user_id: i64, until: Option<DateTime<Utc>>) -> Result<(), sqlx::Error> {
    sqlx::query!("update people.users set promoter_until = $2 where id = $1", user_id, until).execute(conn).await?;
    Ok(())
}
