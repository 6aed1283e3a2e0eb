//! Unpaid orders of a person: their limit, since each holds pieces that others want, and the check for one with the very same contents.

use chrono::{DateTime, SecondsFormat, Utc};
use manao_domain::channel::PaymentFlow;
use serde::Serialize;

use crate::buyer::Buyer;
use crate::cart::PricedSelection;
use crate::payments::channels;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// An unpaid order, as a refusal names it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OpenOrder {
    number: String,
    channel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_flow: Option<PaymentFlow>,
    total_satang: i64,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

/// Checks that no payment of this person is disputed, from any of their accounts: a person who disputes a payment buys nothing more until
/// the dispute is decided.
///
/// # Errors
/// 409 `dispute_open` with the order's number, or `dispute_open_elsewhere` for an order of another account, which must not be shown here.
pub async fn no_open_dispute(change: &mut Change, buyer: &Buyer) -> Result<(), Problem> {
    let disputed = sqlx::query!(
        r#"select o.number, o.user_id = $2 as "own!" from shop.captured_charges c join shop.orders o on o.id = c.order_id
           where o.user_id = any($1) and c.dispute in ('open', 'pending') order by 2 desc, c.disputed_at, c.id limit 1"#,
        &buyer.accounts,
        buyer.user_id
    )
    .fetch_optional(change.conn())
    .await?;
    match disputed {
        Some(order) if order.own => Err(Problem::new(codes::dispute_open).param("number", order.number)),
        Some(_) => Err(codes::dispute_open_elsewhere.into()),
        None => Ok(()),
    }
}

/// Checks that this person, who takes turns, may place another order.
///
/// # Errors
/// 409 `open_orders_limit` with the orders of this account that must be paid or cancelled first.
pub async fn room_for_another(change: &mut Change, buyer: &Buyer) -> Result<(), Problem> {
    let (now, limit) = (change.now(), change.app().settings.open_orders_per_person);
    let open = sqlx::query_scalar!(
        r#"select count(*) as "open!" from (
             select from shop.orders where user_id = any($1) and status = 'pending' and paid_at is null and expires_at > $2 limit $3) open"#,
        &buyer.accounts,
        now,
        i64::from(limit)
    )
    .fetch_one(change.conn())
    .await?;
    if open < i64::from(limit) {
        return Ok(());
    }
    // Orders of another account must not be shown here, even if the same person seems to have it.
    let open = sqlx::query!(
        "select number, channel, total_satang, created_at, expires_at from shop.orders
         where user_id = $1 and status = 'pending' and paid_at is null and expires_at > $2 order by id desc limit $3",
        buyer.user_id,
        now,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    let open = open.into_iter().map(|order| OpenOrder {
        payment_flow: channels::flow_of(&order.channel),
        number: order.number,
        channel: order.channel,
        total_satang: order.total_satang,
        created_at: order.created_at,
        expires_at: order.expires_at,
    });
    Err(Problem::new(codes::open_orders_limit).param("limit", limit).with("orders", open.collect::<Vec<_>>()))
}

/// Checks that no pending order of this account has the same products for the same players: most often the first one was only forgotten.
/// Calls take turns. `again`: the buyer wants another, which is refused only while a payment of the first is being checked.
///
/// # Errors
/// 409 `order_waiting` or `payment_checking` with the pending order.
pub async fn none_alike(change: &mut Change, user_id: i64, selection: &PricedSelection, again: bool) -> Result<(), Problem> {
    let now = change.now();
    let (mut products, mut players, mut servers) = (Vec::new(), Vec::new(), Vec::new());
    for line in &selection.lines {
        products.push(line.product_id);
        players.push(line.player_id.clone().unwrap_or_default());
        servers.push(line.server.clone().unwrap_or_default());
    }
    let waiting = sqlx::query!(
        r#"with wanted as (select distinct * from unnest($3::bigint[], $4::text[], $5::text[]))
         select number, total_satang, expires_at,
                exists (select from shop.payments p where p.order_id = o.id and p.unsure) as "checking!" from shop.orders o
         where user_id = $1 and status = 'pending' and paid_at is null and expires_at > $2
               and not exists (
                 (table wanted except select product_id, coalesce(player_id, ''), coalesce(server, '') from shop.order_lines where order_id = o.id)
                 union all
                 (select product_id, coalesce(player_id, ''), coalesce(server, '') from shop.order_lines where order_id = o.id except table wanted))
         order by "checking!" desc, id desc limit 1"#,
        user_id,
        now,
        &products,
        &players,
        &servers
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(order) = waiting.filter(|order| order.checking || !again) else { return Ok(()) };
    let code = if order.checking { codes::payment_checking } else { codes::order_waiting };
    let problem = Problem::new(code).param("number", order.number).param("totalSatang", order.total_satang);
    Err(problem.param("expiresAt", order.expires_at.to_rfc3339_opts(SecondsFormat::AutoSi, true)))
}
