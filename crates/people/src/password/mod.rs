//! Passwords, for accounts with a mobile number or an e-mail and password: changing one, and logging in with it. Argon2id; the last five
//! cannot be reused, and a change ends every other session.

mod change;
mod codes;
mod failures;
mod hashing;
mod http;
mod sign_in;

use std::time::Duration;

use utoipa_axum::routes;

pub use change::ensure_current;

use crate::refusals::{OTP, SIGN_IN};
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::change_password), Who::Active.refuses(&[&[too_many_requests, password_not_kept]]))
        .call(
            routes!(http::login_password),
            Who::Anyone.refuses(&[SIGN_IN, OTP, &[password_wrong, password_code_required, otp_too_soon, otp_limit]]),
        );
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "password.purge", failures::purge)], ..feature }
}
