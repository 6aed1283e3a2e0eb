//! From a committed change to every client that may see it: the list of events, the outbox and its relay to the hub, the rights that
//! were withdrawn.

pub mod events;
pub mod outbox;
pub(crate) mod rights;
pub mod topics;

use serde::Serialize;

pub use events::Event;

/// How to listen to a resource; stands in its REST answer as `live`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Live {
    pub topic: String,
    /// Shown when subscribing; topics that are public or one's own need none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant: Option<String>,
}

impl Live {
    /// A topic that anyone, or its owner, may hear without a grant.
    pub fn open(topic: String) -> Self {
        Self { topic, grant: None }
    }
}
