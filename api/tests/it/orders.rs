//! Orders and payments over HTTP and WebSocket, against a real payment provider's API (the sandbox's): promises about money, and faults.

mod buying;
mod cards;
mod changing;
mod claims;
mod codes;
mod coupons;
mod endings;
mod exits;
mod fair;
mod faults;
mod mobile;
mod mobile_lost;
mod numbers;
mod papers;
mod paying;
mod races;
mod reading;
mod reconciling;
pub mod redirects;
mod refunds;
mod returned;
pub mod shop;
mod texts;
mod unmatched;
mod waiting;
mod webhooks;
