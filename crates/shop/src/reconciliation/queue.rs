//! The queue of differences that staff have not explained yet.

use chrono::{DateTime, NaiveDate, Utc};
use manao_domain::reconciliation::{DifferenceReason, ListedKind};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::{self, Change};
use manao_kernel::note;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};

/// An item about which a counterparty and our books differ.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReconciliationDifference {
    pub id: i64,
    /// `opn`, `telecom`, or a partner's code
    pub counterparty: String,
    /// Date in Bangkok
    pub day: NaiveDate,
    pub kind: ListedKind,
    /// Id at the counterparty, or our reference of an order there
    pub subject: String,
    pub reason: DifferenceReason,
    pub ours_satang: i64,
    pub theirs_satang: i64,
    pub found_at: DateTime<Utc>,
}

/// Why a difference is all right, or how it was settled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// 1 to 500 characters
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
    /// The amounts that were shown; others have not been explained
    pub ours_satang: i64,
    pub theirs_satang: i64,
}

/// Returns the unexplained differences, oldest first, and their number.
pub async fn list(app: &App, paging: Paging) -> Result<Page<ReconciliationDifference>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        ReconciliationDifference,
        r#"select d.id, r.counterparty, r.day, d.kind as "kind: ListedKind", d.subject, d.reason as "reason: DifferenceReason",
                  d.ours_satang, d.theirs_satang, d.found_at
           from shop.reconciliation_differences d join shop.reconciliations r on r.id = d.reconciliation_id
           where d.explained_at is null order by d.id limit $1 offset $2"#,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total =
        sqlx::query_scalar!(r#"select count(*) as "total!" from shop.reconciliation_differences where explained_at is null"#)
            .fetch_one(&mut *tx)
            .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Explains a difference, once; repeating it changes nothing. It is asked for again when its amounts change.
///
/// # Errors
/// 404 `reconciliation_not_found`, 409 `reconciliation_changed` for other amounts and after another explanation, 422 `fields_invalid` without a
/// note.
pub async fn explain(app: &App, operator_id: i64, id: i64, explanation: &Explanation) -> Result<(), Problem> {
    let note = note::checked(&explanation.note)?;
    let mut change = app.change().await?;
    let now = change.now();
    let difference = sqlx::query!(
        "select reconciliation_id, ours_satang, theirs_satang, explained_at, explained_by, note from shop.reconciliation_differences where id = $1 for update",
        id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::reconciliation_not_found)?;
    if (difference.ours_satang, difference.theirs_satang) != (explanation.ours_satang, explanation.theirs_satang) {
        return Err(codes::reconciliation_changed.into());
    }
    if difference.explained_at.is_some() {
        let is_same = difference.explained_by == Some(operator_id) && difference.note.as_deref() == Some(note);
        return if is_same { Ok(()) } else { Err(codes::reconciliation_changed.into()) };
    }
    sqlx::query!(
        "update shop.reconciliation_differences set explained_at = $2, explained_by = $3, note = $4 where id = $1",
        id,
        now,
        operator_id,
        note
    )
    .execute(change.conn())
    .await?;
    refresh_state(&mut change, difference.reconciliation_id).await?;
    let detail = json!({ "oursSatang": explanation.ours_satang, "theirsSatang": explanation.theirs_satang });
    change.audit(AuditEntry::act(operator_id, "difference_explained", Subject::new("difference", id), Some(note), detail));
    change.commit().await
}

/// Updates whether a day differs: while one of its differences is not explained.
pub async fn refresh_state(change: &mut Change, reconciliation_id: i64) -> Result<(), Problem> {
    sqlx::query!(
        "update shop.reconciliations r set state = case when exists (
           select from shop.reconciliation_differences d where d.reconciliation_id = r.id and d.explained_at is null)
           then 'differs' else 'agrees' end where r.id = $1",
        reconciliation_id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// A day with an unexplained difference.
#[derive(Debug)]
pub struct DayWithDifference {
    pub counterparty: String,
    pub day: NaiveDate,
    pub ours_satang: i64,
    pub theirs_satang: i64,
    /// Number of unexplained items
    pub items: i64,
}

/// Returns the days with unexplained differences, oldest first; the last days of each counterparty are enough to see that something is wrong.
pub async fn differing_days(db: &PgPool) -> sqlx::Result<Vec<DayWithDifference>> {
    sqlx::query_as!(
        DayWithDifference,
        r#"select r.counterparty, r.day, r.ours_satang, r.theirs_satang, count(*) as "items!"
           from shop.reconciliations r join shop.reconciliation_differences d on d.reconciliation_id = r.id and d.explained_at is null
           where r.state = 'differs' group by r.id order by r.day, r.counterparty limit 1000"#
    )
    .fetch_all(db)
    .await
}
