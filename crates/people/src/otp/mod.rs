//! One-time passwords: six digits that we generate, text to a number or mail to an address, and check (decisions, "Login and sessions").
//!
//! A code lasts a few minutes and allows a few tries (settings `OTP_LIFE_MINUTES`, `OTP_TRIES`). It belongs to its reference, its purpose
//! and, where a member asked, to that member: anywhere else it is invalid. Only a keyed hash is stored. Limits are counted in the database,
//! so they survive restarts and hold across processes; see `docs/adr/0009-one-time-codes.md`.

mod code;
mod confirm;
mod http;
mod limits;
pub mod others;
mod recipient;
mod send;

use std::time::Duration;

use manao_domain::text_enum;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::refusals::{OTP, TEXTING};
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use code::{Code, ref_code};
pub use confirm::{confirm, confirm_address, confirm_recipient, exchange, take};
pub use http::{OtpConfirmation, OtpRequest};
pub use limits::{at_most, counted, until};
pub use recipient::Recipient;
pub use send::{Asker, OtpSent, mail, send, send_about, undelivered};

/// Days that rows are kept. They are the counters of a day; they are deleted soon after, because they hold numbers and addresses of people.
const KEPT_DAYS: i64 = 2;

text_enum! {
    /// The purpose of a code, which works for nothing else.
    #[derive(ToSchema)]
    Purpose {
        Login = "login",
        VerifyMobile = "verify_mobile",
        Kyc = "kyc",
        VerifyEmail = "verify_email",
        /// Required after several wrong passwords; stored and counted by `features::password`
        Password = "password",
        /// The number's owner agrees that the member buys a package for it
        PackageConsent = "package_consent",
        /// Proves that the session's owner makes a request
        Proof = "proof",
    }
}

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::send_otp), Who::Anyone.refuses(&[TEXTING, &[forbidden, mobile_number_suspended]]))
        .call(routes!(http::confirm_otp), Who::Anyone.refuses(&[OTP, &[too_many_requests]]));
    let periodic_tasks = vec![
        every(Duration::from_secs(600), "otp.purge", purge),
        every(Duration::from_secs(600), "otp.forget_texts", others::forget),
    ];
    Feature { periodic_tasks, ..feature }
}

pub fn count(purpose: Purpose, outcome: &'static str) {
    metrics::counter!("manao_otps_total", "purpose" => purpose.as_str(), "outcome" => outcome).increment(1);
}

async fn purge(app: App) -> anyhow::Result<()> {
    let before = app.now() - chrono::Duration::days(KEPT_DAYS);
    sqlx::query!("delete from people.otps where created_at < $1", before).execute(&app.db).await?;
    Ok(())
}
