//! A topic on this node: its position, the sockets in it, and the delivery of events to them.
//!
//! A room's position moves only forward and only by whole events. Anything that does not fit (a gap, another epoch) puts the room into
//! `Filling`: live events are held, history is fetched, and both are merged; see [`crate::fill`].

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;

use crate::bus::{CONTROL_TOPIC, Entry, Epoch, History, Position};
use crate::conn::{Conn, Item, Merge, Pushed};
use crate::control::Control;
use crate::frame::{Joined, event_frame, subscribed_frame};
use crate::presence::Presence;
use crate::revoked::parse_control;
use crate::topic::{Kind, Rules};

/// Live events held while a room fetches history. Beyond this the oldest is dropped: the next fetch brings it back.
const HELD: usize = 4096;
/// Bytes of live events kept while a socket is joining.
const RECENT_BYTES: usize = 256 * 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Subscribing at the bus; the position is not known yet.
    Opening,
    /// Events flow.
    Open,
    /// Something is missing; history is being fetched.
    Filling,
    /// Without members; the room has left the bus and the table of rooms.
    Closed,
}

pub(crate) struct Room {
    pub id: u64,
    pub name: Arc<str>,
    pub rules: Arc<Rules>,
    /// Notified whenever the room becomes `Open` or `Closed`.
    pub opened: Notify,
    state: Mutex<RoomState>,
}

pub(crate) struct RoomState {
    pub phase: Phase,
    pub epoch: Epoch,
    pub offset: u64,
    pub members: HashMap<u64, Arc<Conn>>,
    /// Pending joins; they keep the room and its recent events.
    pub joiners: u32,
    recent: VecDeque<Item>,
    recent_bytes: usize,
    held: VecDeque<(Epoch, Entry)>,
    /// State topics: the newest snapshot.
    pub latest: Option<Item>,
    pub presence: Option<Box<Presence>>,
}

/// The effects of deliveries, summed up over a batch.
#[derive(Default)]
pub(crate) struct Tally {
    pub wake: Vec<Arc<Conn>>,
    pub delivered: u64,
    pub merged: u64,
    pub dropped: u64,
    pub overflowed: u64,
    /// Orders heard in the control topic, with their time in Unix milliseconds.
    pub controls: Vec<(Control, i64)>,
}

impl Tally {
    pub fn push(&mut self, conn: &Arc<Conn>, item: Item) {
        match conn.push(item) {
            Pushed::Queued => self.delivered += 1,
            Pushed::Wake => {
                self.delivered += 1;
                self.wake.push(conn.clone());
            }
            Pushed::Merged => self.merged += 1,
            Pushed::Dropped => self.dropped += 1,
            Pushed::Overflow => {
                self.overflowed += 1;
                self.wake.push(conn.clone());
            }
            Pushed::Gone => {}
        }
    }
}

impl Room {
    pub fn new(id: u64, name: Arc<str>, rules: Arc<Rules>) -> Self {
        let state = RoomState {
            phase: Phase::Opening,
            epoch: "".into(),
            offset: 0,
            members: HashMap::new(),
            joiners: 0,
            recent: VecDeque::new(),
            recent_bytes: 0,
            held: VecDeque::new(),
            latest: None,
            presence: None,
        };
        Self { id, name, rules, opened: Notify::new(), state: Mutex::new(state) }
    }

    /// Locks the state. Lock order: a room, then a socket's subscriptions or queue.
    pub fn state(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn is_state(&self) -> bool {
        self.rules.kind == Kind::State
    }

    pub fn is_closed(&self) -> bool {
        self.state().phase == Phase::Closed
    }

    fn is_control(&self) -> bool {
        *self.name == *CONTROL_TOPIC
    }

    /// Takes a live event. Returns true if the room must be filled now (the caller starts it).
    pub fn accept(&self, epoch: &Epoch, entry: Entry, tally: &mut Tally) -> bool {
        let mut state = self.state();
        match state.phase {
            Phase::Closed => false,
            Phase::Opening | Phase::Filling => {
                state.hold(epoch, entry);
                false
            }
            Phase::Open if *state.epoch == **epoch && entry.offset <= state.offset => false,
            Phase::Open if *state.epoch == **epoch && (entry.offset == state.offset + 1 || self.is_state()) => {
                self.apply(&mut state, &entry, tally);
                false
            }
            Phase::Open => {
                state.hold(epoch, entry);
                state.phase = Phase::Filling;
                true
            }
        }
    }

    /// Builds the event frame for the queues.
    pub fn item(&self, entry: &Entry) -> Option<Item> {
        let merge = if self.is_state() { Merge::Latest(self.id) } else { Merge::Never };
        event_frame(&self.name, entry).map(|frame| Item { frame, merge, at: 0 })
    }

    fn apply(&self, state: &mut RoomState, entry: &Entry, tally: &mut Tally) {
        state.offset = entry.offset;
        if self.is_control() {
            tally.controls.extend(parse_control(&entry.tail).map(|order| (order, entry.at)));
            return;
        }
        // A tail that is not UTF-8 did not come from a hub; its offset is skipped.
        let Some(item) = self.item(entry) else { return };
        if self.is_state() {
            state.latest = Some(item.clone());
        }
        if state.joiners > 0 {
            state.remember(item.clone());
        }
        let mut timed = entry.at;
        for conn in state.members.values() {
            tally.push(conn, Item { at: std::mem::take(&mut timed), ..item.clone() });
        }
    }

    /// Takes the first history after subscribing at the bus.
    pub fn opened_at(&self, history: History) {
        let mut state = self.state();
        state.epoch = history.position.epoch;
        state.offset = history.position.offset;
        state.latest = history.entries.last().filter(|_| self.is_state()).and_then(|entry| self.item(entry));
    }

    /// Merges fetched history and the events held in the meantime. Returns true if something is still missing.
    pub fn settle(&self, history: History, tally: &mut Tally) -> bool {
        let mut state = self.state();
        let same = *history.position.epoch == *state.epoch;
        // A position behind ours in the same epoch means that the bus lost events it had numbered.
        if same && history.complete && history.position.offset >= state.offset {
            for entry in history.entries {
                if entry.offset > state.offset {
                    self.apply(&mut state, &entry, tally);
                }
            }
            state.offset = state.offset.max(history.position.offset);
        } else {
            self.restart(&mut state, history, tally);
        }
        self.release(&mut state, tally)
    }

    /// Applies held events that fit. Returns true if one does not: the room must be filled (again).
    pub fn release(&self, state: &mut RoomState, tally: &mut Tally) -> bool {
        while let Some((epoch, entry)) = state.held.pop_front() {
            let same = *epoch == *state.epoch;
            if same && entry.offset <= state.offset {
                continue;
            }
            if same && (entry.offset == state.offset + 1 || self.is_state()) {
                self.apply(state, &entry, tally);
                continue;
            }
            state.phase = Phase::Filling;
            return true;
        }
        state.phase = Phase::Open;
        state.held = VecDeque::new();
        self.opened.notify_waiters();
        false
    }

    /// Handles a break of history: every member is told, and the room continues from the new position.
    fn restart(&self, state: &mut RoomState, history: History, tally: &mut Tally) {
        state.epoch = history.position.epoch;
        state.offset = history.position.offset;
        state.forget_recent();
        if self.is_control() {
            // The orders still kept; obeying one twice does no harm.
            let controls = history.entries.iter().filter_map(|entry| Some((parse_control(&entry.tail)?, entry.at)));
            tally.controls.extend(controls);
            return;
        }
        state.latest = history.entries.last().filter(|_| self.is_state()).and_then(|entry| self.item(entry));
        let told = self.subscribed(None, &state.position(), state.latest.is_some(), state.latest.iter());
        for conn in state.members.values() {
            tally.push(conn, told.clone());
        }
    }

    /// Encodes the frame that announces the join at the room's position. `items`: the events missed until then.
    pub fn subscribed<'a>(
        &self,
        id: Option<u64>,
        position: &Position,
        recovered: bool,
        items: impl Iterator<Item = &'a Item>,
    ) -> Item {
        let joined = Joined { topic: &self.name, id, kind: self.rules.kind, position, recovered };
        Item::reply(subscribed_frame(joined, items.map(|item| &item.frame)))
    }
}

impl RoomState {
    pub fn position(&self) -> Position {
        Position { epoch: self.epoch.clone(), offset: self.offset }
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty() && self.joiners == 0
    }

    /// Drops the held events when a fetch begins: it will bring everything held so far.
    pub fn forget_held(&mut self) {
        self.held.clear();
    }

    fn hold(&mut self, epoch: &Epoch, entry: Entry) {
        if self.held.len() >= HELD {
            self.held.pop_front();
        }
        self.held.push_back((epoch.clone(), entry));
    }

    fn remember(&mut self, item: Item) {
        self.recent_bytes += item.cost();
        self.recent.push_back(item);
        while self.recent_bytes > RECENT_BYTES {
            let Some(old) = self.recent.pop_front() else {
                break;
            };
            self.recent_bytes -= old.cost();
        }
    }

    pub fn forget_recent(&mut self) {
        self.recent = VecDeque::new();
        self.recent_bytes = 0;
    }

    /// Returns the events after `after` up to the position, if all of them are in memory. `recent` always ends at the position.
    pub fn recent_after(&self, after: u64) -> Option<Vec<Item>> {
        let missing = usize::try_from(self.offset.checked_sub(after)?).ok()?;
        let from = self.recent.len().checked_sub(missing)?;
        Some(self.recent.iter().skip(from).cloned().collect())
    }
}
