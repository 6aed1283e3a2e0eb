//! What the tests stand on: a real server on a free port, with a database and a sandbox of its own.
#![allow(dead_code, unused_imports, reason = "each test binary uses a part of it")]

mod client;
mod shop;
mod socket;
mod world;

#[allow(unused_imports, reason = "each test binary uses a part of it")]
pub use client::{Answer, Client};
pub use socket::Socket;
pub use world::{World, defaults, empty_database, person};
