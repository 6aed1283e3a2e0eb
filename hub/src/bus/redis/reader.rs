//! The reader: subscribes to the topics with a local listener and passes on the messages of Redis. It never waits for a socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use redis::aio::MultiplexedConnection;
use redis::{PushInfo, PushKind, RedisResult, Value};
use tokio::sync::{Notify, mpsc};

use super::shared::{Shared, split_at_space};
use crate::bus::{Delivery, Entry, Listener};

/// First byte of a message that is an event, as the script writes it.
const EVENT: u8 = b'e';
/// First byte of an ephemeral message, followed by JSON.
pub(super) const WHISPER: u8 = b'w';
/// Messages between the connection and the hub. Those that do not fit are lost here, and fetched again by their offset.
const QUEUE: usize = 65_536;
const BATCH: usize = 1024;
/// Subscriptions in one round trip.
const CHUNK: usize = 500;
/// A silently dead link is detected within this and [`super::TIMEOUT`].
const PING: Duration = Duration::from_secs(2);
const RETRY: Duration = Duration::from_millis(50);
const RETRY_MAX: Duration = Duration::from_secs(2);

impl Shared {
    /// Connects, reads, and connects again, until the bus is dropped.
    pub(super) async fn read_forever(self: Arc<Self>, listener: Arc<dyn Listener>) {
        let (sender, queue) = mpsc::channel(QUEUE);
        let lost = Arc::new(AtomicBool::new(false));
        tokio::spawn(self.clone().hand_over(queue, listener.clone(), lost.clone()));
        let mut wait = RETRY;
        while !self.stop.is_cancelled() {
            let down = Arc::new(Notify::new());
            let (sender, lost, told) = (sender.clone(), lost.clone(), down.clone());
            let pushes = move |push: PushInfo| {
                match push.kind {
                    PushKind::SMessage if sender.try_send(push.data).is_err() => {
                        lost.store(true, Ordering::Release);
                    }
                    PushKind::Disconnection => told.notify_one(),
                    _ => {}
                }
                Ok::<(), ()>(())
            };
            let ended = match self.links.listen(pushes).await {
                Ok(connection) => {
                    wait = RETRY;
                    self.read_on(connection, &down, &listener).await
                }
                Err(error) => Err(error),
            };
            self.up.store(false, Ordering::Release);
            if let Err(error) = ended {
                tracing::warn!(%error, "the link to Redis is down");
            }
            tokio::time::sleep(wait.mul_f64(rand::random_range(0.5..1.0))).await;
            wait = (wait * 2).min(RETRY_MAX);
        }
    }

    /// Serves one connection until it ends.
    async fn read_on(
        &self,
        mut connection: MultiplexedConnection,
        down: &Notify,
        listener: &Arc<dyn Listener>,
    ) -> RedisResult<()> {
        let all: Vec<Arc<str>> = {
            let mut wanted = self.wanted();
            for entry in wanted.values_mut() {
                entry.subscribed = false;
            }
            wanted.keys().cloned().collect()
        };
        self.follow(&mut connection, all).await?;
        self.up.store(true, Ordering::Release);
        // Messages published in the meantime did not arrive.
        listener.reconnected();
        let mut ping = tokio::time::interval(PING);
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return Ok(()),
                () = down.notified() => return Err((redis::ErrorKind::Io, "disconnected").into()),
                () = self.changed.notified() => {
                    let dirty = std::mem::take(&mut *self.dirty.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
                    self.follow(&mut connection, dirty).await?;
                }
                _ = ping.tick() => redis::cmd("PING").exec_async(&mut connection).await?,
            }
        }
    }

    /// Brings Redis's subscriptions of these topics in line with the wanted ones.
    async fn follow(&self, connection: &mut MultiplexedConnection, mut topics: Vec<Arc<str>>) -> RedisResult<()> {
        topics.sort_unstable();
        topics.dedup();
        for chunk in topics.chunks(CHUNK) {
            let (mut join, mut leave) = (Vec::new(), Vec::new());
            {
                let mut wanted = self.wanted();
                for topic in chunk {
                    match wanted.get(topic) {
                        Some(entry) if entry.listeners > 0 && !entry.subscribed => join.push(topic.clone()),
                        Some(entry) if entry.listeners == 0 => {
                            if entry.subscribed {
                                leave.push(topic.clone());
                            }
                            wanted.remove(topic);
                        }
                        _ => {}
                    }
                }
            }
            // Unsubscribes first: a topic that came back in the meantime is in a later round.
            for (command, list) in [("SUNSUBSCRIBE", &leave), ("SSUBSCRIBE", &join)] {
                if list.is_empty() {
                    continue;
                }
                let mut pipeline = redis::pipe();
                for topic in list {
                    pipeline.cmd(command).arg(self.channel(topic));
                }
                pipeline.exec_async(connection).await?;
            }
            let mut wanted = self.wanted();
            for topic in join {
                if let Some(entry) = wanted.get_mut(&topic) {
                    entry.subscribed = true;
                    for waiting in entry.waiting.drain(..) {
                        let _ = waiting.send(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes all messages that have arrived and passes them to the hub in one batch.
    async fn hand_over(
        self: Arc<Self>,
        mut queue: mpsc::Receiver<Vec<Value>>,
        listener: Arc<dyn Listener>,
        lost: Arc<AtomicBool>,
    ) {
        let mut messages = Vec::new();
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                count = queue.recv_many(&mut messages, BATCH) => if count == 0 { return },
            }
            let batch: Vec<Delivery> = messages.drain(..).filter_map(|message| self.read_message(message)).collect();
            listener.deliver(batch);
            if lost.swap(false, Ordering::AcqRel) {
                listener.reconnected();
            }
        }
    }

    /// Reads `[channel, "e<epoch> <offset> <at> <tail>"]` or `[channel, "w<json>"]`.
    fn read_message(&self, data: Vec<Value>) -> Option<Delivery> {
        let [Value::BulkString(channel), Value::BulkString(message)] = <[Value; 2]>::try_from(data).ok()? else {
            return None;
        };
        let topic: Arc<str> = self.topic_of(std::str::from_utf8(&channel).ok()?)?.into();
        let message = Bytes::from(message);
        match *message.first()? {
            EVENT => {
                let (epoch, rest) = split_at_space(message.slice(1..))?;
                let (offset, rest) = split_at_space(rest)?;
                let (at, tail) = split_at_space(rest)?;
                let epoch = std::str::from_utf8(&epoch).ok()?.into();
                let number = |bytes: &Bytes| std::str::from_utf8(bytes).ok()?.parse::<i64>().ok();
                let entry = Entry { offset: u64::try_from(number(&offset)?).ok()?, at: number(&at)?, tail };
                Some(Delivery::Event { topic, epoch, entry })
            }
            WHISPER => {
                let message = serde_json::from_slice(&message[1..]).ok()?;
                Some(Delivery::PeerMessage { topic, message })
            }
            _ => None,
        }
    }
}
