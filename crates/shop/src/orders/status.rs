//! The order's status follows from its money and its deliveries; it is recomputed after every event.

use manao_domain::delivery::{DeliveryStatus, FailureReason};
use manao_domain::order::{self as rule, OrderStatus};

use super::letters::{self, LetterOccasions};
use super::live::PurchaseLive;
use super::snapshot::{LineRow, OrderKey, Snapshot};
use super::tell::{Notification, tell};
use super::{hand_over, issue, log, row};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Updates the status, raises the version, logs the steps reached, issues documents that are due, and notifies everybody who may know. Call
/// it once per change to an order, its payments or its deliveries.
///
/// Locks the order's row; a change that also locks payments or deliveries has locked the order before them.
pub async fn refresh_status(change: &mut Change, order_id: i64) -> Result<OrderStatus, Problem> {
    refresh_status_and_tell(change, order_id, None).await
}

/// Does the same, with a notification for the buyer's inbox that the status does not imply.
pub async fn refresh_status_and_tell(
    change: &mut Change,
    order_id: i64,
    notification: Option<Notification>,
) -> Result<OrderStatus, Problem> {
    row::lock(change.conn(), order_id).await?;
    let snapshot = Snapshot::load(change.conn(), OrderKey::Id(order_id)).await?;
    let mut snapshot = snapshot.ok_or_else(|| Problem::internal(format!("order {order_id} is not there")))?;
    let now = change.now();

    let order = &snapshot.order;
    let before = order.status;
    let ended = order.expired_at.is_some() || order.cancelled_at.is_some();
    let deliveries: Vec<DeliveryStatus> = snapshot.lines.iter().map(|line| line.delivery_status).collect();
    let status = rule::derive(order.status, order.paid_at.is_some(), ended, &deliveries);
    let completed_at = order.completed_at.or((status == OrderStatus::Completed).then_some(now));
    let version = sqlx::query_scalar!(
        "update shop.orders set status = $2, completed_at = $3, version = version + 1 where id = $1 returning version",
        order_id,
        status.as_str(),
        completed_at
    )
    .fetch_one(change.conn())
    .await?;
    snapshot.order.status = status;
    snapshot.order.completed_at = completed_at;
    snapshot.order.version = version;
    let repair = write_steps(change, &mut snapshot).await? && !is_held_back(&snapshot);
    issue::issue_due(change, &mut snapshot).await?;

    let order = &snapshot.order;
    let purchase = PurchaseLive { user_id: order.user_id, number: order.number.clone(), status, version };
    let live = snapshot.live(change.app());
    change.emit(&live)?;
    change.emit(&purchase)?;
    let late = before == OrderStatus::Incomplete && snapshot.order.paid_at.is_some();
    letters::write(change, &snapshot, LetterOccasions { late, repair, closed: notification == Some(Notification::Closed) })
        .await?;
    let repair = repair.then(|| Notification::for_repair(&snapshot));
    for notification in Notification::for_status(before, status, late, repair).chain(notification) {
        tell(change, &snapshot, notification).await?;
    }
    hand_over::withdraw_message(change, &snapshot).await?;
    Ok(status)
}

/// Whether the only fault is that money was returned, which is reported as such.
fn is_held_back(snapshot: &Snapshot) -> bool {
    let mut repairs = snapshot.lines.iter().filter(|line| line.delivery_status == DeliveryStatus::Repair);
    repairs.all(|line| line.failure_code == Some(FailureReason::PaymentReturned))
}

/// Logs steps that deliveries have newly reached; returns whether a line needs repair for the first time, or again after its correction.
async fn write_steps(change: &mut Change, snapshot: &mut Snapshot) -> Result<bool, Problem> {
    let any = |statuses: &[DeliveryStatus]| snapshot.lines.iter().any(|line| statuses.contains(&line.delivery_status));
    let reached = [
        (log::LogKind::Sent, snapshot.lines.iter().any(|line| line.sent_at.is_some())),
        (log::LogKind::Repair, any(&[DeliveryStatus::Repair, DeliveryStatus::Closed])),
        (log::LogKind::Delivered, snapshot.order.status == OrderStatus::Completed),
    ];
    if !reached.iter().any(|(_, reached)| *reached) {
        return Ok(false);
    }
    let order_id = snapshot.order.id;
    let logged = sqlx::query!(
        r#"select kind as "kind: log::LogKind", max(at) as "last_at!" from shop.order_events where order_id = $1 group by kind"#,
        order_id
    )
    .fetch_all(change.conn())
    .await?;
    let now = change.now();
    let failed_now = logged.iter().any(|event| event.kind == log::LogKind::LineRepair && event.last_at == now);
    let corrected = |line: &LineRow| line.delivery_status == DeliveryStatus::Repair && line.corrections > 0;
    let mut repair = failed_now && snapshot.lines.iter().any(corrected);
    let is_logged = |kind: log::LogKind| logged.iter().any(|event| event.kind == kind);
    for (kind, _) in reached.into_iter().filter(|(kind, reached)| *reached && !is_logged(*kind)) {
        log::write(change, order_id, kind, &serde_json::json!({})).await?;
        if kind == log::LogKind::Repair {
            snapshot.order.repair_at = Some(change.now());
            repair = true;
        }
    }
    Ok(repair)
}
