//! Tournaments over HTTP and WebSocket: from the draft to the end, their editing, search, and events.

mod creating;
mod editing;
mod finding;
mod phases;
pub mod shop;
