//! The room's clock: ends turns, admits, announces. Its work depends on the pieces, not on the length of the line.

use chrono::TimeDelta;

use super::admission::admit_next;
use super::live::{RoomLive, TurnLive};
use super::notify;
use super::place::{self, PlaceState};
use super::queue::NEAR;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Longest time that the announced speed may be old while people wait.
const RENEWED_EVERY: TimeDelta = TimeDelta::seconds(20);

/// Looks at every room with people in it; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let rooms = sqlx::query_scalar!("select flash_sale_id from shop.waiting_rooms where not settled order by flash_sale_id")
        .fetch_all(&app.db)
        .await?;
    for flash_sale_id in rooms {
        // A failure in one room must not stop the others.
        if let Err(error) = tick(&app, flash_sale_id).await {
            tracing::warn!(flash_sale_id, %error, "a waiting room could not be looked at and will be again");
        }
    }
    Ok(())
}

async fn tick(app: &App, flash_sale_id: i64) -> Result<(), Problem> {
    let now = app.now();
    let due = sqlx::query!(
        r#"select s.ends_at <= $2 as "ended!", s.quantity - s.taken > w.promised and w.waiting > 0 as "free!",
                  exists (select from shop.waiting_places p where p.flash_sale_id = s.id and p.state = 'admitted' and p.pay_until <= $2) as "missed!"
           from shop.flash_sales s join shop.waiting_rooms w on w.flash_sale_id = s.id where s.id = $1"#,
        flash_sale_id,
        now
    )
    .fetch_one(&app.db)
    .await?;
    let mut change = app.change().await?;
    if due.free || due.missed {
        admit_next(&mut change, flash_sale_id).await?;
    }
    // Before any place is written: whoever admits holds the room first.
    sqlx::query!("select flash_sale_id from shop.waiting_rooms where flash_sale_id = $1 for update", flash_sale_id)
        .fetch_one(change.conn())
        .await?;
    if !due.ended {
        notify_near(&mut change, flash_sale_id).await?;
    }
    announce(&mut change, flash_sale_id, due.ended).await?;
    change.commit().await?;
    notify::write_due(app, flash_sale_id).await
}

/// Notifies the tabs of those who came near the front; their messages follow.
async fn notify_near(change: &mut Change, flash_sale_id: i64) -> Result<(), Problem> {
    let near = sqlx::query_scalar!(
        "with front as (select id, near_notified from shop.waiting_places where flash_sale_id = $1 and state = 'waiting' order by ticket limit $2)
         update shop.waiting_places p set near_notified = true, message = 'near' from front where p.id = front.id and not front.near_notified
         returning p.user_id",
        flash_sale_id,
        NEAR
    )
    .fetch_all(change.conn())
    .await?;
    for user_id in near {
        change.emit(&TurnLive { user_id, flash_sale_id, state: PlaceState::Waiting, pay_until: None })?;
    }
    Ok(())
}

/// Announces the room if it has changed. A room that nobody is in, or whose sale has ended, is not looked at again until somebody joins.
async fn announce(change: &mut Change, flash_sale_id: i64, ended: bool) -> Result<(), Problem> {
    let now = change.now();
    let last = sqlx::query!("select snapshot, snapshot_at from shop.waiting_rooms where flash_sale_id = $1", flash_sale_id)
        .fetch_one(change.conn())
        .await?;
    let room = place::room(change.conn(), flash_sale_id, now).await?;
    let shown = last.snapshot.map(serde_json::from_value::<RoomLive>).transpose()?;
    let is_old = last.snapshot_at.is_none_or(|at| now - at >= RENEWED_EVERY);
    let settled = ended || (room.waiting == 0 && room.paying == 0);
    if shown.is_some_and(|shown| is_same(&shown, &room) && (!is_old || shown.per_minute == room.per_minute)) {
        if settled {
            sqlx::query!("update shop.waiting_rooms set settled = true where flash_sale_id = $1", flash_sale_id)
                .execute(change.conn())
                .await?;
        }
        return Ok(());
    }
    let room = RoomLive { version: room.version + 1, ..room };
    sqlx::query!(
        "update shop.waiting_rooms set version = $2, snapshot = $3, snapshot_at = $4, settled = $5 where flash_sale_id = $1",
        flash_sale_id,
        room.version,
        serde_json::to_value(&room)?,
        now,
        settled
    )
    .execute(change.conn())
    .await?;
    change.emit(&room)
}

/// Whether nothing but the speed differs.
fn is_same(shown: &RoomLive, room: &RoomLive) -> bool {
    let what = |room: &RoomLive| (room.serving, room.waiting, room.total, room.sold, room.paying, room.is_over);
    what(shown) == what(room)
}
