//! A member's own e-mail address: verified by a code, and changed in the same way.

mod letters;
mod verify;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(OpenApiRouter::new().routes(routes!(verify::verify_email)).routes(routes!(verify::confirm_email)))
}
