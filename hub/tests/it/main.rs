//! The hub from outside: over real sockets, on memory and on Redis.
#![allow(clippy::unwrap_used)]

mod contract;
mod deaf;
mod faults;
mod lines;
mod log;
mod rolling;
mod stop;
mod stuck;
mod support;
