//! Threads between a member and our staff: what a member asks, what we answer, and what the thread is about.
//!
//! A thread numbers its entries from 1 without gaps, under the lock of its row. It waits for staff, was answered by them, or is closed. What it
//! is about belongs to another owner, which hands a way to look at it to the app ([`AttachmentSources`]). Suspended members may write too.

mod attached;
pub mod command;
mod draft;
mod http;
mod http_pictures;
mod http_staff;
mod list;
pub mod live;
mod open;
mod pictures;
mod send;
mod shapes;
mod state;
mod tell;
mod thread;
mod tidy;

use std::time::Duration;

use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use crate::files;
use crate::refusals::FILE;
use crate::things::{self, SUPPORTED};
use manao_domain::staff::StaffRole;
use manao_kernel::Feature;
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::jobs::{every, job};
use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub use attached::{AttachedLine, AttachedOrder, AttachedTournament, AttachmentSources};
pub use draft::MOST_PICTURES;
pub use open::{OrderThread, open_about_order};

const TIDY_EVERY: Duration = Duration::from_secs(3600);
/// Refusals of a message.
const WRITING: &[Code] = &[support_thread_closed, support_thread_full, too_many_requests];

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http_pictures::upload_picture).layer(files::body_limit()),
            Who::Member.refuses(&[FILE, &[support_pictures_limit]]),
        )
        .call(
            routes!(http_pictures::view_picture),
            Who::Member
                .over(&things::SUPPORT_THREAD, Named::Path("threadId"), SUPPORTED)
                .refuses(&[&[support_picture_not_found]]),
        )
        .call(routes!(http::open_thread), Who::Member.refuses(&[&[support_threads_limit, too_many_requests]]))
        .call(routes!(http::list_threads), Who::Member)
        .call(routes!(http::view_thread), Who::Member.over(&things::SUPPORT_THREAD, Named::Path("id"), OWNER))
        .call(
            routes!(http::send_message),
            Who::Member.over(&things::SUPPORT_THREAD, Named::Path("id"), OWNER).refuses(&[WRITING]),
        )
        .call(
            routes!(http::close_thread),
            Who::Member.over(&things::SUPPORT_THREAD, Named::Path("id"), OWNER).refuses(&[&[support_thread_changed]]),
        )
        .call(routes!(http::read_thread), Who::Member.over(&things::SUPPORT_THREAD, Named::Path("id"), OWNER))
        .call(routes!(http_staff::list_all_threads), Who::Staff(&[StaffRole::Support]))
        .call(routes!(http_staff::view_any_thread), Who::Staff(&[StaffRole::Support]).refuses(&[&[support_thread_not_found]]))
        .call(
            routes!(http_staff::answer_thread),
            Who::Staff(&[StaffRole::Support]).refuses(&[&[
                support_thread_not_found,
                support_thread_closed,
                support_thread_changed,
                support_thread_full,
            ]]),
        )
        .call(
            routes!(http_staff::close_any_thread),
            Who::Staff(&[StaffRole::Support]).refuses(&[&[support_thread_not_found, support_thread_changed]]),
        )
        .call(
            routes!(http_staff::reopen_thread),
            Who::Staff(&[StaffRole::Support]).refuses(&[&[support_thread_not_found, support_thread_changed]]),
        );
    Feature {
        jobs: vec![job::<tell::MailAnswers>()],
        periodic_tasks: vec![
            every(TIDY_EVERY, "support.close", tidy::close_answered),
            every(TIDY_EVERY, "support.purge", tidy::purge),
        ],
        ..feature.emits::<live::SupportThreadLive>().emits::<live::SupportStaffLive>()
    }
}
