//! Reads the access token and its session, once per request.

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_domain::staff::StaffRole;
use manao_hub::token::TokenError;
use uuid::Uuid;

use super::{ConsoleSession, Member};
use crate::app::App;
use crate::problem::{Code, Problem, codes};
use crate::secret::Secret;

/// Cookie of the console session, never sent from another site. It means nothing without the access token of the login that it belongs to.
pub const CONSOLE_COOKIE: &str = "manao_console";

/// A session and its person, with the facts that a request needs.
#[derive(Clone, Debug)]
pub struct Session {
    pub ended: bool,
    pub expires_at: DateTime<Utc>,
    pub suspended: bool,
    /// Whether the person has accepted the current terms
    pub synced: bool,
    pub verified: bool,
    pub roles: Vec<StaffRole>,
    /// The console session of this login that the cookie names, even if it is over
    pub console: Option<ConsoleSession>,
    pub promoter: bool,
}

/// What a request shows of its session.
#[derive(Clone, Debug)]
pub struct ShownSession {
    pub id: Uuid,
    pub user_id: i64,
    /// The secret of the console's cookie
    pub console: Option<Secret>,
    /// Whether the call counts as use of the console
    pub is_use: bool,
}

/// Marks a request that an open page makes by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polled;

/// Loads a session; the owner of the people hands it to the app.
pub type LoadSession = for<'a> fn(&'a App, ShownSession) -> BoxFuture<'a, Result<Option<Session>, Problem>>;

/// The caller of a request, or the reason why there is none.
#[derive(Clone, Debug)]
pub enum Caller {
    Member(Member),
    Nobody(Code),
}

impl Caller {
    /// Returns the caller of this request; kept in the request, so that the database is asked once.
    pub async fn from_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(caller) = parts.extensions.get::<Caller>() {
            return Ok(caller.clone());
        }
        let caller = read(parts, app).await?;
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }

    /// # Errors
    /// 401 with the reason.
    pub fn member(self) -> Result<Member, Problem> {
        match self {
            Caller::Member(member) => Ok(member),
            Caller::Nobody(code) => Err(code.into()),
        }
    }
}

async fn read(parts: &Parts, app: &App) -> Result<Caller, Problem> {
    let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some(token) = header.and_then(|value| value.strip_prefix("Bearer ").or_else(|| value.strip_prefix("bearer "))) else {
        return Ok(Caller::Nobody(codes::session_required));
    };
    let claims = match app.keys.verify_access(token.trim()) {
        Ok(claims) => claims,
        Err(TokenError::Expired) => return Ok(Caller::Nobody(codes::session_expired)),
        Err(TokenError::Invalid) => return Ok(Caller::Nobody(codes::session_required)),
    };
    if claims.exp <= app.now().timestamp() {
        return Ok(Caller::Nobody(codes::session_expired));
    }
    let (Ok(user_id), Ok(session_id)) = (claims.sub.parse::<i64>(), claims.sid.parse::<Uuid>()) else {
        return Ok(Caller::Nobody(codes::session_required));
    };
    let console = CookieJar::from_headers(&parts.headers).get(CONSOLE_COOKIE).and_then(|cookie| Secret::parse(cookie.value()));
    let is_use = parts.extensions.get::<Polled>().is_none();
    let shown = ShownSession { id: session_id, user_id, console, is_use };
    let Some(row) = (app.load_session)(app, shown).await? else {
        return Ok(Caller::Nobody(codes::session_revoked));
    };
    if row.ended {
        return Ok(Caller::Nobody(codes::session_revoked));
    }
    if row.expires_at <= app.now() {
        return Ok(Caller::Nobody(codes::session_expired));
    }
    Ok(Caller::Member(Member {
        user_id,
        session_id,
        verified: row.verified,
        suspended: row.suspended,
        synced: row.synced,
        roles: row.roles,
        console: row.console.filter(|console| console.times.is_open(app.now())),
        promoter: row.promoter,
    }))
}
