//! The repair queue: paid lines that could not be delivered. An operator sends them again or gives up on them, and each decision is logged.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::delivery::{DeliveryEvent, DeliveryStatus, FailureReason, Move, next_reference};
use manao_domain::ledger::Journal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::store::{self, Delivery};
use super::{conclude, send};
use crate::orders::Notification;
use crate::orders::holds::{self, Terms};
use crate::providers::partner_orders::OrderStatus;
use crate::providers::suppliers;
use crate::{ledger, orders, payments, waiting_room};
use manao_kernel::app::App;
use manao_kernel::database::{self, Change};
use manao_kernel::note;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};

/// A paid line that waits for a decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    pub delivery_id: i64,
    pub reference: String,
    pub order_number: String,
    pub user_id: i64,
    pub partner: String,
    pub sku: String,
    pub quantity: i32,
    /// Masked when it is a mobile number
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    pub total_satang: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<FailureReason>,
    pub attempts: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepairAction {
    /// Send it to the partner again
    Retry,
    /// Give up on it; the money goes back by the payment channel where it gives it back, else staff pay it back
    Close,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepairDecision {
    pub action: RepairAction,
    /// Reason, 1 to 500 characters; kept with the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
}

/// Returns the lines in repair, oldest first.
pub async fn list(app: &App, paging: Paging) -> Result<Page<Repair>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        Repair,
        r#"select d.id as delivery_id, d.reference, o.number as order_number, o.user_id, l.partner_code as partner, l.sku, l.quantity,
                  case when g.target = 'number' then l.player_name else nullif(l.player_id, '') end as player_id, nullif(l.server, '') as server, l.total_satang, d.failure_code as "failure_code: FailureReason", d.attempts,
                  o.paid_at
           from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id join shop.orders o on o.id = d.order_id join shop.games g on g.id = l.game_id
           where d.status = 'repair' order by d.id limit $1 offset $2"#,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(r#"select count(*) as "total!" from shop.deliveries where status = 'repair'"#)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// # Errors
/// 422 `fields_invalid` without a note, 404 `delivery_not_found`, 409 `delivery_state`, 503 `partner_unavailable` when the partner cannot be
/// asked for the outcome of the last try.
/// Closing: 409 `delivery_under_way` while the partner may still deliver, `delivery_done` when it did after all.
pub async fn decide(app: &App, operator_id: i64, delivery_id: i64, decision: &RepairDecision) -> Result<(), Problem> {
    let note = note::checked(&decision.note)?;
    match decision.action {
        RepairAction::Retry => retry(app, operator_id, delivery_id, note).await,
        RepairAction::Close => close(app, operator_id, delivery_id, note).await,
    }
}

/// Sends a line again. Under the same reference the partner would only repeat a final "failed", so then, and only then, a new one is used:
/// as long as the partner might still deliver the old one, another would be a second delivery.
async fn retry(app: &App, operator_id: i64, delivery_id: i64, note: &str) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let asked = store::lock(change.conn(), delivery_id).await?.ok_or(codes::delivery_not_found)?;
    drop(change);
    let placed = match asked.own_codes {
        true => None,
        false => suppliers::placed(app, &asked.partner_code, &asked.reference).await?,
    };

    let mut change = app.change().await?;
    let delivery = store::lock(change.conn(), delivery_id).await?.ok_or(codes::delivery_not_found)?;
    // Codes that another buyer has do not count as delivery: the partner is asked for others.
    let failed_there = match &placed {
        Some(placed) if placed.status == OrderStatus::Delivered => {
            conclude::has_known_codes(&mut change, &delivery, &placed.vouchers).await?
        }
        Some(placed) => placed.status == OrderStatus::Failed,
        None => false,
    };
    delivery.status.apply(DeliveryEvent::RetryByOperator).map_err(|_| codes::delivery_state)?;
    not_sent_since(&delivery, &asked)?;
    let attempts_before = delivery.attempts;
    let reference = if failed_there { next_reference(&delivery.reference) } else { delivery.reference.clone() };
    conclude::begin_again(&mut change, &delivery, &reference).await?;
    let now = change.now();
    conclude::retry_at(&mut change, &delivery, now, None).await?;
    let detail = json!({ "attempts": attempts_before, "newReference": failed_there });
    record(&mut change, &delivery, operator_id, orders::log::LogKind::RepairRetry, note, detail, None).await?;
    change.commit().await
}

/// Closes a line. It is refunded, so the partner must not have delivered it, nor be about to. Only the partner's own answer counts.
async fn close(app: &App, operator_id: i64, delivery_id: i64, note: &str) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let asked = store::lock(change.conn(), delivery_id).await?.ok_or(codes::delivery_not_found)?;
    drop(change);
    if closing(&asked)? == Move::Unchanged {
        return Ok(());
    }
    let placed = match asked.may_stand_at_partner() {
        true => suppliers::placed(app, &asked.partner_code, &asked.reference).await?,
        false => None,
    };

    let mut change = app.change().await?;
    let delivery = store::lock(change.conn(), delivery_id).await?.ok_or(codes::delivery_not_found)?;
    if closing(&delivery)? == Move::Unchanged {
        return Ok(());
    }
    not_sent_since(&delivery, &asked)?;
    // Codes that another buyer has do not count as delivery.
    let known = match &placed {
        Some(placed) if placed.status == OrderStatus::Delivered => {
            conclude::has_known_codes(&mut change, &delivery, &placed.vouchers).await?
        }
        _ => false,
    };
    match placed {
        Some(placed) if placed.status == OrderStatus::Delivered && !known => {
            send::delivered(change, &delivery, &placed).await?;
            return Err(codes::delivery_done.into());
        }
        Some(placed) if placed.status == OrderStatus::Accepted => return Err(codes::delivery_under_way.into()),
        _ => {}
    }
    close_line(&mut change, &delivery, note).await?;
    record(
        &mut change,
        &delivery,
        operator_id,
        orders::log::LogKind::RepairClosed,
        note,
        json!({ "amountSatang": delivery.total_satang }),
        Some(Notification::Closed),
    )
    .await?;
    change.commit().await
}

/// Closes a locked line that its partner surely does not deliver: its pieces are for sale again, and its money is owed back. The caller
/// records it and updates the order's status.
pub async fn close_line(change: &mut Change, delivery: &Delivery, note: &str) -> Result<(), Problem> {
    let now = change.now();
    let terms = Terms::new(change.app(), now);
    let counts = holds::release_line(change.conn(), delivery.order_id, delivery.line_id, &terms).await?;
    counts.iter().try_for_each(|count| count.emit(change))?;
    waiting_room::after_release(change, &counts).await?;
    sqlx::query!(
        "update shop.deliveries set status = $2, closed_at = $3, note = $4, next_attempt_at = null, version = version + 1 where id = $1",
        delivery.id,
        DeliveryStatus::Closed.as_str(),
        now,
        note
    )
    .execute(change.conn())
    .await?;
    if delivery.total_satang > 0 {
        let journal = Journal::closed(Satang(delivery.total_satang)).map_err(Problem::internal)?;
        ledger::post(change, delivery.order_id, &delivery.reference, &journal).await?;
        payments::books::expect_refund(change, delivery.order_id).await?;
        let amount = Satang(delivery.total_satang);
        payments::refund_requests::refund_line(change, delivery.order_id, delivery.line_id, amount).await?;
    }
    Ok(())
}

/// Refuses if the line was resent meanwhile: the partner's answer covers only the old try, and the line may exist there after all.
pub(super) fn not_sent_since(delivery: &Delivery, asked: &Delivery) -> Result<(), Problem> {
    let same = delivery.attempts == asked.attempts && delivery.reference == asked.reference;
    if same { Ok(()) } else { Err(codes::delivery_state.into()) }
}

fn closing(delivery: &Delivery) -> Result<Move, Problem> {
    delivery.status.apply(DeliveryEvent::Close).map_err(|_| codes::delivery_state.into())
}

async fn record(
    change: &mut Change,
    delivery: &Delivery,
    operator_id: i64,
    kind: orders::log::LogKind,
    note: &str,
    detail: serde_json::Value,
    news: Option<Notification>,
) -> Result<(), Problem> {
    let detail = json!({ "delivery": delivery.reference, "operator": operator_id, "note": note, "detail": detail });
    orders::log::write(change, delivery.order_id, kind, &detail).await?;
    orders::refresh_status_and_tell(change, delivery.order_id, news).await?;
    Ok(())
}
