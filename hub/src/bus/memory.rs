//! The bus within one process.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{Bus, BusError, Delivery, Entry, Epoch, History, Listener, Position, Publication, Retention, Whisper, is_state};
use crate::frame::event_tail;

/// Events in this process's memory: history ends with the process, and its epochs too.
pub struct Memory {
    retention: Retention,
    state: Mutex<State>,
    listener: OnceLock<Arc<dyn Listener>>,
}

#[derive(Default)]
struct State {
    topics: HashMap<Arc<str>, Topic>,
    swept: Option<Instant>,
}

struct Topic {
    epoch: Epoch,
    offset: u64,
    entries: VecDeque<(Arc<str>, Entry)>,
    ids: HashMap<Arc<str>, u64>,
    version: Option<i64>,
    listeners: usize,
    touched: Instant,
}

impl Topic {
    fn new() -> Self {
        Self {
            epoch: format!("{:012x}", rand::random::<u64>() >> 16).into(),
            offset: 0,
            entries: VecDeque::new(),
            ids: HashMap::new(),
            version: None,
            listeners: 0,
            touched: Instant::now(),
        }
    }

    fn position(&self) -> Position {
        Position { epoch: self.epoch.clone(), offset: self.offset }
    }

    /// Forgets the oldest events beyond the cap. Ids are kept as long as the cap of a log, also for state topics.
    fn trim(&mut self, cap: usize, state: bool) {
        while self.entries.len() > cap {
            if let Some((id, _)) = self.entries.pop_front()
                && !state
            {
                self.ids.remove(&id);
            }
        }
        if state && self.ids.len() > STATE_IDS {
            let oldest = self.offset.saturating_sub(STATE_IDS as u64 / 2);
            self.ids.retain(|_, offset| *offset > oldest);
        }
    }
}

/// Event ids remembered for a state topic.
const STATE_IDS: usize = 128;
const SWEEP: Duration = Duration::from_secs(30);

impl Memory {
    /// An empty bus.
    pub fn new(retention: Retention) -> Self {
        Self { retention, state: Mutex::default(), listener: OnceLock::new() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn append(&self, state: &mut State, publication: Publication) -> (Position, Option<Delivery>) {
        let snapshot = is_state(&publication.topic);
        let cap = if snapshot { 1 } else { self.retention.cap.max(1) };
        let name: Arc<str> = match state.topics.get_key_value(publication.topic.as_str()) {
            Some((name, _)) => name.clone(),
            None => publication.topic.as_str().into(),
        };
        let topic = state.topics.entry(name.clone()).or_insert_with(Topic::new);
        topic.touched = Instant::now();
        if let Some(&offset) = topic.ids.get(publication.id.as_str()) {
            return (Position { epoch: topic.epoch.clone(), offset }, None);
        }
        if snapshot {
            if let (Some(new), Some(kept)) = (publication.version, topic.version)
                && new <= kept
            {
                return (topic.position(), None);
            }
            topic.version = publication.version.or(topic.version);
        }
        topic.offset += 1;
        let entry = Entry { offset: topic.offset, at: publication.at.timestamp_millis(), tail: event_tail(&publication) };
        let id: Arc<str> = publication.id.into();
        topic.ids.insert(id.clone(), topic.offset);
        topic.entries.push_back((id, entry.clone()));
        topic.trim(cap, snapshot);
        let heard = topic.listeners > 0;
        let delivery = heard.then(|| Delivery::Event { topic: name, epoch: topic.epoch.clone(), entry });
        (topic.position(), delivery)
    }

    /// Forgets topics that nobody used or heard for the history's time.
    fn sweep(&self, state: &mut State) {
        let now = Instant::now();
        if state.swept.is_some_and(|at| now.duration_since(at) < SWEEP) {
            return;
        }
        state.swept = Some(now);
        let ttl = self.retention.ttl;
        state.topics.retain(|_, topic| topic.listeners > 0 || now.duration_since(topic.touched) < ttl);
    }

    /// Forgets the oldest events of a topic, as a small cap would.
    pub fn trim(&self, topic: &str, keep: usize) {
        if let Some(topic) = self.state().topics.get_mut(topic) {
            topic.trim(keep, false);
        }
    }

    /// Forgets everything, as a flushed Redis would. Those who listen learn of it by comparing positions.
    pub fn flush(&self) {
        for topic in self.state().topics.values_mut() {
            *topic = Topic { listeners: topic.listeners, ..Topic::new() };
        }
    }
}

#[async_trait]
impl Bus for Memory {
    fn attach(&self, listener: Arc<dyn Listener>) {
        // A second node on one memory bus would need a list here; one process has one node.
        assert!(self.listener.set(listener).is_ok(), "a memory bus serves one hub");
    }

    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        let mut state = self.state();
        self.sweep(&mut state);
        metrics::counter!("hub_published_total").increment(batch.len() as u64);
        let mut positions = Vec::with_capacity(batch.len());
        let mut deliveries = Vec::with_capacity(batch.len());
        for publication in batch {
            let (position, delivery) = self.append(&mut state, publication);
            positions.push(position);
            deliveries.extend(delivery);
        }
        // Handed over under the lock, so that deliveries keep the order of the offsets; the listener only fills queues.
        if let (Some(listener), false) = (self.listener.get(), deliveries.is_empty()) {
            listener.deliver(deliveries);
        }
        Ok(positions)
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        let mut state = self.state();
        let entry = state.topics.entry(topic.into()).or_insert_with(Topic::new);
        entry.listeners += 1;
        entry.touched = Instant::now();
        let entries = if is_state(topic) { entry.entries.iter().map(|(_, e)| e.clone()).collect() } else { Vec::new() };
        Ok(History { position: entry.position(), complete: true, entries })
    }

    async fn unsubscribe(&self, topic: &str) {
        if let Some(topic) = self.state().topics.get_mut(topic) {
            topic.listeners = topic.listeners.saturating_sub(1);
            topic.touched = Instant::now();
        }
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        let mut state = self.state();
        let found = state.topics.entry(topic.into()).or_insert_with(Topic::new);
        found.touched = Instant::now();
        let position = found.position();
        let same = *position.epoch == *epoch;
        if is_state(topic) {
            let newer = |e: &&(Arc<str>, Entry)| !same || e.1.offset > after;
            let entries = found.entries.iter().filter(newer).map(|(_, e)| e.clone()).collect();
            return Ok(History { position, complete: true, entries });
        }
        let entries: Vec<Entry> = found.entries.iter().map(|(_, e)| e).filter(|e| !same || e.offset > after).cloned().collect();
        let whole = entries.len() as u64 == position.offset.saturating_sub(after);
        Ok(History { complete: same && after <= position.offset && whole, position, entries })
    }

    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        let mut state = self.state();
        let mut positions = Vec::with_capacity(topics.len());
        for topic in topics {
            let found = state.topics.entry(topic.clone()).or_insert_with(Topic::new);
            found.touched = Instant::now();
            positions.push(found.position());
        }
        Ok(positions)
    }

    fn whisper(&self, topic: &str, whisper: Whisper) {
        if let Some(listener) = self.listener.get() {
            listener.deliver(vec![Delivery::Whisper { topic: topic.into(), whisper }]);
        }
    }

    fn connected(&self) -> bool {
        true
    }
}
