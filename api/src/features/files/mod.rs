//! Files: pictures that people upload, public or private, in one object store.
//!
//! What comes in is never what goes out: a picture is decoded, bounded and written anew as JPEG, so nothing hides in it (metadata, a
//! place, another file). Public pictures have names nobody guesses and are kept by every cache; private ones have no address at all,
//! a feature hands them to whoever may see them. A file that nothing keeps is removed by the scheduler.

mod decode;
mod form;
mod http;
mod picture;
mod places;
mod rows;

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use manao_domain::upload::MB;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;
use crate::app::App;
use crate::jobs::every;

use crate::settings::{MOST_MB, Settings};

pub use crate::storage::read;
pub use form::{Form, read_form};
pub use http::UploadedFile;
pub use picture::{Picture, make};
pub use places::Upload;
pub use rows::{Dir, Kept, discard, keep, put, release};

/// Beside the file itself: the form's other parts and its boundaries.
const FORM: usize = 64 * 1024;

/// The largest body of a call that takes a file.
pub fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MOST_MB as usize * MB + FORM)
}

/// How long a call that takes a file may last: as long as the largest one may take to come, and before it the wait for a place.
pub fn longest(settings: &Settings) -> Duration {
    places::WAIT_FOR_PLACE + form::longest(settings)
}

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new().routes(routes!(http::upload_picture)).layer(body_limit());
    Feature { periodic_tasks: vec![every(Duration::from_secs(60), "files.purge", rows::purge)], ..Feature::of(routes) }
}

/// `/files/…`: public pictures, for everyone and for good.
pub fn served() -> Router<App> {
    Router::new().route("/files/{*key}", axum::routing::get(http::serve))
}
