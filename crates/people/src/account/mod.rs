//! Accounts: logging in through the login provider, sessions and their tokens, who I am, who is staff.

mod device;
mod devices;
mod esport;
pub mod guard;
mod http;
mod login_codes;
pub mod me;
mod mobile;
pub mod operator;
mod person;
pub mod session;
mod sign_in;
mod staff;
pub mod suspension;
pub mod user_type;
mod welcome;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::App;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use http::{AuthSession, entered};
pub use me::Me;
pub use sign_in::Origin;
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
    Feature { periodic_tasks: vec![every(Duration::from_secs(600), "account.purge", session::purge)], ..Feature::new(routes) }
}

/// Makes the demo's staff, so that the repair queue can be looked at; harmless when repeated.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    let now = app.now();
    sqlx::query!(
        "insert into people.operator_grants (identifier, granted_at, note) values ('operator@manao.example', $1, 'demo') on conflict do nothing",
        now
    )
    .execute(&app.db)
    .await?;
    Ok(())
}
