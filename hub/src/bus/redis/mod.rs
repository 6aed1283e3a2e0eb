//! The bus between nodes: Redis 7 or newer.
//!
//! A topic lives in keys of one hash slot: its epoch, offset and snapshot (a hash), its events (a stream whose ids are the offsets), and its
//! recent event ids (a sorted set by offset). One script call numbers an event, stores it and publishes it, so that order and history agree.
//! Live events come by sharded pub/sub, which Redis may drop: gaps in the offsets show it.
//!
//! Nothing is kept for a topic without events, even with listeners.
//!
//! A restarted Redis may have lost its last seconds and would reuse numbers. So each topic stores the run id of the server that numbered it, and
//! another run begins a new epoch.

mod link;
mod reader;
mod scripts;
mod shared;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use clap::Args;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::{Bus, BusError, History, Listener, PeerMessage, Position, Publication, Retention};
use crate::frame::event_tail;
use crate::topic::Topics;
use link::Links;
use shared::{Shared, unavailable};

/// Longest wait for an answer of Redis.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Most ephemeral messages waiting to be sent; further ones are lost.
const PEER_MESSAGES: usize = 1024;

/// The address of Redis.
#[derive(Args, Clone, Debug)]
pub struct RedisSettings {
    /// Redis 7 or newer, such as redis://127.0.0.1:6379/; without one the hub is alone.
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// Prefix of the hub's keys and channels.
    #[arg(long, env = "HUB_REDIS_PREFIX", default_value = "hub")]
    pub redis_prefix: String,
}

/// Events in Redis.
pub struct Redis {
    shared: Arc<Shared>,
    peer_messages: mpsc::Sender<(String, PeerMessage)>,
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.shared.stop.cancel();
    }
}

impl Redis {
    /// Creates a bus on the server at `url`. Connects when needed; fails only if the URL cannot be read. Must be called within a Tokio runtime.
    pub fn new(url: &str, prefix: &str, topics: Topics, retention: Retention) -> Result<Self, BusError> {
        crate::meter::describe_published();
        let shared = Arc::new(Shared {
            links: Links::new(url).map_err(unavailable)?,
            prefix: prefix.to_owned(),
            topics,
            retention,
            listener: OnceLock::new(),
            wanted: Mutex::default(),
            dirty: Mutex::default(),
            changed: Notify::new(),
            up: AtomicBool::new(false),
            stop: CancellationToken::new(),
        });
        let (peer_messages, queue) = mpsc::channel(PEER_MESSAGES);
        tokio::spawn(shared.clone().send_peer_messages(queue));
        Ok(Self { shared, peer_messages })
    }
}

#[async_trait]
impl Bus for Redis {
    fn topics(&self) -> &Topics {
        &self.shared.topics
    }

    fn attach(&self, listener: Arc<dyn Listener>) {
        assert!(self.shared.listener.set(listener.clone()).is_ok(), "one connection to the bus serves one hub");
        tokio::spawn(self.shared.clone().read_forever(listener));
    }

    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        let shared = &self.shared;
        let prepared: Vec<_> = batch
            .iter()
            .map(|publication| {
                let topic = &publication.topic;
                (shared.place(topic), shared.topics.is_state(topic), shared.cap(topic), event_tail(publication), publication)
            })
            .collect();
        let answers: Vec<(String, u64)> = shared
            .run(|pipeline, run| {
                for (place, state, cap, tail, publication) in &prepared {
                    scripts::publish(pipeline, place, run, shared.ttl_ms(), *state, *cap, tail, publication);
                }
            })
            .await?;
        metrics::counter!("hub_published_total").increment(batch.len() as u64);
        Ok(answers.into_iter().map(|(epoch, offset)| Position { epoch: epoch.into(), offset }).collect())
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        let shared = &self.shared;
        let subscribed = {
            let mut wanted = shared.wanted();
            let name: Arc<str> = match wanted.get_key_value(topic) {
                Some((name, _)) => name.clone(),
                None => topic.into(),
            };
            let entry = wanted.entry(name.clone()).or_default();
            entry.listeners += 1;
            if entry.subscribed {
                None
            } else {
                let (tell, told) = oneshot::channel();
                entry.waiting.push(tell);
                drop(wanted);
                shared.touch(&name);
                Some(told)
            }
        };
        if let Some(told) = subscribed {
            let told = tokio::time::timeout(TIMEOUT, told).await;
            if !matches!(told, Ok(Ok(()))) {
                self.unsubscribe(topic).await;
                return Err(unavailable("not subscribed in time"));
            }
        }
        // Read after Redis confirmed the subscription: anything newer than this position arrives live.
        let history = match shared.topics.is_state(topic) {
            true => shared.read(topic, "", 0).await,
            false => shared.positions(&[topic.into()]).await.and_then(|mut positions| {
                let position = positions.pop().ok_or_else(|| unavailable("no answer"))?;
                Ok(History { position, complete: true, entries: Vec::new() })
            }),
        };
        if history.is_err() {
            self.unsubscribe(topic).await;
        }
        history
    }

    async fn unsubscribe(&self, topic: &str) {
        let name = {
            let mut wanted = self.shared.wanted();
            let Some((name, _)) = wanted.get_key_value(topic) else { return };
            let name = name.clone();
            let Some(entry) = wanted.get_mut(topic) else { return };
            entry.listeners = entry.listeners.saturating_sub(1);
            entry.waiting.retain(|waiting| !waiting.is_closed());
            if entry.listeners > 0 {
                return;
            }
            name
        };
        self.shared.touch(&name);
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        self.shared.read(topic, epoch, after).await
    }

    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        self.shared.positions(topics).await
    }

    fn send_to_peers(&self, topic: &str, message: PeerMessage) {
        // Full: Redis is slow or away, and ephemeral messages may be lost.
        let _ = self.peer_messages.try_send((topic.to_owned(), message));
    }

    fn connected(&self) -> bool {
        match self.shared.listener.get() {
            Some(_) => self.shared.up.load(Ordering::Acquire),
            None => self.shared.links.alive(),
        }
    }

    async fn unsuitable(&self) -> Option<String> {
        let error = self.shared.links.get().await.err()?;
        (error.kind() == redis::ErrorKind::InvalidClientConfig).then(|| error.to_string())
    }

    async fn reachable(&self) -> bool {
        let asked = self.shared.run::<String>(|pipeline, _| {
            pipeline.cmd("PING");
        });
        asked.await.is_ok()
    }
}
