//! Delivery: getting paid goods to the player exactly once, however often a job, callback or restart repeats.
//!
//! An order line has one delivery with one reference, which the partner sees however often we send. Before the partner is called the
//! delivery is written down as sent; a later step that finds it in that state first asks the partner for the outcome. Callbacks are hints:
//! they only make us ask sooner. Codes of our own are handed over in the transaction that books the payment.

mod callback;
mod claims;
mod conclude;
mod correct;
mod http;
mod late;
mod line_codes;
mod own_codes;
mod repair;
mod reveal;
mod send;
mod store;
mod supplies;
mod ticker;
mod typical;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::delivery::{FailureReason, overdue_after};

pub use conclude::send_to_repair;
pub use send::{Deliver, job_key};
pub use ticker::DeliveryTicker;
pub use typical::{TypicalSeconds, typical_seconds};

use manao_kernel::database::{Change, JobOptions};
use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};
use manao_kernel::problem::Problem;

/// Interval of the search for deliveries that have lost their job.
const SWEEP: Duration = Duration::from_secs(30);
/// Interval of the search for lines that have become late.
const LATE_EVERY: Duration = Duration::from_secs(15);

pub fn feature() -> Feature {
    Feature {
        jobs: vec![job::<Deliver>()],
        periodic_tasks: vec![every(SWEEP, "delivery.sweep", send::sweep), every(LATE_EVERY, "delivery.late", late::round)],
        ..http::calls().emits::<DeliveryTicker>()
    }
}

/// Holds back lines whose money was returned or is held by a dispute: unsent deliveries stay here until an operator decides. Deliveries sent
/// to a partner continue. The caller has locked the order, and updates its status afterwards.
pub async fn hold_back(change: &mut Change, order_id: i64, lines: &[i64]) -> Result<(), Problem> {
    if lines.is_empty() {
        return Ok(());
    }
    for delivery in store::lock_unsent(change.conn(), order_id).await? {
        if !lines.contains(&delivery.line_id) {
            continue;
        }
        conclude::failed_for_good(change, &delivery, FailureReason::PaymentReturned).await?;
    }
    Ok(())
}

/// Starts the waiting deliveries of an order that was just paid, in the change that books the payment: our own codes are handed over at
/// once, the partners are called right after the commit. The caller has locked the order, and updates its status afterwards.
pub async fn start(change: &mut Change, order_id: i64) -> Result<(), Problem> {
    let now = change.now();
    for delivery in store::lock_waiting(change.conn(), order_id).await? {
        if delivery.own_codes {
            own_codes::hand_over(change, &delivery).await?;
        } else {
            let overdue_at = overdue_at(change, delivery.line_id).await?;
            sqlx::query!(
                "update shop.deliveries set next_attempt_at = $2, overdue_at = $3 where id = $1",
                delivery.id,
                now,
                overdue_at
            )
            .execute(change.conn())
            .await?;
            change.job(&Deliver { delivery_id: delivery.id }, JobOptions::default().key(send::job_key(delivery.id))).await?;
        }
    }
    Ok(())
}

/// Returns the time from which a line that is sent now counts as late.
async fn overdue_at(change: &mut Change, line_id: i64) -> Result<DateTime<Utc>, Problem> {
    let game_slug =
        sqlx::query_scalar!("select game_slug from shop.order_lines where id = $1", line_id).fetch_one(change.conn()).await?;
    let app = change.app().clone();
    let typical = typical_seconds(&app, change.conn(), [game_slug.as_str()].into_iter()).await?;
    Ok(change.now() + TimeDelta::seconds(overdue_after(typical)))
}
