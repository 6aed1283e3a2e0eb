//! Payment channels: each channel's rules are data, checked by `domain::channel`, the same for the page, the rules and the order. Read on
//! every call, so that a channel closed by an operator is closed at once, everywhere.

mod console;
pub mod health;
mod http;
mod number;
mod rules;
mod usual;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::{COUPON, PLACING};
use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use number::{NumberFacts, PayingNumber, is_needed, verified_number};
pub use rules::{JudgedChannel, NO_PAYMENT, Paying, Reason, ensure_allowed, judge, name};

/// Interval of the search for channels due to be probed; each has its own time (setting `CHANNEL_PROBE_SECONDS`).
const PROBE_EVERY: Duration = Duration::from_secs(3);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http::list_channels),
            Who::Anyone.refuses(&[PLACING, COUPON, &[order_not_found, session_required, too_many_requests]]),
        )
        .call(routes!(http::list_banks), Who::Public.refuses(&[&[channel_not_found]]))
        .call(routes!(http::check_available), Who::Public.refuses(&[&[channel_not_found]]))
        .call(
            routes!(http::check_rule),
            Who::Member.refuses(&[
                PLACING,
                &[channel_not_found, player_id_invalid, server_required, telecom_unavailable, too_many_requests],
            ]),
        )
        .call(
            routes!(console::list_all_channels),
            Who::Staff(&[StaffRole::Support, StaffRole::Finance, StaffRole::Catalogue]).polled(),
        )
        .call(routes!(http::set_channel_open), Who::Staff(&[StaffRole::Catalogue]).refuses(&[&[channel_not_found]]))
        .emits::<health::ChannelsLive>();
    Feature { periodic_tasks: vec![every(PROBE_EVERY, "payment_channels.probe", health::probe_round)], ..feature }
}
