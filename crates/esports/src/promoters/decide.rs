//! Decisions of operators: on an application, and revoking a right. By the API and at the command line.

use manao_domain::profile;
use manao_domain::promoter::{self, Right};

use super::live::PromoterLive;
use super::{messages, standing};
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::{account, inbox};

/// Returns the reason as stored.
///
/// # Errors
/// 422 at `reason` when it is too long.
pub fn reason(text: Option<&str>) -> Result<Option<String>, Problem> {
    profile::line(text.unwrap_or_default(), profile::ADDRESS).map_err(|_| Problem::invalid("reason", codes::field_invalid))
}

/// Decides a pending application. `operator` is None at the command line.
///
/// # Errors
/// `promoter_application_not_found`, `promoter_application_decided`, `promoter_self`; 422 when it is rejected without a reason.
pub async fn decide(
    change: &mut Change,
    operator: Option<i64>,
    id: i64,
    approve: bool,
    reason: Option<&str>,
) -> Result<(), Problem> {
    let reason = self::reason(reason)?;
    if !approve && reason.is_none() {
        return Err(Problem::invalid("reason", codes::field_required));
    }
    let user_id = sqlx::query_scalar!("select user_id from esports.promoter_applications where id = $1", id)
        .fetch_optional(change.conn())
        .await?
        .ok_or(codes::promoter_application_not_found)?;
    if operator == Some(user_id) {
        return Err(codes::promoter_self.into());
    }
    let now = change.now();
    let before = standing::lock(change, user_id).await?;
    let decided = sqlx::query!(
        "update esports.promoter_applications set status = case when $2 then 'approved' else 'rejected' end, decided_at = $3, decided_by = $4,
                reason = $5 where id = $1 and status = 'submitted'",
        id,
        approve,
        now,
        operator,
        reason
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if decided == 0 {
        return Err(codes::promoter_application_decided.into());
    }
    let told = reason.clone();
    let message = match reason {
        Some(reason) if !approve => messages::rejected(&reason),
        _ => {
            let right = promoter::granted(before.right, now, standing::year(&change.app().settings));
            grant(change, user_id, right).await?;
            if right.approved_at == now { messages::approved(right.expires_at) } else { messages::renewed(right.expires_at) }
        }
    };
    if let Some(operator) = operator {
        let detail = serde_json::json!({ "application": id, "approved": approve });
        change.audit(AuditEntry::act(operator, "promoter_decided", Subject::new("user", user_id), told.as_deref(), detail));
    }
    tell(change, user_id).await?;
    inbox::write(change, user_id, &message).await
}

async fn grant(change: &mut Change, user_id: i64, right: Right) -> Result<(), Problem> {
    account::set_promoter_until(change.conn(), user_id, Some(right.expires_at)).await?;
    sqlx::query!(
        "insert into esports.promoters (user_id, approved_at, expires_at) values ($1, $2, $3)
         on conflict (user_id) do update set approved_at = excluded.approved_at, expires_at = excluded.expires_at, revoked_at = null,
           expiry_notified_at = null, expired_notified_at = null",
        user_id,
        right.approved_at,
        right.expires_at
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Revokes an active right, and rejects a pending application.
///
/// # Errors
/// `promoter_not_found`, `promoter_self`; 422 without a reason.
pub async fn revoke(change: &mut Change, operator: Option<i64>, user_id: i64, reason: &str) -> Result<Right, Problem> {
    let Some(reason) = self::reason(Some(reason))? else {
        return Err(Problem::invalid("reason", codes::field_required));
    };
    if operator == Some(user_id) {
        return Err(codes::promoter_self.into());
    }
    let now = change.now();
    standing::lock(change, user_id).await.map_err(|_| codes::promoter_not_found)?;
    let right = sqlx::query_as!(
        Right,
        "update esports.promoters set revoked_at = $2 where user_id = $1 and revoked_at is null and expires_at > $2
         returning approved_at, expires_at, revoked_at",
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::promoter_not_found)?;
    account::set_promoter_until(change.conn(), user_id, None).await?;
    sqlx::query!(
        "insert into esports.promoter_revocations (user_id, revoked_at, revoked_by, reason) values ($1, $2, $3, $4)",
        user_id,
        now,
        operator,
        reason
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "update esports.promoter_applications set status = 'rejected', decided_at = $2, decided_by = $3, reason = $4
         where user_id = $1 and status = 'submitted'",
        user_id,
        now,
        operator,
        reason
    )
    .execute(change.conn())
    .await?;
    change.end_grants([user_id])?;
    if let Some(operator) = operator {
        let detail = serde_json::json!({});
        change.audit(AuditEntry::act(operator, "promoter_revoked", Subject::new("user", user_id), Some(&reason), detail));
    }
    tell(change, user_id).await?;
    inbox::write(change, user_id, &messages::revoked(&reason)).await?;
    Ok(right)
}

/// Emits the person's current status.
async fn tell(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    let now = change.now();
    let status = standing::load(change.conn(), user_id).await?.status(now);
    change.emit(&PromoterLive { user_id, status })
}
