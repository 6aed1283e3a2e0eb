//! A person's documents (ID card, student card, a guardian's consent): private pictures that only authorised people can open; each view is
//! recorded, and the owner can read the record.

mod actions;
mod http;
mod view;

use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use crate::refusals::FILE;
use crate::things::{self, READERS};
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::problem::codes::*;

use crate::files;
use manao_kernel::Feature;

pub use manao_domain::document::DocumentKind;
pub use view::{UserDocument, of_person};

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(http::upload_document).layer(files::body_limit()), Who::Active.refuses(&[FILE, &[documents_limit]]))
        .call(routes!(http::delete_document), Who::Active.over(&things::DOCUMENT, Named::Body("id"), OWNER))
        .call(
            routes!(http::view_document),
            Who::Member.over(&things::DOCUMENT, Named::Path("id"), READERS).refuses(&[&[too_many_requests]]),
        )
}
