//! Limits unpaid orders per person: each holds pieces that others want.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::database::Change;
use crate::problem::{Problem, codes};

/// An unpaid order, as a refusal names it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    number: String,
    channel: String,
    total_satang: i64,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

/// Checks that this person may place another order. Other orders by them wait until this change ends, so that two at once both count.
///
/// # Errors
/// 409 `open_orders_limit` with the orders that are to be paid or given up first.
pub async fn room_for_another(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    let (now, limit) = (change.now(), change.app().settings.open_orders_per_person);
    change.lock(&format!("orders of {user_id}")).await?;
    let open = sqlx::query_as!(
        Open,
        "select number, channel, total_satang, created_at, expires_at from orders
         where user_id = $1 and status = 'pending' and paid_at is null and expires_at > $2 order by id desc limit $3",
        user_id,
        now,
        i64::from(limit)
    )
    .fetch_all(change.conn())
    .await?;
    if open.len() < limit as usize {
        return Ok(());
    }
    Err(Problem::new(codes::open_orders_limit).param("limit", limit).with("orders", open))
}
