//! Reads the access token and its session, once per request.

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use manao_hub::token::TokenError;
use uuid::Uuid;

use super::Member;
use super::TERMS_VERSION;
use crate::app::App;
use crate::problem::{Code, Problem, codes};

/// Who a request comes from, or why it comes from nobody.
#[derive(Clone, Debug)]
pub enum Caller {
    Member(Member),
    Nobody(Code),
}

impl Caller {
    /// The caller of this request; kept in it, so that the database is asked once.
    pub async fn of(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
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
    // One primary-key lookup per request: an ended session ends at once everywhere, with no cache to invalidate.
    let row = sqlx::query!(
        r#"select sessions.ended_at is not null as "ended!", sessions.expires_at, users.suspended_at is not null as "suspended!",
                  exists (select from people.terms_acceptances where terms_acceptances.user_id = users.id and version = $3) as "synced!",
                  (users.email_verified_at is not null or users.msisdn_verified_at is not null) as "verified!",
                  exists (select from people.operator_grants
                          where (users.email_verified_at is not null and identifier = users.email)
                             or (users.msisdn_verified_at is not null and identifier = users.msisdn::citext)) as "operator!",
                  exists (select from esports.promoters where promoters.user_id = users.id and promoters.expires_at > $4
                          and promoters.revoked_at is null) as "promoter!"
           from people.sessions join people.users on users.id = sessions.user_id
           where sessions.id = $1 and users.id = $2"#,
        session_id,
        user_id,
        TERMS_VERSION,
        app.now()
    )
    .fetch_optional(&app.db)
    .await?;
    let Some(row) = row else { return Ok(Caller::Nobody(codes::session_revoked)) };
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
        operator: row.operator,
        promoter: row.promoter,
    }))
}
