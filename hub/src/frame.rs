//! Frames of the wire, version 1: JSON in text frames, subprotocol `manao.v1`.

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::{Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use utoipa::ToSchema;

use crate::bus::{Entry, Publication};

/// Name of the WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "manao.v1";

/// Close codes of the hub.
pub mod close {
    /// The node leaves (after `goodbye`): connect again.
    pub const GOING_AWAY: u16 = 1001;
    /// The node does not know yet which rights are withdrawn, and so whom to believe: connect again.
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

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ClientFrame {
    /// The first frame, within five seconds. Without a token: a visitor, who may hear public topics only.
    Hello {
        /// Access token.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// Resumes the own topic `user:{id}`, which is joined by itself: its last epoch …
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        epoch: Option<String>,
        /// … and offset.
        #[serde(default, deserialize_with = "if_it_is_one", skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<f64>)]
        offset: Option<u64>,
    },
    /// Joins a topic; with epoch and offset it resumes after that event. Joining again starts the topic anew.
    Subscribe {
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
    /// Leaves a topic.
    Unsubscribe {
        /// Topic.
        topic: String,
    },
    /// Ephemeral news to the others in the topic, where its kind allows it. Never stored.
    Signal {
        /// Topic.
        topic: String,
        /// Such as `typing`.
        name: String,
    },
    /// A new access token of the same user on the open socket.
    Refresh {
        /// Access token.
        token: String,
    },
    /// Answer to `ping`.
    Pong,
}

/// A position or a grant that is none (a negative offset, a number as text) is no reason to end a socket with all its topics: that topic is
/// joined as if without one, and answered accordingly.
fn if_it_is_one<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said<T> {
        One(T),
        Other(IgnoredAny),
    }
    Ok(match Said::deserialize(deserializer)? {
        Said::One(value) => Some(value),
        Said::Other(_) => None,
    })
}

/// What the hub says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ServerFrame {
    /// Hello was accepted. `user:{id}` is joined by itself.
    #[serde(rename_all = "camelCase")]
    Welcome {
        /// Id of this socket, for support.
        session: String,
        /// User id, unless a visitor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        user: Option<String>,
        /// Milliseconds between pings.
        #[schema(value_type = f64)]
        heartbeat: u64,
        /// The server's clock, Unix milliseconds.
        #[schema(value_type = f64)]
        now: i64,
    },
    /// Answer with `pong` within eight seconds.
    Ping,
    /// The topic is joined at this position. Sent again on a joined topic if its history broke: then `recovered` is false.
    Subscribed {
        /// Topic.
        topic: String,
        /// Numbering of the offsets.
        epoch: String,
        /// Newest event.
        #[schema(value_type = f64)]
        offset: u64,
        /// True: nothing is missing, what was missed follows. False: reload by REST.
        recovered: bool,
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
    /// Somebody else's signal.
    Signal {
        /// Topic.
        topic: String,
        /// Such as `typing`.
        name: String,
        /// Who sent it.
        user: String,
    },
    /// Who is in the topic now.
    Presence {
        /// Topic.
        topic: String,
        /// User ids, sorted.
        users: Vec<String>,
    },
    /// A frame was refused, or a subscription ended; the socket lives.
    Error {
        /// Why.
        code: ErrorCode,
        /// Topic of the refused frame.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
    },
    /// The node is leaving. Connect again after the delay, when it closes this socket.
    #[serde(rename_all = "camelCase")]
    Goodbye {
        /// `draining`.
        reason: String,
        /// Milliseconds, spread at random.
        #[schema(value_type = f64)]
        retry_after: u64,
    },
}

/// Why a frame was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// There is no such topic.
    UnknownTopic,
    /// The topic wants a grant and none was given.
    GrantRequired,
    /// The grant is forged, of another topic or of another user.
    GrantInvalid,
    /// The grant has expired: ask REST for a new one.
    GrantExpired,
    /// The topic belongs to somebody else.
    Forbidden,
    /// The right to the topic was withdrawn; the subscription has ended.
    Revoked,
    /// This socket has as many topics as it may have.
    TooManyTopics,
    /// Not subscribed to this topic.
    NotSubscribed,
    /// The topic takes no such signal, or not from visitors.
    SignalRefused,
    /// The new access token is not valid or of another user; the old one still counts.
    TokenInvalid,
    /// The new access token has expired; the old one still counts.
    TokenExpired,
}

impl ServerFrame {
    /// The frame as text.
    pub fn encode(&self) -> Utf8Bytes {
        // Strings, numbers and JSON values always have a JSON form.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// The part of an event frame that does not depend on its offset: encoded once by the publisher, never parsed again.
pub fn event_tail(publication: &Publication) -> Bytes {
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let at = timestamp(publication.at);
    let (id, event) = (quote(&publication.id), quote(&publication.event));
    Bytes::from(format!(r#","id":{id},"event":{event},"at":"{at}","data":{}}}"#, publication.data.get()))
}

/// The whole event frame.
pub fn event_frame(topic: &str, entry: &Entry) -> Option<Utf8Bytes> {
    let head = format!(r#"{{"type":"event","topic":"{topic}","offset":{}"#, entry.offset);
    let mut frame = Vec::with_capacity(head.len() + entry.tail.len());
    frame.extend_from_slice(head.as_bytes());
    frame.extend_from_slice(&entry.tail);
    Utf8Bytes::try_from(Bytes::from(frame)).ok()
}

/// RFC 3339 in UTC with milliseconds.
pub fn timestamp(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_event_frame_is_what_its_type_says() {
        let at = DateTime::from_timestamp_millis(1_700_000_000_123).unwrap();
        let publication = Publication {
            topic: "order:A1".into(),
            id: "a\"b".into(),
            event: "order.paid".into(),
            at,
            version: Some(2),
            data: serde_json::value::to_raw_value(&json!({"ชื่อ": "มะนาว"})).unwrap(),
            fence: None,
        };
        let entry = Entry { offset: 9, at: at.timestamp_millis(), tail: event_tail(&publication) };
        let read: ServerFrame = serde_json::from_str(event_frame("order:A1", &entry).unwrap().as_str()).unwrap();
        let meant = ServerFrame::Event {
            topic: "order:A1".into(),
            offset: 9,
            id: "a\"b".into(),
            event: "order.paid".into(),
            at: "2023-11-14T22:13:20.123Z".into(),
            data: json!({"ชื่อ": "มะนาว"}),
        };
        assert_eq!(read, meant);
    }

    /// The web's types are generated from this: one object a frame, told apart by `type`, and numbers that JavaScript holds.
    #[test]
    fn the_schema_has_every_frame() {
        use utoipa::PartialSchema;
        let names = |schema: serde_json::Value| -> Vec<String> {
            let frames = schema["oneOf"].as_array().unwrap().clone();
            frames.iter().map(|frame| frame["properties"]["type"]["enum"][0].as_str().unwrap().to_owned()).collect()
        };
        let server = serde_json::to_value(ServerFrame::schema()).unwrap();
        assert!(!server.to_string().contains("int64"), "{server}");
        assert_eq!(names(server), ["welcome", "ping", "subscribed", "event", "signal", "presence", "error", "goodbye"]);
        let client = serde_json::to_value(ClientFrame::schema()).unwrap();
        assert_eq!(names(client), ["hello", "subscribe", "unsubscribe", "signal", "refresh", "pong"]);
    }

    #[test]
    fn a_position_or_a_grant_that_is_none_is_left_out() {
        for offset in ["-1", "1.5", "\"3\"", "18446744073709551616", "1e300", "null", "true", "[1]", "{\"a\":1}"] {
            let text = format!(r#"{{"type":"subscribe","topic":"public:a","epoch":"e","offset":{offset}}}"#);
            let ClientFrame::Subscribe { epoch, offset: None, .. } = serde_json::from_str(&text).unwrap() else {
                panic!("{text}");
            };
            assert_eq!(epoch.as_deref(), Some("e"));
            let text = format!(r#"{{"type":"hello","epoch":"e","offset":{offset}}}"#);
            assert!(matches!(serde_json::from_str(&text), Ok(ClientFrame::Hello { offset: None, .. })), "{text}");
        }
        for grant in ["5", "null", "true", "[]", "{}"] {
            let text = format!(r#"{{"type":"subscribe","topic":"public:a","grant":{grant}}}"#);
            assert!(matches!(serde_json::from_str(&text), Ok(ClientFrame::Subscribe { grant: None, .. })), "{text}");
            let token = format!(r#"{{"type":"hello","token":{grant}}}"#);
            assert_eq!(serde_json::from_str::<ClientFrame>(&token).is_ok(), grant == "null", "{token}");
        }
        for epoch in ["7", "null", "false", "[]", "{}"] {
            for kind in [r#""type":"subscribe","topic":"public:a""#, r#""type":"hello""#] {
                let text = format!(r#"{{{kind},"epoch":{epoch},"offset":4}}"#);
                let (ClientFrame::Subscribe { epoch, offset, .. } | ClientFrame::Hello { epoch, offset, .. }) =
                    serde_json::from_str(&text).unwrap()
                else {
                    panic!("{text}");
                };
                assert_eq!((epoch, offset), (None, Some(4)), "{text}");
            }
        }
    }

    #[test]
    fn frames_look_as_documented() {
        let frame: ClientFrame =
            serde_json::from_str(r#"{"type":"subscribe","topic":"order:1","grant":"g","epoch":"e","offset":4}"#).unwrap();
        let (topic, grant) = ("order:1".to_owned(), Some("g".to_owned()));
        assert_eq!(frame, ClientFrame::Subscribe { topic, grant, epoch: Some("e".into()), offset: Some(4) });
        assert_eq!(serde_json::from_str::<ClientFrame>(r#"{"type":"pong"}"#).unwrap(), ClientFrame::Pong);
        assert!(serde_json::from_str::<ClientFrame>(r#"{"type":"shout"}"#).is_err());
        assert!(serde_json::from_str::<ClientFrame>(r#"{"type":"subscribe","topic":5}"#).is_err());
        let goodbye = ServerFrame::Goodbye { reason: "draining".into(), retry_after: 5 };
        assert_eq!(goodbye.encode().as_str(), r#"{"type":"goodbye","reason":"draining","retryAfter":5}"#);
        let error = ServerFrame::Error { code: ErrorCode::GrantExpired, topic: Some("order:1".into()) };
        assert_eq!(error.encode().as_str(), r#"{"type":"error","code":"grant_expired","topic":"order:1"}"#);
        assert_eq!(ServerFrame::Ping.encode().as_str(), r#"{"type":"ping"}"#);
    }
}
