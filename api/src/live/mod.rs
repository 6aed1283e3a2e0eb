//! From a committed change to every client that may see it: events and topics, the outbox and its relay to the hub, the rights that
//! were withdrawn.

pub mod outbox;
pub(crate) mod rights;
pub mod topics;

use serde::Serialize;

/// Something that clients are told after a commit: a payload, written beside the feature that emits it. Each has a line in
/// [`crate::openapi`]'s list, from which the web's types come.
pub trait LiveEvent: Serialize {
    /// On the wire, such as `order.changed`
    const NAME: &'static str;
    /// What it is, for the schema: state of a topic, or an entry in one
    const ABOUT: &'static str;

    fn topic(&self) -> String;

    /// Of a state topic's snapshot, the newest of which wins; an entry in a log has none.
    fn version(&self) -> Option<i64>;
}

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
