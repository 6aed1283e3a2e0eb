//! A person's papers (ID card, student card, a guardian's consent): private pictures that only those who may see them can open, each
//! time on record, and the record is the owner's to read.

mod actions;
mod http;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Feature, files};

pub use view::{UserDocument, of_person};

pub fn feature() -> Feature {
    let upload = OpenApiRouter::new().routes(routes!(http::upload_document)).layer(files::body_limit());
    Feature::of(upload.routes(routes!(http::delete_document)).routes(routes!(http::view_document)))
}
