//! Mobile numbers: verifying one's own, and what the telecom knows about a number.

mod telecom;
mod verify;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(
        OpenApiRouter::new()
            .routes(routes!(verify::verify_mobile_number))
            .routes(routes!(verify::confirm_mobile_number))
            .routes(routes!(verify::validate_mobile_number))
            .routes(routes!(verify::check_mobile_number))
            .routes(routes!(telecom::get_network_type))
            .routes(routes!(telecom::get_profile_type))
            .routes(routes!(telecom::check_credit_balance)),
    )
}
