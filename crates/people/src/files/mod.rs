//! Files: pictures that people upload, public or private, in one object store.
//!
//! Uploaded bytes are never served: a picture is decoded, bounded and re-encoded as JPEG, so nothing hides in it (metadata, a location,
//! another file). Public pictures have unguessable names and may be cached anywhere; private ones have no address at all, and a feature
//! serves them to those who may see them. The scheduler removes files that nothing uses.

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
use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use crate::refusals::FILE;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

use manao_kernel::settings::{MOST_MB, Settings};

pub use form::{Form, read_form};
pub use http::UploadedFile;
pub use manao_kernel::storage::read;
pub use picture::{Picture, make};
pub use places::Upload;
pub use rows::{Dir, StoredFile, discard, keep, put, release, release_all, release_of_anybody};

/// Room in the body beside the file itself: the form's other parts and its boundaries.
const FORM: usize = 64 * 1024;

/// Returns the largest body of a call that takes a file.
pub fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MOST_MB as usize * MB + FORM)
}

/// Returns how long a call that takes a file may last: the wait for a slot, plus the time the largest file may take to arrive.
pub fn longest(settings: &Settings) -> Duration {
    places::WAIT_FOR_PLACE + form::longest(settings)
}

pub fn feature() -> Feature {
    let feature =
        Feature::new().call(routes!(http::upload_picture).layer(body_limit()), Who::Active.refuses(&[FILE, &[not_found]]));
    Feature { periodic_tasks: vec![every(Duration::from_secs(60), "files.purge", rows::purge)], ..feature }
}

/// Routes `/files/…`: public pictures, open to everyone and cached for good.
pub fn served() -> Router<App> {
    Router::new().route("/files/{*key}", axum::routing::get(http::serve))
}
