//! The staff themselves: who has which role, and the reset of a lost factor by two admins.

use chrono::{DateTime, Utc};
use manao_domain::staff::{IDLE, LONGEST, StaffRole};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::factors;
use super::letters::{self, FactorNews};
use super::roles;
use super::session::{self, EndReason};
use crate::mail;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// A person of the staff, by the e-mail or number that their roles are for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffPerson {
    /// Verified e-mail, or mobile number as `66…`
    pub identifier: String,
    pub roles: Vec<StaffRole>,
    /// Time of the first role
    pub since: DateTime<Utc>,
    /// Absent before the person's first login
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether a second factor is set up
    pub has_factor: bool,
    /// Time of the last call in the console
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Whether the person is in the console
    pub is_in: bool,
    /// The reset of the factors that waits for another admin
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<FactorReset>,
}

/// A lost factor's reset that one admin has asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorReset {
    pub id: i64,
    pub reason: String,
    pub asked_by: String,
    /// Whether I have asked, so that somebody else decides
    pub mine: bool,
    pub asked_at: DateTime<Utc>,
}

/// All staff, by name.
pub async fn list(conn: &mut PgConnection, reader: i64, now: DateTime<Utc>) -> Result<Vec<StaffPerson>, Problem> {
    let rows = sqlx::query!(
        r#"select g.identifier::text as "identifier!", array_agg(g.role order by g.role) as "roles!: Vec<StaffRole>",
                  min(g.granted_at) as "since!", u.id as "user_id?", u.display_name as "name?",
                  (exists (select from people.totp_factors t where t.user_id = u.id and t.confirmed_at is not null)
                   or exists (select from people.passkeys k where k.user_id = u.id)) as "has_factor!",
                  max(c.used_at) as last_seen_at,
                  coalesce(bool_or(c.ended_at is null and c.used_at > $2 and c.began_at > $3), false) as "is_in!",
                  r.id as "reset_id?", r.reason as "reset_reason?", a.display_name as "asked_by?", r.asked_by = $1 as mine, r.asked_at as "asked_at?"
           from people.staff_roles g
                left join people.users u on (u.email_verified_at is not null and u.email = g.identifier)
                                         or (u.msisdn_verified_at is not null and u.msisdn::citext = g.identifier)
                left join people.console_sessions c on c.user_id = u.id
                left join people.factor_resets r on r.user_id = u.id and r.decided_at is null
                left join people.users a on a.id = r.asked_by
           group by g.identifier, u.id, r.id, a.id order by lower(u.display_name) nulls last, g.identifier"#,
        reader,
        now - IDLE,
        now - LONGEST
    )
    .fetch_all(conn)
    .await?;
    let people = rows.into_iter().map(|row| {
        let reset = row.reset_id.zip(row.reset_reason).zip(row.asked_by.zip(row.asked_at));
        StaffPerson {
            identifier: row.identifier,
            roles: row.roles,
            since: row.since,
            user_id: row.user_id,
            name: row.name,
            has_factor: row.has_factor,
            last_seen_at: row.last_seen_at,
            is_in: row.is_in,
            reset: reset.map(|((id, reason), (asked_by, asked_at))| FactorReset {
                id,
                reason,
                asked_by,
                mine: row.mine == Some(true),
                asked_at,
            }),
        }
    });
    Ok(people.collect())
}

/// Returns the person who has verified this e-mail or number.
pub async fn holder(conn: &mut PgConnection, identifier: &str) -> Result<Option<i64>, Problem> {
    let user_id = sqlx::query_scalar!(
        "select id from people.users
         where (email = $1::text::citext and email_verified_at is not null) or (msisdn = $1::text and msisdn_verified_at is not null)",
        identifier
    )
    .fetch_optional(conn)
    .await?;
    Ok(user_id)
}

/// A change of somebody's roles.
pub struct NewRoles<'a> {
    /// The admin; None at the command line
    pub by: Option<i64>,
    pub identifier: &'a str,
    /// The roles that the admin was shown; None to write over whatever is there
    pub shown: Option<&'a [StaffRole]>,
    pub roles: &'a [StaffRole],
    pub reason: Option<&'a str>,
}

/// Gives and withdraws roles until the person has exactly these. What is withdrawn ends at once, on open pages too.
///
/// # Errors
/// 409 `staff_self`; `staff_changed` when the roles are not those shown; `staff_last_admin`.
pub async fn set_roles(change: &mut Change, wanted: NewRoles<'_>) -> Result<(), Problem> {
    let now = change.now();
    change.lock(roles::LOCK).await?;
    let NewRoles { by, identifier, shown, roles: given, reason } = wanted;
    let user_id = holder(change.conn(), identifier).await?;
    if by.is_some() && user_id == by {
        return Err(codes::staff_self.into());
    }
    let before: Vec<StaffRole> = sqlx::query_scalar!(
        r#"select role as "role: StaffRole" from people.staff_roles where identifier = $1::text::citext order by role"#,
        identifier
    )
    .fetch_all(change.conn())
    .await?;
    let sorted = |roles: &[StaffRole]| {
        let mut names: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let (held, wanted) = (sorted(&before), sorted(given));
    if shown.is_some_and(|shown| sorted(shown) != held) {
        return Err(codes::staff_changed.into());
    }
    if held == wanted {
        return Ok(());
    }
    sqlx::query!(
        "delete from people.staff_roles where identifier = $1::text::citext and role <> all($2)",
        identifier,
        &wanted as &[&str]
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "insert into people.staff_roles (identifier, role, granted_at, granted_by, note)
         select $1::text::citext, role, $3, $4, $5 from unnest($2::text[]) role on conflict do nothing",
        identifier,
        &wanted as &[&str],
        now,
        by,
        reason
    )
    .execute(change.conn())
    .await?;
    let withdrawn = held.iter().any(|role| !wanted.contains(role));
    let loses_admin = held.contains(&StaffRole::Admin.as_str()) && !wanted.contains(&StaffRole::Admin.as_str());
    // The command line can always make another. A role before the first login does not count: nobody can come in with it yet.
    if loses_admin && by.is_some() && roles::holders(change.conn(), StaffRole::Admin).await?.is_empty() {
        return Err(codes::staff_last_admin.into());
    }
    if let Some(user_id) = user_id.filter(|_| withdrawn) {
        session::end_all(change, user_id, EndReason::Role).await?;
    }
    change.audit(AuditEntry {
        actor_id: by,
        action: "roles_changed",
        subject: Subject::new("staff", identifier),
        reason: reason.map(str::to_owned),
        detail: serde_json::json!({ "before": held, "after": wanted }),
    });
    Ok(())
}

/// Asks another admin to reset a person's factors. Asking again changes nothing.
///
/// # Errors
/// 409 `staff_self`; `factor_missing` when there is nothing to reset; 404 `user_not_found`.
pub async fn ask_reset(change: &mut Change, admin: i64, user_id: i64, reason: &str) -> Result<(), Problem> {
    let now = change.now();
    if admin == user_id {
        return Err(codes::staff_self.into());
    }
    let known = sqlx::query_scalar!(r#"select exists (select from people.users where id = $1) as "known!""#, user_id)
        .fetch_one(change.conn())
        .await?;
    if !known {
        return Err(codes::user_not_found.into());
    }
    if !factors::Factors::load(change.conn(), user_id).await?.any() {
        return Err(codes::factor_missing.into());
    }
    let asked = sqlx::query!(
        "insert into people.factor_resets (user_id, reason, asked_by, asked_at) values ($1, $2, $3, $4)
         on conflict (user_id) where decided_at is null do nothing",
        user_id,
        reason,
        admin,
        now
    )
    .execute(change.conn())
    .await?;
    if asked.rows_affected() == 1 {
        change.audit(AuditEntry {
            actor_id: Some(admin),
            action: "factor_reset_asked",
            subject: Subject::new("user", user_id),
            reason: Some(reason.to_owned()),
            detail: serde_json::json!({}),
        });
    }
    Ok(())
}

/// Resets a person's factors, or refuses to: another admin than the one who asked, and not the person.
///
/// # Errors
/// 404 `factor_reset_not_found`, 409 `factor_reset_decided`, `staff_self`.
pub async fn decide_reset(change: &mut Change, admin: i64, id: i64, approved: bool) -> Result<(), Problem> {
    let now = change.now();
    let reset = sqlx::query!("select user_id, asked_by, decided_at from people.factor_resets where id = $1 for update", id)
        .fetch_optional(change.conn())
        .await?
        .ok_or(codes::factor_reset_not_found)?;
    if reset.decided_at.is_some() {
        return Err(codes::factor_reset_decided.into());
    }
    if admin == reset.asked_by || admin == reset.user_id {
        return Err(codes::staff_self.into());
    }
    sqlx::query!(
        "update people.factor_resets set decided_by = $2, decided_at = $3, approved = $4 where id = $1",
        id,
        admin,
        now,
        approved
    )
    .execute(change.conn())
    .await?;
    if approved {
        factors::reset(change, reset.user_id).await?;
        let news = |lang| letters::factors(FactorNews::Reset, now, lang);
        mail::tell(change, reset.user_id, mail::Kind::StaffFactors, &format!("reset {id}"), news).await?;
    }
    change.audit(AuditEntry {
        actor_id: Some(admin),
        action: if approved { "factors_reset" } else { "factor_reset_refused" },
        subject: Subject::new("user", reset.user_id),
        reason: None,
        detail: serde_json::json!({ "reset": id }),
    });
    Ok(())
}
