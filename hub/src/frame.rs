//! Frames of the wire, version 2: JSON in text frames, subprotocol `manao.v2`.

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::{Deserializer, Error as _, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use utoipa::ToSchema;

use crate::bus::{Entry, Position, Publication};
use crate::topic::Kind;

/// Name of the WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "manao.v2";

/// Close codes of the hub.
pub mod close {
    /// The node is shutting down (after `goodbye`): connect again.
    pub const GOING_AWAY: u16 = 1001;
    /// The node does not know yet which rights were withdrawn, so it cannot trust tokens: connect again.
    pub const TRY_AGAIN: u16 = 1013;
    /// A frame could not be read, was too large, or hello did not come first and in time. Connecting again will not help.
    pub const MALFORMED: u16 = 4400;
    /// The session ended, or its token is not valid or expired past its grace: get a new token first.
    pub const SESSION_ENDED: u16 = 4401;
    /// The user lost the right to be here. Do not connect again.
    pub const REVOKED: u16 = 4403;
    /// The client reads too slowly or did not answer a ping: connect again and resume.
    pub const TOO_SLOW: u16 = 4408;
    /// Too many sockets of this user or address.
    pub const TOO_MANY_CONNECTIONS: u16 = 4409;
    /// Too many frames a second, or too many joins of this user or address.
    pub const TOO_MANY_FRAMES: u16 = 4429;
}

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ClientFrame {
    /// The first frame, within five seconds. Without a token, the client is a visitor, who may only join public topics.
    Hello {
        /// Access token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// Resumes the user's own topic `user:{id}`, which is joined automatically: its last epoch …
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        epoch: Option<String>,
        /// … and offset.
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        offset: Option<u64>,
    },
    /// Joins a topic; with epoch and offset it resumes after that event. Joining again restarts the topic.
    Subscribe {
        /// Chosen by the client; repeated in the answer.
        #[serde(default, deserialize_with = "command_id", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Topic, as REST answers name it.
        topic: String,
        /// The topic's grant, as REST answers carry it.
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        grant: Option<String>,
        /// Epoch of the last event seen.
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        epoch: Option<String>,
        /// Offset of the last event seen.
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        offset: Option<u64>,
    },
    /// A new grant for a joined topic, which continues unchanged.
    Renew {
        /// Chosen by the client; repeated in the answer.
        #[serde(default, deserialize_with = "command_id", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Topic.
        topic: String,
        /// The new grant.
        grant: String,
    },
    /// Leaves a topic.
    Unsubscribe {
        /// Chosen by the client; repeated in the answer.
        #[serde(default, deserialize_with = "command_id", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Topic.
        topic: String,
    },
    /// Ephemeral news to the others in the topic, where its kind allows it. Never stored; answered only if it is refused.
    Signal {
        /// Chosen by the client; repeated in the answer.
        #[serde(default, deserialize_with = "command_id", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Topic.
        topic: String,
        /// Such as `typing`.
        name: String,
    },
    /// A new access token of the same session on the open socket.
    Refresh {
        /// Chosen by the client; repeated in the answer.
        #[serde(default, deserialize_with = "command_id", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Access token.
        token: String,
    },
    /// Answer to `ping`.
    Pong,
}

/// Ignores an invalid position or grant (a negative offset, a number as text) instead of closing a socket with all its topics. The topic is
/// joined without it, and answered accordingly.
fn if_it_is_one<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Lenient<T> {
        One(T),
        Other(IgnoredAny),
    }
    Ok(match Lenient::deserialize(deserializer)? {
        Lenient::One(value) => Some(value),
        Lenient::Other(_) => None,
    })
}

/// The largest id of a command: JavaScript holds no larger integer.
const MAX_ID: u64 = (1 << 53) - 1;

fn command_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Option::<u64>::deserialize(deserializer)? {
        Some(id) if id > MAX_ID => Err(D::Error::custom("id is too large")),
        id => Ok(id),
    }
}

/// Reason why a client's frame cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The type is unknown to this hub.
    Unknown {
        /// The command's id.
        id: Option<u64>,
    },
    /// Not JSON, or a known type with the wrong fields.
    Malformed,
}

/// Types of [`ClientFrame`].
const CLIENT_FRAMES: [&str; 7] = ["hello", "subscribe", "renew", "unsubscribe", "signal", "refresh", "pong"];

impl ClientFrame {
    /// Reads a client's frame.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Head {
            r#type: String,
            #[serde(default, deserialize_with = "command_id")]
            id: Option<u64>,
        }
        serde_json::from_str(text).map_err(|_| match serde_json::from_str::<Head>(text) {
            Ok(head) if !CLIENT_FRAMES.contains(&head.r#type.as_str()) => Unreadable::Unknown { id: head.id },
            _ => Unreadable::Malformed,
        })
    }
}

/// A frame from the hub.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ServerFrame {
    /// Hello was accepted.
    #[serde(rename_all = "camelCase")]
    Welcome {
        /// Id of this socket, for support.
        session: String,
        /// User id, unless a visitor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        user: Option<String>,
        /// The user's own topic, which is joined automatically.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
        /// Milliseconds between pings.
        #[schema(value_type = f64)]
        heartbeat: u64,
        /// The server's clock, Unix milliseconds.
        #[schema(value_type = f64)]
        now: i64,
    },
    /// Answer with `pong` within eight seconds.
    Ping,
    /// The topic is joined at this position, its events included. Sent again, without `id`, if the history of a joined topic broke.
    Subscribed {
        /// Topic.
        topic: String,
        /// Id of the command being answered, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// How its events are kept.
        kind: Kind,
        /// Numbering of the offsets.
        epoch: String,
        /// Newest event.
        #[schema(value_type = f64)]
        offset: u64,
        /// True: with `events`, nothing is missing. False: reload by REST.
        recovered: bool,
        /// The missed events, in order; for a state topic, the newest snapshot unless already seen.
        events: Vec<TopicEvent>,
    },
    /// The topic was left: on request, or, with a code, because the right to it has ended.
    Unsubscribed {
        /// Topic.
        topic: String,
        /// Id of the command being answered, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// `grant_expired` or `revoked`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<ErrorCode>,
    },
    /// The new grant counts.
    Renewed {
        /// Topic.
        topic: String,
        /// Id of the command being answered, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
    },
    /// The new access token counts.
    Refreshed {
        /// Id of the command being answered, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
    },
    /// Something happened. Offsets of a log topic have no gaps; a state topic may skip to its newest snapshot.
    Event {
        /// Topic.
        topic: String,
        /// Its number in the topic.
        #[schema(value_type = f64)]
        offset: u64,
        /// Event id.
        id: String,
        /// Name, such as `order.paid`.
        event: String,
        /// When it was committed, RFC 3339, UTC.
        at: String,
        /// Payload.
        #[schema(value_type = Object)]
        data: Value,
    },
    /// Another user's signal.
    Signal {
        /// Topic.
        topic: String,
        /// Such as `typing`.
        name: String,
        /// User id of the sender.
        user: String,
    },
    /// The users now in the topic.
    Presence {
        /// Topic.
        topic: String,
        /// User ids, sorted.
        users: Vec<String>,
    },
    /// A command was refused; the socket stays open.
    Error {
        /// Reason of the refusal.
        code: ErrorCode,
        /// Id of the command being answered, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        id: Option<u64>,
        /// Topic of the command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
    },
    /// The node is shutting down, or hears nothing from the bus while others do. Connect again after the delay, when it closes this socket.
    #[serde(rename_all = "camelCase")]
    Goodbye {
        /// `draining` or `deaf`.
        reason: String,
        /// Milliseconds, spread at random.
        #[schema(value_type = f64)]
        retry_after: u64,
    },
}

/// An event of a topic, as [`ServerFrame::Subscribed`] carries it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TopicEvent {
    /// Its number in the topic.
    #[schema(value_type = f64)]
    pub offset: u64,
    /// Event id.
    pub id: String,
    /// Name, such as `order.paid`.
    pub event: String,
    /// When it was committed, RFC 3339, UTC.
    pub at: String,
    /// Payload.
    #[schema(value_type = Object)]
    pub data: Value,
}

/// Reason why a command was refused, or a subscription ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The hub does not know such a command: it is older than the client.
    UnknownFrame,
    /// There is no such topic.
    UnknownTopic,
    /// The topic needs a grant and none was given.
    GrantRequired,
    /// The grant is forged, or for another topic or user.
    GrantInvalid,
    /// The grant has expired, or the subscription ended with it: ask REST for a new one.
    GrantExpired,
    /// The topic belongs to another user.
    Forbidden,
    /// The right to the topic was withdrawn; the subscription has ended.
    Revoked,
    /// This socket has reached its limit of topics.
    TooManyTopics,
    /// Not subscribed to this topic.
    NotSubscribed,
    /// The topic does not accept this signal, or not from visitors.
    SignalRefused,
    /// The new access token is invalid or belongs to another user; the old one still counts.
    TokenInvalid,
    /// The new access token has expired; the old one still counts.
    TokenExpired,
}

impl ServerFrame {
    /// Encodes the frame as text.
    pub fn encode(&self) -> Utf8Bytes {
        // Strings, numbers and JSON values always have a JSON form.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// Returns the part of an event frame that does not depend on its offset: encoded once by the publisher, never parsed again.
pub fn event_tail(publication: &Publication) -> Bytes {
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let at = timestamp(publication.at);
    let (id, event) = (quote(&publication.id), quote(&publication.event));
    Bytes::from(format!(r#","id":{id},"event":{event},"at":"{at}","data":{}}}"#, publication.data.get()))
}

/// Returns the beginning of an event's frame, before its own fields.
fn event_head(topic: &str) -> String {
    format!(r#"{{"type":"event","topic":"{topic}","#)
}

/// Returns the whole event frame.
pub fn event_frame(topic: &str, entry: &Entry) -> Option<Utf8Bytes> {
    let head = format!(r#"{}"offset":{}"#, event_head(topic), entry.offset);
    let mut frame = Vec::with_capacity(head.len() + entry.tail.len());
    frame.extend_from_slice(head.as_bytes());
    frame.extend_from_slice(&entry.tail);
    Utf8Bytes::try_from(Bytes::from(frame)).ok()
}

/// The fields of `subscribed` apart from its events.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a> {
    /// Topic.
    pub topic: &'a str,
    /// Id of the command being answered, if it had one.
    pub id: Option<u64>,
    /// How its events are kept.
    pub kind: Kind,
    /// Position of the topic after its events.
    pub position: &'a Position,
    /// Whether nothing is missing.
    pub recovered: bool,
}

/// Encodes [`ServerFrame::Subscribed`] with these event frames of the topic inside. They were encoded before and are copied as they are.
pub fn subscribed_frame<'a>(joined: Joined, events: impl Iterator<Item = &'a Utf8Bytes>) -> Utf8Bytes {
    let Joined { topic, id, kind, position, recovered } = joined;
    let (epoch, offset, cut) = (position.epoch.to_string(), position.offset, event_head(topic).len());
    let empty = ServerFrame::Subscribed { topic: topic.to_owned(), id, kind, epoch, offset, recovered, events: Vec::new() };
    let mut text = String::from(empty.encode().as_str());
    // The events come last: `…"events":[]}`.
    text.truncate(text.len() - 2);
    for (i, event) in events.enumerate() {
        text.push_str(if i == 0 { "{" } else { ",{" });
        text.push_str(&event.as_str()[cut..]);
    }
    text.push_str("]}");
    text.into()
}

/// Formats a time as RFC 3339 in UTC with milliseconds.
pub fn timestamp(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests;
