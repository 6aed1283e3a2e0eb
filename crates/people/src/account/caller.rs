//! The session that a request's access token names.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_kernel::App;
use manao_kernel::access::Session;
use manao_kernel::problem::Problem;
use sqlx::PgConnection;
use uuid::Uuid;

use super::TERMS_VERSION;

/// Loads a session by its id and its person's id; None when there is no such session.
pub fn load_session(app: &App, session_id: Uuid, user_id: i64) -> BoxFuture<'_, Result<Option<Session>, Problem>> {
    Box::pin(load(app, session_id, user_id))
}

async fn load(app: &App, session_id: Uuid, user_id: i64) -> Result<Option<Session>, Problem> {
    // One primary-key lookup per request: an ended session ends at once everywhere, with no cache to invalidate.
    let session = sqlx::query_as!(
        Session,
        r#"select s.ended_at is not null as "ended!", s.expires_at, u.suspended_at is not null as "suspended!",
                  exists (select from people.terms_acceptances t where t.user_id = u.id and t.version = $3) as "synced!",
                  (u.email_verified_at is not null or u.msisdn_verified_at is not null) as "verified!",
                  exists (select from people.operator_grants g
                          where (u.email_verified_at is not null and g.identifier = u.email)
                             or (u.msisdn_verified_at is not null and g.identifier = u.msisdn::citext)) as "operator!",
                  coalesce(u.promoter_until > $4, false) as "promoter!"
           from people.sessions s join people.users u on u.id = s.user_id
           where s.id = $1 and u.id = $2"#,
        session_id,
        user_id,
        TERMS_VERSION,
        app.now()
    )
    .fetch_optional(&app.db)
    .await?;
    Ok(session)
}

/// Gives this person the right to run tournaments until then; None withdraws it.
///
/// # Errors
/// When the database cannot be asked.
pub async fn set_promoter_until(conn: &mut PgConnection, user_id: i64, until: Option<DateTime<Utc>>) -> Result<(), sqlx::Error> {
    sqlx::query!("update people.users set promoter_until = $2 where id = $1", user_id, until).execute(conn).await?;
    Ok(())
}
