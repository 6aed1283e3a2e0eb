//! Roles of staff, as rows for a verified e-mail or number.

use chrono::{DateTime, Utc};
use manao_domain::staff::StaffRole;
use sqlx::{PgConnection, PgPool};

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Gives roles at the command line.
pub async fn grant(
    db: &PgPool,
    identifier: &str,
    roles: &[StaffRole],
    now: DateTime<Utc>,
    note: Option<&str>,
) -> anyhow::Result<()> {
    let roles: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    sqlx::query!(
        "insert into people.staff_roles (identifier, role, granted_at, note)
         select $1::text::citext, role, $3, $4 from unnest($2::text[]) role
         on conflict (identifier, role) do update set note = coalesce(excluded.note, staff_roles.note)",
        identifier,
        &roles as &[&str],
        now,
        note,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the accounts of all staff with a role, without suspended ones.
pub async fn holders(conn: &mut PgConnection, role: StaffRole) -> Result<Vec<i64>, Problem> {
    let holders = sqlx::query_scalar!(
        "select u.id from people.users u where u.suspended_at is null and exists (
           select from people.staff_roles g where g.role = $1
             and ((u.email_verified_at is not null and g.identifier = u.email)
                  or (u.msisdn_verified_at is not null and g.identifier = u.msisdn::citext)))",
        role.as_str()
    )
    .fetch_all(conn)
    .await?;
    Ok(holders)
}

/// Lock under which roles are changed: two admins who withdraw each other's role at once must not both succeed.
pub const LOCK: &str = "staff roles";

/// Refuses to take the last admin away who is not suspended.
///
/// # Errors
/// 409 `staff_last_admin`.
pub async fn keep_an_admin(change: &mut Change, leaving: i64) -> Result<(), Problem> {
    change.lock(LOCK).await?;
    let admins = holders(change.conn(), StaffRole::Admin).await?;
    if admins == [leaving] { Err(codes::staff_last_admin.into()) } else { Ok(()) }
}
