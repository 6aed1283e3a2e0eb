//! Paid lines that take longer than usual: the buyer is told unasked, and a thread with our staff is opened that holds everything about the
//! line, once.

use chrono::{DateTime, Utc};
use manao_domain::delivery::{DeliveryStatus, FailureReason};
use manao_domain::product::ProductKind;
use serde_json::json;

use super::store;
use crate::orders::log::{self, LogKind};
use crate::orders::{self, Notification};
use crate::pages::ORDER_RESULT;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem};
use manao_people::mail::moment;
use manao_people::support::{OrderThread, open_about_order};

/// Number of lines that one round tells of.
const BATCH: i64 = 200;

/// Tells of the lines that have become late; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    // A line in repair that its buyer can settle was reported with the choice.
    let late = sqlx::query_scalar!(
        "select id from shop.deliveries
         where overdue_at <= $1 and late_told_at is null
               and (open or (status = 'repair' and attempts > 0 and standing in ('unknown', 'accepted')))
         order by overdue_at limit $2",
        app.now(),
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for delivery_id in late {
        // A failure must not keep the others waiting; it is tried again in the next round.
        if let Err(error) = tell(&app, delivery_id).await {
            tracing::error!(delivery_id, %error, "a late line could not be reported");
        }
    }
    Ok(())
}

async fn tell(app: &App, delivery_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let Some(delivery) = store::lock(change.conn(), delivery_id).await? else { return Ok(()) };
    let now = change.now();
    let line = sqlx::query!(
        r#"select d.late_told_at, d.sent_at, d.next_attempt_at, o.user_id, o.paid_at, l.game_name_th, l.game_name_en, l.name_th, l.name_en,
                  l.player_name, l.kind as "kind: ProductKind", u.language as "language: Lang", p.name as partner,
                  (select t.support_thread_id from shop.deliveries t where t.order_id = o.id and t.support_thread_id is not null
                   order by t.id limit 1) as thread
           from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id join shop.orders o on o.id = d.order_id
                join people.users u on u.id = o.user_id join shop.partners p on p.code = l.partner_code
           where d.id = $1"#,
        delivery_id
    )
    .fetch_one(change.conn())
    .await?;
    let is_due = delivery.status.is_moving() || delivery.status == DeliveryStatus::Repair;
    let Some(paid_at) = line.paid_at.filter(|_| is_due && line.late_told_at.is_none()) else { return Ok(()) };
    let lang = line.language;
    let thread_id = match line.thread {
        // Another line of the order is late too.
        Some(thread_id) => thread_id,
        None => {
            let goods =
                lang.pick(format!("{} {}", line.game_name_th, line.name_th), format!("{} {}", line.game_name_en, line.name_en));
            let facts = Facts {
                goods: &goods,
                player: line.player_name.as_deref(),
                // A number is named in masked form only.
                player_id: delivery.player_id.as_deref().filter(|_| !line.kind.is_for_number()),
                partner: &line.partner,
                reference: &delivery.reference,
                answer: delivery.failure_code,
                paid_at,
                sent_at: line.sent_at,
                next_at: line.next_attempt_at.filter(|_| delivery.status.is_open()),
            };
            let thread = OrderThread {
                user_id: line.user_id,
                order_number: &delivery.order_number,
                subject: &lang.pick(
                    format!("คำสั่งซื้อ {} ยังไม่ได้รับสินค้า", delivery.order_number),
                    format!("Order {} has not arrived", delivery.order_number),
                ),
                text: &facts.text(lang),
                page: ORDER_RESULT.path(),
            };
            open_about_order(&mut change, &thread).await?
        }
    };
    sqlx::query!(
        "update shop.deliveries set late_told_at = $2, support_thread_id = $3, version = version + 1 where id = $1",
        delivery_id,
        now,
        thread_id
    )
    .execute(change.conn())
    .await?;
    metrics::counter!("manao_deliveries_late_total", "partner" => delivery.partner_code.clone()).increment(1);
    let detail = json!({ "delivery": delivery.reference, "thread": thread_id });
    log::write(&mut change, delivery.order_id, LogKind::LineLate, &detail).await?;
    orders::refresh_status_and_tell(&mut change, delivery.order_id, line.thread.is_none().then_some(Notification::Late)).await?;
    change.commit().await
}

/// Everything about a late line, as the thread's first message has it.
struct Facts<'a> {
    goods: &'a str,
    player: Option<&'a str>,
    player_id: Option<&'a str>,
    partner: &'a str,
    reference: &'a str,
    /// The partner's last answer
    answer: Option<FailureReason>,
    paid_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    next_at: Option<DateTime<Utc>>,
}

impl Facts<'_> {
    fn text(&self, lang: Lang) -> String {
        let names = lang.pick(
            [
                "สินค้า",
                "ผู้เล่น",
                "ไอดีผู้เล่น",
                "พาร์ตเนอร์",
                "เลขอ้างอิง",
                "คำตอบล่าสุดของพาร์ตเนอร์",
                "ชำระเมื่อ",
                "ส่งให้พาร์ตเนอร์เมื่อ",
                "ลองอีกครั้งเมื่อ",
            ],
            [
                "Item",
                "Player",
                "Player ID",
                "Partner",
                "Reference",
                "Partner's last answer",
                "Paid",
                "Sent to the partner",
                "Next attempt",
            ],
        );
        let none = || lang.pick("ยังไม่มี", "none yet").to_owned();
        let time = |at: Option<DateTime<Utc>>| at.map(|at| moment(at, lang));
        let values = [
            Some(self.goods.to_owned()),
            self.player.map(str::to_owned),
            self.player_id.map(str::to_owned),
            Some(self.partner.to_owned()),
            Some(self.reference.to_owned()),
            Some(self.answer.map_or_else(none, |reason| reason.as_str().to_owned())),
            time(Some(self.paid_at)),
            Some(time(self.sent_at).unwrap_or_else(none)),
            time(self.next_at),
        ];
        let intro = lang.pick(
            "สินค้านี้ใช้เวลานานกว่าปกติ ระบบจึงเปิดเรื่องนี้ให้อัตโนมัติ",
            "This item takes longer than usual, so this conversation was opened automatically.",
        );
        let mut lines = vec![intro.to_owned()];
        lines.extend(names.iter().zip(values).filter_map(|(name, value)| Some(format!("{name}: {}", value?))));
        lines.join("\n")
    }
}
