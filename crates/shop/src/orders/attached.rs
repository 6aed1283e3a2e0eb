//! An order that a member has attached to a thread with our staff.

use futures_util::future::BoxFuture;
use manao_domain::order_number::OrderNumber;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::support::{AttachedLine, AttachedOrder};
use sqlx::PgConnection;

use super::snapshot::{LineRow, OrderKey, Snapshot};

/// Finds a member's own order by its number as people type it.
pub fn find<'a>(
    app: &'a App,
    conn: &'a mut PgConnection,
    user_id: i64,
    number: &'a str,
) -> BoxFuture<'a, Result<Option<AttachedOrder>, Problem>> {
    Box::pin(async move {
        let Ok(number) = number.parse::<OrderNumber>() else { return Ok(None) };
        let snapshot = Snapshot::load(conn, OrderKey::Number { number: number.as_str(), user_id }).await?;
        Ok(snapshot.map(|snapshot| attached(app, snapshot)))
    })
}

fn attached(app: &App, Snapshot { order, lines, payment, .. }: Snapshot) -> AttachedOrder {
    let channel_name = order.channel_name(app);
    let (payment_reference, transaction_id) = payment.map(|payment| (payment.reference, payment.charge_id)).unzip();
    AttachedOrder {
        number: order.number,
        status: order.status,
        channel_name,
        total_satang: order.total_satang,
        created_at: order.created_at,
        paid_at: order.paid_at,
        payment_reference,
        transaction_id: transaction_id.flatten(),
        lines: lines.into_iter().map(attached_line).collect(),
    }
}

fn attached_line(line: LineRow) -> AttachedLine {
    AttachedLine {
        server: line.server_shown().map(str::to_owned),
        game_name: Text::new(line.game_name_th, line.game_name_en),
        name: Text::new(line.name_th, line.name_en),
        quantity: line.quantity,
        player_id: line.player_id,
        delivery: line.delivery_status,
        failure_code: line.failure_code,
    }
}
