//! Accounts: logging in through the login provider, sessions and their tokens, one's own account, staff.

mod caller;
mod device;
mod devices;
pub mod guard;
mod http;
mod known_device;
mod login_codes;
pub mod me;
mod mobile;
mod person;
pub mod proof;
pub mod session;
mod sign_in;
mod staff;
pub mod suspension;
mod terms;
pub mod user_type;
mod welcome;

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::{OTP, REFRESH, SIGN_IN, TEXTING};
use crate::things;
use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, OWNER};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use caller::{load_session, set_promoter_until};
pub use device::name as device_name;
pub use http::{AuthSession, entered};
pub use known_device::{DEVICE_COOKIE, KnownDevice, shown_device};
pub use me::Me;
pub use sign_in::Origin;
pub use terms::TERMS_VERSION;
pub use user_type::UserType;

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::login), Who::Anyone.refuses(&[&[too_many_requests, login_unavailable]]))
        .call(
            routes!(http::create_session),
            Who::Anyone.refuses(&[SIGN_IN, &[login_attempt_invalid, login_rejected, login_email_missing, login_unavailable]]),
        )
        .call(routes!(http::refresh), Who::Anyone.refuses(&[SIGN_IN, REFRESH, &[session_required]]))
        .call(routes!(http::logout), Who::Anyone.refuses(&[&[forbidden]]))
        .call(routes!(http::me), Who::Member)
        .call(routes!(devices::list_sessions), Who::Member)
        .call(routes!(devices::end_session), Who::Member.over(&things::SESSION, Named::Body("id"), OWNER))
        .call(routes!(login_codes::login_codes), Who::Member)
        .call(routes!(proof::get_proof), Who::Member)
        .call(routes!(proof::send_proof_code), Who::Member.refuses(&[TEXTING, &[mobile_number_suspended, proof_channel_missing]]))
        .call(routes!(proof::give_proof), Who::Member.refuses(&[OTP, &[too_many_requests, service_unavailable]]))
        .call(routes!(login_codes::stop_login_codes), Who::Member)
        .call(
            routes!(staff::suspend_user),
            Who::Staff(&[StaffRole::Support]).refuses(&[&[user_not_found, user_suspended, staff_self, staff_last_admin]]),
        )
        .call(routes!(staff::restore_user), Who::Staff(&[StaffRole::Support]).refuses(&[&[user_not_found, user_not_suspended]]))
        .call(routes!(mobile::login_ais), Who::Anyone.refuses(&[SIGN_IN, &[otp_token_invalid, mobile_number_unregistered]]))
        .call(routes!(mobile::register_ais), Who::Anyone.refuses(&[SIGN_IN, &[otp_token_invalid, mobile_number_registered]]));
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "account.purge", session::purge)], ..feature }
}
