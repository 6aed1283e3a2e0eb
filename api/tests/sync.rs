//! Account sync: the terms, the profiles of the earlier shop, and what a person is before and after.
#![allow(clippy::unwrap_used)]

mod support;

#[path = "account/browser.rs"]
#[allow(dead_code, reason = "the tests of signing in use the rest")]
mod browser;
#[path = "sync/going_on.rs"]
mod going_on;
#[path = "sync/importing.rs"]
mod importing;
#[path = "sync/people.rs"]
mod people;
#[path = "sync/tokens.rs"]
mod tokens;
