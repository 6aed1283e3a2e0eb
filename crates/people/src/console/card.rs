//! A person in a few lines, as they stand beside an order or a conversation.

use chrono::{DateTime, Utc};
use manao_domain::email;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::problem::{Problem, codes};

/// A person as staff see them first: nothing personal in full.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonCard {
    pub user_id: i64,
    /// The public name
    pub name: String,
    /// The verified address, masked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_masked: Option<String>,
    /// The verified mobile number, masked
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_masked: Option<String>,
    /// Time at which the account was created
    pub since: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_reason: Option<String>,
}

/// # Errors
/// 404 `user_not_found`.
pub async fn card(conn: &mut PgConnection, user_id: i64) -> Result<PersonCard, Problem> {
    let row = sqlx::query!(
        "select display_name, case when email_verified_at is not null then email::text end as email,
                case when msisdn_verified_at is not null then msisdn end as msisdn, created_at, suspended_at, suspended_reason
         from people.users where id = $1",
        user_id
    )
    .fetch_optional(conn)
    .await?
    .ok_or(codes::user_not_found)?;
    Ok(PersonCard {
        user_id,
        name: row.display_name,
        email_masked: row.email.as_deref().map(email::masked),
        mobile_masked: row.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked()),
        since: row.created_at,
        suspended_at: row.suspended_at,
        suspended_reason: row.suspended_reason,
    })
}
