//! "Settle this charge": webhook, the buyer's request, reconciliation and expiry all end here.
//!
//! Only the charge counts, as the provider reports it when asked, never a webhook's body or a browser's claim. The order and the payment
//! are locked, the rule decides, and everything that follows is one transaction. Repeating it changes nothing.

use manao_domain::Satang;
use manao_domain::payment::PaymentStatus;
use manao_domain::settle::{self as rules, ChargeFacts, ChargeStatus, Outcome};
use serde_json::json;

use super::capture::{capture, surplus_charge};
use super::row::{self, PaymentRow};
use super::unmatched::{self, UnmatchedReason, note_unmatched};
use super::{books, store, void};
use crate::orders::{Notification, PayableOrder, log, refresh_status, refresh_status_and_tell};
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// The charge or payment to settle.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A provider's id of a charge
    Charge(Provider, &'a str),
    /// One of our payments, whether or not its charge is known to us
    Payment(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The provider does not know it, or it is not ours
    Unknown,
    /// Nothing new
    Unchanged,
    /// The payment is now in this state
    Now(PaymentStatus),
}

/// Reads the charge from the provider and applies its status.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
pub async fn settle(app: &App, subject: Subject<'_>) -> Result<Settled, Problem> {
    match read(app, subject).await? {
        Some(charge) => apply(app, &charge).await,
        None => {
            match subject {
                Subject::Payment(id) => nothing_there(app, id).await?,
                Subject::Charge(provider, id) => {
                    let mut change = app.change().await?;
                    books::not_found(&mut change, provider, id).await?;
                    change.commit().await?;
                }
            }
            Ok(Settled::Unknown)
        }
    }
}

/// Handles a payment for which the provider has no charge. It is checked again later; a code past its time ends.
async fn nothing_there(app: &App, payment_id: i64) -> Result<(), Problem> {
    let Some(payment) = store::payment(&app.db, payment_id).await? else { return Ok(()) };
    let mut change = app.change().await?;
    let now = change.now();
    let (order, payment) = store::lock(change.conn(), payment.order_id, payment_id).await?;
    let over = now >= payment.expires_at && payment.status.is_alive();
    if over {
        end(&mut change, &order, &payment, payment.charge_id.as_deref(), Ending::new(PaymentStatus::Expired)).await?;
    } else {
        let next = store::next_check(store::ask_every(app), payment.status, payment.created_at, payment.expires_at, now);
        sqlx::query!("update shop.payments set check_at = $2 where id = $1", payment_id, next).execute(change.conn()).await?;
    }
    if answered(&mut change, payment_id).await? {
        refresh_status(&mut change, order.id).await?;
    }
    change.commit().await
}

/// Records that the provider has answered about this attempt; returns whether that was open.
async fn answered(change: &mut Change, payment_id: i64) -> Result<bool, Problem> {
    let known = sqlx::query!("update shop.payments set unsure = false where id = $1 and unsure", payment_id)
        .execute(change.conn())
        .await?;
    Ok(known.rows_affected() > 0)
}

async fn read(app: &App, subject: Subject<'_>) -> Result<Option<Charge>, Problem> {
    let (provider, answer) = match subject {
        Subject::Charge(provider, id) => (provider, provider.charge(app, id).await.map(Some)),
        Subject::Payment(id) => {
            let Some(payment) = store::payment(&app.db, id).await? else { return Ok(None) };
            let provider = payment.provider;
            let answer = match &payment.charge_id {
                Some(charge_id) => provider.charge(app, charge_id).await.map(Some),
                None => provider.find(app, &payment.reference, &payment.lived()).await.map(Charge::best),
            };
            (provider, answer)
        }
    };
    match answer {
        Ok(charge) => Ok(charge),
        Err(ProviderError::NotFound) => Ok(None),
        Err(error) => Err(provider.away(error)),
    }
}

/// Applies a charge just read from the provider.
pub async fn apply(app: &App, charge: &Charge) -> Result<Settled, Problem> {
    let mut change = app.change().await?;
    let found = store::of_charge(change.conn(), charge.provider, &charge.id, charge.reference.as_deref()).await?;
    let Some((payment_id, order_id)) = found else {
        let known = books::is_booked(&mut change, charge).await?;
        if charge.was_paid() && !known {
            unmatched::note_unknown(&mut change, charge).await?;
        }
        // Money that belongs to no order can be refunded too.
        books::follow(&mut change, charge).await?;
        change.commit().await?;
        return Ok(if known { Settled::Unchanged } else { Settled::Unknown });
    };
    let (order, payment) = store::lock(change.conn(), order_id, payment_id).await?;
    let was_unsure = answered(&mut change, payment.id).await?;
    let settled = decide(&mut change, &order, &payment, charge).await?;
    if was_unsure && settled == Settled::Unchanged {
        refresh_status(&mut change, order.id).await?;
    }
    // In any case, money that moved is in the books.
    books::owe_back(&mut change, Some(order.id), charge).await?;
    books::follow(&mut change, charge).await?;
    change.commit().await?;
    if let Settled::Now(status) = settled {
        metrics::counter!("manao_payments_settled_total", "status" => status.as_str()).increment(1);
        tracing::info!(
            order = order.number,
            payment = payment.reference,
            charge = charge.id,
            status = status.as_str(),
            "payment settled"
        );
    }
    Ok(settled)
}

async fn decide(change: &mut Change, order: &PayableOrder, payment: &PaymentRow, charge: &Charge) -> Result<Settled, Problem> {
    let now = change.now();
    let ours = rules::Payment {
        status: payment.status,
        amount: Satang(payment.amount_satang),
        currency: payment.currency.clone(),
        expires_at: payment.expires_at,
    };
    let facts = facts(charge, payment);
    match rules::settle(&ours, &facts, now) {
        Outcome::Unchanged if facts.second => Ok(Settled::Unchanged),
        Outcome::SecondOpen => {
            void::enqueue(change, charge.provider, &charge.id).await?;
            Ok(Settled::Unchanged)
        }
        // Listed already: its money is settled from there.
        Outcome::SecondPaid if is_unmatched(change, charge).await? => {
            money_came_after_all(change, charge).await?;
            Ok(Settled::Unchanged)
        }
        Outcome::Contradicted => {
            if note_unmatched(change, charge, UnmatchedReason::Contradicted).await? {
                metrics::counter!("manao_payment_mismatches_total").increment(1);
                tracing::error!(
                    order = order.number,
                    payment = payment.reference,
                    charge = charge.id,
                    status = charge.status.as_str(),
                    "the provider takes back that a captured payment was paid: somebody has to look"
                );
            }
            Ok(Settled::Unchanged)
        }
        Outcome::SecondPaid => surplus_charge(change, order, payment, charge).await,
        Outcome::SecondMismatch => {
            if note_unmatched(change, charge, UnmatchedReason::AmountMismatch).await?
                || money_came_after_all(change, charge).await?
            {
                refresh_status_and_tell(change, order.id, Some(wrong_amount(order))).await?;
            }
            Ok(Settled::Unchanged)
        }
        Outcome::Unchanged | Outcome::Shown => {
            // The attempt is over for us (cancelled, or expired while the provider was down): its charge must not be paid.
            if charge.status == ChargeStatus::Pending && !payment.status.is_alive() {
                void::enqueue(change, charge.provider, &charge.id).await?;
            }
            note_charge(change, payment, charge).await?;
            if payment.status == PaymentStatus::Mismatch && money_came_after_all(change, charge).await? {
                refresh_status_and_tell(change, order.id, Some(wrong_amount(order))).await?;
            }
            Ok(Settled::Unchanged)
        }
        Outcome::Captured { paid_at, late } => {
            // The provider's time, clamped to what we know: it cannot have been paid before it was made, or later than now.
            let paid_at = paid_at.clamp(payment.created_at, now.max(payment.created_at));
            // The first charge's code was shown, and must not be paid too.
            if facts.second
                && ours.status.is_alive()
                && let Some(first) = &payment.charge_id
            {
                void::enqueue(change, charge.provider, first).await?;
            }
            capture(change, order, payment, charge, paid_at, late).await
        }
        Outcome::Failed { failure_code } => {
            let ending = Ending { failure_code: Some(&failure_code), ..Ending::new(PaymentStatus::Failed) };
            end(change, order, payment, Some(&charge.id), ending).await
        }
        Outcome::Returned { failure_code } => {
            // A second charge that was booked when it arrived was refunded as intended.
            if !books::is_booked(change, charge).await? && note_unmatched(change, charge, UnmatchedReason::Returned).await? {
                metrics::counter!("manao_payments_returned_early_total").increment(1);
                tracing::warn!(order = order.number, charge = charge.id, "a charge was paid and paid back before we heard of it");
            }
            if facts.second {
                return Ok(Settled::Unchanged);
            }
            if payment.status.is_alive() {
                let ending = Ending { failure_code: Some(&failure_code), ..Ending::new(PaymentStatus::Failed) };
                return end(change, order, payment, Some(&charge.id), ending).await;
            }
            note_charge(change, payment, charge).await?;
            Ok(Settled::Unchanged)
        }
        Outcome::Expired => {
            // By our clock it has expired; the provider must no longer take money for it.
            if charge.status == ChargeStatus::Pending {
                void::enqueue(change, charge.provider, &charge.id).await?;
            }
            end(change, order, payment, Some(&charge.id), Ending::new(PaymentStatus::Expired)).await
        }
        Outcome::Mismatch { expected, got, currency } => {
            metrics::counter!("manao_payment_mismatches_total").increment(1);
            tracing::error!(
                order = order.number, payment = payment.reference, charge = charge.id, %expected, %got, currency,
                "the provider's amount is not ours: nothing is delivered, somebody has to look"
            );
            // It may have been listed since it was made; now there is money.
            if !note_unmatched(change, charge, UnmatchedReason::AmountMismatch).await? {
                money_came_after_all(change, charge).await?;
            }
            let notification = Some(wrong_amount(order));
            let ending = Ending {
                status: PaymentStatus::Mismatch,
                failure_code: Some(UnmatchedReason::AmountMismatch.as_str()),
                notification,
            };
            end(change, order, payment, Some(&charge.id), ending).await
        }
        Outcome::Unpayable { expected, got, currency } => {
            metrics::counter!("manao_payment_mismatches_total").increment(1);
            tracing::error!(
                order = order.number, payment = payment.reference, charge = charge.id, %expected, %got, currency,
                "the provider's charge is over another amount than ours: it is ended unpaid, somebody has to look"
            );
            note_unmatched(change, charge, UnmatchedReason::AmountMismatch).await?;
            void::enqueue(change, charge.provider, &charge.id).await?;
            let ending = Ending { failure_code: Some(row::REFUSED), ..Ending::new(PaymentStatus::Failed) };
            end(change, order, payment, Some(&charge.id), ending).await
        }
    }
}

/// Notes the charge with its unchanged payment, which is checked again later.
async fn note_charge(change: &mut Change, payment: &PaymentRow, charge: &Charge) -> Result<(), Problem> {
    let next =
        store::next_check(store::ask_every(change.app()), payment.status, payment.created_at, payment.expires_at, change.now());
    sqlx::query!(
        "update shop.payments set charge_id = coalesce(charge_id, $2), check_at = $3 where id = $1",
        payment.id,
        charge.id,
        next
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns the notification for a wrong amount: a buyer who had already paid and received the goods has paid a second time.
fn wrong_amount(order: &PayableOrder) -> Notification {
    if order.paid_at.is_some() { Notification::PaidTwice } else { Notification::WrongAmount }
}

/// The end of a payment attempt.
struct Ending<'a> {
    status: PaymentStatus,
    failure_code: Option<&'a str>,
    /// Notification for the buyer's inbox
    notification: Option<Notification>,
}

impl Ending<'_> {
    const fn new(status: PaymentStatus) -> Self {
        Self { status, failure_code: None, notification: None }
    }
}

/// Ends the attempt without money (or with the wrong amount).
async fn end(
    change: &mut Change,
    order: &PayableOrder,
    payment: &PaymentRow,
    charge_id: Option<&str>,
    ending: Ending<'_>,
) -> Result<Settled, Problem> {
    let Ending { status, failure_code, notification } = ending;
    let now = change.now();
    let ask_every = store::ask_every(change.app());
    sqlx::query!(
        "update shop.payments set status = $2, failure_code = $3, charge_id = $4, ended_at = $5, check_at = $6, version = version + 1
         where id = $1",
        payment.id,
        status.as_str(),
        failure_code,
        charge_id,
        now,
        store::next_check(ask_every, status, payment.created_at, payment.expires_at, now)
    )
    .execute(change.conn())
    .await?;
    log::write(
        change,
        order.id,
        ended(status)?,
        &json!({ "payment": payment.reference, "charge": charge_id, "code": failure_code }),
    )
    .await?;
    refresh_status_and_tell(change, order.id, notification).await?;
    Ok(Settled::Now(status))
}

fn ended(status: PaymentStatus) -> Result<log::LogKind, Problem> {
    match status {
        PaymentStatus::Failed => Ok(log::LogKind::PaymentFailed),
        PaymentStatus::Expired => Ok(log::LogKind::PaymentExpired),
        PaymentStatus::Mismatch => Ok(log::LogKind::PaymentMismatch),
        PaymentStatus::Created | PaymentStatus::Awaiting | PaymentStatus::Captured => {
            Err(Problem::internal(format!("a payment does not end as {status}")))
        }
    }
}

/// Whether a charge of the wrong amount, listed before it could be paid, has been paid since; true only once.
async fn money_came_after_all(change: &mut Change, charge: &Charge) -> Result<bool, Problem> {
    if charge.status != ChargeStatus::Successful {
        return Ok(false);
    }
    let paid = sqlx::query!(
        "update shop.unmatched_charges set status = $3 where provider = $1 and charge_id = $2 and reason = $4 and status <> $3",
        charge.provider.as_str(),
        charge.id,
        charge.status.as_str(),
        UnmatchedReason::AmountMismatch.as_str()
    )
    .execute(change.conn())
    .await?;
    Ok(paid.rows_affected() == 1)
}

async fn is_unmatched(change: &mut Change, charge: &Charge) -> Result<bool, Problem> {
    let listed = sqlx::query_scalar!(
        r#"select exists (select from shop.unmatched_charges where provider = $1 and charge_id = $2 and reason = $3) as "listed!""#,
        charge.provider.as_str(),
        charge.id,
        UnmatchedReason::AmountMismatch.as_str()
    )
    .fetch_one(change.conn())
    .await?;
    Ok(listed)
}

fn facts(charge: &Charge, payment: &PaymentRow) -> ChargeFacts {
    ChargeFacts {
        second: payment.charge_id.as_deref().is_some_and(|known| known != charge.id),
        status: charge.status,
        amount: Satang(charge.amount),
        currency: charge.currency.clone(),
        paid_at: charge.paid_at,
        failure_code: charge.failure_code.clone(),
        returned: charge.is_returned(),
    }
}
