//! Live events: from a committed change to every client that may see it. Contains events and topics, the outbox and its relay to the hub, and
//! withdrawn rights.

pub mod outbox;
pub mod rights;
mod schema;
pub mod topics;
pub mod wake;

use serde::Serialize;

pub use schema::{EventSchema, Schemas};

/// An event sent to clients after a commit. Its payload is defined beside the feature that emits it, which registers it with
/// [`Feature::emits`](crate::Feature::emits); the web's types come from there.
pub trait LiveEvent: Serialize {
    /// Name on the wire, such as `order.changed`
    const NAME: &'static str;
    /// Description for the schema: the state of a topic, or an entry in one
    const ABOUT: &'static str;

    fn topic(&self) -> String;

    /// Returns the version of a state topic's snapshot, where the newest wins; a log entry has none.
    fn version(&self) -> Option<i64>;
}

/// The topic of a resource and the grant to subscribe to it; included in its REST answer as `live`.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Live {
    pub topic: String,
    /// Grant to send when subscribing; public topics and one's own need none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant: Option<String>,
}

impl Live {
    /// Returns a topic that anyone, or its owner, may subscribe to without a grant.
    pub fn open(topic: String) -> Self {
        Self { topic, grant: None }
    }
}
