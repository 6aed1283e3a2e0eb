//! Unmatched charges: charges that are not ours, were paid with a different amount, or were paid in addition to another.
//! An operator sees the amounts received and expected, settles the charge outside the system and records that here, once.

use chrono::{DateTime, Utc};
use manao_domain::settle::ChargeStatus;
use manao_domain::{Satang, text_enum};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{books, store};
use crate::orders;
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::{self, Change};
use manao_kernel::note;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};

text_enum! {
    /// Reason why a charge waits for staff to review it. `unknown`: not ours; `amount_mismatch`: not the amount or currency asked for;
    /// `paid_twice`: in addition to another payment of the order; `contradicted`: booked as paid, but the provider now says it never was;
    /// `returned`: paid and refunded in full before the shop heard of it, so nothing is owed; `returned_twice`: more was returned, by refund
    /// and dispute, than was paid, and the difference is to be claimed from the provider. Money received is booked as owed back.
    #[derive(ToSchema)]
    UnmatchedReason {
        Unknown = "unknown",
        AmountMismatch = "amount_mismatch",
        PaidTwice = "paid_twice",
        Contradicted = "contradicted",
        Returned = "returned",
        ReturnedTwice = "returned_twice",
    }
}

/// A charge that waits for staff to review it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnmatchedCharge {
    pub id: i64,
    /// The provider's id
    pub charge_id: String,
    pub reason: UnmatchedReason,
    /// The charge's status when it was found
    pub status: ChargeStatus,
    /// Amount received, in the currency's smallest unit
    pub amount_satang: i64,
    pub currency: String,
    /// Amount expected; absent when none was
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_satang: Option<i64>,
    /// Our payment's reference, when the charge carries one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub found_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnmatchedChargeAction {
    /// Settled outside the system; money received is booked as owed back
    Close,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct UnmatchedChargeDecision {
    pub action: UnmatchedChargeAction,
    /// Note on the settlement, 1 to 500 characters; kept with the charge and in the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
}

/// Returns the unsettled charges, oldest first, and their number.
pub async fn list(app: &App, paging: Paging) -> Result<Page<UnmatchedCharge>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        UnmatchedCharge,
        r#"select s.id, s.charge_id, s.reason as "reason: UnmatchedReason", s.status as "status: ChargeStatus", s.amount_satang, s.currency, s.reference, s.found_at,
                  p.amount_satang as "expected_satang?", p.number as "order_number?", p.user_id as "user_id?"
           from shop.unmatched_charges s
           left join lateral (select p.amount_satang, o.number, o.user_id from shop.payments p join shop.orders o on o.id = p.order_id
                              where p.charge_id = s.charge_id or p.reference = s.reference
                              order by p.charge_id = s.charge_id desc nulls last limit 1) p on true
           where s.settled_at is null order by s.id limit $1 offset $2"#,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "total!" from shop.unmatched_charges where settled_at is null"#)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Lists a charge that is not ours; its money, if it was paid, is booked as owed back.
pub async fn note_unknown(change: &mut Change, charge: &Charge) -> Result<(), Problem> {
    if note_unmatched(change, charge, UnmatchedReason::Unknown).await? {
        metrics::counter!("manao_unmatched_charges_total").increment(1);
        tracing::error!(charge = charge.id, status = ?charge.status, amount_satang = charge.amount, "the provider has a charge that is none of ours");
    }
    books::owe_back(change, None, charge).await?;
    Ok(())
}

/// Closes a charge settled by hand: money the provider holds for us is booked, and owed back, unless that was done when it arrived.
/// Repeating it changes nothing.
///
/// # Errors
/// 404 `unmatched_charge_not_found`, 409 `unmatched_charge_pending` while it can still be paid, 422 `fields_invalid` without a note,
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
pub async fn close(app: &App, operator_id: i64, id: i64, note: &str) -> Result<(), Problem> {
    let note = note::checked(note)?;
    let found = sqlx::query!(
        r#"select provider as "provider: Provider", charge_id, settled_at from shop.unmatched_charges where id = $1"#,
        id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::unmatched_charge_not_found)?;
    if found.settled_at.is_some() {
        return Ok(());
    }
    // It was found a while ago: only the provider's present answer says whether it has the money.
    let charge = match found.provider.charge(app, &found.charge_id).await {
        Ok(charge) if charge.status == ChargeStatus::Pending => return Err(codes::unmatched_charge_pending.into()),
        Ok(charge) => Some(charge),
        Err(ProviderError::NotFound) => None,
        Err(error) => return Err(found.provider.away(error)),
    };

    let mut change = app.change().await?;
    let now = change.now();
    let order_id = match store::of_charge(change.conn(), found.provider, &found.charge_id, reference(&charge)).await? {
        Some((_, order_id)) => Some(orders::row::lock(change.conn(), order_id).await?.id),
        None => None,
    };
    let settled = sqlx::query!(
        r#"update shop.unmatched_charges set settled_at = $2, settled_by = $3, note = $4, status = coalesce($5, status)
         where id = $1 and settled_at is null returning charge_id, reason as "reason: UnmatchedReason""#,
        id,
        now,
        operator_id,
        note,
        charge.as_ref().map(|charge| charge.status.as_str())
    )
    .fetch_optional(change.conn())
    .await?;
    // Another operator closed it first.
    let Some(settled) = settled else { return Ok(()) };
    let mut booked = Satang::ZERO;
    if let Some(charge) = &charge {
        if books::owe_back(&mut change, order_id, charge).await? {
            booked = Satang(charge.amount);
        }
        // It may have been refunded already.
        books::follow(&mut change, charge).await?;
    }
    if let Some(order_id) = order_id {
        let detail = json!({ "charge": settled.charge_id, "reason": settled.reason, "operator": operator_id, "note": note,
                             "amountSatang": booked.get() });
        orders::log::write(&mut change, order_id, orders::log::LogKind::UnmatchedChargeClosed, &detail).await?;
        orders::refresh_status(&mut change, order_id).await?;
    }
    let subject = Subject::new("charge", &settled.charge_id);
    let detail = json!({ "reason": settled.reason, "amountSatang": booked.get() });
    change.audit(AuditEntry::act(operator_id, "unmatched_charge_closed", subject, Some(note), detail));
    change.commit().await?;
    tracing::info!(charge = settled.charge_id, reason = settled.reason.as_str(), operator_id, %booked, "a charge was settled by hand");
    Ok(())
}

fn reference(charge: &Option<Charge>) -> Option<&str> {
    charge.as_ref().and_then(|charge| charge.reference.as_deref())
}

/// Lists a charge that does not match our books, for staff to review; true the first time.
pub async fn note_unmatched(change: &mut Change, charge: &Charge, reason: UnmatchedReason) -> Result<bool, Problem> {
    let now = change.now();
    let noted = sqlx::query!(
        "insert into shop.unmatched_charges (provider, charge_id, reason, status, amount_satang, currency, reference, found_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing",
        charge.provider.as_str(),
        charge.id,
        reason.as_str(),
        charge.status.as_str(),
        charge.amount,
        charge.currency,
        charge.reference,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(noted.rows_affected() == 1)
}
