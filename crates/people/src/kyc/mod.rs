//! KYC: a person confirms by a one-time code that a mobile number is theirs. One number, one person; changeable again after
//! `KYC_FIXED_DAYS` (specification, section 9: 90); earlier numbers stay as history.

mod http;
mod store;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(
        OpenApiRouter::new()
            .routes(routes!(http::get_status))
            .routes(routes!(http::check_mobile_number))
            .routes(routes!(http::send_otp))
            .routes(routes!(http::confirm_otp)),
    )
}
