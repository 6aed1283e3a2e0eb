//! Asks the domain which lines of an order its money still covers.

use manao_domain::Satang;
use manao_domain::coverage::{CoveredLine, LineStanding, OrderMoney, frozen};
use manao_domain::delivery::DeliveryStatus;
use sqlx::PgConnection;

use manao_kernel::problem::Problem;

/// Returns the lines of an order that must be withheld, because their money was returned or is disputed. The line `in_hand` counts as not
/// sent: its partner has just failed to deliver it.
pub async fn frozen_lines(conn: &mut PgConnection, order_id: i64, in_hand: Option<i64>) -> Result<Vec<i64>, Problem> {
    let moved = sqlx::query!(
        r#"select coalesce(sum(amount_satang), 0)::bigint as "received!", coalesce(sum(refunded_satang), 0)::bigint as "refunded!",
                  coalesce(sum(charged_back_satang), 0)::bigint as "charged_back!"
           from shop.captured_charges where order_id = $1"#,
        order_id
    )
    .fetch_one(&mut *conn)
    .await?;
    if moved.refunded == 0 && moved.charged_back == 0 {
        return Ok(Vec::new());
    }
    let by_staff = sqlx::query!(
        r#"select coalesce(sum(e.amount_satang) filter (where j.kind = 'paid_back'), 0)::bigint as "paid_back!",
                  coalesce(-sum(e.amount_satang) filter (where j.kind = 'written_off'), 0)::bigint as "written_off!"
           from shop.journals j join shop.ledger_entries e on e.journal_id = j.id where j.order_id = $1 and e.account = 'refund_payable'"#,
        order_id
    )
    .fetch_one(&mut *conn)
    .await?;
    let lines = sqlx::query!(
        r#"select l.id, l.total_satang, l.kind = 'voucher' as "voucher!", d.status as "status: DeliveryStatus",
                  shop.codes_seen(l.id) as "seen!"
           from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id where l.order_id = $1 order by l.position"#,
        order_id
    )
    .fetch_all(conn)
    .await?;
    let money = OrderMoney {
        received: Satang(moved.received),
        refunded: Satang(moved.refunded),
        charged_back: Satang(moved.charged_back),
        paid_back: Satang(by_staff.paid_back),
        written_off: Satang(by_staff.written_off),
    };
    let covered: Vec<CoveredLine> = lines
        .iter()
        .map(|line| CoveredLine {
            total: Satang(line.total_satang),
            standing: match line.status {
                _ if in_hand == Some(line.id) => LineStanding::Open,
                DeliveryStatus::Waiting | DeliveryStatus::Retrying => LineStanding::Open,
                DeliveryStatus::Delivered if line.voucher && !line.seen => LineStanding::Open,
                DeliveryStatus::Sent | DeliveryStatus::Delivered => LineStanding::Given,
                DeliveryStatus::Repair | DeliveryStatus::Closed => LineStanding::Over,
            },
        })
        .collect();
    let frozen = frozen(&money, &covered).map_err(Problem::internal)?;
    Ok(lines.iter().zip(frozen).filter_map(|(line, frozen)| frozen.then_some(line.id)).collect())
}
