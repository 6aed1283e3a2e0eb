//! Mobile numbers: verifying one's own, and the telecom's information about a number.

mod telecom;
mod verify;

use utoipa_axum::routes;

use crate::refusals::{OTP, TEXTING};
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(
            routes!(verify::verify_mobile_number),
            Who::Active.refuses(&[TEXTING, &[mobile_number_suspended, mobile_number_fixed]]),
        )
        .call(routes!(verify::confirm_mobile_number), Who::Active.refuses(&[OTP, &[mobile_number_fixed, mobile_number_taken]]))
        .call(routes!(verify::validate_mobile_number), Who::Member.refuses(&[&[too_many_requests, telecom_unavailable]]))
        .call(routes!(verify::check_mobile_number), Who::Member.refuses(&[&[too_many_requests, telecom_unavailable]]))
        .call(routes!(telecom::get_network_type), Who::Member.refuses(&[&[too_many_requests, telecom_unavailable]]))
        .call(routes!(telecom::get_profile_type), Who::Member.refuses(&[&[too_many_requests, telecom_unavailable]]))
        .call(
            routes!(telecom::check_credit_balance),
            Who::Member.refuses(&[&[too_many_requests, telecom_unavailable, mobile_number_missing]]),
        )
}
