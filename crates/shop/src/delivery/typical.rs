//! How long deliveries usually take, measured from the shop's newest ones.

use std::collections::HashMap;

use chrono::TimeDelta;
use sqlx::PgExecutor;

use crate::measured::Measured;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Age at which it is measured again for orders.
const STALE: TimeDelta = TimeDelta::seconds(10);

/// Seconds from payment to delivery, by the game's slug.
#[derive(Default)]
pub struct TypicalSeconds(HashMap<String, i32>);

impl TypicalSeconds {
    /// Measures each game's median among the shop's latest 500 deliveries, of those that needed one attempt.
    pub async fn measure(db: impl PgExecutor<'_>) -> sqlx::Result<Self> {
        let rows = sqlx::query!(
            r#"select l.game_slug, percentile_cont(0.5) within group (order by extract(epoch from d.delivered_at - o.paid_at))::int as "seconds!"
               from (select * from shop.deliveries where status = 'delivered' order by delivered_at desc limit 500) d
               join shop.order_lines l on l.id = d.order_line_id join shop.orders o on o.id = d.order_id
               where o.paid_at is not null and d.attempts = 1
               group by l.game_slug"#
        )
        .fetch_all(db)
        .await?;
        Ok(Self(rows.into_iter().map(|row| (row.game_slug, row.seconds)).collect()))
    }

    /// Returns a game's time; None before its first delivery.
    pub fn game(&self, slug: &str) -> Option<i32> {
        self.0.get(slug).copied()
    }
}

/// Returns the typical time of an order of these games: that of its slowest game; None before the first delivery.
pub async fn typical_seconds<'a>(
    app: &App,
    db: impl PgExecutor<'_>,
    game_slugs: impl Iterator<Item = &'a str>,
) -> Result<Option<i32>, Problem> {
    let measure = async { Ok(TypicalSeconds::measure(db).await?) };
    let typical = app.shared::<Measured<TypicalSeconds>>().get(app, STALE, measure).await?;
    Ok(game_slugs.filter_map(|slug| typical.game(slug)).max())
}
