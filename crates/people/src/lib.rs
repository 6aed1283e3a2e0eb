//! People: accounts and logins, numbers, addresses and passwords, personal details and documents, notifications and activity logs.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod account;
pub mod console;
pub mod demo;
pub mod documents;
pub mod email;
mod facts;
pub mod files;
pub mod inbox;
pub mod kyc;
pub mod mail;
pub mod mobile;
pub mod notices;
pub mod organizations;
pub mod otp;
pub mod pages;
pub mod password;
pub mod profile;
pub mod providers;
pub mod refusals;
pub mod sealed;
pub mod staff;
pub mod support;
pub mod sync;
pub mod things;
pub mod user_log;

use manao_kernel::Feature;

/// Returns every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![
        account::feature(),
        documents::feature(),
        email::feature(),
        files::feature(),
        inbox::feature(),
        kyc::feature(),
        mail::feature(),
        mobile::feature(),
        notices::feature(),
        organizations::feature(),
        otp::feature(),
        password::feature(),
        profile::feature(),
        staff::feature(),
        support::feature(),
        sync::feature(),
        user_log::feature(),
        Feature { facts: facts::FACTS.to_vec(), ..Feature::new() },
    ]
}
