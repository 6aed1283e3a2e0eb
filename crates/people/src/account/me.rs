//! A person's own account, as they see it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use sha2::Sha256;
use utoipa::ToSchema;

use super::user_type::UserType;
use crate::account::TERMS_VERSION;
use manao_kernel::app::App;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::{Lang, Problem, codes};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    id: i64,
    display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    user_type: UserType,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    email_verified: bool,
    /// `08x-xxx-5671`
    #[serde(skip_serializing_if = "Option::is_none")]
    mobile_masked: Option<String>,
    mobile_verified: bool,
    /// Whether the account has a verified e-mail or mobile number, as ordering requires
    verified: bool,
    suspended: bool,
    /// Reason that the staff gave for the suspension
    #[serde(skip_serializing_if = "Option::is_none")]
    suspended_reason: Option<String>,
    /// Whether the person has accepted the current terms, as ordering requires: `/account/check`
    synced: bool,
    /// Id of the person in esports; present once the account is synced
    #[serde(skip_serializing_if = "Option::is_none")]
    esport_id: Option<i64>,
    /// Whether the person has a role of staff: `/console/entry`
    is_staff: bool,
    language: Lang,
    /// Key that encrypts what a browser stores for this account: 32 bytes in base64, always the same for one account
    storage_key: String,
    live: Live,
    badge_live: Live,
}

/// # Errors
/// `session_revoked` when the user is gone.
pub async fn load(app: &App, user_id: i64) -> Result<Me, Problem> {
    let row = sqlx::query!(
        r#"select display_name, picture, user_type as "user_type: UserType", email::text as email, msisdn, language as "language: Lang",
                  msisdn_verified_at is not null as "mobile_verified!",
                  email_verified_at is not null as "email_verified!",
                  (email_verified_at is not null or msisdn_verified_at is not null) as "verified!",
                  suspended_at is not null as "suspended!", suspended_reason,
                  exists (select from people.terms_acceptances where user_id = users.id and terms_acceptances.version = $2) as "synced!",
                  exists (select from people.staff_roles
                          where (email_verified_at is not null and identifier = email)
                             or (msisdn_verified_at is not null and identifier = msisdn::citext)) as "is_staff!"
           from people.users where id = $1"#,
        user_id,
        TERMS_VERSION
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::session_revoked)?;
    Ok(Me {
        id: user_id,
        display_name: row.display_name,
        picture: row.picture,
        user_type: row.user_type,
        email: row.email,
        email_verified: row.email_verified,
        mobile_masked: row.msisdn.and_then(|number| Msisdn::parse(&number).ok()).map(|number| number.masked()),
        mobile_verified: row.mobile_verified,
        verified: row.verified,
        suspended: row.suspended,
        suspended_reason: row.suspended_reason.filter(|_| row.suspended),
        synced: row.synced,
        esport_id: row.synced.then_some(user_id),
        is_staff: row.is_staff,
        language: row.language,
        storage_key: storage_key(app, user_id)?,
        live: Live::open(topics::user(user_id)),
        badge_live: Live::open(topics::badge(user_id)),
    })
}

/// Derives the account's key for what its browsers store, so that other users of the same browser cannot read it.
fn storage_key(app: &App, user_id: i64) -> Result<String, Problem> {
    let secret = app.settings.jwt_secret.as_deref().filter(|secret| !secret.is_empty());
    let secret = secret.ok_or_else(|| Problem::internal("no secret to derive the storage key from"))?;
    let derive = |key: &[u8], of: &[u8]| {
        Hmac::<Sha256>::new_from_slice(key).map(|mac| mac.chain_update(of).finalize().into_bytes()).map_err(Problem::internal)
    };
    let key = derive(secret.as_bytes(), b"manao browser storage 1")?;
    Ok(STANDARD.encode(derive(&key, user_id.to_string().as_bytes())?))
}
