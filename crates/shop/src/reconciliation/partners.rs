//! What a top-up partner lists for a day, and what our deliveries have of it.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::Satang;
use manao_domain::reconciliation::ListedKind;

use super::days::{Sides, theirs};
use crate::providers::partner_orders::OrderStatus;
use crate::providers::partners::Partners;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Time before a delivery in which the partner may have accepted its order.
const ACCEPTED_BEFORE: TimeDelta = TimeDelta::days(3);

/// Compares the orders that the partner accepted on a day and delivered since. What it has not ended is compared later.
pub async fn compare(app: &App, partner: &str, time: Range<DateTime<Utc>>) -> Result<Sides, Problem> {
    let there = theirs(app, time.start)..theirs(app, time.end);
    let partners = Partners::from_app(app);
    let earlier = partners.orders(partner, there.start - ACCEPTED_BEFORE..there.start).await?;
    let listed = partners.orders(partner, there).await?;
    let mut sides = Sides::default();
    let key = |reference: &str| (ListedKind::Order, reference.to_owned());
    for order in listed.iter().filter(|order| order.status == OrderStatus::Delivered) {
        sides.theirs.insert(key(&order.reference), Satang(order.cost));
    }
    let of_day: Vec<String> = sides.theirs.keys().map(|(_, reference)| reference.clone()).collect();
    let known: Vec<String> = earlier.into_iter().chain(listed).map(|order| order.reference).collect();
    let delivered = sqlx::query!(
        r#"select d.reference, d.cost_satang from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id
           where l.partner_code = $1 and d.status = 'delivered'
             and (d.reference = any($2)
                  or (d.delivered_at >= $3 and d.delivered_at < $4 and d.cost_satang is not null and d.reference <> all($5)))"#,
        partner,
        &of_day,
        time.start,
        time.end,
        &known
    )
    .fetch_all(&app.db)
    .await?;
    for row in delivered {
        let key = key(&row.reference);
        // Deliveries from before the cost was kept have the partner's.
        let cost = row.cost_satang.map(Satang).or_else(|| sides.theirs.get(&key).copied()).unwrap_or_default();
        sides.ours.insert(key, cost);
    }
    Ok(sides)
}
