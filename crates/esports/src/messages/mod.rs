//! Messages: what is said in the room of a match, and between an entrant and those who run its tournament.
//!
//! A thread numbers its messages from 1 without gaps, under the lock of its row. What happens to a match stands in its thread as well, as
//! a step.

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

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::Feature;
use manao_kernel::jobs::{every, job};
use manao_people::files;

pub use everybody::post_to_entrants;
pub use leaving::entrants_left;
pub use live::Place;
pub use marks::{read, report};
pub use pictures::{keep as keep_picture, put as put_picture, take as take_pictures};
pub use send::{send as write, text};
pub use shapes::{MessageNew, MessagePicture, MessageSide, ThreadMessage};
pub use steps::{MatchStep, StepKind, post};

const PURGE_EVERY: Duration = Duration::from_secs(600);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http_pictures::upload_match_picture))
        .routes(routes!(http_pictures::upload_entrant_picture))
        .layer(files::body_limit())
        .routes(routes!(http_pictures::match_picture))
        .routes(routes!(http_pictures::entrant_picture))
        .routes(routes!(http::send_to_match))
        .routes(routes!(http::of_match))
        .routes(routes!(http::of_entrant))
        .routes(routes!(http::of_my_entry))
        .routes(routes!(http::send_to_entrant))
        .routes(routes!(http::send_to_staff))
        .routes(routes!(http::threads))
        .routes(routes!(http::read))
        .routes(routes!(http::report))
        .routes(routes!(http::hide))
        .routes(routes!(http::mute));
    Feature {
        jobs: vec![job::<tell::TellThread>(), job::<steps::ReadRoom>()],
        periodic_tasks: vec![every(PURGE_EVERY, "messages.purge", pictures::purge)],
        ..Feature::new(routes)
            .emits::<live::MessageLive>()
            .emits::<live::MessageHiddenLive>()
            .emits::<live::MessageReadLive>()
            .emits::<live::ThreadLive>()
    }
}
