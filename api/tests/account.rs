//! Signing in through a real OpenID Connect provider, staying signed in, signing out.
#![allow(clippy::unwrap_used)]

mod support;

#[path = "account/browser.rs"]
mod browser;
#[path = "account/devices.rs"]
mod devices;
#[path = "account/leaving.rs"]
mod leaving;
#[path = "account/password.rs"]
mod password;
#[allow(dead_code, reason = "a part of it is used here")]
#[path = "mobile/phone.rs"]
mod phone;
#[path = "account/sessions.rs"]
mod sessions;
#[path = "account/sign_in.rs"]
mod sign_in;
#[path = "account/suspended.rs"]
mod suspended;
