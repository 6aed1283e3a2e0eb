//! One-time codes, signing in by mobile number, verifying a number or an e-mail address, KYC; telecom and mail server are real peers.

mod codes;
mod email;
mod kyc;
mod limits;
mod numbers;
pub mod phone;
mod sign_in;
