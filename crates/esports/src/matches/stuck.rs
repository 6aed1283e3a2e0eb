//! Matches that wait for staff after some time: no report an hour after the end, or no time and no default ahead.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::match_time::SETTLE;

use crate::brackets::attention::MatchStuck;
use crate::brackets::room::Room;
use crate::brackets::room_state::{self, OVERDUE};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Matches in one run; the rest is due in the next.
const BATCH: i64 = 200;

/// Emits an event for each such match, once.
pub async fn tell(app: App) -> anyhow::Result<()> {
    let now = app.now();
    let due = sqlx::query!(
        r#"select m.id as "id!", m.ends_at as "of!" from esports.matches m join esports.tournaments t on t.id = m.tournament_id
           where m.state = 'playing' and m.ends_at <= $1 and m.stuck_told is distinct from m.ends_at
             and t.cancelled_at is null and t.finished_at is null
           union all
           select m.id, w.default_at from esports.matches m join esports.tournaments t on t.id = m.tournament_id
           join esports.match_rounds w on w.tournament_id = m.tournament_id and w.stage = m.stage and w.part = m.part and w.round = m.round
           where m.state = 'ready' and m.scheduled_at is null and not m.extra and w.default_at <= $2
             and m.stuck_told is distinct from w.default_at and t.cancelled_at is null and t.finished_at is null
           limit $3"#,
        now - OVERDUE,
        // The scheduler gets to apply the default first.
        now + SETTLE - TimeDelta::minutes(1),
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for row in due {
        // A failed notification must not block the rest.
        if let Err(problem) = tell_of(&app, row.id, row.of).await {
            tracing::warn!(match_id = row.id, %problem, "a match that waits was not told of and will be tried again");
        }
    }
    Ok(())
}

async fn tell_of(app: &App, match_id: i64, of: DateTime<Utc>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let room = Room::lock_match(&mut change, match_id).await?;
    let at = change.now();
    sqlx::query!("update esports.matches set stuck_told = $2 where id = $1", match_id, of).execute(change.conn()).await?;
    let now = room_state::load(change.conn(), &[match_id], at).await?;
    let told: Vec<_> = now.iter().map(|now| (room.state, now)).collect();
    MatchStuck::emit(&mut change, &told).await?;
    change.commit().await
}
