//! A bus that the model breaks at will: one store, and for each node a link on which messages wait, arrive or get lost.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;

use crate::bus::{Bus, BusError, Delivery, Entry, History, Listener, PeerMessage, Position, Publication};
use crate::frame::event_tail;
use crate::topic::{Topics, example};

pub const NODES: usize = 2;

pub struct Store {
    pub topics: Topics,
    inside: Mutex<Inside>,
    /// Durations of the answers, one after the other and then from the start. Milliseconds.
    delays: Vec<u64>,
    asked: AtomicUsize,
}

#[derive(Default)]
pub struct Inside {
    topics: BTreeMap<String, Topic>,
    lines: [Line; NODES],
    /// Turns: with each, topics without events are in another epoch.
    turns: u64,
    /// Number of every event ever published.
    pub truth: HashMap<(String, String, u64), u64>,
    numbers: HashMap<String, u64>,
}

#[derive(Default)]
struct Line {
    listener: Option<Arc<dyn Listener>>,
    down: bool,
    heard: HashMap<String, u32>,
    waiting: VecDeque<Delivery>,
}

#[derive(Default, Clone)]
struct Topic {
    epoch: String,
    entries: VecDeque<Entry>,
    offset: u64,
}

impl Topic {
    fn position(&self) -> Position {
        Position { epoch: self.epoch.as_str().into(), offset: self.offset }
    }
}

impl Inside {
    /// Returns the topic as it is, or as it would begin: nothing is stored for a topic without events.
    fn look(&self, name: &str) -> Topic {
        let first = || Topic { epoch: format!("e{}", self.turns), ..Topic::default() };
        self.topics.get(name).cloned().unwrap_or_else(first)
    }
}

impl Store {
    pub fn new(delays: Vec<u64>) -> Self {
        Self { topics: example(), inside: Mutex::default(), delays, asked: AtomicUsize::new(0) }
    }

    /// Lets time pass, as on a network.
    async fn delay(&self) {
        let next = self.asked.fetch_add(1, Ordering::Relaxed) % self.delays.len();
        tokio::time::sleep(Duration::from_millis(self.delays[next])).await;
    }

    pub fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap()
    }

    pub fn publish(&self, name: &str, count: u8) {
        let mut inside = self.inside();
        for _ in 0..count {
            let number = inside.numbers.entry(name.to_owned()).or_insert(0);
            *number += 1;
            let n = *number;
            let publication = Publication {
                topic: name.to_owned(),
                id: n.to_string(),
                event: "test".to_owned(),
                at: chrono::Utc::now(),
                version: None,
                data: serde_json::value::to_raw_value(&n).unwrap(),
                fence: None,
            };
            let first = inside.look(name);
            let topic = inside.topics.entry(name.to_owned()).or_insert(first);
            topic.offset += 1;
            let entry = Entry { offset: topic.offset, at: 0, tail: event_tail(&publication) };
            if self.topics.is_state(name) {
                topic.entries.clear();
            }
            topic.entries.push_back(entry.clone());
            let (epoch, offset) = (topic.epoch.clone(), topic.offset);
            inside.truth.insert((name.to_owned(), epoch.clone(), offset), n);
            for line in &mut inside.lines {
                if !line.down && line.heard.contains_key(name) {
                    let (topic, epoch, entry) = (name.into(), epoch.as_str().into(), entry.clone());
                    line.waiting.push_back(Delivery::Event { topic, epoch, entry });
                }
            }
        }
    }

    pub fn arrive(&self, node: usize, count: usize) {
        let (listener, batch) = {
            let line = &mut self.inside().lines[node];
            let count = count.min(line.waiting.len());
            (line.listener.clone(), line.waiting.drain(..count).collect())
        };
        if let Some(listener) = listener {
            listener.deliver(batch);
        }
    }

    pub fn lose(&self, node: usize) {
        self.inside().lines[node].waiting.pop_front();
    }

    pub fn down(&self, node: usize) {
        let line = &mut self.inside().lines[node];
        line.down = true;
        line.waiting.clear();
    }

    pub fn up(&self, node: usize) {
        let listener = {
            let line = &mut self.inside().lines[node];
            if !std::mem::take(&mut line.down) {
                return;
            }
            line.listener.clone()
        };
        if let Some(listener) = listener {
            listener.reconnected();
        }
    }

    pub fn detach(&self, node: usize) {
        self.inside().lines[node] = Line::default();
    }

    /// Returns how many topics a node hears.
    pub fn heard(&self, node: usize) -> usize {
        self.inside().lines[node].heard.len()
    }

    pub fn trim(&self, name: &str, keep: usize) {
        let mut inside = self.inside();
        let Some(topic) = inside.topics.get_mut(name) else { return };
        let gone = topic.entries.len().saturating_sub(keep);
        topic.entries.drain(..gone);
    }

    pub fn flush(&self) {
        let mut inside = self.inside();
        inside.topics.clear();
        inside.turns += 1;
    }

    /// Lets time pass: topics without events are in another epoch, and topics without listeners are forgotten.
    pub fn turn(&self) {
        let mut inside = self.inside();
        inside.turns += 1;
        let Inside { topics, lines, .. } = &mut *inside;
        topics.retain(|name, _| lines.iter().any(|line| line.heard.contains_key(name)));
    }

    /// Returns epoch, offset, and the number of the newest event.
    pub fn newest(&self, name: &str) -> (String, u64, Option<u64>) {
        let inside = self.inside();
        let Topic { epoch, offset, .. } = inside.look(name);
        let n = inside.truth.get(&(name.to_owned(), epoch.clone(), offset)).copied();
        (epoch, offset, n)
    }
}

/// One node's end of the store.
pub struct NodeBus {
    store: Arc<Store>,
    node: usize,
}

impl NodeBus {
    pub fn new(store: Arc<Store>, node: usize) -> Self {
        Self { store, node }
    }

    /// Waits a little, as a network does; fails if the link is down then.
    async fn inside(&self) -> Result<MutexGuard<'_, Inside>, BusError> {
        self.store.delay().await;
        let inside = self.store.inside();
        match inside.lines[self.node].down {
            true => Err(BusError::Unavailable("down".into())),
            false => Ok(inside),
        }
    }
}

#[async_trait]
impl Bus for NodeBus {
    fn topics(&self) -> &Topics {
        &self.store.topics
    }

    fn attach(&self, listener: Arc<dyn Listener>) {
        self.store.inside().lines[self.node].listener = Some(listener);
    }

    async fn publish(&self, _: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        unreachable!("the model publishes into the store")
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        *self.inside().await?.lines[self.node].heard.entry(topic.to_owned()).or_insert(0) += 1;
        let answer = self.inside().await.map(|inside| {
            let kept = inside.look(topic);
            let entries = if self.store.topics.is_state(topic) { kept.entries.iter().cloned().collect() } else { Vec::new() };
            History { position: kept.position(), complete: true, entries }
        });
        if answer.is_err() {
            self.unsubscribe(topic).await;
        }
        answer
    }

    async fn unsubscribe(&self, topic: &str) {
        let mut inside = self.store.inside();
        let heard = &mut inside.lines[self.node].heard;
        if let Some(count) = heard.get_mut(topic) {
            *count -= 1;
            if *count == 0 {
                heard.remove(topic);
            }
        }
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        let history = self.inside().await.map(|inside| {
            let kept = inside.look(topic);
            let same = kept.epoch == epoch;
            let newer = |entry: &&Entry| !same || entry.offset > after;
            let entries: Vec<Entry> = kept.entries.iter().filter(newer).cloned().collect();
            let whole = same && after <= kept.offset && entries.len() as u64 == kept.offset - after;
            History { position: kept.position(), complete: self.store.topics.is_state(topic) || whole, entries }
        })?;
        // The answer is in transit while the world goes on.
        self.store.delay().await;
        Ok(history)
    }

    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        let inside = self.inside().await?;
        Ok(topics.iter().map(|topic| inside.look(topic).position()).collect())
    }

    fn send_to_peers(&self, topic: &str, message: PeerMessage) {
        let mut inside = self.store.inside();
        if inside.lines[self.node].down {
            return;
        }
        for line in inside.lines.iter_mut().filter(|line| !line.down && line.heard.contains_key(topic)) {
            line.waiting.push_back(Delivery::PeerMessage { topic: topic.into(), message: message.clone() });
        }
    }

    fn connected(&self) -> bool {
        !self.store.inside().lines[self.node].down
    }
}
