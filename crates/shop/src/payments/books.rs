//! The books of paid charges: opened when the money arrives, and updated to the provider's report whenever it is asked. A captured charge
//! is never final: it may be refunded, reversed or disputed long after its goods were delivered.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::charge_books::{ChargeMoney, DisputeStatus, next_look};
use manao_domain::ledger::Journal;
use serde_json::json;

use super::coverage;
use super::refund_requests::{Wish, refund_owed};
use super::unmatched::{UnmatchedReason, note_unmatched};
use crate::orders::{Notification, log, refresh_status_and_tell};
use crate::providers::charges::{Charge, Provider};
use crate::{delivery, ledger};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Providers' amounts are satang in this currency only; the books hold no other.
pub const CURRENCY: &str = "THB";

/// Opens a charge's books: the provider owes us the paid amount. False when the charge is in the books already. The order, if there is one,
/// is locked.
pub async fn open(
    change: &mut Change,
    order_id: Option<i64>,
    subject: &str,
    charge: &Charge,
    captured_at: DateTime<Utc>,
) -> Result<bool, Problem> {
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into shop.captured_charges (provider, charge_id, order_id, amount_satang, captured_at, moved_at, check_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id",
        charge.provider.as_str(),
        charge.id,
        order_id,
        charge.amount,
        captured_at,
        now,
        next_look(now, now, false)
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(id) = id else { return Ok(false) };
    let journal = Journal::captured(id, Satang(charge.amount)).map_err(Problem::internal)?;
    ledger::post(change, order_id, subject, &journal).await?;
    Ok(true)
}

/// Books money that nothing is delivered for: received, and owed back. False when it is in the books already, was never paid, or is in a
/// currency that the books do not hold. The order, if there is one, is locked.
pub async fn owe_back(change: &mut Change, order_id: Option<i64>, charge: &Charge) -> Result<bool, Problem> {
    if !charge.was_paid() || charge.currency != CURRENCY {
        return Ok(false);
    }
    let captured_at = charge.paid_at.unwrap_or(change.now());
    if !open(change, order_id, &charge.id, charge, captured_at).await? {
        return Ok(false);
    }
    let closed = Journal::closed(Satang(charge.amount)).map_err(Problem::internal)?;
    ledger::post(change, order_id, &charge.id, &closed).await?;
    if let Some(order_id) = order_id
        && charge.money.returned().map_err(Problem::internal)?.is_zero()
    {
        refund_surplus(change, order_id, charge).await?;
    }
    Ok(true)
}

/// Asks for the refund of a charge that nothing is delivered for, where its channel gives it back. The order is locked.
pub async fn refund_surplus(change: &mut Change, order_id: i64, charge: &Charge) -> Result<(), Problem> {
    let wish = Wish { amount: Satang(charge.amount), line_id: None, charge_id: Some(&charge.id), asked: None };
    refund_owed(change, order_id, wish).await
}

pub async fn is_booked(change: &mut Change, charge: &Charge) -> Result<bool, Problem> {
    let booked = sqlx::query_scalar!(
        r#"select exists (select from shop.captured_charges where charge_id = $1 and provider = $2) as "booked!""#,
        charge.id,
        charge.provider.as_str()
    )
    .fetch_one(change.conn())
    .await?;
    Ok(booked)
}

/// A charge as the books hold it.
struct BookedCharge {
    id: i64,
    order_id: Option<i64>,
    amount: Satang,
    money: ChargeMoney,
    dispute: Option<DisputeStatus>,
    moved_at: DateTime<Utc>,
    version: i32,
}

async fn locked(change: &mut Change, charge: &Charge) -> Result<Option<BookedCharge>, Problem> {
    let row = sqlx::query!(
        "select id, order_id, amount_satang, fee_satang, fee_vat_satang, refunded_satang, charged_back_satang, dispute, moved_at, version
         from shop.captured_charges where charge_id = $1 and provider = $2 for update",
        charge.id,
        charge.provider.as_str()
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let money = ChargeMoney {
        fee: Satang(row.fee_satang),
        fee_vat: Satang(row.fee_vat_satang),
        refunded: Satang(row.refunded_satang),
        charged_back: Satang(row.charged_back_satang),
    };
    let dispute = row.dispute.map(|word| word.parse()).transpose().map_err(Problem::internal)?;
    Ok(Some(BookedCharge {
        id: row.id,
        order_id: row.order_id,
        amount: Satang(row.amount_satang),
        money,
        dispute,
        moved_at: row.moved_at,
        version: row.version,
    }))
}

/// Updates a charge's books to its provider's report, and notifies the order. False when the charge was not captured. The charge's order,
/// if there is one, is locked.
pub async fn follow(change: &mut Change, charge: &Charge) -> Result<bool, Problem> {
    let Some(booked) = locked(change, charge).await? else { return Ok(false) };
    // A charge once paid and now reported as unpaid is for staff to review; the books wait.
    let (told, dispute) = if charge.was_paid() { (charge.money, charge.dispute) } else { (booked.money, booked.dispute) };
    let journals = booked.money.follow(&told, booked.id, booked.amount).map_err(Problem::internal)?;
    let subject = format!("{}#{}", charge.id, booked.version);
    for journal in &journals {
        ledger::post(change, booked.order_id, &subject, journal).await?;
    }
    let undone = || booked.money.returned_for_good(booked.dispute)?.minus(told.returned_for_good(dispute)?);
    take_back_write_off(change, &booked, &charge.id, &subject, undone().map_err(Problem::internal)?).await?;
    let returned = |money: &ChargeMoney| money.returned().map_err(Problem::internal);
    let moved = returned(&told)? != returned(&booked.money)? || dispute != booked.dispute;
    let now = change.now();
    let moved_at = if moved { now } else { booked.moved_at };
    let unsettled = dispute.is_some_and(DisputeStatus::is_open) || is_owed_back(change, booked.order_id).await?;
    sqlx::query!(
        "update shop.captured_charges set fee_satang = $2, fee_vat_satang = $3, refunded_satang = $4, charged_back_satang = $5, dispute = $6,
                refunded_at = case when $4 = refunded_satang then refunded_at when $4 = 0 then null else $7 end,
                disputed_at = case when $6::text is null then null when dispute is null or dispute = 'won' then $7 else disputed_at end,
                moved_at = $8, check_at = $9, version = version + $10
         where id = $1",
        booked.id,
        told.fee.get(),
        told.fee_vat.get(),
        told.refunded.get(),
        told.charged_back.get(),
        dispute.map(DisputeStatus::as_str),
        now,
        moved_at,
        next_look(moved_at, now, unsettled),
        i32::from(moved || !journals.is_empty())
    )
    .execute(change.conn())
    .await?;
    if moved {
        if told.exceeds(booked.amount).map_err(Problem::internal)? {
            note_unmatched(change, charge, UnmatchedReason::ReturnedTwice).await?;
        }
        tell(change, charge, &booked, &told, dispute).await?;
    }
    Ok(true)
}

/// Reverses write-offs when money that had been returned for good comes back. The amount that staff wrote off was no loss after all, and is
/// not owed to the buyer either, who has the goods.
async fn take_back_write_off(
    change: &mut Change,
    booked: &BookedCharge,
    charge_id: &str,
    subject: &str,
    undone: Satang,
) -> Result<(), Problem> {
    if undone <= Satang::ZERO {
        return Ok(());
    }
    let books = sqlx::query!(
        r#"select coalesce(-sum(e.amount_satang), 0)::bigint as "owed!",
                  coalesce(-sum(e.amount_satang) filter (where j.kind = 'written_off'), 0)::bigint as "written_off!"
           from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
           where e.account = 'refund_payable'
             and (j.order_id = $1 or (j.order_id is null and $1::bigint is null and split_part(j.subject, '#', 1) = $2))"#,
        booked.order_id,
        charge_id
    )
    .fetch_one(change.conn())
    .await?;
    let recovered = undone.min(Satang(books.owed)).min(Satang(books.written_off));
    if recovered <= Satang::ZERO {
        return Ok(());
    }
    let journal = Journal::recovered(recovered).map_err(Problem::internal)?;
    // The write-offs of staff have other subjects.
    ledger::post(change, booked.order_id, &format!("{subject}#recovered"), &journal).await
}

/// Reports money that was returned or came back: it is logged, unsent deliveries are held, and the buyer is notified.
async fn tell(
    change: &mut Change,
    charge: &Charge,
    booked: &BookedCharge,
    told: &ChargeMoney,
    dispute: Option<DisputeStatus>,
) -> Result<(), Problem> {
    let refunded = told.refunded.minus(booked.money.refunded).map_err(Problem::internal)?;
    metrics::counter!("manao_payments_returned_total").increment(1);
    tracing::warn!(
        charge = charge.id, refunded = %told.refunded, charged_back = %told.charged_back, dispute = dispute.map(DisputeStatus::as_str),
        "the money of a captured charge moved at the provider"
    );
    let Some(order_id) = booked.order_id else { return Ok(()) };
    if !refunded.is_zero() {
        let detail = json!({ "charge": charge.id, "amountSatang": refunded.get(), "refundedSatang": told.refunded.get() });
        log::write(change, order_id, log::LogKind::Refunded, &detail).await?;
    }
    if dispute != booked.dispute {
        let detail = json!({ "charge": charge.id, "dispute": dispute.map(DisputeStatus::as_str),
                             "chargedBackSatang": told.charged_back.get() });
        log::write(change, order_id, log::LogKind::Dispute, &detail).await?;
    }
    let frozen = coverage::frozen_lines(change.conn(), order_id, None).await?;
    delivery::hold_back(change, order_id, &frozen).await?;
    let is_open = |dispute: Option<DisputeStatus>| dispute.is_some_and(DisputeStatus::is_open);
    let about_dispute = match (is_open(booked.dispute), is_open(dispute)) {
        (false, true) => Some(Notification::Disputed),
        (true, false) => Some(Notification::DisputeOver),
        _ => None,
    };
    let paid_back = (refunded > Satang::ZERO).then_some(Notification::PaidBack(refunded));
    for notification in [paid_back, about_dispute].into_iter().flatten() {
        refresh_status_and_tell(change, order_id, Some(notification)).await?;
    }
    if paid_back.is_none() && about_dispute.is_none() {
        refresh_status_and_tell(change, order_id, None).await?;
    }
    Ok(())
}

async fn is_owed_back(change: &mut Change, order_id: Option<i64>) -> Result<bool, Problem> {
    let Some(order_id) = order_id else { return Ok(false) };
    let balance = sqlx::query_scalar!(
        r#"select coalesce(sum(e.amount_satang), 0)::bigint as "balance!" from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
           where j.order_id = $1 and e.account = 'refund_payable'"#,
        order_id
    )
    .fetch_one(change.conn())
    .await?;
    Ok(balance != 0)
}

/// Expects a refund of this order: from now on its charges are checked for one.
pub async fn expect_refund(change: &mut Change, order_id: i64) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "update shop.captured_charges set moved_at = $2, check_at = $3 where order_id = $1",
        order_id,
        now,
        next_look(now, now, true)
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Handles a charge that the provider does not know (any more): it is asked again at the usual times.
pub async fn not_found(change: &mut Change, provider: Provider, charge_id: &str) -> Result<(), Problem> {
    let now = change.now();
    let moved_at = sqlx::query_scalar!(
        "select moved_at from shop.captured_charges where charge_id = $1 and provider = $2 for update",
        charge_id,
        provider.as_str()
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(moved_at) = moved_at else { return Ok(()) };
    tracing::error!(charge_id, "the provider does not know a charge that it was paid for");
    sqlx::query!(
        "update shop.captured_charges set check_at = $3 where charge_id = $1 and provider = $2",
        charge_id,
        provider.as_str(),
        next_look(moved_at, now, false)
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
