//! Payments: charges at the providers (a QR code's, a mobile number's), their webhooks, and the one function that settles their
//! reports.

pub mod audit;
pub mod books;
mod capture;
pub mod channels;
pub mod charge;
pub mod check;
pub mod checking;
pub mod confirm;
pub mod coverage;
mod forget;
mod http;
mod payouts;
mod provider;
pub mod reconcile;
pub mod refund_requests;
mod refund_send;
mod refunds;
pub mod returning;
mod row;
pub mod settle;
pub mod store;
pub mod texts;
mod unmatched;
pub mod void;
pub mod webhook;

use std::time::Duration;

use manao_domain::payment::PaymentStatus;
use manao_domain::settle::ChargeStatus;
use utoipa_axum::routes;

use crate::refusals::KEY;
use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use crate::providers::charges::Charge;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};
use manao_kernel::problem::Problem;

pub use capture::fulfil;
pub use row::PaymentRow;
pub use settle::{Settled, Subject, settle};

/// Interval of the search for payments due to be checked; each has its own time (setting `RECONCILE_SECONDS`).
const ASK_EVERY: Duration = Duration::from_secs(3);
/// Interval at which the provider's list of charges is compared with ours.
const COMPARE_EVERY: Duration = Duration::from_secs(20);
/// Interval at which the telecom's payouts are read.
const PAYOUTS_EVERY: Duration = Duration::from_secs(60);
/// Interval of the audit of the books.
const AUDIT_EVERY: Duration = Duration::from_secs(600);
/// Interval of the search for settled webhooks too old to keep.
const FORGET_EVERY: Duration = Duration::from_secs(3600);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(webhook::opn_webhook), Who::Anyone.refuses(&[&[webhook_signature_invalid]]))
        .call(routes!(webhook::telecom_webhook), Who::Anyone.refuses(&[&[webhook_signature_invalid]]))
        .call(routes!(http::list_unmatched_charges), Who::Staff(&[StaffRole::Finance]))
        .call(
            routes!(http::decide_unmatched_charge),
            Who::Staff(&[StaffRole::Finance]).refuses(&[&[
                unmatched_charge_not_found,
                unmatched_charge_pending,
                payment_unavailable,
            ]]),
        )
        .call(routes!(http::list_refunds), Who::Staff(&[StaffRole::Finance]))
        .call(
            routes!(http::settle_refund),
            Who::Staff(&[StaffRole::Finance]).refuses(&[&[
                refund_not_found,
                order_line_not_found,
                refund_changed,
                refund_disputed,
                refund_too_much,
                refund_channel,
            ]]),
        )
        .call(routes!(http::get_refundable_order), Who::Staff(&[StaffRole::Finance]).refuses(&[&[order_not_found]]))
        .call(
            routes!(http::refund_favour),
            Who::Staff(&[StaffRole::Finance]).refuses(&[
                &[order_not_found, order_line_not_found, order_state, refund_changed, refund_disputed, refund_too_much],
                KEY,
            ]),
        );
    Feature {
        jobs: vec![
            job::<charge::MakeCharge>(),
            job::<void::VoidCharge>(),
            job::<refund_send::AskRefund>(),
            job::<webhook::SettleWebhook>(),
        ],
        periodic_tasks: vec![
            every(ASK_EVERY, "payments.reconcile", |app| async move { reconcile::ask_due(&app).await }),
            every(AUDIT_EVERY, "payments.audit", audit::round),
            every(PAYOUTS_EVERY, "payments.telecom_payouts", payouts::read_telecom),
            every(FORGET_EVERY, "payments.forget_webhooks", forget::webhooks),
            every(ASK_EVERY, "payments.refunds", refund_send::round),
            every(COMPARE_EVERY, "payments.compare", |app| async move { reconcile::compare_lists(&app).await }),
            every(COMPARE_EVERY, "payments.catch_up", |app| async move { webhook::catch_up(&app, webhook::UNDER_WAY).await }),
            every(ASK_EVERY, "payments.follow", |app| async move { reconcile::follow_due(&app).await }),
        ],
        ..feature
    }
}

/// Ends the order's code that can still be paid, at the provider first, and settles the provider's answer: it may have been paid this
/// very second. Does nothing without such a code.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
pub async fn end_alive(app: &App, order_id: i64) -> Result<(), Problem> {
    match alive(app, order_id).await? {
        Some(payment) => end_for_good(app, &payment).await.map(drop),
        None => Ok(()),
    }
}

/// Does the same for this attempt only: a newer one, requested meanwhile, stays alive.
///
/// # Errors
/// As [`end_alive`].
pub async fn end_seen(app: &App, order_id: i64, payment_id: i64) -> Result<(), Problem> {
    match alive(app, order_id).await? {
        Some(payment) if payment.id == payment_id => end_for_good(app, &payment).await.map(drop),
        _ => Ok(()),
    }
}

async fn alive(app: &App, order_id: i64) -> Result<Option<PaymentRow>, Problem> {
    let mut conn = app.db.acquire().await?;
    store::alive(&mut conn, order_id).await
}

/// Ends this attempt at the provider, whether or not it has ended in our books, and settles the provider's answer. True when none of its
/// charges can be paid any more.
///
/// # Errors
/// As [`end_alive`].
pub async fn end_for_good(app: &App, payment: &PaymentRow) -> Result<bool, Problem> {
    let provider = payment.provider;
    let known = match &payment.charge_id {
        Some(charge_id) => vec![charge_id.clone()],
        // Its creation may be in progress, or its answer was lost: anything with our reference is ended.
        None => {
            let found = provider.find(app, &payment.reference, &payment.lived()).await;
            let found = found.map_err(|error| provider.away(error))?;
            let wait = |charge: &Charge| matches!(charge.status, ChargeStatus::Pending | ChargeStatus::Successful);
            found.into_iter().filter(wait).map(|charge| charge.id).collect()
        }
    };
    let mut over = true;
    for charge_id in known {
        if let Some(charge) = void::end(app, provider, &charge_id).await? {
            over &= charge.status != ChargeStatus::Pending;
            settle::apply(app, &charge).await?;
        }
    }
    Ok(over)
}

/// Ends a code in our books that is still alive there (its charge was never made, or the provider could not be asked). Its charge is ended
/// as soon as the provider can be asked. The order is locked.
pub async fn end_here(change: &mut Change, order_id: i64) -> Result<(), Problem> {
    let now = change.now();
    let ask_every = store::ask_every(change.app());
    let Some(payment) = store::alive(change.conn(), order_id).await? else { return Ok(()) };
    sqlx::query!(
        "update shop.payments set status = 'expired', ended_at = $2, check_at = $3, version = version + 1 where id = $1",
        payment.id,
        now,
        store::next_check(ask_every, PaymentStatus::Expired, payment.created_at, payment.expires_at, now)
    )
    .execute(change.conn())
    .await?;
    if let Some(charge_id) = payment.charge_id {
        void::enqueue(change, payment.provider, &charge_id).await?;
    }
    Ok(())
}
