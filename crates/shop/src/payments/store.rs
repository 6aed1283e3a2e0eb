//! Payments as rows. Amounts are satang, times UTC.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::channel::{ChannelCode, Device};
use manao_domain::charge_books::next_look;
use manao_domain::msisdn::Msisdn;
use manao_domain::payment::PaymentStatus;
use sqlx::{PgConnection, PgPool};

use super::channels;
use super::row::PaymentRow;
use crate::orders::{self, PayableOrder};
use crate::providers::charges::Provider;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem};

/// Reads a payment without locking it.
pub async fn payment(db: &PgPool, id: i64) -> Result<Option<PaymentRow>, Problem> {
    let row = sqlx::query_as!(
        PaymentRow,
        r#"select id, order_id, reference, status as "status: PaymentStatus", amount_satang, currency, provider as "provider: Provider", channel as "channel: ChannelCode",
                  charge_id, msisdn, device as "device: Device", language as "language: Lang", created_at, expires_at, charge_tries
           from shop.payments where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row)
}

/// Finds the payment for a charge of this provider: the one with its id, else the one whose reference it carries.
pub async fn of_charge(
    conn: &mut PgConnection,
    provider: Provider,
    charge_id: &str,
    reference: Option<&str>,
) -> Result<Option<(i64, i64)>, Problem> {
    let row = sqlx::query!(
        "select id, order_id from shop.payments where (charge_id = $1 or reference = $2) and provider = $3
         order by charge_id = $1 desc nulls last limit 1",
        charge_id,
        reference,
        provider.as_str()
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.id, row.order_id)))
}

/// Locks an order and then one of its payments: everything that changes either locks them in this order.
pub async fn lock(conn: &mut PgConnection, order_id: i64, payment_id: i64) -> Result<(PayableOrder, PaymentRow), Problem> {
    let order = orders::row::lock(conn, order_id).await?;
    let payment = sqlx::query_as!(
        PaymentRow,
        r#"select id, order_id, reference, status as "status: PaymentStatus", amount_satang, currency, provider as "provider: Provider", channel as "channel: ChannelCode",
                  charge_id, msisdn, device as "device: Device", language as "language: Lang", created_at, expires_at, charge_tries
           from shop.payments where id = $1 and order_id = $2 for update"#,
        payment_id,
        order_id
    )
    .fetch_one(conn)
    .await?;
    Ok((order, payment))
}

/// Returns the newest attempt.
pub async fn newest(conn: &mut PgConnection, order_id: i64) -> Result<Option<PaymentRow>, Problem> {
    let row = sqlx::query_as!(
        PaymentRow,
        r#"select id, order_id, reference, status as "status: PaymentStatus", amount_satang, currency, provider as "provider: Provider", channel as "channel: ChannelCode",
                  charge_id, msisdn, device as "device: Device", language as "language: Lang", created_at, expires_at, charge_tries
           from shop.payments where order_id = $1 order by id desc limit 1"#,
        order_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// Returns the attempt that can still be paid by its code, if there is one. At most one can (unique index).
pub async fn alive(conn: &mut PgConnection, order_id: i64) -> Result<Option<PaymentRow>, Problem> {
    let row = sqlx::query_as!(
        PaymentRow,
        r#"select id, order_id, reference, status as "status: PaymentStatus", amount_satang, currency, provider as "provider: Provider", channel as "channel: ChannelCode",
                  charge_id, msisdn, device as "device: Device", language as "language: Lang", created_at, expires_at, charge_tries
           from shop.payments where order_id = $1 and alive"#,
        order_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// Where the buyer asks for a payment: it leads back to there.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub device: Device,
    pub language: Lang,
}

/// Inserts a new payment attempt; its reference is the order's number and the attempt's: unique, and readable in the provider's
/// dashboard. `number` pays where the channel is one of the telecom's.
///
/// # Errors
/// When the order has one alive already (unique index), or the database fails.
pub async fn insert(
    change: &mut Change,
    order: &PayableOrder,
    channel: ChannelCode,
    number: Option<&Msisdn>,
    from: Screen,
) -> Result<i64, Problem> {
    let now = change.now();
    let adapter = channels::adapter(channel, number.is_some());
    let life = adapter.life_seconds(&change.app().settings);
    let ask_every = ask_every(change.app());
    let conn = change.conn();
    let attempt = sqlx::query_scalar!(r#"select count(*) + 1 as "n!" from shop.payments where order_id = $1"#, order.id)
        .fetch_one(&mut *conn)
        .await?;
    // No code outlives its order.
    let expires_at = manao_domain::payment::expiry(now, life, order.expires_at);
    let awaits_card = adapter.needs_card();
    // Without a card there is no charge to ask about.
    let check_at = if awaits_card { expires_at + TimeDelta::seconds(1) } else { now + ask_every };
    let id = sqlx::query_scalar!(
        "insert into shop.payments (order_id, reference, channel, provider, msisdn, amount_satang, created_at, expires_at, check_at, device, awaits_card, language)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id",
        order.id,
        format!("{}-P{attempt}", order.number),
        channel.as_str(),
        adapter.provider().as_str(),
        number.map(Msisdn::international),
        order.total_satang,
        now,
        expires_at,
        check_at,
        from.device.as_str(),
        awaits_card,
        from.language.as_str()
    )
    .fetch_one(conn)
    .await?;
    Ok(id)
}

/// Returns how long a payable code may go unchecked: a lost webhook is found within a minute (this, the scheduler's period and the
/// provider's answer).
pub fn ask_every(app: &App) -> TimeDelta {
    TimeDelta::seconds(app.settings.reconcile_seconds.max(1).into())
}

/// Returns when to ask the provider next about a payment in this state. Late money is rare and usually soon: dead attempts are checked
/// with growing pauses for a day, then a few times more, since the provider's staff may correct a charge days later. Captured ones are
/// scheduled with their charge.
pub fn next_check(
    ask_every: TimeDelta,
    status: PaymentStatus,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    match status {
        PaymentStatus::Created | PaymentStatus::Awaiting if now < expires_at => {
            Some((now + ask_every).min(expires_at + TimeDelta::seconds(1)))
        }
        PaymentStatus::Created | PaymentStatus::Awaiting => Some(now + TimeDelta::seconds(5)),
        PaymentStatus::Failed | PaymentStatus::Expired => {
            let age = now - created_at;
            if age < TimeDelta::days(1) {
                return Some(now + (age / 4).max(TimeDelta::seconds(30)));
            }
            next_look(created_at, now, false)
        }
        PaymentStatus::Captured | PaymentStatus::Mismatch => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payments_are_asked_for_until_nothing_can_come() {
        let created = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let expires = created + TimeDelta::seconds(600);
        let cases = [
            (PaymentStatus::Awaiting, 0, Some(20)),
            (PaymentStatus::Awaiting, 300, Some(320)),
            (PaymentStatus::Awaiting, 595, Some(601)),
            (PaymentStatus::Awaiting, 600, Some(605)),
            (PaymentStatus::Expired, 600, Some(750)),
            (PaymentStatus::Failed, 40, Some(70)),
            (PaymentStatus::Expired, 86_399, Some(107_998)),
            (PaymentStatus::Expired, 86_400, Some(3 * 86_400)),
            (PaymentStatus::Failed, 3 * 86_400, Some(7 * 86_400)),
            (PaymentStatus::Expired, 29 * 86_400, Some(30 * 86_400)),
            (PaymentStatus::Expired, 30 * 86_400, None),
            (PaymentStatus::Captured, 10, None),
            (PaymentStatus::Mismatch, 10, None),
        ];
        for (status, at, expected) in cases {
            let next = next_check(TimeDelta::seconds(20), status, created, expires, created + TimeDelta::seconds(at));
            assert_eq!(next.map(|next| (next - created).num_seconds()), expected, "{status:?} at {at}");
        }
    }
}
