//! Messages in the room of a match, and between an entrant and staff.
//!
//! A thread numbers its messages from 1 without gaps, under the lock of its row. Events of a match are in its thread as well, as steps.

mod everybody;
mod http;
mod http_pictures;
mod leaving;
pub mod live;
mod marks;
mod pictures;
mod send;
mod shapes;
mod steps;
mod tell;
mod thread;

use std::time::Duration;

use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use crate::refusals::{FILE, OVER};
use crate::things::{self, CONCERNED, STAFF};
use manao_kernel::access::Who;
use manao_kernel::access::rights::Named;
use manao_kernel::problem::codes::*;

use manao_kernel::Feature;
use manao_kernel::jobs::{every, job};
use manao_people::files;

pub use everybody::post_to_entrants;
pub use leaving::entrants_left;
pub use live::ThreadScope;
pub use marks::{read, report};
pub use pictures::{keep as keep_picture, put as put_picture, take as take_pictures};
pub use send::{MOST_PICTURES, send as write, text};
pub use shapes::{MessageNew, MessagePicture, MessageSide, ThreadMessage};
pub use steps::{MatchStep, StepKind, post};

const PURGE_EVERY: Duration = Duration::from_secs(600);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http_pictures::upload_match_picture).layer(files::body_limit()),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), CONCERNED).refuses(&[FILE, OVER, &[room_pictures_limit]]),
        )
        .call(
            routes!(http_pictures::upload_entrant_picture).layer(files::body_limit()),
            Who::Verified.over(&things::ENTRANT, Named::Path("contestantId"), CONCERNED).refuses(&[
                FILE,
                OVER,
                &[room_pictures_limit],
            ]),
        )
        .call(
            routes!(http_pictures::match_picture),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), CONCERNED).refuses(&[&[room_picture_not_found]]),
        )
        .call(
            routes!(http_pictures::entrant_picture),
            Who::Verified.over(&things::ENTRANT, Named::Path("contestantId"), CONCERNED).refuses(&[&[room_picture_not_found]]),
        )
        .call(
            routes!(http::send_to_match),
            Who::Verified.over(&things::MATCH, Named::Path("match_id"), CONCERNED).refuses(&[OVER, &[too_many_requests]]),
        )
        .call(routes!(http::of_match), Who::Verified.over(&things::MATCH, Named::Path("matchId"), CONCERNED))
        .call(routes!(http::of_entrant), Who::Verified.over(&things::ENTRANT, Named::Path("contestantId"), STAFF))
        .call(routes!(http::of_my_entry), Who::Verified.refuses(&[&[tournament_not_participating]]))
        .call(
            routes!(http::send_to_entrant),
            Who::Verified.over(&things::ENTRANT, Named::Path("id"), STAFF).refuses(&[&[too_many_requests]]),
        )
        .call(routes!(http::send_to_staff), Who::Verified.refuses(&[OVER, &[tournament_not_participating, too_many_requests]]))
        .call(routes!(http::threads), Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), STAFF))
        .call(routes!(http::read), Who::Verified.over(&things::THREAD, Named::Body("threadId"), CONCERNED))
        .call(
            routes!(http::report),
            Who::Verified.over(&things::MESSAGE, Named::Body("messageId"), CONCERNED).refuses(&[&[too_many_requests]]),
        )
        .call(routes!(http::hide), Who::Verified.over(&things::MESSAGE, Named::Body("messageId"), STAFF))
        .call(routes!(http::mute), Who::Verified.refuses(&[&[user_not_found, mutes_limit, too_many_requests]]));
    Feature {
        jobs: vec![job::<tell::TellThread>(), job::<steps::ReadRoom>()],
        periodic_tasks: vec![every(PURGE_EVERY, "messages.purge", pictures::purge)],
        ..feature
            .emits::<live::MessageLive>()
            .emits::<live::MessageHiddenLive>()
            .emits::<live::MessageReadLive>()
            .emits::<live::ThreadLive>()
    }
}
