//! The bus, which carries events between publishers and nodes: memory within one process, Redis between many.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::control::Control;
use crate::topic::Topics;

pub mod memory;
pub mod redis;

pub use memory::Memory;
pub use redis::Redis;

/// One life of a topic's numbering. A new one means that history was lost: numbers start again.
pub type Epoch = Arc<str>;

/// A place in a topic. The first event has offset 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Numbering of the offset.
    pub epoch: Epoch,
    /// Number of the newest event.
    pub offset: u64,
}

/// An event to be published.
#[derive(Clone, Debug)]
pub struct Publication {
    /// Topic, as in [`crate::topic`].
    pub topic: String,
    /// Event id. A repeat of a recent id in the same topic is dropped and answered with the first one's position.
    pub id: String,
    /// Name, such as `order.paid`.
    pub event: String,
    /// When it was committed, UTC.
    pub at: DateTime<Utc>,
    /// For state topics: a snapshot that is not newer than the kept one is dropped. `None` always wins.
    pub version: Option<i64>,
    /// Payload as JSON.
    pub data: Box<RawValue>,
    /// For publishers that take turns: this one's turn number. A topic refuses an event with a lower number than it has seen, so that a
    /// publisher that woke too late cannot put old events after new ones. `None`: not checked.
    pub fence: Option<u64>,
}

/// An event as the bus hands it out.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number.
    pub offset: u64,
    /// Commit time, UTC milliseconds.
    pub at: i64,
    /// The rest of the event frame, encoded once by the publisher; see [`crate::frame::event_tail`].
    pub tail: Bytes,
}

/// Events after a position.
#[derive(Clone, Debug)]
pub struct History {
    /// Newest position. Everything up to it is in `entries` if `complete`.
    pub position: Position,
    /// Log topics: whether no event between the asked position and the newest is missing. State topics: always true.
    pub complete: bool,
    /// Log topics: the events in order. State topics: the newest snapshot, if there is one and it is newer than asked.
    pub entries: Vec<Entry>,
}

/// An ephemeral message of a topic to every node; never stored, may be lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PeerMessage {
    /// A client's signal, such as `typing`.
    Signal {
        /// Name of the signal.
        name: String,
        /// User id of the sender.
        user: String,
    },
    /// The users that one node has in the topic. A node that asks expects the others' lists.
    Presence {
        /// Node id.
        node: u64,
        /// User ids.
        users: Vec<String>,
        /// Whether the others should answer with theirs.
        ask: bool,
    },
    /// A node is alive: the list of users that it sent still holds. Sent in the control topic, which every node hears.
    Alive {
        /// Node id.
        node: u64,
        /// Address at which the other nodes reach it, such as `10.0.0.7:8080`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
    },
}

/// A delivery from the bus to a node.
#[derive(Clone, Debug)]
pub enum Delivery {
    /// An event of a subscribed topic, in the order of the bus.
    Event {
        /// Topic.
        topic: Arc<str>,
        /// Numbering of the offset.
        epoch: Epoch,
        /// The event.
        entry: Entry,
    },
    /// An ephemeral message of a subscribed topic.
    PeerMessage {
        /// Topic.
        topic: Arc<str>,
        /// The message.
        message: PeerMessage,
    },
}

/// Callbacks that a node gives the bus. Calls must return at once: they only put things into queues.
pub trait Listener: Send + Sync + 'static {
    /// Deliveries in the order of the bus.
    fn deliver(&self, batch: Vec<Delivery>);
    /// Called when the link was lost and is back: compare positions.
    fn reconnected(&self);
}

/// Reason why the bus failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BusError {
    /// The bus is down or answered incorrectly. Publishing again with the same id is safe.
    #[error("the bus is unavailable: {0}")]
    Unavailable(String),
    /// A publisher of a later turn has published in one of the topics; see [`Publication::fence`]. Nothing of that topic was taken.
    #[error("another publisher has taken over")]
    Fenced,
    /// The bus is out of memory: it accepts no events, only orders that withdraw a right. Publishing again with the same id is safe.
    #[error("the bus is full: {0}")]
    Full(String),
}

/// Topic that carries [`Control`] between nodes. No client can name it: it is not in the table of topics.
pub const CONTROL_TOPIC: &str = "!control";
/// Fewest orders kept for nodes that start or were away.
pub(crate) const CONTROL_CAP: usize = 10_000;

/// One interface for memory and Redis.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Returns the table of topic names; the hub on this bus uses it too.
    fn topics(&self) -> &Topics;

    /// Sets the node that receives deliveries. Called once, before anything is subscribed.
    fn attach(&self, listener: Arc<dyn Listener>);

    /// Appends events in order; returns one position each. Events of one call arrive in this order.
    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError>;

    /// Starts deliveries of a topic with a local listener; calls are counted. Every event after the returned position will be delivered.
    /// `entries` holds the newest snapshot of a state topic and is empty for a log.
    async fn subscribe(&self, topic: &str) -> Result<History, BusError>;

    /// Undoes one [`Bus::subscribe`].
    async fn unsubscribe(&self, topic: &str);

    /// Returns the events after `after` in `epoch`, oldest first.
    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError>;

    /// Returns the newest positions, one for each topic. Also keeps their history from expiring.
    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError>;

    /// Sends an ephemeral message to every node that subscribed to the topic, including this one. Never waits; may lose it.
    fn send_to_peers(&self, topic: &str, message: PeerMessage);

    /// Whether the bus can be reached now.
    fn connected(&self) -> bool;

    /// Returns why this kind of server can never carry the bus. A server that is unreachable now may suit.
    async fn unsuitable(&self) -> Option<String> {
        None
    }

    /// Checks that the bus answers; for occasional publishers without a node that would notice.
    async fn reachable(&self) -> bool {
        self.connected()
    }

    /// Sends an order to every node; kept so that a node that was away hears it later.
    async fn control(&self, control: Control) -> Result<(), BusError> {
        let data = serde_json::value::to_raw_value(&control).map_err(|error| BusError::Unavailable(error.to_string()))?;
        let order = Publication {
            topic: CONTROL_TOPIC.to_owned(),
            id: uuid::Uuid::new_v4().to_string(),
            event: "control".to_owned(),
            at: Utc::now(),
            version: None,
            data,
            fence: None,
        };
        self.publish(vec![order]).await.map(drop)
    }
}

/// The amount of history kept.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Events per log topic.
    pub cap: usize,
    /// Time without events or listeners after which a topic is forgotten.
    pub ttl: std::time::Duration,
}
