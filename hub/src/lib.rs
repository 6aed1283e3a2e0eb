//! The WebSocket hub: carries events of topics to every client that may see them, in order and without loss, or tells the client that it missed
//! some. It knows topics, not tournaments; it has no database. See `docs/REALTIME.md` for the contract.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use std::sync::Arc;
//! use manao_hub::{Hub, HubSettings, Topics, bus::Memory, token::Keys};
//!
//! let settings = HubSettings::default();
//! let topics = Topics::parse(r#"{"format": 1, "topics": [{"name": "public:{slug}", "kind": "log", "audience": "anyone"}]}"#)?;
//! let bus = Arc::new(Memory::new(topics, settings.retention()));
//! let hub = Hub::new(settings, bus, Keys::hs256(b"a secret of at least 32 bytes ...", "manao"));
//! let app = hub.router();
//! # Ok(()) }
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod address;
pub mod bus;
pub mod client;
mod conn;
pub mod control;
mod fill;
pub mod frame;
mod housekeeping;
mod http;
mod hub;
mod join;
mod meter;
#[cfg(test)]
mod model;
mod presence;
pub mod pulse;
mod registry;
mod revoked;
mod room;
pub mod serve;
pub mod settings;
mod share;
mod socket;
pub mod token;
pub mod topic;

pub use bus::{Bus, Position, Publication};
pub use control::Control;
pub use http::PublishRequest;
pub use hub::{Hub, PublishError};
pub use settings::HubSettings;
pub use topic::Topics;
