//! What a person tells about themselves, and the little of it that others see.

mod edit;
mod http;
mod load;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(
        OpenApiRouter::new()
            .routes(routes!(http::get_profile))
            .routes(routes!(http::edit_profile))
            .routes(routes!(http::get_public_profile)),
    )
}
