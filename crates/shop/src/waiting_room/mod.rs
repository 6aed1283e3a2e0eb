//! The waiting room of a flash sale: when all free pieces are promised, buyers wait in a line and are admitted in the order in which they
//! joined.
//!
//! A place belongs to a person, whichever of their accounts or tabs joined. An admitted person has a turn: some minutes to order and pay, in
//! which a piece is promised to them. Pieces and turns that come free go to the next in line at once. Without a rush there is no line:
//! orders are placed directly.
//!
//! Locks are taken in this order: products, flash sales, the coupon, the room, places, badges.

mod admission;
mod gate;
mod http;
mod live;
mod notify;
mod place;
mod queue;
mod tick;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use admission::after_release;
pub use gate::{Pass, Wanted, enter};
pub use live::RoomLive;
pub use place::{PlaceState, WaitingPlace, load, room};
pub use queue::{Turn, line_or_sold_out, link_order, use_turn};

/// Interval at which rooms with people in them are looked at, and at most announced.
const TICK_EVERY: Duration = Duration::from_secs(1);

pub fn feature() -> Feature {
    let feature = http::calls().emits::<RoomLive>().emits::<live::TurnLive>();
    Feature { periodic_tasks: vec![every(TICK_EVERY, "waiting_room.tick", tick::round)], ..feature }
}
