//! One-time codes, signing in by mobile number, verifying a number or an e-mail address, KYC; telecom and mail server are real peers.
#![allow(clippy::unwrap_used)]

mod support;

#[path = "account/browser.rs"]
#[allow(dead_code, reason = "the tests of signing in use the rest")]
mod browser;
#[path = "mobile/codes.rs"]
mod codes;
#[path = "mobile/email.rs"]
mod email;
#[path = "mobile/kyc.rs"]
mod kyc;
#[path = "mobile/limits.rs"]
mod limits;
#[path = "mobile/numbers.rs"]
mod numbers;
#[path = "mobile/phone.rs"]
mod phone;
#[path = "mobile/sign_in.rs"]
mod sign_in;
