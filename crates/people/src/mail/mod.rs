//! Mail to people, in their language, as plain text and HTML.
//!
//! A mail is a row written with the change it reports, at most one of a kind per subject, and a job that sends it ([`send`]). It is marked as
//! sent only once the server has accepted it. It goes to the person's verified address; people without one only get the inbox message.
//! To add a kind, add a line in [`Kind`], and pass a [`Letter`] to [`tell`] where it happens. See `docs/adr/0015-mail.md`.

mod about;
mod http;
mod kinds;
mod letter;
mod link;
mod render;
mod send;
mod store;
mod write;

use std::time::Duration;

use utoipa_axum::routes;

use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use about::about;
pub use kinds::{Kind, Topic};
pub use letter::{Block, Item, Letter, moment};
pub use store::choose;
pub use write::{Code, code, tell, to_address};

const PURGE_EVERY: Duration = Duration::from_secs(3600);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::mail_settings), Who::Member)
        .call(routes!(http::choose_mail), Who::Member)
        .call(routes!(http::unsubscribe_page), Who::Anyone.refuses(&[&[mail_link_invalid]]))
        .call(routes!(http::unsubscribe), Who::Anyone.refuses(&[&[mail_link_invalid]]));
    Feature {
        jobs: vec![job::<send::SendMail>()],
        periodic_tasks: vec![every(PURGE_EVERY, "mail.purge", store::purge)],
        ..feature
    }
}
