//! Messages to a person: the shop's inbox and the esports notifications, two streams of one table, and the unread badge that counts both.
//!
//! Anything that changes a person's inbox locks their badge row, so that counts and versions match the messages, and notifies open pages of
//! both. That row is locked after orders, payments and the like: [`write()`] belongs at the end of a change.

mod about;
mod actions;
mod badge;
mod http;
pub mod live;
mod purge;
mod store;
mod subject;
mod write;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use about::about;
pub use actions::{SeenMessages, is_there, lock, read_seen, seen, withdraw};
pub use live::Stream;
pub use store::{AnswerLoaders, Answers, InboxOffer, InboxProposal, Questions};
pub use subject::{Subject, SubjectKind};
pub use write::{Message, proposals_ended, write, write_and_note, write_each, write_each_unless_unread, write_to_many};

const PURGE_EVERY: Duration = Duration::from_secs(600);

pub fn feature() -> Feature {
    Feature {
        periodic_tasks: vec![every(PURGE_EVERY, "inbox.purge", purge::round)],
        ..http::calls().emits::<live::BadgeLive>().emits::<live::InboxLive>()
    }
}
