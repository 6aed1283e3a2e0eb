//! Common base of the tests: a real server on a free port, with a database and a sandbox of its own.
#![allow(dead_code, unused_imports, reason = "the tests inside the crate use a part of it")]

mod client;
mod port;
mod shop;
mod socket;
mod world;

pub use client::{Answer, Client};
pub use port::free_port;
pub use socket::Socket;
pub use world::{World, bare_database, defaults, empty_database, person};
