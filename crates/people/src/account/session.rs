//! A session is the family of its refresh tokens: each works once and is exchanged for the next.
//!
//! A token used a second time was stolen or lost, and we cannot tell which: the whole family ends, and with it the session's open sockets.
//! There is no grace period. The two honest ways to use a token twice are handled differently:
//! - two tabs at once: the web refreshes under a lock that all its tabs share (Web Locks);
//! - an answer that never arrived, as when the page is reloaded meanwhile: a refresh may carry an `Idempotency-Key`. The same token with
//!   the same key within a minute is the same request again. It gets a new successor; the lost one is used up, and if that is ever used,
//!   the family ends.

use axum::http::HeaderMap;
use chrono::{DateTime, Duration, Utc};
use manao_domain::text_enum;
use manao_hub::control::Control;
use serde_json::json;
use uuid::Uuid;

use super::device;
use super::sign_in::Origin;
use crate::user_log::{self, Kind};
use manao_kernel::access::TOKEN_DELIVERY;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::idempotency;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::sealing::Sealer;
use manao_kernel::secret::{Secret, hash};

/// How long a refresh can be repeated with its key.
const RETRY_SECONDS: i64 = 60;
/// How long a logout can be repeated: a person whose answer was lost would otherwise stay logged in at the login provider.
const LOGOUT_RETRY_SECONDS: i64 = 600;
/// How long ended sessions and their tokens are kept, for support and to recognise replays.
const KEPT_DAYS: i64 = 30;

/// Returns how many seconds an access token is valid.
pub fn access_seconds(app: &App) -> i64 {
    app.settings.access_token_seconds.into()
}

/// Returns how many seconds a session lasts after its last use.
pub fn refresh_seconds(app: &App) -> i64 {
    app.settings.refresh_token_seconds.into()
}

/// A session as a client gets it: an access token, and a refresh token to renew it.
pub struct OpenedSession {
    pub session_id: Uuid,
    pub access_token: String,
    pub refresh_token: Secret,
    /// Secret that identifies the browser from now on; only when a session begins
    pub device: Option<Secret>,
    pub delivery: Delivery,
}

/// How a client receives its tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// In a cookie, out of reach of a page's scripts
    #[default]
    Cookie,
    /// In the body, for clients that keep no cookies
    Body,
}

impl Delivery {
    pub fn from_headers(headers: &HeaderMap) -> Self {
        if headers.get(TOKEN_DELIVERY).is_some_and(|wanted| wanted == "body") { Self::Body } else { Self::Cookie }
    }
}

text_enum! {
    /// Why a session ended.
    Ended {
        Logout = "logout",
        Reuse = "reuse",
        /// The password was changed on another device
        Password = "password",
    }
}

/// Begins a session of this user.
pub async fn open(change: &mut Change, user_id: i64, origin: &Origin) -> Result<OpenedSession, Problem> {
    let now = change.now();
    let session_id = Uuid::new_v4();
    let user_agent = origin.user_agent.as_deref().map(|text| text.chars().take(300).collect::<String>());
    sqlx::query!(
        "insert into people.sessions (id, user_id, created_at, last_used_at, expires_at, user_agent, address)
         values ($1, $2, $3, $3, $4, $5, $6::text::inet)",
        session_id,
        user_id,
        now,
        now + Duration::seconds(refresh_seconds(change.app())),
        user_agent,
        origin.address.map(|address| address.to_string()),
    )
    .execute(change.conn())
    .await?;
    let refresh_token = issue(change, session_id).await?;
    let access_token = access_token(change.app(), user_id, session_id, now)?;
    let device = Some(device::seen(change, user_id, session_id, origin).await?);
    Ok(OpenedSession { session_id, access_token, refresh_token, device, delivery: origin.delivery })
}

/// The outcome of exchanging a refresh token.
pub enum HandedOver {
    To(OpenedSession),
    /// The token was used before, so its session ends in this change, which must still be committed. The answer is `session_revoked`.
    Reused,
}

/// Exchanges a refresh token: the given one is used up and a new pair is returned. See the rule at the top of this file.
///
/// # Errors
/// `refresh_token_invalid` when it is unknown or too old; `session_revoked` when the session has ended, or ends because of this call.
pub async fn refresh(app: &App, shown: &Secret, retry_key: Option<&str>) -> Result<OpenedSession, Problem> {
    let mut change = app.change().await?;
    let handed = hand_over(&mut change, shown, retry_key, None).await?;
    change.commit().await?;
    match handed {
        HandedOver::To(opened) => Ok(opened),
        HandedOver::Reused => Err(codes::session_revoked.into()),
    }
}

/// Works like [`refresh`], as part of a change. With `session_id`, only a token of that session is accepted.
///
/// # Errors
/// The errors of [`refresh`], except that a reused token is not an error here.
pub async fn hand_over(
    change: &mut Change,
    shown: &Secret,
    retry_key: Option<&str>,
    session_id: Option<Uuid>,
) -> Result<HandedOver, Problem> {
    let now = change.now();
    let shown = shown.hash();
    let token = sqlx::query!(
        "select r.session_id, r.expires_at, r.used_at, r.retry_hash, r.successor, s.user_id, s.ended_at
         from people.refresh_tokens r join people.sessions s on s.id = r.session_id
         where r.hash = $1 for update",
        &shown[..],
    )
    .fetch_optional(change.conn())
    .await?
    .filter(|token| session_id.is_none_or(|session_id| session_id == token.session_id))
    .ok_or(codes::refresh_token_invalid)?;
    if token.ended_at.is_some() {
        return Err(codes::session_revoked.into());
    }
    if token.expires_at <= now {
        return Err(codes::refresh_token_invalid.into());
    }
    let retry_hash = retry_key.map(hash);
    if let Some(used_at) = token.used_at {
        let same_request = retry_hash.is_some_and(|given| token.retry_hash.as_deref() == Some(&given[..]))
            && now < used_at + Duration::seconds(RETRY_SECONDS);
        if !(same_request && use_up(change, token.successor.as_deref()).await?) {
            end(change, token.session_id, Ended::Reuse).await?;
            tracing::warn!(user = token.user_id, session = %token.session_id, "refresh token shown twice: session ended");
            return Ok(HandedOver::Reused);
        }
    }
    let next = issue(change, token.session_id).await?;
    sqlx::query!(
        "update people.refresh_tokens set used_at = coalesce(used_at, $2), retry_hash = $3, successor = $4 where hash = $1",
        &shown[..],
        now,
        retry_hash.as_ref().map(|hash| &hash[..]),
        &next.hash()[..],
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "update people.sessions set last_used_at = $2, expires_at = $3 where id = $1",
        token.session_id,
        now,
        now + Duration::seconds(refresh_seconds(change.app())),
    )
    .execute(change.conn())
    .await?;
    let access_token = access_token(change.app(), token.user_id, token.session_id, now)?;
    Ok(HandedOver::To(OpenedSession {
        session_id: token.session_id,
        access_token,
        refresh_token: next,
        device: None,
        delivery: Delivery::default(),
    }))
}

/// Returns the key with which a refresh may be repeated. It is random, so a short one is ignored.
pub fn retry_key(headers: &HeaderMap) -> Option<&str> {
    headers.get(idempotency::HEADER).and_then(|value| value.to_str().ok()).filter(|key| key.len() >= 16)
}

/// Ends the sessions named by an access token's session and by a refresh token; with `everywhere`, all others of the same person too. Sessions
/// that have ended stay as they are.
///
/// Returns the ID token with which this browser's session began at the login provider, if it did. Sessions of other browsers end there only from
/// those browsers. Repeated within [`LOGOUT_RETRY_SECONDS`], as when the answer was lost, it returns the same.
pub async fn logout(
    app: &App,
    session_id: Option<Uuid>,
    shown: Option<&Secret>,
    everywhere: bool,
) -> Result<Option<String>, Problem> {
    let mut change = app.change().await?;
    let of_token = match shown {
        Some(shown) => {
            sqlx::query_scalar!("select session_id from people.refresh_tokens where hash = $1", &shown.hash()[..])
                .fetch_optional(change.conn())
                .await?
        }
        None => None,
    };
    let named: Vec<Uuid> = session_id.into_iter().chain(of_token.filter(|other| Some(*other) != session_id)).collect();
    let repeated_from = change.now() - Duration::seconds(LOGOUT_RETRY_SECONDS);
    let began = sqlx::query!(
        r#"select id, id_token as "id_token!" from people.sessions
           where id = any($1) and id_token is not null and (ended_at is null or ended_at > $2) order by created_at desc limit 1"#,
        &named,
        repeated_from,
    )
    .fetch_optional(change.conn())
    .await?;
    // An ended session no longer identifies anybody.
    let people =
        sqlx::query_scalar!("select distinct user_id from people.sessions where id = any($1) and ended_at is null", &named)
            .fetch_all(change.conn())
            .await?;
    for session_id in named {
        end_here(&mut change, session_id, Ended::Logout, true).await?;
    }
    for user_id in people {
        if everywhere {
            end_others(&mut change, user_id, None, Ended::Logout).await?;
        }
        let kind = if everywhere { Kind::SignedOutEverywhere } else { Kind::SignedOut };
        user_log::write(&mut change, user_id, kind, json!({})).await?;
    }
    change.commit().await?;
    let Some(began) = began else { return Ok(None) };
    // An ID token sealed with another key is useless.
    Ok(Sealer::from_app(app)?.open(&began.id_token, &id_token_of(began.id)).ok())
}

/// Stores the ID token that a session began with until the session ends, or [`LOGOUT_RETRY_SECONDS`] longer when its own browser ends it.
///
/// # Errors
/// When it cannot be sealed, or the database refuses.
pub async fn keep_id_token(change: &mut Change, session_id: Uuid, id_token: &str) -> Result<(), Problem> {
    let sealed = Sealer::from_app(change.app())?.seal(id_token.as_bytes(), &id_token_of(session_id))?;
    sqlx::query!("update people.sessions set id_token = $2 where id = $1", session_id, sealed).execute(change.conn()).await?;
    Ok(())
}

/// Binds a sealed ID token to its session.
pub fn id_token_of(session_id: Uuid) -> Vec<u8> {
    format!("id token of {session_id}").into_bytes()
}

/// Ends a session and its sockets on every node. Returns whether this call ended it.
pub async fn end(change: &mut Change, session_id: Uuid, reason: Ended) -> Result<bool, Problem> {
    end_here(change, session_id, reason, false).await
}

/// Works like [`end`]; with `asks_again` the browser may still ask where to log out at the login provider.
async fn end_here(change: &mut Change, session_id: Uuid, reason: Ended, asks_again: bool) -> Result<bool, Problem> {
    let now = change.now();
    let ended = sqlx::query!(
        "update people.sessions set ended_at = $2, ended_reason = $3, id_token = case when $4 then id_token end
         where id = $1 and ended_at is null",
        session_id,
        now,
        reason.as_str(),
        asks_again,
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if ended > 0 {
        change.control(&Control::EndSession { sid: session_id.to_string() })?;
    }
    Ok(ended > 0)
}

/// Ends every session of a user, except `but` if given, with their sockets on every node.
pub async fn end_others(change: &mut Change, user_id: i64, but: Option<Uuid>, reason: Ended) -> Result<(), Problem> {
    let now = change.now();
    let ended = sqlx::query_scalar!(
        "update people.sessions set ended_at = $3, ended_reason = $4, id_token = null where user_id = $1 and id is distinct from $2 and ended_at is null returning id",
        user_id,
        but,
        now,
        reason.as_str(),
    )
    .fetch_all(change.conn())
    .await?;
    for session_id in ended {
        change.control(&Control::EndSession { sid: session_id.to_string() })?;
    }
    Ok(())
}

async fn issue(change: &mut Change, session_id: Uuid) -> Result<Secret, Problem> {
    let now = change.now();
    let secret = Secret::random();
    sqlx::query!(
        "insert into people.refresh_tokens (hash, session_id, issued_at, expires_at) values ($1, $2, $3, $4)",
        &secret.hash()[..],
        session_id,
        now,
        now + Duration::seconds(refresh_seconds(change.app())),
    )
    .execute(change.conn())
    .await?;
    Ok(secret)
}

/// Marks the successor as used; returns whether it was still unused.
async fn use_up(change: &mut Change, successor: Option<&[u8]>) -> Result<bool, Problem> {
    let now = change.now();
    let used = sqlx::query!("update people.refresh_tokens set used_at = $2 where hash = $1 and used_at is null", successor, now)
        .execute(change.conn())
        .await?
        .rows_affected();
    Ok(used == 1)
}

/// Returns an access token of this session, valid for [`access_seconds`].
///
/// # Errors
/// When it cannot be signed.
pub fn access_token(app: &App, user_id: i64, session_id: Uuid, now: DateTime<Utc>) -> Result<String, Problem> {
    let claims = app.keys.access(&user_id.to_string(), &session_id.to_string(), now.timestamp(), access_seconds(app));
    app.keys.sign_access(&claims).map_err(Problem::internal)
}

/// Deletes logins that never finished, sessions that ended long ago, and browsers unused for long.
pub async fn purge(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let before = change.now() - Duration::days(KEPT_DAYS);
    sqlx::query!("delete from people.login_attempts where expires_at < $1", change.now()).execute(change.conn()).await?;
    let now = change.now();
    sqlx::query!(
        "update people.sessions set id_token = null where id_token is not null and (expires_at < $1 or ended_at <= $2)",
        now,
        now - Duration::seconds(LOGOUT_RETRY_SECONDS),
    )
    .execute(change.conn())
    .await?;
    sqlx::query!("delete from people.refresh_tokens where expires_at < $1", before).execute(change.conn()).await?;
    sqlx::query!("delete from people.sessions where expires_at < $1", before).execute(change.conn()).await?;
    device::forget(&mut change).await?;
    change.commit().await?;
    Ok(())
}
