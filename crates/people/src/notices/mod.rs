//! Notifies people who are not on the page of esports messages, by Web Push or by mail, as they choose, with quiet hours; never twice of one
//! message. Of the shop's messages these are notified, by push: a product that they waited for is back, our staff have answered, and their
//! turn in the line of a flash sale begins or is near.
//!
//! A task ([`due`]) looks for messages that nobody read within some seconds and decides about each, for many people at once. The owner of a
//! message's subject says whether the notice is still wanted and urgent ([`subjects`]). Jobs ([`tell`]) then send the notices.
//!
//! Messages written in quiet hours wait and are then sent as one; a match that starts soon is notified at once. A message that was read in the
//! meantime is not notified. See `docs/adr/0024-notices.md`.

mod due;
mod http;
mod news;
mod settings;
mod store;
mod subjects;
mod subscriptions;
mod tell;

use std::time::Duration;

use utoipa_axum::routes;

use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use subjects::{SubjectLoaders, SubjectStatus, WaitingNotice};

const LOOK_EVERY: Duration = Duration::from_secs(2);
const FORGET_EVERY: Duration = Duration::from_secs(600);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::notice_settings), Who::Member.refuses(&[&[too_many_requests]]))
        .call(routes!(http::choose_notices), Who::Member.refuses(&[&[too_many_requests]]))
        .call(routes!(http::subscribe_to_push), Who::Member.refuses(&[&[too_many_requests]]))
        .call(routes!(http::forget_push), Who::Member.refuses(&[&[too_many_requests]]));
    Feature {
        jobs: vec![job::<tell::TellNotices>()],
        periodic_tasks: vec![
            every(LOOK_EVERY, "notices.send", due::round),
            every(FORGET_EVERY, "notices.forget", subscriptions::forget_ended),
        ],
        ..feature
    }
}
