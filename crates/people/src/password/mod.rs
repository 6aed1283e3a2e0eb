//! Passwords, for accounts with a mobile number or an e-mail and password: changing one, and logging in with it. Argon2id; the last five
//! cannot be reused, and a change ends every other session.

mod change;
mod codes;
mod failures;
mod hashing;
mod http;
mod sign_in;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new().routes(routes!(http::change_password)).routes(routes!(http::login_password));
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "password.purge", failures::purge)], ..Feature::new(routes) }
}
