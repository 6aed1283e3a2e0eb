//! Mail: what a person is told by e-mail, in their language, plain and HTML.
//!
//! A mail is a row that is written with the change it tells of, one of a kind for each thing, and a job that sends it ([`send`]). It is marked
//! as sent when the server has taken it, and not before. It goes to an address that its person has verified; who has none is told in the inbox
//! alone. To add a kind: a line in [`Kind`], and a [`Letter`] handed to [`tell`] where it happens. See `docs/adr/0015-mail.md`.

mod http;
mod kinds;
mod letter;
mod link;
mod render;
mod send;
mod store;
mod write;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;
use crate::jobs::{every, job};

pub use kinds::Kind;
pub use letter::{Block, Item, Letter, moment};
pub use write::{Code, code, tell, to_address};

const PURGE_EVERY: Duration = Duration::from_secs(3600);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::mail_settings, http::choose_mail))
        .routes(routes!(http::unsubscribe_page, http::unsubscribe));
    Feature {
        jobs: vec![job::<send::SendMail>()],
        periodic_tasks: vec![every(PURGE_EVERY, "mail.purge", store::purge)],
        ..Feature::of(routes)
    }
}
