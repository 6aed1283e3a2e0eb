//! The gate before an order for a flash sale: it decides without a transaction who may try to order, so that in a rush everybody has an
//! answer at once.
//!
//! At most as many orders as pieces are free may be on their way in a process, and not more than it can place in half a second or so. All
//! others are sent to the line. The transaction decides again under locks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::queue::in_line;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Most orders for one sale that a process places at once without turns, for each of its cores.
const AT_ONCE_PER_CORE: usize = 8;

/// Pieces of each sale that orders on their way want.
#[derive(Default)]
struct OnTheirWay(Mutex<HashMap<i64, SaleTraffic>>);

#[derive(Clone, Copy, Default)]
struct SaleTraffic {
    orders: i64,
    pieces: i64,
}

/// The right to try to order; the pieces count as wanted until it is dropped.
pub struct Pass {
    traffic: Arc<OnTheirWay>,
    flash_sale_id: i64,
    /// 0 in one's turn: the piece is promised already
    pieces: i64,
    has_turn: bool,
}

impl Pass {
    /// Whether the person was admitted from the line.
    pub fn has_turn(&self) -> bool {
        self.has_turn
    }

    /// Returns the refusal for an order that does not get through the rush.
    pub fn in_line(&self) -> Problem {
        in_line(self.flash_sale_id)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if self.has_turn {
            return;
        }
        let mut sales = self.traffic.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(traffic) = sales.get_mut(&self.flash_sale_id) {
            traffic.orders -= 1;
            traffic.pieces -= self.pieces;
            if traffic.orders == 0 {
                sales.remove(&self.flash_sale_id);
            }
        }
    }
}

/// The pieces of a sale that an order wants.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub flash_sale_id: i64,
    pub pieces: i64,
}

/// Lets an order for a flash sale try, or refuses it at once.
///
/// # Errors
/// 409 `flash_sale_line`, `flash_sale_sold_out`.
pub async fn enter(app: &App, user_id: i64, wanted: Wanted) -> Result<Pass, Problem> {
    let Wanted { flash_sale_id, pieces } = wanted;
    let sale = sqlx::query!(
        r#"select (s.quantity - s.taken - coalesce(w.promised, 0))::bigint as "free!", coalesce(w.waiting, 0) as "waiting!",
                  s.taken = s.quantity and not exists (select from shop.holds h
                    where h.kind = 'flash_sale' and h.ref_id = s.id and h.state = 'held') as "sold_out!",
                  exists (select from shop.waiting_accounts a join shop.waiting_places p on p.id = a.place_id
                          where a.flash_sale_id = s.id and a.user_id = $2 and p.state = 'admitted' and p.pay_until > $3) as "has_turn!"
           from shop.flash_sales s left join shop.waiting_rooms w on w.flash_sale_id = s.id where s.id = $1"#,
        flash_sale_id,
        user_id,
        app.now()
    )
    .fetch_one(&app.db)
    .await?;
    let traffic = app.shared::<OnTheirWay>();
    if sale.has_turn {
        return Ok(Pass { traffic, flash_sale_id, pieces: 0, has_turn: true });
    }
    if sale.sold_out {
        return Err(codes::flash_sale_sold_out.into());
    }
    if sale.waiting > 0 {
        return Err(in_line(flash_sale_id));
    }
    let has_room = {
        let mut sales = traffic.0.lock().unwrap_or_else(PoisonError::into_inner);
        let on_their_way = sales.get(&flash_sale_id).copied().unwrap_or_default();
        // An order for more than is left is refused for what it is.
        let has_room = (sale.free > 0 && pieces > sale.free)
            || (on_their_way.pieces + pieces <= sale.free && on_their_way.orders < at_once());
        if has_room {
            let (orders, pieces) = (on_their_way.orders + 1, on_their_way.pieces + pieces);
            sales.insert(flash_sale_id, SaleTraffic { orders, pieces });
        }
        has_room
    };
    if has_room { Ok(Pass { traffic, flash_sale_id, pieces, has_turn: false }) } else { Err(in_line(flash_sale_id)) }
}

fn at_once() -> i64 {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    i64::try_from(cores * AT_ONCE_PER_CORE).unwrap_or(i64::MAX)
}
