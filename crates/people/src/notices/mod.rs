//! Who is not on the page hears of esports messages by Web Push or by mail, as they choose, with quiet hours; never twice of one message. Of the
//! shop's messages only one is told so, by push: that something is back that they waited for.
//!
//! A task ([`due`]) looks for messages that nobody read within some seconds, decides what becomes of each for many people at once (the
//! owner of what a message is about says whether it is still wanted and urgent, [`subjects`]), and leaves what is to be told to jobs ([`tell`]). What is written in quiet hours waits and is then told as one; a match that starts soon is told
//! at once. A message that was read meanwhile is not told. See `docs/adr/0024-notices.md`.

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
