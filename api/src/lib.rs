//! Manao's API, jobs and web server as a library: the binary `manao` and the tests start it the same way.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod access;
pub mod app;
#[cfg(test)]
mod arrows;
pub mod backup;
pub mod clock;
pub mod command;
pub mod database;
pub mod draw;
mod empty;
pub mod features;
pub mod idempotency;
pub mod jobs;
mod lead;
pub mod limits;
pub mod live;
mod note;
pub mod openapi;
mod pages;
pub mod paging;
pub mod problem;
pub mod providers;
pub mod sealing;
mod secret;
pub mod server;
pub mod settings;
mod shared_keys;
mod storage;
pub mod text;
mod worker_pool;

// The tests' support names this crate as they do from outside.
#[cfg(test)]
extern crate self as manao_api;
#[cfg(test)]
#[path = "../tests/it/support/mod.rs"]
pub mod support;

pub use app::App;
pub use clock::Clock;
pub use server::{Roles, Running, start, start_on};
pub use settings::Settings;
