//! The end of an unpaid order: it expires, or its buyer cancels it. Either way the provider is asked first, so that money already there is
//! not turned away, and the code is ended there, so that it cannot be paid later.

use chrono::TimeDelta;
use futures_util::StreamExt as _;
use manao_domain::order::{OrderState, OrderStatus};

use super::holds::{self, Terms};
use super::{log, refresh_status, row};
use crate::payments::{self, store};
use crate::waiting_room;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::user_log::{self, Kind};

/// Time past its expiry that an order waits when the provider cannot be asked. Then it expires anyway: money that arrives later counts as a
/// late payment.
const GRACE: TimeDelta = TimeDelta::minutes(5);
/// Number of orders per round.
const BATCH: i64 = 200;
const AT_ONCE: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum EndReason {
    Expired,
    Cancelled,
}

/// Expires all orders past their time; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select id from shop.orders where status = 'pending' and paid_at is null and expires_at <= $1 order by expires_at limit $2",
        app.now(),
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    each(due, |order_id| if_due(&app, order_id)).await;
    Ok(())
}

/// Releases the holds of unpaid orders whose payment attempt has ended; run by the scheduler. A customer who still wants to pay gets a new
/// code, and the pieces with it if they are still available.
pub async fn let_go_round(app: App) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select o.id from shop.orders o
         where o.status = 'pending' and o.paid_at is null and o.expires_at > $1
               and exists (select from shop.holds h where h.order_id = o.id and h.state = 'held')
               and not exists (select from shop.payments p where p.order_id = o.id and p.alive and p.expires_at > $1)
         order by o.expires_at limit $2",
        app.now(),
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    each(due, |order_id| let_go(&app, order_id)).await;
    Ok(())
}

/// Ends a few at a time; one that cannot be ended yet does not block the others.
async fn each<Work: Future<Output = Result<(), Problem>>>(due: Vec<i64>, end: impl Fn(i64) -> Work) {
    let ended = due.into_iter().map(async |order_id| {
        if let Err(error) = end(order_id).await {
            tracing::debug!(order_id, %error, "an order could not be ended yet");
        }
    });
    futures_util::stream::iter(ended).buffer_unordered(AT_ONCE).collect::<()>().await;
}

/// Releases an order's holds. The last code is ended at the provider first: a payment in its last second is captured, not late.
async fn let_go(app: &App, order_id: i64) -> Result<(), Problem> {
    let Some(last) = store::newest(&mut *app.db.acquire().await?, order_id).await? else { return Ok(()) };
    let over = payments::end_for_good(app, &last).await;
    if !matches!(over, Ok(true)) && app.now() < last.expires_at + GRACE {
        return over.map(drop);
    }
    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    // Paid in the meantime, over, or replaced by a new code.
    let newest = store::newest(change.conn(), order_id).await?.map(|payment| payment.id);
    if order.may_be_paid(now).is_err() || newest != Some(last.id) {
        return Ok(());
    }
    payments::end_here(&mut change, order_id).await?;
    release(&mut change, order_id).await?;
    log::write(&mut change, order_id, log::LogKind::LetGo, &serde_json::json!({ "payment": last.reference })).await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await
}

/// Expires the order if it is due and unpaid.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked and there is still time to wait for it.
pub async fn if_due(app: &App, order_id: i64) -> Result<(), Problem> {
    let order = sqlx::query!(
        r#"select status = 'pending' and paid_at is null and expires_at <= $2 as "due!", expires_at from shop.orders where id = $1"#,
        order_id,
        app.now()
    )
    .fetch_one(&app.db)
    .await?;
    if !order.due {
        return Ok(());
    }
    if let Err(problem) = payments::end_alive(app, order_id).await
        && app.now() < order.expires_at + GRACE
    {
        return Err(problem);
    }
    end(app, order_id, EndReason::Expired).await
}

/// Cancels the order for its buyer.
///
/// # Errors
/// 409 `order_state` when it is paid or over, 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
pub async fn cancel(app: &App, order_id: i64) -> Result<(), Problem> {
    payments::end_alive(app, order_id).await?;
    end(app, order_id, EndReason::Cancelled).await
}

async fn end(app: &App, order_id: i64, reason: EndReason) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    let state = OrderState { status: order.status, expires_at: order.expires_at, paid_at: order.paid_at };
    match reason {
        // Paid at the last second, or already done by another change: nothing left to do.
        EndReason::Expired if state.expire(now).is_err() || order.expired_at.is_some() || order.cancelled_at.is_some() => {
            return Ok(());
        }
        EndReason::Cancelled if order.status == OrderStatus::Incomplete => return Ok(()),
        EndReason::Cancelled => drop(state.cancel().map_err(|refusal| Problem::new(codes::order_state).because(refusal))?),
        EndReason::Expired => {}
    }
    payments::end_here(&mut change, order_id).await?;
    let (kind, expired_at, cancelled_at) = match reason {
        EndReason::Expired => (log::LogKind::Expired, Some(now), order.cancelled_at),
        EndReason::Cancelled => (log::LogKind::Cancelled, order.expired_at, Some(now)),
    };
    sqlx::query!("update shop.orders set expired_at = $2, cancelled_at = $3 where id = $1", order_id, expired_at, cancelled_at)
        .execute(change.conn())
        .await?;
    release(&mut change, order_id).await?;
    log::write(&mut change, order_id, kind, &serde_json::json!({})).await?;
    if reason == EndReason::Cancelled {
        user_log::write(&mut change, order.user_id, Kind::OrderCancelled, serde_json::json!({ "number": order.number })).await?;
    }
    refresh_status(&mut change, order_id).await?;
    change.commit().await
}

/// Releases the order's holds. Pieces of a flash sale go to the next in line.
async fn release(change: &mut Change, order_id: i64) -> Result<(), Problem> {
    let terms = Terms::new(change.app(), change.now());
    let counts = holds::release(change.conn(), order_id, &terms).await?;
    counts.iter().try_for_each(|count| count.emit(change))?;
    waiting_room::after_release(change, &counts).await
}
