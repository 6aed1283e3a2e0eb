//! Changes the payment channel of an unpaid order. The old attempt is ended at its provider first, so that an order is never paid by two
//! channels; if it is paid in that very second, the payment counts and the order stays as it is.

use manao_domain::channel::Device;
use manao_domain::msisdn::Msisdn;

use super::holds::{self, OutOfStock, Terms};
use super::new_code::SAME_WISH;
use super::{log, refresh_status, row};
use crate::buyer::Buyer;
use crate::payment_channels::{self, NumberFacts, Paying, PayingNumber};
use crate::payments::texts::{self, Asker};
use crate::payments::{self, PaymentRow, charge, store};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, codes};
use manao_people::otp::others;

/// The new payment channel of an order.
#[derive(Clone, Copy, Debug)]
pub struct NewChannel<'a> {
    pub channel: &'a str,
    /// The paying number, where the channel is paid by one
    pub mobile_number: Option<&'a str>,
    /// Pay by the account's verified number instead
    pub my_number: bool,
    pub device: Device,
}

/// # Errors
/// The channel's: 404 `channel_not_found`, 409 `channel_not_allowed`. The number's: 422 `field_required`, `mobile_number_invalid`,
/// `mobile_number_or_mine`, 409 `mobile_number_missing`, `mobile_number_suspended`, 503 `telecom_unavailable`. And those of a new code,
/// such as 409 `order_state` when it was paid meanwhile and 503 `payment_unavailable` while the old attempt cannot be ended.
pub async fn change_channel(app: &App, order_id: i64, asker: Asker, wish: NewChannel<'_>, lang: Lang) -> Result<(), Problem> {
    let number = PayingNumber::parse(wish.channel, wish.mobile_number, wish.my_number)?;
    let number = PayingNumber::find(number, app, wish.channel, asker.user_id).await?;
    let mut conn = app.db.acquire().await?;
    let order = row::load(&mut conn, order_id).await?;
    order.may_be_paid(app.now())?;
    let seen = store::newest(&mut conn, order_id).await?;
    let attempts = sqlx::query_scalar!(r#"select count(*) as "count!" from shop.payments where order_id = $1"#, order_id)
        .fetch_one(&mut *conn)
        .await?;
    let before = sqlx::query_scalar!("select channel from shop.orders where id = $1", order_id).fetch_one(&mut *conn).await?;
    let same = |payment: &PaymentRow| payment.msisdn.as_deref() == number.as_ref().map(Msisdn::international);
    if before == wish.channel
        && seen.as_ref().is_some_and(|last| last.status.is_alive() && same(last) && app.now() - last.created_at < SAME_WISH)
    {
        return Ok(());
    }
    if attempts >= i64::from(app.settings.codes_per_order) {
        return Err(Problem::new(codes::too_many_requests).retry_after(60));
    }
    payments::checking::ensure_none_open(app, order_id).await?;
    // All possible refusals are checked before the old attempt ends: a refused buyer keeps it.
    let paying = Paying::of_order(&mut conn, order_id).await?;
    payment_channels::ensure_allowed(app, &mut conn, wish.channel, Some(paying.clone()), lang).await?;
    drop(conn);
    let facts = match &number {
        Some(number) => NumberFacts::ask(app, wish.channel, number).await?,
        None => None,
    };
    let paying = paying.by(facts);
    payment_channels::ensure_allowed(app, &mut *app.db.acquire().await?, wish.channel, Some(paying.clone()), lang).await?;
    if let Some(number) = &number {
        check_shares(&mut app.change().await?, order_id, order.user_id, number).await?;
        texts::check(&mut app.change().await?, number, asker).await?;
    }
    if let Some(last) = &seen
        && !payments::end_for_good(app, last).await?
    {
        return Err(last.provider.away("the attempt by the old channel can still be paid"));
    }

    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    order.may_be_paid(now)?;
    // Another window was faster: its attempt is the one to pay.
    let newest = store::newest(change.conn(), order_id).await?;
    if newest.as_ref().map(|payment| payment.id) != seen.as_ref().map(|payment| payment.id) {
        return Ok(());
    }
    payments::end_here(&mut change, order_id).await?;
    let channel = payment_channels::ensure_allowed(app, change.conn(), wish.channel, Some(paying), lang).await?;
    // Checked again, and locked until it is counted: another order may have texted this number in between.
    let strange = match &number {
        Some(number) => texts::check(&mut change, number, asker).await?,
        None => None,
    };
    if let Some(number) = &number {
        check_shares(&mut change, order_id, order.user_id, number).await?;
    }
    if holds::were_let_go(change.conn(), order_id).await? {
        let buyer = Buyer::load(change.conn(), order.user_id, number.as_ref()).await?;
        let terms = Terms::new(app, now);
        match holds::take(change.conn(), order_id, &buyer, &terms).await? {
            Ok(counts) => counts.into_iter().try_for_each(|count| count.emit(&mut change))?,
            Err(short) => return Err(short.problem()),
        }
    }
    sqlx::query!(
        "update shop.orders set channel = $2, rules = jsonb_set(rules, '{channel}', $3) where id = $1",
        order_id,
        wish.channel,
        serde_json::to_value(&channel)?
    )
    .execute(change.conn())
    .await?;
    let payment_id =
        store::insert(&mut change, &order, channel.code, number.as_ref(), store::Screen { device: wish.device, language: lang })
            .await?;
    if let Some(strange) = strange {
        others::note(&mut change, Some(payment_id), strange).await?;
    }
    charge::enqueue(&mut change, payment_id).await?;
    let detail = serde_json::json!({ "from": before, "to": wish.channel });
    log::write(&mut change, order_id, log::LogKind::ChannelChanged, &detail).await?;
    refresh_status(&mut change, order_id).await?;
    change.commit().await?;
    charge::start_and_wait(app, payment_id).await.map_or(Ok(()), Err)
}

/// Checks that the limits per person allow paying the order by this number.
///
/// # Errors
/// 409 `flash_sale_limit`, `coupon_quota_reached`.
async fn check_shares(change: &mut Change, order_id: i64, user_id: i64, number: &Msisdn) -> Result<(), Problem> {
    let terms = Terms::new(change.app(), change.now());
    let buyer = Buyer::load(change.conn(), user_id, Some(number)).await?;
    holds::check_shares(change.conn(), order_id, &buyer, &terms).await?.map_err(OutOfStock::problem)
}
