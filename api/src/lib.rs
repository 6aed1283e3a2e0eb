//! Manao's API, jobs and web server as a library: the binary `manao` and the tests start it the same way.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod calls;
pub mod database;
pub mod draw;
pub mod features;
pub mod openapi;
mod pages;
pub mod server;

pub use manao_kernel::{App, Clock, Settings};
pub use server::{Roles, Running, start, start_on};
