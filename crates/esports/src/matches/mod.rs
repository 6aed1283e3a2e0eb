//! The room of a match: who plays whom, when, and what each side says of how it ended.
//!
//! What all in a room share is `brackets::room_now`; here is what one reader sees of it, and the steps that sides and those who run the
//! tournament take. docs/MATCHES.md tells the rules in words.

mod busy;
mod calendar;
mod clock;
mod given;
mod http;
mod http_scores;
mod http_times;
mod list;
mod people;
mod proofs;
mod reports;
mod scores;
mod staff_times;
mod stuck;
mod tell;
mod tell_times;
mod times;
mod view;
mod visit;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

/// What people do in rooms, and what the time brings about. The demo's rooms are filled by it.
pub mod run {
    pub use super::clock::round as clock;
    pub use super::scores::{ScoreSent, report};
    pub use super::staff_times::{Move, edit as edit_time};
    pub use super::times::{TimeWish, accept, decline, propose, replace};
}

/// How long a report may stand unconfirmed after its time.
const CONFIRMED_EVERY: Duration = Duration::from_secs(2);
/// How late a proposal may expire, or a match begin.
const CLOCK_EVERY: Duration = Duration::from_secs(3);
/// How long those who run it may not know that a match waits for them by the clock.
const STUCK_EVERY: Duration = Duration::from_secs(20);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::get))
        .routes(routes!(http_scores::submit_score))
        .routes(routes!(http_scores::contest_no_show))
        .routes(routes!(http_times::propose_time))
        .routes(routes!(http_times::replace_time))
        .routes(routes!(http_times::accept_time))
        .routes(routes!(http_times::decline_time))
        .routes(routes!(http_times::withdraw_time))
        .routes(routes!(http_times::edit_time))
        .routes(routes!(http_times::edit_round_times))
        .routes(routes!(http_times::get_calendar))
        .routes(routes!(http_times::get_calendar_file))
        .routes(routes!(http_times::list));
    let periodic_tasks = vec![
        every(CONFIRMED_EVERY, "matches.confirm", scores::confirm_due),
        every(CLOCK_EVERY, "matches.clock", clock::round),
        every(STUCK_EVERY, "matches.stuck", stuck::tell),
    ];
    Feature { periodic_tasks, ..Feature::new(routes) }
}
