//! Stores what the telecom reports of a line's package.

use chrono::{DateTime, Utc};
use manao_domain::activation::{ActivationState, ActivationStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::tell::TellActivation;
use crate::providers::packages::Activation;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::Problem;

/// The package that an order's line put on a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineActivation {
    pub status: ActivationStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The telecom renews it then and bills it to the number; absent where it does not renew
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_renewal_at: Option<DateTime<Utc>>,
    /// Whether its renewals can be cancelled here
    pub cancellable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal_price_satang: Option<i64>,
    /// Version of the package, to be sent when it is cancelled
    pub version: i64,
}

/// Stores the telecom's report of a line's package, and notifies the buyer of what is new; returns whether anything changed. A report that is not
/// newer than the last changes nothing. The caller has locked the order and updates its status afterwards. Suppliers without packages give none.
pub async fn keep(change: &mut Change, line_id: i64, report: Option<&Activation>) -> Result<bool, Problem> {
    let Some(report) = report else { return Ok(false) };
    let now = change.now();
    let state = report.state();
    let before = sqlx::query!(
        r#"insert into shop.activations as a (order_line_id, user_id, reference, status, reason, activated_at, expires_at, next_renewal_at, renews,
                                           cancellable, renewal_price_satang, revision, check_at, created_at)
           select l.id, o.user_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
           from shop.order_lines l join shop.orders o on o.id = l.order_id where l.id = $1
           on conflict (order_line_id) do update set
             reference = excluded.reference, status = excluded.status, reason = excluded.reason, activated_at = excluded.activated_at,
             expires_at = excluded.expires_at, next_renewal_at = excluded.next_renewal_at, renews = excluded.renews,
             cancellable = excluded.cancellable, renewal_price_satang = excluded.renewal_price_satang, revision = excluded.revision,
             told_revision = case when a.reference = excluded.reference then a.told_revision else 0 end,
             check_at = excluded.check_at, version = a.version + 1
           where a.reference <> excluded.reference or a.revision < excluded.revision
           returning old.reference as "reference?", old.status as "status?: ActivationStatus", old.expires_at, old.next_renewal_at"#,
        line_id,
        report.reference,
        report.status.as_str(),
        report.reason,
        report.activated_at,
        report.expires_at,
        report.next_renewal_at,
        report.renews,
        report.cancellable,
        report.renewal_price,
        report.version,
        state.check_at(now),
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(before) = before else { return Ok(false) };
    let same = before.reference.as_ref() == Some(&report.reference);
    let before = before.status.filter(|_| same).map(|status| ActivationState {
        status,
        expires_at: before.expires_at,
        next_renewal_at: before.next_renewal_at,
    });
    if let Some(news) = state.news(before.as_ref()) {
        change.job(&TellActivation { line_id, revision: report.version, news }, JobOptions::default()).await?;
    }
    Ok(true)
}
