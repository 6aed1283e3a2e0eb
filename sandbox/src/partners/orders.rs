//! Orders: accepted once per reference, delivered a little later.

use std::sync::Arc;

use chrono::{DateTime, Months, TimeDelta, Utc};
use serde_json::json;

use super::{
    model::{Kind, Order, Status, Voucher},
    players,
};
use crate::{
    app::Shared,
    faults, ids,
    outbox::{self, Parcel, Sender},
    refusal::Refusal,
    scheduler::Task,
    signature,
};

/// Our float at each partner, satang: a hundred million baht.
pub const FLOAT: i64 = 10_000_000_000;

/// Accepts the order, unless the reference is known: then that order is returned, and `false`.
pub async fn accept(app: &Shared, order: Order) -> Result<(Arc<Order>, bool), Refusal> {
    let key = order.key();
    let due_at = order.due_at;
    let taken = app
        .store
        .change(|state| {
            if let Some(known) = state.orders.get(&key) {
                return Ok((known.clone(), false));
            }
            if state.partner_spent.sum(&order.partner) + order.cost > FLOAT {
                return Err(Refusal::new(409, "balance_short", "the float is used up"));
            }
            state.partner_spent.add(&order.partner, order.cost);
            let order = Arc::new(order);
            state.orders.put(key.clone(), order.clone());
            Ok((order, true))
        })
        .await?;
    if taken.1 {
        app.scheduler.at(due_at, Task::FinishOrder(key));
    }
    Ok(taken)
}

/// Delivers the order, or fails it; called by the scheduler.
pub async fn finish(app: &Shared, key: &str) {
    let Some(before) = app.store.read(|state| state.orders.get(key).cloned()) else {
        return;
    };
    if before.finished_at.is_some() || before.due_at > Utc::now() {
        return;
    }
    let subject = before.subject();
    let mut after = (*before).clone();
    after.finished_at = Some(Utc::now());
    let closed = before.player_id.as_deref().is_some_and(players::is_closed_meanwhile);
    let failure = faults::hit(app, faults::Kind::PartnerFailDelivery, &subject)
        .map(|rule| rule.reason("delivery_failed"))
        .or_else(|| closed.then(|| "player_unknown".to_owned()))
        .or_else(|| {
            let id = before.player_id.as_deref()?;
            players::forbidden(id).or_else(|| players::forbidden_meanwhile(id)).map(str::to_owned)
        });
    match failure {
        Some(reason) => {
            after.status = Status::Failed;
            after.reason = Some(reason);
        }
        None => {
            after.status = Status::Delivered;
            if after.kind == Kind::Voucher {
                after.vouchers = (0..after.quantity).map(|n| voucher(&after, n)).collect();
            }
        }
    }
    let event = if after.status == Status::Delivered { "order.delivered" } else { "order.failed" };
    let configured = &app.settings.partners_callback_url;
    let url = after
        .callback_url
        .clone()
        .or_else(|| configured.as_ref().map(|url| format!("{}/{}", url.trim_end_matches('/'), after.partner)));
    let deliveries = url.map_or_else(Vec::new, |url| {
        let body = json!({"event": event, "partner": after.partner, "order": after.show()});
        let parcel = Parcel { sender: Sender::Partner, url, event: ids::with("cb_"), group: None, body: body.to_string() };
        outbox::plan(app, parcel, &subject)
    });
    let after = Arc::new(after);
    let done = app
        .store
        .change(|state| {
            let Some(slot) = state.orders.row(key) else {
                return false;
            };
            if slot.finished_at.is_some() {
                return false;
            }
            *slot = (*after).clone();
            if after.status == Status::Failed {
                state.partner_spent.add(&after.partner, -after.cost);
            }
            outbox::enqueue(state, &deliveries);
            true
        })
        .await;
    if done {
        outbox::schedule(app, deliveries);
        tracing::info!(key, event, "an order ended");
    }
}

/// Returns the n-th code of an order; always the same.
fn voucher(order: &Order, n: u32) -> Voucher {
    const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let bytes = signature::derive(order.partner_order_id.as_bytes(), &n.to_string());
    let mut code = String::new();
    for (place, byte) in bytes.iter().take(16).enumerate() {
        if place > 0 && place % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(LETTERS[usize::from(byte % 32)]));
    }
    let number = u32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
    let in_a_year = order.accepted_at.checked_add_months(Months::new(12));
    Voucher { code, serial: format!("VH{number:010}"), expires_at: end_of_day(in_a_year.unwrap_or(order.accepted_at)) }
}

/// Returns 23:59:59 of that day in Thailand.
fn end_of_day(at: DateTime<Utc>) -> DateTime<Utc> {
    (at + TimeDelta::hours(7)).date_naive().and_hms_opt(16, 59, 59).map_or(at, |time| time.and_utc())
}
