//! Admission: free pieces are promised to the first in line.

use chrono::TimeDelta;

use super::live::TurnLive;
use super::place::PlaceState;
use crate::orders::LiveCount;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Most people who are admitted in one change.
const BATCH: i32 = 500;

/// Ends turns that are over, and admits as many people as pieces are free and promised to nobody. Locks the sale, then the room.
pub async fn admit_next(change: &mut Change, flash_sale_id: i64) -> Result<(), Problem> {
    let now = change.now();
    let sale = sqlx::query!(
        r#"select least(s.quantity - s.taken, coalesce(p.stock, s.quantity)) as "free!", s.ends_at
           from shop.flash_sales s join shop.products p on p.id = s.product_id where s.id = $1 for update of s"#,
        flash_sale_id
    )
    .fetch_one(change.conn())
    .await?;
    let room =
        sqlx::query!("select waiting, promised from shop.waiting_rooms where flash_sale_id = $1 for update", flash_sale_id)
            .fetch_optional(change.conn())
            .await?;
    let Some(room) = room else { return Ok(()) };
    let missed = sqlx::query_scalar!(
        "update shop.waiting_places set state = 'missed', ended_at = $2
         where flash_sale_id = $1 and state = 'admitted' and pay_until <= $2 returning user_id",
        flash_sale_id,
        now
    )
    .fetch_all(change.conn())
    .await?;
    let promised = room.promised - i32::try_from(missed.len()).map_err(Problem::internal)?;
    let room_for = (sale.free - promised).min(room.waiting).min(BATCH);
    let pay_until = sale.ends_at.min(now + turn(change.app()));
    let mut admitted = Vec::new();
    if room_for > 0 && now < sale.ends_at {
        admitted = sqlx::query!(
            "with next as (select id from shop.waiting_places where flash_sale_id = $1 and state = 'waiting' order by ticket limit $2)
             update shop.waiting_places p set state = 'admitted', admitted_at = $3, pay_until = $4, message = 'turn' from next where p.id = next.id
             returning p.user_id, p.ticket",
            flash_sale_id,
            i64::from(room_for),
            now,
            pay_until
        )
        .fetch_all(change.conn())
        .await?;
    }
    if missed.is_empty() && admitted.is_empty() {
        return Ok(());
    }
    let count = i32::try_from(admitted.len()).map_err(Problem::internal)?;
    sqlx::query!(
        "update shop.waiting_rooms set waiting = waiting - $2, promised = $3, serving = greatest(serving, $4), settled = false
         where flash_sale_id = $1",
        flash_sale_id,
        count,
        promised + count,
        admitted.iter().map(|place| place.ticket).max().unwrap_or_default()
    )
    .execute(change.conn())
    .await?;
    for user_id in missed {
        change.emit(&TurnLive { user_id, flash_sale_id, state: PlaceState::Left, pay_until: None })?;
    }
    for place in admitted {
        let state = PlaceState::Admitted;
        change.emit(&TurnLive { user_id: place.user_id, flash_sale_id, state, pay_until: Some(pay_until) })?;
    }
    Ok(())
}

/// Admits the next in line after an order gave pieces back.
pub async fn after_release(change: &mut Change, counts: &[LiveCount]) -> Result<(), Problem> {
    for count in counts {
        if let LiveCount::Stock(stock) = count {
            admit_next(change, stock.flash_sale_id).await?;
        }
    }
    Ok(())
}

fn turn(app: &App) -> TimeDelta {
    TimeDelta::seconds(app.settings.flash_turn_seconds.into())
}
