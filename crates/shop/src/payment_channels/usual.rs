//! How long paying by each channel usually takes, measured from the last day's payments.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::TimeDelta;
use manao_domain::channel::ChannelCode;

use crate::measured::Measured;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Age at which it is measured again.
const STALE: TimeDelta = TimeDelta::minutes(1);

/// Seconds from the code or page shown to the payment, by channel.
type UsualSeconds = HashMap<ChannelCode, i32>;

/// Returns the median of each channel over the last 24 hours; nothing for a channel with fewer than three payments.
pub async fn seconds(app: &App) -> Result<Arc<UsualSeconds>, Problem> {
    app.shared::<Measured<UsualSeconds>>().get(app, STALE, measure(app)).await
}

async fn measure(app: &App) -> Result<UsualSeconds, Problem> {
    let rows = sqlx::query!(
        r#"select channel as "channel: ChannelCode",
                  percentile_cont(0.5) within group (order by extract(epoch from captured_at - awaiting_at))::int as "seconds!"
           from shop.payments where captured_at > $1 and captured_at >= awaiting_at
           group by channel having count(*) >= 3"#,
        app.now() - TimeDelta::hours(24)
    )
    .fetch_all(&app.db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.channel, row.seconds)).collect())
}
