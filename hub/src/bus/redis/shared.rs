//! State shared by the bus's tasks: links, wanted subscriptions, and the calls of the scripts.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use bytes::Bytes;
use redis::{FromRedisValue, Pipeline, RedisError, Value};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::link::Links;
use super::{reader, scripts};
use crate::bus::{BusError, CONTROL_CAP, CONTROL_TOPIC, Entry, History, Listener, PeerMessage, Position, Retention};
use crate::topic::Topics;

pub(super) struct Shared {
    pub links: Links,
    pub prefix: String,
    pub topics: Topics,
    pub retention: Retention,
    pub listener: OnceLock<Arc<dyn Listener>>,
    pub wanted: Mutex<HashMap<Arc<str>, Wanted>>,
    /// Topics whose subscription at Redis has to change.
    pub dirty: Mutex<Vec<Arc<str>>>,
    pub changed: Notify,
    /// Whether the reader is connected and has subscribed to all wanted topics.
    pub up: AtomicBool,
    pub stop: CancellationToken,
}

/// A topic with local listeners, or one that is about to be left.
#[derive(Default)]
pub(super) struct Wanted {
    pub listeners: usize,
    pub subscribed: bool,
    pub waiting: Vec<oneshot::Sender<()>>,
}

pub(super) fn unavailable(error: impl std::fmt::Display) -> BusError {
    BusError::Unavailable(error.to_string())
}

impl Shared {
    pub fn wanted(&self) -> MutexGuard<'_, HashMap<Arc<str>, Wanted>> {
        self.wanted.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn touch(&self, topic: &Arc<str>) {
        self.dirty.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(topic.clone());
        self.changed.notify_one();
    }

    /// Returns the channel and base of the topic's keys; the braces keep them in one slot.
    pub fn channel(&self, topic: &str) -> String {
        format!("{}:{{{topic}}}", self.prefix)
    }

    /// Returns the keys of a topic. Only the control topic's name has an exclamation mark in its braces.
    pub fn place(&self, topic: &str) -> scripts::TopicKeys {
        scripts::TopicKeys { channel: self.channel(topic), word: format!("{}:{{!epoch}}", self.prefix) }
    }

    pub fn topic_of<'a>(&self, channel: &'a str) -> Option<&'a str> {
        channel.strip_prefix(&*self.prefix)?.strip_prefix(":{")?.strip_suffix('}')
    }

    pub fn cap(&self, topic: &str) -> usize {
        if topic == CONTROL_TOPIC { self.retention.cap.max(CONTROL_CAP) } else { self.retention.cap.max(1) }
    }

    pub fn ttl_ms(&self) -> u64 {
        self.retention.ttl.as_millis() as u64
    }

    /// Runs one script call for each of `calls`, pipelined.
    pub async fn run<T: FromRedisValue>(&self, add: impl Fn(&mut Pipeline, &str) + Sync) -> Result<Vec<T>, BusError> {
        let mut retried = false;
        loop {
            let mut link = self.links.get().await.map_err(unavailable)?;
            let mut pipeline = redis::pipe();
            add(&mut pipeline, &link.run);
            match pipeline.query_async::<Vec<T>>(&mut link.connection).await {
                Ok(answers) => return Ok(answers),
                Err(error) if says(&error, scripts::FENCED) => return Err(BusError::Fenced),
                Err(error) if says(&error, scripts::FULL) => return Err(BusError::Full(error.to_string())),
                Err(error) => {
                    let unknown = error.kind() == redis::ErrorKind::Server(redis::ServerErrorKind::NoScript);
                    // A script may be gone, or the connection may have died while idle: retries once with a new one. A call that did run is
                    // answered as a repeat. A refusal by the server would be the same on any connection.
                    if unknown || !matches!(error.kind(), redis::ErrorKind::Server(_) | redis::ErrorKind::Extension) {
                        self.links.forget(&link);
                    }
                    if retried || !(unknown || error.is_connection_dropped()) {
                        return Err(unavailable(error));
                    }
                    retried = true;
                }
            }
        }
    }

    pub async fn read(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        let state = self.topics.is_state(topic);
        let place = self.place(topic);
        let answers: Vec<(String, u64, Vec<Value>)> =
            self.run(|pipeline, run| scripts::history(pipeline, &place, run, self.ttl_ms(), state, epoch, after)).await?;
        let (now, offset, raw) = answers.into_iter().next().ok_or_else(|| unavailable("no answer"))?;
        let entries =
            raw.into_iter().map(read_entry).collect::<Option<Vec<Entry>>>().ok_or_else(|| unavailable("unreadable event"))?;
        let same = now == epoch;
        let position = Position { epoch: now.into(), offset };
        if state {
            let entries = entries.into_iter().filter(|entry| !same || entry.offset > after).collect();
            return Ok(History { position, complete: true, entries });
        }
        let whole = entries.len() as u64 == offset.saturating_sub(after);
        Ok(History { complete: same && after <= offset && whole, position, entries })
    }

    pub async fn send_peer_messages(self: Arc<Self>, mut queue: mpsc::Receiver<(String, PeerMessage)>) {
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                count = queue.recv_many(&mut batch, 256) => if count == 0 { return },
            }
            let batch = std::mem::take(&mut batch);
            let sent: Result<Vec<u64>, _> = self
                .run(|pipeline, _| {
                    for (topic, content) in &batch {
                        let mut message = vec![reader::WHISPER];
                        if serde_json::to_writer(&mut message, content).is_ok() {
                            pipeline.cmd("SPUBLISH").arg(self.channel(topic)).arg(message);
                        }
                    }
                })
                .await;
            if let Err(error) = sent {
                tracing::debug!(%error, "ephemeral news lost");
            }
        }
    }
    pub async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        let answers: Vec<(String, u64)> = self
            .run(|pipeline, run| {
                for topic in topics {
                    scripts::position(pipeline, &self.place(topic), run, self.ttl_ms());
                }
            })
            .await?;
        Ok(answers.into_iter().map(|(epoch, offset)| Position { epoch: epoch.into(), offset }).collect())
    }
}

/// Whether the server refused a call of the pipeline with this code.
fn says(error: &RedisError, code: &str) -> bool {
    let errors = error.clone().into_server_errors();
    errors.is_some_and(|errors| errors.iter().any(|(_, error)| error.code() == code))
}

/// Reads `[offset, "<at> <tail>"]`.
fn read_entry(value: Value) -> Option<Entry> {
    let (offset, body) = redis::from_redis_value::<(u64, Vec<u8>)>(value).ok()?;
    let (at, tail) = split_at_space(Bytes::from(body))?;
    Some(Entry { offset, at: std::str::from_utf8(&at).ok()?.parse().ok()?, tail })
}

pub(super) fn split_at_space(bytes: Bytes) -> Option<(Bytes, Bytes)> {
    let at = bytes.iter().position(|byte| *byte == b' ')?;
    Some((bytes.slice(..at), bytes.slice(at + 1..)))
}
