//! A person's documents (ID card, student card, a guardian's consent): private pictures that only authorised people can open; each view is
//! recorded, and the owner can read the record.

mod actions;
mod http;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Feature, files};

pub use manao_domain::document::DocumentKind;
pub use view::{UserDocument, of_person};

pub fn feature() -> Feature {
    let upload = OpenApiRouter::new().routes(routes!(http::upload_document)).layer(files::body_limit());
    Feature::new(upload.routes(routes!(http::delete_document)).routes(routes!(http::view_document)))
}
