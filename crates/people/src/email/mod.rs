//! A member's own e-mail address: verified by a code, and changed in the same way.

mod letters;
mod verify;

use utoipa_axum::routes;

use crate::refusals::OTP;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(verify::verify_email), Who::Active.refuses(&[&[otp_too_soon, otp_limit, email_verified]]))
        .call(routes!(verify::confirm_email), Who::Active.refuses(&[OTP, &[email_taken]]))
}
