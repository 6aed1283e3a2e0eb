//! The provider's staff: who they are, how they come into the console, and their second factors.
//!
//! A person is staff by rows for their verified e-mail or number. A role alone opens nothing: each login gives a second factor, and the console
//! session that follows belongs to that login in that browser. It ends with the login, after half an hour without a call, and after twelve hours.

pub mod command;
mod factors;
mod http;
mod http_team;
mod letters;
mod passkeys;
mod recovery;
pub mod roles;
mod session;
mod team;
mod totp;

use std::time::Duration;

use manao_domain::staff::StaffRole;
use utoipa_axum::routes;

use manao_kernel::App;
use manao_kernel::access::Who;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;
use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

pub use session::console_of;
pub use totp::totp_of;

/// Refusals of a second factor.
const FACTOR: &[Code] = &[too_many_requests, factor_invalid, factor_missing];
/// Refusals of a change of one's factors.
const SETTING_UP: &[Code] = &[too_many_requests, factor_exists, factor_required];
const ADMIN: &[StaffRole] = &[StaffRole::Admin];

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::get_entry), Who::StaffMember)
        .call(routes!(http::enter_by_totp), Who::StaffMember.refuses(&[FACTOR]))
        .call(routes!(http::enter_by_recovery_code), Who::StaffMember.refuses(&[FACTOR]))
        .call(routes!(http::begin_passkey), Who::StaffMember.refuses(&[FACTOR, &[passkeys_unavailable]]))
        .call(routes!(http::enter_by_passkey), Who::StaffMember.refuses(&[FACTOR, &[passkey_expired, passkeys_unavailable]]))
        .call(routes!(http::leave), Who::StaffMember)
        .call(routes!(http::begin_totp), Who::StaffMember.refuses(&[SETTING_UP]))
        .call(routes!(http::confirm_totp), Who::StaffMember.refuses(&[SETTING_UP, &[factor_invalid, factor_missing]]))
        .call(routes!(http::begin_new_passkey), Who::StaffMember.refuses(&[SETTING_UP, &[passkeys_unavailable, passkeys_full]]))
        .call(
            routes!(http::add_passkey),
            Who::StaffMember.refuses(&[SETTING_UP, &[factor_invalid, passkey_expired, passkeys_unavailable]]),
        )
        .call(routes!(http::remove_totp), Who::Staff(StaffRole::ALL).fresh().refuses(&[&[factor_missing, factor_last]]))
        .call(routes!(http::remove_passkey), Who::Staff(StaffRole::ALL).fresh().refuses(&[&[factor_missing, factor_last]]))
        .call(routes!(http::new_recovery_codes), Who::Staff(StaffRole::ALL).fresh().refuses(&[&[too_many_requests]]))
        .call(routes!(http_team::list_staff), Who::Staff(ADMIN))
        .call(routes!(http_team::set_roles), Who::Staff(ADMIN).fresh().refuses(&[&[staff_self, staff_changed, staff_last_admin]]))
        .call(routes!(http_team::end_console_sessions), Who::Staff(ADMIN).refuses(&[&[user_not_found]]))
        .call(routes!(http_team::ask_reset), Who::Staff(ADMIN).fresh().refuses(&[&[user_not_found, staff_self, factor_missing]]))
        .call(
            routes!(http_team::decide_reset),
            Who::Staff(ADMIN).fresh().refuses(&[&[factor_reset_not_found, factor_reset_decided, staff_self]]),
        );
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "staff.purge", session::purge)], ..feature }
}

/// Makes the demo's operator staff with every role. Running it again does no harm.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    roles::grant(&app.db, "operator@manao.example", StaffRole::ALL, app.now(), Some("demo")).await
}
