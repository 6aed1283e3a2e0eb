//! Finds a person's profiles of the previous shop.

use crate::account::{TERMS_VERSION, UserType};
use chrono::{DateTime, Utc};
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::problem::{Problem, codes};

/// Most profiles listed to choose from; nobody has more.
const SHOWN: i64 = 20;

/// The verified e-mail and number of a person, which alone identify them here.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    pub email: Option<String>,
    pub msisdn: Option<String>,
    pub kind: AccountType,
    /// Whether the person has accepted the current terms
    pub synced: bool,
    /// Whether the person has accepted earlier terms, and chosen a profile then
    pub has_chosen: bool,
}

/// How an account was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountType {
    /// A social login that gave no e-mail, from any network
    FacebookNoEmail,
    Msisdn,
    EmailPassword,
    Others,
}

impl Identity {
    /// Loads the identity. With `lock`, it is locked against a second tab, because the caller is about to write.
    ///
    /// # Errors
    /// `session_revoked` when the person is gone.
    pub async fn load(conn: &mut PgConnection, user_id: i64, lock: bool) -> Result<Self, Problem> {
        if lock {
            sqlx::query!("select from people.users where id = $1 for no key update", user_id).fetch_optional(&mut *conn).await?;
        }
        let user = sqlx::query!(
            r#"select user_type as "user_type: UserType", email is not null as "has_email!", synced_at is not null as "has_chosen!",
                      exists (select from people.terms_acceptances where user_id = users.id and terms_acceptances.version = $2) as "synced!",
                      case when email_verified_at is not null then lower(email::text) end as email,
                      case when msisdn_verified_at is not null then msisdn end as msisdn
               from people.users where id = $1"#,
            user_id,
            TERMS_VERSION
        )
        .fetch_optional(conn)
        .await?
        .ok_or(codes::session_revoked)?;
        let kind = match user.user_type {
            UserType::Msisdn => AccountType::Msisdn,
            UserType::EmailPassword => AccountType::EmailPassword,
            UserType::Others if !user.has_email => AccountType::FacebookNoEmail,
            UserType::Others => AccountType::Others,
        };
        Ok(Self { email: user.email, msisdn: user.msisdn, kind, synced: user.synced, has_chosen: user.has_chosen })
    }

    /// Returns the identity as it is shown: the e-mail, else the number with its middle hidden.
    pub fn shown(&self) -> Option<String> {
        let number = || self.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked());
        self.email.clone().or_else(number)
    }
}

/// A profile to continue with. Field names follow the specification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegacyProfile {
    #[serde(rename = "user_id")]
    user_id: i64,
    name: String,
    display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_login: Option<DateTime<Utc>>,
    /// Name of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    last_joined_tournament: Option<String>,
}

/// Returns the profiles this person may continue with, most recently used first; none once they have chosen.
pub(super) async fn found(conn: &mut PgConnection, identity: &Identity) -> sqlx::Result<Vec<LegacyProfile>> {
    if identity.has_chosen {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        LegacyProfile,
        "select id as user_id, name, display_name, picture, last_login, last_joined_tournament from people.legacy_profiles
         where claimed_at is null
           and ((identity_type = 'email' and identity = $1) or (identity_type = 'msisdn' and identity = $2))
         order by last_login desc nulls last, id limit $3",
        identity.email,
        identity.msisdn,
        SHOWN
    )
    .fetch_all(conn)
    .await
}
