//! A member's own e-mail address: verified by a code, and changed in the same way.

mod letters;
mod verify;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(OpenApiRouter::new().routes(routes!(verify::verify_email)).routes(routes!(verify::confirm_email)))
}
