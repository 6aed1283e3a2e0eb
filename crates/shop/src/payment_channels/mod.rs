//! Payment channels: what each accepts is data, judged by `domain::channel`, the same for the page, the rules and the order. Read on every
//! call, so that a channel closed by an operator is closed at once, everywhere.

mod http;
mod number;
mod rules;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub use number::{NumberFacts, PayingNumber};
pub use rules::{Judged, NO_PAYMENT, Paying, Reason, ensure_allowed, judge, name};

pub fn feature() -> Feature {
    Feature::new(
        OpenApiRouter::new()
            .routes(routes!(http::list_channels))
            .routes(routes!(http::list_banks))
            .routes(routes!(http::check_available))
            .routes(routes!(http::check_rule))
            .routes(routes!(http::set_channel_open)),
    )
}
