//! Joining and leaving the line, and ordering in one's turn.

use chrono::{DateTime, Utc};

use super::admission::admit_next;
use super::gate::Wanted;
use super::place::{self, PlaceState};
use crate::buyer::Buyer;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use sqlx::PgConnection;

/// Number of people at the front of the line who are notified that their turn is near.
pub const NEAR: i64 = 10;

/// Gives a person a place at the end of the line, or finds the one that they have, from whichever account. Nothing happens once the sale is
/// over.
///
/// # Errors
/// 404 `flash_sale_not_found`, 409 `flash_sale_limit` when the person has had their share.
pub async fn join(app: &App, user_id: i64, flash_sale_id: i64) -> Result<(), Problem> {
    let mut conn = app.db.acquire().await?;
    let sale = sqlx::query!(
        r#"select s.ends_at > $2 as "running!", coalesce(s.per_person, $3)::bigint as "share!",
                  exists (select from shop.waiting_accounts a join shop.waiting_places p on p.id = a.place_id
                          where a.flash_sale_id = s.id and a.user_id = $4 and p.state in ('waiting', 'admitted')) as "joined!"
           from shop.flash_sales s where s.id = $1 and s.starts_at <= $2"#,
        flash_sale_id,
        app.now(),
        app.settings.flash_per_person,
        user_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::flash_sale_not_found)?;
    if sale.joined || !sale.running || place::room(&mut conn, flash_sale_id, app.now()).await?.is_over {
        return Ok(());
    }
    drop(conn);

    let mut change = app.change().await?;
    let now = change.now();
    let buyer = Buyer::load(change.conn(), user_id, None).await?;
    buyer.take_turns(&mut change).await?;
    let found = sqlx::query!(
        r#"select p.id as "id?", shop.pieces_had('flash_sale', $1, $2, null) as "had!"
           from (values (1)) one
                left join lateral (select p.id from shop.waiting_accounts a join shop.waiting_places p on p.id = a.place_id
                                   where a.flash_sale_id = $1 and a.user_id = any($2) and p.state in ('waiting', 'admitted')
                                   order by p.ticket limit 1) p on true"#,
        flash_sale_id,
        &buyer.accounts
    )
    .fetch_one(change.conn())
    .await?;
    let place_id = match found.id {
        Some(place_id) => place_id,
        None if found.had >= sale.share => {
            // The order that their turn led to is what they see.
            drop(change);
            let place = place::load(&mut *app.db.acquire().await?, user_id, flash_sale_id, now).await?;
            return match place.state {
                PlaceState::Ordered => Ok(()),
                _ => Err(Problem::new(codes::flash_sale_limit).param("limit", sale.share)),
            };
        }
        None => add(&mut change, user_id, flash_sale_id).await?,
    };
    sqlx::query!(
        "insert into shop.waiting_accounts (flash_sale_id, user_id, place_id) values ($1, $2, $3)
         on conflict (flash_sale_id, user_id) do update set place_id = excluded.place_id",
        flash_sale_id,
        user_id,
        place_id
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    admit_if_free(app, flash_sale_id).await
}

/// Adds a place with the next ticket. The room's row is locked until the change ends, so that tickets follow the order of commits.
async fn add(change: &mut Change, user_id: i64, flash_sale_id: i64) -> Result<i64, Problem> {
    let now = change.now();
    sqlx::query!("insert into shop.waiting_rooms (flash_sale_id) values ($1) on conflict do nothing", flash_sale_id)
        .execute(change.conn())
        .await?;
    let room = sqlx::query!(
        "update shop.waiting_rooms set last_ticket = last_ticket + 1, waiting = waiting + 1, settled = false where flash_sale_id = $1
         returning last_ticket, waiting",
        flash_sale_id
    )
    .fetch_one(change.conn())
    .await?;
    let place_id = sqlx::query_scalar!(
        "insert into shop.waiting_places (flash_sale_id, ticket, user_id, joined_at, near_notified) values ($1, $2, $3, $4, $5) returning id",
        flash_sale_id,
        room.last_ticket,
        user_id,
        now,
        i64::from(room.waiting) <= NEAR
    )
    .fetch_one(change.conn())
    .await?;
    Ok(place_id)
}

/// Admits at once where pieces are free; otherwise the sale's row, which orders need, is not locked.
async fn admit_if_free(app: &App, flash_sale_id: i64) -> Result<(), Problem> {
    let free = sqlx::query_scalar!(
        r#"select s.quantity - s.taken > w.promised and w.waiting > 0 as "free!"
           from shop.flash_sales s join shop.waiting_rooms w on w.flash_sale_id = s.id where s.id = $1"#,
        flash_sale_id
    )
    .fetch_optional(&app.db)
    .await?;
    if free == Some(true) {
        let mut change = app.change().await?;
        admit_next(&mut change, flash_sale_id).await?;
        change.commit().await?;
    }
    Ok(())
}

/// Gives up the place of an account's person. Repeating it changes nothing.
///
/// # Errors
/// 404 `flash_sale_not_found`.
pub async fn leave(app: &App, user_id: i64, flash_sale_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let room = sqlx::query!("select flash_sale_id from shop.waiting_rooms where flash_sale_id = $1 for update", flash_sale_id)
        .fetch_optional(change.conn())
        .await?;
    if room.is_none() {
        return Ok(());
    }
    let left = sqlx::query!(
        r#"update shop.waiting_places p set state = 'left', ended_at = $3 from shop.waiting_accounts a
           where a.flash_sale_id = $1 and a.user_id = $2 and p.id = a.place_id and p.state in ('waiting', 'admitted')
           returning old.state = 'admitted' as "admitted!""#,
        flash_sale_id,
        user_id,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(left) = left else { return Ok(()) };
    sqlx::query!(
        "update shop.waiting_rooms set waiting = waiting - $2, promised = promised - $3, settled = false where flash_sale_id = $1",
        flash_sale_id,
        i32::from(!left.admitted),
        i32::from(left.admitted)
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    admit_if_free(app, flash_sale_id).await
}

/// A turn that an order is placed in.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    place_id: i64,
    /// The order must be paid by then
    pub pay_until: DateTime<Utc>,
}

/// Checks that a person may order these pieces of a sale now, and uses their turn if there is a line. The sale is locked.
///
/// # Errors
/// 409 `flash_sale_line` when the pieces are promised to others or people are in line, `flash_sale_sold_out` when a turn has fewer pieces.
pub async fn use_turn(change: &mut Change, buyer: &Buyer, wanted: Wanted) -> Result<Option<Turn>, Problem> {
    let Wanted { flash_sale_id, pieces } = wanted;
    let now = change.now();
    let room = sqlx::query!(
        r#"select w.waiting, w.promised, (s.quantity - s.taken)::bigint as "free!"
           from shop.waiting_rooms w join shop.flash_sales s on s.id = w.flash_sale_id where w.flash_sale_id = $1 for update of w"#,
        flash_sale_id
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(room) = room else { return Ok(None) };
    let place = sqlx::query!(
        r#"select p.id, p.pay_until as "pay_until!" from shop.waiting_accounts a join shop.waiting_places p on p.id = a.place_id
           where a.flash_sale_id = $1 and a.user_id = any($2) and p.state = 'admitted' and p.pay_until > $3 limit 1"#,
        flash_sale_id,
        &buyer.accounts,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(place) = place else {
        if room.waiting > 0 || room.free - i64::from(room.promised) < pieces {
            return Err(in_line(flash_sale_id));
        }
        return Ok(None);
    };
    // Only one piece is promised by a turn.
    let free = room.free - i64::from(room.promised) + 1;
    if free < pieces {
        return Err(Problem::new(codes::flash_sale_sold_out).param("remaining", free));
    }
    sqlx::query!("update shop.waiting_places set state = 'ordered', ended_at = $2 where id = $1", place.id, now)
        .execute(change.conn())
        .await?;
    sqlx::query!(
        "update shop.waiting_rooms set promised = promised - 1, settled = false where flash_sale_id = $1",
        flash_sale_id
    )
    .execute(change.conn())
    .await?;
    Ok(Some(Turn { place_id: place.id, pay_until: place.pay_until }))
}

/// Notes the order that was placed in a turn.
pub async fn link_order(change: &mut Change, turn: Turn, order_id: i64) -> Result<(), Problem> {
    sqlx::query!("update shop.waiting_places set order_id = $2 where id = $1", turn.place_id, order_id)
        .execute(change.conn())
        .await?;
    Ok(())
}

/// Returns the refusal of an order for a sale that has too few pieces left: while unpaid orders hold some, there is a line to wait in.
pub async fn line_or_sold_out(conn: &mut PgConnection, flash_sale_id: i64) -> Result<Problem, Problem> {
    let sale = sqlx::query!(
        r#"select s.quantity - s.taken as "free!", exists (select from shop.holds h
             where h.kind = 'flash_sale' and h.ref_id = s.id and h.state = 'held') as "held!"
           from shop.flash_sales s where s.id = $1"#,
        flash_sale_id
    )
    .fetch_one(conn)
    .await?;
    Ok(if sale.free == 0 && sale.held { in_line(flash_sale_id) } else { codes::flash_sale_sold_out.into() })
}

pub fn in_line(flash_sale_id: i64) -> Problem {
    Problem::new(codes::flash_sale_line).param("flashSaleId", flash_sale_id)
}
