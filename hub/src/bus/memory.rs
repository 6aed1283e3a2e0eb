//! The bus within one process.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::{
    Bus, BusError, CONTROL_CAP, CONTROL_TOPIC, Delivery, Entry, Epoch, History, Listener, PeerMessage, Position, Publication,
    Retention,
};
use crate::frame::event_tail;
use crate::topic::Topics;

/// Events in this process's memory: history ends with the process, and its epochs too.
pub struct Memory {
    topics: Topics,
    retention: Retention,
    born: Instant,
    state: Mutex<State>,
    listener: OnceLock<Arc<dyn Listener>>,
}

struct State {
    /// Topics that have had an event.
    topics: HashMap<Arc<str>, Topic>,
    listeners: HashMap<Arc<str>, usize>,
    /// Epochs of topics without events are derived from this and the time.
    word: String,
    swept: Option<Instant>,
}

struct Topic {
    epoch: Epoch,
    offset: u64,
    entries: VecDeque<(Arc<str>, Entry)>,
    ids: HashMap<Arc<str>, u64>,
    version: Option<i64>,
    /// Highest turn of a publisher; see [`Publication::fence`].
    fence: u64,
    touched: Instant,
}

fn fresh_word() -> String {
    format!("{:012x}", rand::random::<u64>() >> 16)
}

impl Topic {
    fn new(epoch: Epoch) -> Self {
        let (entries, ids) = (VecDeque::new(), HashMap::new());
        Self { epoch, offset: 0, entries, ids, version: None, fence: 0, touched: Instant::now() }
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
    /// Creates an empty bus.
    pub fn new(topics: Topics, retention: Retention) -> Self {
        let state = State { topics: HashMap::new(), listeners: HashMap::new(), word: fresh_word(), swept: None };
        Self { topics, retention, born: Instant::now(), state: Mutex::new(state), listener: OnceLock::new() }
    }

    /// Returns the epoch of a topic that had no event, and of its first one. It changes twice within a silent topic's lifetime, so that no topic
    /// can begin, be forgotten and begin again in the same epoch. Each topic changes at its own moments.
    fn first_epoch(&self, word: &str, topic: &str) -> Epoch {
        let mut hasher = DefaultHasher::new();
        topic.hash(&mut hasher);
        let share = f64::from(hasher.finish() as u32) / f64::from(u32::MAX);
        let half = (self.retention.ttl / 2).as_secs_f64().max(1.0);
        format!("{word}.{:.0}", (self.born.elapsed().as_secs_f64() / half + share).floor()).into()
    }

    fn position(&self, state: &State, topic: &str) -> Position {
        match state.topics.get(topic) {
            Some(topic) => topic.position(),
            None => Position { epoch: self.first_epoch(&state.word, topic), offset: 0 },
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn append(&self, state: &mut State, publication: Publication) -> Result<(Position, Option<Delivery>), BusError> {
        let snapshot = self.topics.is_state(&publication.topic);
        let cap = match publication.topic.as_str() {
            CONTROL_TOPIC => self.retention.cap.max(CONTROL_CAP),
            _ if snapshot => 1,
            _ => self.retention.cap.max(1),
        };
        let name: Arc<str> = match state.topics.get_key_value(publication.topic.as_str()) {
            Some((name, _)) => name.clone(),
            None => publication.topic.as_str().into(),
        };
        let topic =
            state.topics.entry(name.clone()).or_insert_with(|| Topic::new(self.first_epoch(&state.word, &publication.topic)));
        topic.touched = Instant::now();
        if let Some(fence) = publication.fence {
            if fence < topic.fence {
                return Err(BusError::Fenced);
            }
            topic.fence = fence;
        }
        if let Some(&offset) = topic.ids.get(publication.id.as_str()) {
            return Ok((Position { epoch: topic.epoch.clone(), offset }, None));
        }
        if snapshot {
            if let (Some(new), Some(kept)) = (publication.version, topic.version)
                && new <= kept
            {
                return Ok((topic.position(), None));
            }
            topic.version = publication.version.or(topic.version);
        }
        topic.offset += 1;
        let entry = Entry { offset: topic.offset, at: publication.at.timestamp_millis(), tail: event_tail(&publication) };
        let id: Arc<str> = publication.id.into();
        topic.ids.insert(id.clone(), topic.offset);
        topic.entries.push_back((id, entry.clone()));
        topic.trim(cap, snapshot);
        let heard = state.listeners.contains_key(&name);
        let delivery = heard.then(|| Delivery::Event { topic: name, epoch: topic.epoch.clone(), entry });
        Ok((topic.position(), delivery))
    }

    /// Drops topics without users or listeners for the retention time of the history.
    fn sweep(&self, state: &mut State) {
        let now = Instant::now();
        if state.swept.is_some_and(|at| now.duration_since(at) < SWEEP) {
            return;
        }
        state.swept = Some(now);
        let ttl = self.retention.ttl;
        let listeners = &state.listeners;
        state.topics.retain(|name, topic| listeners.contains_key(name) || now.duration_since(topic.touched) < ttl);
    }

    /// Forgets the oldest events of a topic, as a small cap would.
    pub fn trim(&self, topic: &str, keep: usize) {
        if let Some(topic) = self.state().topics.get_mut(topic) {
            topic.trim(keep, false);
        }
    }

    /// Forgets everything, as a flushed Redis would. Listeners learn of it by comparing positions.
    pub fn flush(&self) {
        let mut state = self.state();
        state.topics.clear();
        state.word = fresh_word();
    }
}

#[async_trait]
impl Bus for Memory {
    fn topics(&self) -> &Topics {
        &self.topics
    }

    fn attach(&self, listener: Arc<dyn Listener>) {
        // A second node on one memory bus would need a list here; one process has one node.
        assert!(self.listener.set(listener).is_ok(), "a memory bus serves one hub");
    }

    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        let mut state = self.state();
        self.sweep(&mut state);
        let mut positions = Vec::with_capacity(batch.len());
        let mut deliveries = Vec::with_capacity(batch.len());
        let mut refused = None;
        for publication in batch {
            match self.append(&mut state, publication) {
                Ok((position, delivery)) => {
                    positions.push(position);
                    deliveries.extend(delivery);
                }
                Err(error) => refused = Some(error),
            }
        }
        metrics::counter!("hub_published_total").increment(positions.len() as u64);
        // Delivered under the lock, so that deliveries keep the order of the offsets; the listener only fills queues.
        if let (Some(listener), false) = (self.listener.get(), deliveries.is_empty()) {
            listener.deliver(deliveries);
        }
        refused.map_or(Ok(positions), Err)
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        let mut state = self.state();
        *state.listeners.entry(topic.into()).or_insert(0) += 1;
        let kept = state.topics.get(topic).filter(|_| self.topics.is_state(topic));
        let entries = kept.map(|topic| topic.entries.iter().map(|(_, e)| e.clone()).collect()).unwrap_or_default();
        Ok(History { position: self.position(&state, topic), complete: true, entries })
    }

    async fn unsubscribe(&self, topic: &str) {
        let mut state = self.state();
        if let Some(listeners) = state.listeners.get_mut(topic) {
            *listeners -= 1;
            if *listeners == 0 {
                state.listeners.remove(topic);
            }
        }
        if let Some(topic) = state.topics.get_mut(topic) {
            topic.touched = Instant::now();
        }
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        let mut state = self.state();
        let position = self.position(&state, topic);
        let same = *position.epoch == *epoch;
        let Some(found) = state.topics.get_mut(topic) else {
            return Ok(History { complete: self.topics.is_state(topic) || (same && after == 0), position, entries: Vec::new() });
        };
        found.touched = Instant::now();
        if self.topics.is_state(topic) {
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
            if let Some(found) = state.topics.get_mut(topic) {
                found.touched = Instant::now();
            }
            positions.push(self.position(&state, topic));
        }
        Ok(positions)
    }

    fn send_to_peers(&self, topic: &str, message: PeerMessage) {
        if let Some(listener) = self.listener.get() {
            listener.deliver(vec![Delivery::PeerMessage { topic: topic.into(), message }]);
        }
    }

    fn connected(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publication(topic: &str) -> Publication {
        let data = serde_json::value::to_raw_value(&1).unwrap();
        let (id, event) = (uuid::Uuid::new_v4().to_string(), "test".to_owned());
        Publication { topic: topic.into(), id, event, at: chrono::Utc::now(), version: None, data, fence: None }
    }

    #[tokio::test]
    async fn of_topics_without_events_nothing_is_kept() {
        let bus = Memory::new(crate::topic::example(), Retention { cap: 10, ttl: Duration::from_secs(60) });
        let topics: Vec<Arc<str>> = (0..100).map(|n| format!("public:t{n}").into()).collect();
        for topic in &topics {
            bus.subscribe(topic).await.unwrap();
            bus.history(topic, "", 0).await.unwrap();
        }
        bus.positions(&topics).await.unwrap();
        assert_eq!(bus.state().topics.len(), 0);
        for topic in &topics {
            bus.unsubscribe(topic).await;
        }
        assert_eq!(bus.state().listeners.len(), 0);
    }

    #[tokio::test]
    async fn a_topic_that_was_forgotten_does_not_begin_in_the_same_epoch() {
        let ttl = Duration::from_secs(60);
        let mut bus = Memory::new(crate::topic::example(), Retention { cap: 10, ttl });
        for topic in ["public:a", "public:b", "public:stock:1"] {
            let silent = bus.subscribe(topic).await.unwrap().position;
            let first = bus.publish(vec![publication(topic)]).await.unwrap().remove(0);
            assert_eq!((silent.offset, first.offset), (0, 1));
            assert_eq!(silent.epoch, first.epoch, "who waited for it goes on");
            bus.state().topics.clear();
            bus.born -= ttl;
            let again = bus.positions(&[topic.into()]).await.unwrap().remove(0);
            assert_eq!(again.offset, 0);
            assert_ne!(again.epoch, first.epoch);
        }
    }
}
