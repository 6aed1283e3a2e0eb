//! Tournaments over HTTP and WebSocket: from the draft to the end, who may change what, what is found, and what is told when.

mod creating;
mod editing;
mod finding;
mod phases;
pub mod shop;
