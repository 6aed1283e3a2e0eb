//! Accounts: logging in through the login provider, sessions and their tokens, who I am, who is staff.

mod device;
mod devices;
mod esport;
pub(super) mod guard;
mod http;
mod login_codes;
pub(super) mod me;
mod mobile;
pub mod operator;
mod person;
pub mod session;
mod sign_in;
mod staff;
mod suspension;
pub mod user_type;
mod welcome;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;
use crate::jobs::every;

pub(super) use http::{AuthSession, entered};
pub use me::Me;
pub(super) use sign_in::Origin;
pub use user_type::UserType;

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::login))
        .routes(routes!(http::create_session))
        .routes(routes!(http::refresh))
        .routes(routes!(http::logout))
        .routes(routes!(http::me))
        .routes(routes!(esport::me_esport))
        .routes(routes!(devices::list_sessions))
        .routes(routes!(devices::end_session))
        .routes(routes!(login_codes::login_codes))
        .routes(routes!(login_codes::stop_login_codes))
        .routes(routes!(staff::suspend_user))
        .routes(routes!(staff::restore_user))
        .routes(routes!(mobile::login_ais))
        .routes(routes!(mobile::register_ais));
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "account.purge", session::purge)], ..Feature::of(routes) }
}
