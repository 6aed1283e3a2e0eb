//! What we tell a person: the shop's inbox and the esports notifications, two streams of one table, and the unread badge that
//! counts both.
//!
//! Whatever changes a person's inbox takes the row of their badge, so that counts and versions are in step with the messages, and
//! tells both to the open pages. That row is taken after the locks of orders, payments and the like: [`write()`] stands at the end
//! of a change.

mod actions;
mod badge;
mod http;
pub mod live;
mod purge;
mod store;
mod write;

use std::time::Duration;

use super::Feature;
use crate::jobs::every;

pub use live::Stream;
pub use write::{Message, write, write_to_many};

const PURGE_EVERY: Duration = Duration::from_secs(600);

pub fn feature() -> Feature {
    Feature { periodic_tasks: vec![every(PURGE_EVERY, "inbox.purge", purge::round)], ..Feature::of(http::routes()) }
}
