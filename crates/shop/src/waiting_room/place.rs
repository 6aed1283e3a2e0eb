//! A person's place in line, and the state of the room.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::live::RoomLive;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

/// Period in which admissions are counted for the speed of the line.
const SPEED_WINDOW: TimeDelta = TimeDelta::minutes(5);
/// Shortest period that a speed is taken from.
const SHORTEST_WINDOW: TimeDelta = TimeDelta::seconds(30);

text_enum! {
    /// The state of a place as it is stored. `missed`: the turn ended without an order.
    StoredState {
        Waiting = "waiting",
        Admitted = "admitted",
        Ordered = "ordered",
        Left = "left",
        Missed = "missed",
    }
}

/// The state of my place. `left`: I am not in line. `over`: the sale has ended or is sold out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceState {
    Waiting,
    Admitted,
    Ordered,
    Left,
    Over,
}

/// My place in the line of a flash sale.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingPlace {
    pub flash_sale_id: i64,
    pub product_id: i64,
    /// The product's name
    pub name: Text,
    pub game_slug: String,
    pub hue: i32,
    pub motif: String,
    pub glyph: String,
    /// Price of one piece in the sale
    pub price_satang: i64,
    pub state: PlaceState,
    /// Given out in the order of joining, from 1; absent without a place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<i64>,
    /// My number in line: people ahead and one; only while waiting
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<i64>,
    /// Seconds until my turn, from the speed of the last minutes; absent before there is one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_seconds: Option<i64>,
    /// End of my turn: until then the order must be placed and paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_until: Option<DateTime<Utc>>,
    /// Whether my last turn ended without a paid order
    pub turn_missed: bool,
    /// My order, once I placed one in my turn with this account
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    /// Pieces that are not ordered
    pub remaining: i32,
    /// The room as its topic last announced it
    pub room: RoomLive,
    /// The server's time, for countdowns
    pub now: DateTime<Utc>,
    /// The room's topic
    pub live: Live,
}

/// Computes the current state of the room. The version is that of the last announcement.
pub async fn room(conn: &mut PgConnection, flash_sale_id: i64, now: DateTime<Utc>) -> Result<RoomLive, Problem> {
    let row = sqlx::query!(
        r#"select s.quantity as total, s.taken, s.ends_at <= $2 as "ended!", coalesce(w.serving, 0) as "serving!",
                  coalesce(w.waiting, 0) as "waiting!", coalesce(w.promised, 0) as "promised!", coalesce(w.version, 0) as "version!",
                  (select coalesce(sum(h.quantity), 0)::int from shop.holds h
                   where h.kind = 'flash_sale' and h.ref_id = s.id and h.state = 'held') as "held!",
                  speed.served as "served!", speed.since
           from shop.flash_sales s left join shop.waiting_rooms w on w.flash_sale_id = s.id
                cross join lateral (select count(*) as served, min(p.admitted_at) as since from shop.waiting_places p
                                    where p.flash_sale_id = s.id and p.admitted_at > $3) speed
           where s.id = $1"#,
        flash_sale_id,
        now,
        now - SPEED_WINDOW
    )
    .fetch_one(conn)
    .await?;
    let sold = row.taken - row.held;
    Ok(RoomLive {
        flash_sale_id,
        serving: row.serving,
        waiting: row.waiting,
        per_minute: row.since.and_then(|since| per_minute(row.served, now - since)),
        total: row.total,
        sold,
        paying: row.held + row.promised,
        is_over: row.ended || sold >= row.total,
        version: row.version,
    })
}

/// Returns the people admitted a minute, at least one; None when nobody was.
fn per_minute(served: i64, elapsed: TimeDelta) -> Option<i32> {
    let seconds = elapsed.max(SHORTEST_WINDOW).num_seconds();
    (served > 0).then(|| i32::try_from((served * 60 / seconds).max(1)).unwrap_or(i32::MAX))
}

/// Returns the state of a stored place in a room.
pub fn state_for(stored: Option<StoredState>, is_over: bool) -> PlaceState {
    match stored {
        Some(StoredState::Ordered) => PlaceState::Ordered,
        // Somebody's turn holds a piece even while all others are paid for.
        Some(StoredState::Admitted) => PlaceState::Admitted,
        _ if is_over => PlaceState::Over,
        Some(StoredState::Waiting) => PlaceState::Waiting,
        _ => PlaceState::Left,
    }
}

/// Loads an account's place; an account without one has the state `left`.
///
/// # Errors
/// 404 `flash_sale_not_found`, also for a sale that has not begun.
pub async fn load(
    conn: &mut PgConnection,
    user_id: i64,
    flash_sale_id: i64,
    now: DateTime<Utc>,
) -> Result<WaitingPlace, Problem> {
    let row = sqlx::query!(
        r#"select s.product_id, d.name_th, d.name_en, g.slug, g.hue, g.motif, g.glyph, s.price_satang, s.quantity - s.taken as "remaining!", s.ends_at <= $3 as "ended!", w.snapshot,
                  p.ticket as "ticket?", p.state as "state?: StoredState", p.pay_until, o.number as "order_number?",
                  o.user_id = $2 as "own_order?", o.paid_at is null and o.status <> 'pending' as "lapsed?"
           from shop.flash_sales s
                join shop.products d on d.id = s.product_id
                join shop.games g on g.id = d.game_id
                left join shop.waiting_rooms w on w.flash_sale_id = s.id
                left join shop.waiting_accounts a on a.flash_sale_id = s.id and a.user_id = $2
                left join shop.waiting_places p on p.id = a.place_id
                left join shop.orders o on o.id = p.order_id
           where s.id = $1 and s.starts_at <= $3"#,
        flash_sale_id,
        user_id,
        now
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::flash_sale_not_found)?;
    let shown = row.snapshot.map(serde_json::from_value::<RoomLive>).transpose()?;
    let room = match shown {
        Some(shown) => shown,
        None => room(conn, flash_sale_id, now).await?,
    };
    let is_lapsed = row.lapsed == Some(true);
    let turn_is_over = row.pay_until.is_some_and(|until| until <= now);
    let stored = match row.state {
        // The tick has not come yet.
        Some(StoredState::Admitted) if turn_is_over || row.ended => Some(StoredState::Missed),
        Some(StoredState::Ordered) if is_lapsed => Some(StoredState::Missed),
        other => other,
    };
    let state = state_for(stored, row.ended || room.is_over);
    let mut ahead = None;
    if state == PlaceState::Waiting
        && let Some(ticket) = row.ticket
    {
        ahead = Some(people_ahead(conn, flash_sale_id, ticket).await?);
    }
    let seconds = |ahead: i64, per_minute: i32| (ahead + 1) * 60 / i64::from(per_minute.max(1));
    Ok(WaitingPlace {
        flash_sale_id,
        product_id: row.product_id,
        name: Text::new(row.name_th, row.name_en),
        game_slug: row.slug,
        hue: row.hue,
        motif: row.motif,
        glyph: row.glyph,
        price_satang: row.price_satang,
        state,
        ticket: row.ticket,
        number: ahead.map(|ahead| ahead + 1),
        ahead,
        estimate_seconds: ahead.zip(room.per_minute).map(|(ahead, per_minute)| seconds(ahead, per_minute)),
        pay_until: row.pay_until.filter(|_| matches!(state, PlaceState::Admitted | PlaceState::Ordered)),
        turn_missed: stored == Some(StoredState::Missed),
        order_number: row.order_number.filter(|_| row.own_order == Some(true)),
        remaining: row.remaining,
        room,
        now,
        live: Live::open(topics::flash_line(flash_sale_id)),
    })
}

async fn people_ahead(conn: &mut PgConnection, flash_sale_id: i64, ticket: i64) -> Result<i64, Problem> {
    let ahead = sqlx::query_scalar!(
        r#"select count(*) as "ahead!" from shop.waiting_places where flash_sale_id = $1 and state = 'waiting' and ticket < $2"#,
        flash_sale_id,
        ticket
    )
    .fetch_one(conn)
    .await?;
    Ok(ahead)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::per_minute;

    #[test]
    fn the_speed_is_of_the_time_that_passed() {
        for (served, seconds, expected) in
            [(0, 60, None), (31, 60, Some(31)), (10, 300, Some(2)), (1, 300, Some(1)), (30, 0, Some(60)), (5, 30, Some(10))]
        {
            assert_eq!(per_minute(served, TimeDelta::seconds(seconds)), expected, "{served} in {seconds} s");
        }
    }
}
