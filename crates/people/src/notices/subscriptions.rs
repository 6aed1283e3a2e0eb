//! The browsers that receive pushes for a person.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_kernel::access::Member;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::providers::push::{Browser, PushServices, VapidKey};
use manao_kernel::sealing::Sealer;
use manao_kernel::shared_keys;

/// Most browsers of one person; another one replaces the oldest.
pub const MOST: i64 = 10;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscription {
    id: i64,
    /// Whether it is the browser that makes the request
    current: bool,
    created_at: DateTime<Utc>,
    /// User agent of the browser
    #[serde(skip_serializing_if = "Option::is_none")]
    user_agent: Option<String>,
}

/// Returns the key that browsers subscribe with: the one that is set, else the one that all processes share.
pub async fn key<'a>(app: &App, services: &'a PushServices) -> anyhow::Result<&'a VapidKey> {
    services.key(async { shared_keys::load(&app.db, &Sealer::from_app(app)?, shared_keys::VAPID).await }).await
}

pub async fn list(db: &PgPool, member: &Member) -> Result<Vec<PushSubscription>, Problem> {
    let all = sqlx::query_as!(
        PushSubscription,
        r#"select p.id, p.session_id = $2 as "current!", p.created_at, s.user_agent as "user_agent?"
           from people.push_subscriptions p left join people.sessions s on s.id = p.session_id
           where p.user_id = $1 and not (s.ended_at is not null and s.ended_reason is distinct from 'expired')
           order by p.id desc limit $3"#,
        member.user_id,
        member.session_id,
        MOST
    )
    .fetch_all(db)
    .await?;
    Ok(all)
}

/// Stores a browser, or its new keys. A browser that another person logged in with before is theirs no longer; only the browser itself knows
/// both its keys.
///
/// # Errors
/// 422 when another person's address comes with different keys.
pub async fn add(app: &App, member: &Member, browser: &Browser) -> Result<(), Problem> {
    let mut change = app.change().await?;
    // Two requests of one person must not both find the last free slot.
    change.lock(&format!("push_subscriptions:{}", member.user_id)).await?;
    let now = change.now();
    let kept = sqlx::query!(
        "insert into people.push_subscriptions as p (user_id, session_id, endpoint, p256dh, auth, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
                auth = excluded.auth, failed_at = null
         where p.user_id = excluded.user_id or (p.p256dh = excluded.p256dh and p.auth = excluded.auth)",
        member.user_id,
        member.session_id,
        browser.endpoint,
        browser.p256dh,
        browser.auth,
        now
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if kept == 0 {
        return Err(Problem::invalid("endpoint", codes::push_endpoint_invalid));
    }
    sqlx::query!(
        "delete from people.push_subscriptions where user_id = $1 and endpoint <> $3
           and id not in (select id from people.push_subscriptions where user_id = $1 and endpoint <> $3 order by id desc limit $2)",
        member.user_id,
        MOST - 1,
        browser.endpoint
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Removes a browser of this person, if there is one.
pub async fn forget(change: &mut Change, user_id: i64, endpoint: Option<&str>, id: Option<i64>) -> Result<(), Problem> {
    sqlx::query!(
        "delete from people.push_subscriptions where user_id = $1 and (endpoint = $2 or id = $3)",
        user_id,
        endpoint,
        id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Removes browsers that were logged out.
pub async fn forget_ended(app: App) -> anyhow::Result<()> {
    sqlx::query!(
        "delete from people.push_subscriptions p using people.sessions s
         where s.id = p.session_id and s.ended_at is not null and s.ended_reason is distinct from 'expired'"
    )
    .execute(&app.db)
    .await?;
    Ok(())
}
