//! Passwords of accounts whose password we keep (those of a mobile number or of an e-mail with password): changing it. Argon2id, the last five
//! may not come again, and every other session ends.

mod change;
mod hashing;
mod http;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(OpenApiRouter::new().routes(routes!(http::change_password)))
}
