//! A new code for an unpaid order: the old one ends at the provider first, so that it cannot be paid as well. For a payment
//! by mobile number, it is a new text to the same number.

use chrono::TimeDelta;
use manao_domain::channel::{Channel, Device};
use manao_domain::msisdn::Msisdn;
use sqlx::PgConnection;

use super::holds::{self, Terms};
use super::{log, refresh_status, row};
use crate::buyer::Buyer;
use crate::payment_channels::{self, Paying};
use crate::payments::texts::{self, Asker};
use crate::payments::{self, charge, store};
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_people::otp::others;

/// Time in which a second tap on the button counts as the same request, while the first one's code is alive.
pub const SAME_WISH: TimeDelta = TimeDelta::seconds(3);

/// # Errors
/// 409 `order_state` when it is paid or over, 410 `order_expired`, 409 `channel_not_allowed` when its channel was closed since,
/// 429 `too_many_requests`, 409 `payment_checking`, 503 `payment_unavailable` or `telecom_unavailable` when the old code could not be ended. A number's:
/// 429 `otp_limit` or `otp_too_soon` with the seconds to wait, `texts_limit`, 409 `mobile_balance_short`, `mobile_number_suspended`,
/// `mobile_number_blocked`, `channel_number`, `paying_number_needed`. When its pieces were released meanwhile and are sold: `product_sold_out`,
/// `stock_insufficient`, `flash_sale_sold_out`, `flash_sale_limit`, `coupon_quota_reached`.
pub async fn new_code(app: &App, order_id: i64, asker: Asker, device: Device, lang: Lang) -> Result<(), Problem> {
    let made = sqlx::query!(
        r#"select count(*) as "count!", max(created_at) as newest, max(id) filter (where alive) as alive,
                  max(created_at) filter (where alive and device = $2) as newest_alive
           from shop.payments where order_id = $1"#,
        order_id,
        device.as_str()
    )
    .fetch_one(&app.db)
    .await?;
    if made.newest_alive.is_some_and(|newest| app.now() - newest < SAME_WISH) {
        return Ok(());
    }
    if made.count >= i64::from(app.settings.codes_per_order) {
        return Err(Problem::new(codes::too_many_requests).retry_after(60));
    }
    payments::checking::ensure_none_open(app, order_id).await?;
    ensure_allowed(app, &mut *app.db.acquire().await?, order_id, lang).await?;
    let number = number(app, order_id).await?;
    if let Some(number) = &number {
        // Before the old code ends: a buyer who has to wait keeps it.
        texts::check(&mut app.change().await?, number, asker).await?;
    }
    if let Some(seen) = made.alive {
        payments::end_seen(app, order_id, seen).await?;
    }

    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    order.may_be_paid(now)?;
    // Two tabs asked at once: both get the first one's code.
    let newest = sqlx::query_scalar!("select max(created_at) from shop.payments where order_id = $1", order_id)
        .fetch_one(change.conn())
        .await?;
    if newest != made.newest {
        return Ok(());
    }
    payments::end_here(&mut change, order_id).await?;
    let channel = ensure_allowed(app, change.conn(), order_id, lang).await?.code;
    // Checked again, and locked until it is counted: another order may have texted this number in between.
    let strange = match &number {
        Some(number) => texts::check(&mut change, number, asker).await?,
        None => None,
    };
    if holds::were_let_go(change.conn(), order_id).await? {
        let buyer = Buyer::load(change.conn(), order.user_id, number.as_ref()).await?;
        let terms = Terms::new(app, now);
        match holds::take(change.conn(), order_id, &buyer, &terms).await? {
            Ok(counts) => counts.into_iter().try_for_each(|count| count.emit(&mut change))?,
            Err(short) => return Err(short.problem()),
        }
    }
    let payment_id =
        store::insert(&mut change, &order, channel, number.as_ref(), store::Screen { device, language: lang }).await?;
    if let Some(strange) = strange {
        others::note(&mut change, Some(payment_id), strange).await?;
    }
    charge::enqueue(&mut change, payment_id).await?;
    log::write(&mut change, order_id, log::LogKind::NewCode, &serde_json::json!({})).await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await?;
    charge::start_and_wait(app, payment_id).await.map_or(Ok(()), Err)
}

/// Returns the order's channel, which must still allow it: it may have been closed since.
async fn ensure_allowed(app: &App, conn: &mut PgConnection, order_id: i64, lang: Lang) -> Result<Channel, Problem> {
    let channel = sqlx::query_scalar!("select channel from shop.orders where id = $1", order_id).fetch_one(&mut *conn).await?;
    let order = row::load(conn, order_id).await?;
    order.may_be_paid(app.now())?;
    let paying = Paying::of_order(conn, order_id).await?;
    payment_channels::ensure_allowed(app, conn, &channel, Some(paying), lang).await
}

/// Returns the paying number of the previous attempt, if the channel still needs one.
async fn number(app: &App, order_id: i64) -> Result<Option<Msisdn>, Problem> {
    let before = store::newest(&mut *app.db.acquire().await?, order_id).await?;
    let Some(before) = before else { return Ok(None) };
    match (payment_channels::is_needed(app, before.channel.as_str()).await, &before.msisdn) {
        (true, Some(_)) => before.number().map(Some),
        (true, None) => Err(codes::paying_number_needed.into()),
        (false, _) => Ok(None),
    }
}
