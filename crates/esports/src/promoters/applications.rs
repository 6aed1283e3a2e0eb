//! Applications as operators see them.

use chrono::{DateTime, Utc};
use manao_domain::promoter::ApplicationStatus;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::paging::Paging;
use manao_kernel::problem::{Lang, Problem, codes};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterApplication {
    pub id: i64,
    pub person: PromoterPerson,
    pub status: ApplicationStatus,
    /// Whether it is for another year of a running right
    pub renewal: bool,
    pub submitted_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Current rights of the person
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rights: Option<PromoterRights>,
}

/// An applicant. Operators see more of a person than others do, because they decide about them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterPerson {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// As in the profile
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<String>,
    pub suspended: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoterRights {
    pub approved_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<DateTime<Utc>>,
}

/// Returns pending applications, the oldest first; then decided ones, newest first.
pub async fn list(
    conn: &mut PgConnection,
    status: Option<ApplicationStatus>,
    paging: Paging,
    lang: Lang,
) -> Result<Vec<PromoterApplication>, Problem> {
    let ids = sqlx::query_scalar!(
        "select id from esports.promoter_applications where $1::text is null or status = $1
         order by status = 'submitted' desc, case when status = 'submitted' then id else -id end limit $2 offset $3",
        status.map(ApplicationStatus::as_str),
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *conn)
    .await?;
    by_ids(conn, &ids, lang).await
}

pub async fn count(conn: &mut PgConnection, status: Option<ApplicationStatus>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from esports.promoter_applications where $1::text is null or status = $1"#,
        status.map(ApplicationStatus::as_str)
    )
    .fetch_one(conn)
    .await
}

/// # Errors
/// 404 `promoter_application_not_found`.
pub async fn one(conn: &mut PgConnection, id: i64, lang: Lang) -> Result<PromoterApplication, Problem> {
    by_ids(conn, &[id], lang).await?.pop().ok_or_else(|| codes::promoter_application_not_found.into())
}

/// Returns applications in the order of the ids.
async fn by_ids(conn: &mut PgConnection, ids: &[i64], lang: Lang) -> Result<Vec<PromoterApplication>, Problem> {
    let rows = sqlx::query!(
        r#"select a.id, a.user_id, a.status as "status: ApplicationStatus", a.renewal, a.submitted_at, a.decided_at, a.reason,
                  u.display_name, u.picture, u.suspended_at is not null as "suspended!",
                  coalesce(nullif(concat_ws(' ', p.first_name_th, p.last_name_th), ''),
                           nullif(concat_ws(' ', p.first_name_en, p.last_name_en), '')) as full_name,
                  coalesce(case $2 when 'en' then o.name_en else o.name_th end, p.academy_unlisted, p.workplace) as organization,
                  r.approved_at as "approved_at?", r.expires_at as "expires_at?", r.revoked_at as "revoked_at?"
           from unnest($1::bigint[]) with ordinality as asked (id, position)
           join esports.promoter_applications a on a.id = asked.id join people.users u on u.id = a.user_id
           left join people.profiles p on p.user_id = u.id left join people.organizations o on o.id = p.academy_id
           left join esports.promoters r on r.user_id = u.id
           order by asked.position"#,
        ids,
        lang.as_str()
    )
    .fetch_all(conn)
    .await?;
    let read = |(approved_at, expires_at, revoked_at)| PromoterRights { approved_at, expires_at, revoked_at };
    Ok(rows
        .into_iter()
        .map(|row| PromoterApplication {
            id: row.id,
            person: PromoterPerson {
                user_id: row.user_id,
                display_name: row.display_name,
                picture: row.picture,
                full_name: row.full_name,
                organization: row.organization,
                suspended: row.suspended,
            },
            status: row.status,
            renewal: row.renewal,
            submitted_at: row.submitted_at,
            decided_at: row.decided_at,
            reason: row.reason,
            rights: row.approved_at.zip(row.expires_at).map(|(approved, expires)| read((approved, expires, row.revoked_at))),
        })
        .collect())
}
