//! KYC: a person confirms with a one-time code that a mobile number is theirs. A number belongs to one person. It can be changed after
//! `KYC_FIXED_DAYS` (specification, section 9: 90); earlier numbers are kept as history.

mod http;
mod store;

use utoipa_axum::routes;

use crate::refusals::{OTP, TEXTING};
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(http::get_status), Who::Member)
        .call(routes!(http::check_mobile_number), Who::Member.refuses(&[&[fields_invalid]]))
        .call(
            routes!(http::send_otp),
            Who::Active.refuses(&[TEXTING, &[mobile_number_suspended, kyc_number_same, kyc_change_too_early]]),
        )
        .call(routes!(http::confirm_otp), Who::Active.refuses(&[OTP, &[kyc_number_same, kyc_number_taken, kyc_change_too_early]]))
}
