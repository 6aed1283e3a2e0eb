//! Determines a room's position at the bus, and recovers events that did not arrive live.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::{BusError, CONTROL_TOPIC, History, Position};
use crate::hub::Inner;
use crate::room::{Phase, Room, Tally};
use crate::topic::{Audience, Kind, Rules};

const RETRY: Duration = Duration::from_millis(50);
const RETRY_MAX: Duration = Duration::from_secs(2);
/// Topics in one call of the position check.
const CHUNK: usize = 500;

impl Inner {
    /// Returns the room of a topic, with one more joiner. The first one opens it.
    pub fn enter(self: &Arc<Self>, name: &str, rules: &Arc<Rules>) -> Arc<Room> {
        loop {
            let known = self.rooms.get(name).map(|room| room.value().clone());
            let room = match known {
                Some(room) => room,
                None => {
                    let name: Arc<str> = name.into();
                    let mut fresh = false;
                    let room = self.rooms.entry(name.clone()).or_insert_with(|| {
                        fresh = true;
                        Arc::new(Room::new(self.next_id(), name, rules.clone()))
                    });
                    let room = room.value().clone();
                    if fresh {
                        self.meter.rooms.increment(1.0);
                        tokio::spawn(self.clone().open(room.clone()));
                    }
                    room
                }
            };
            let mut state = room.state();
            // A room that was just closed has left the table; the next lookup makes a new one.
            if state.phase != Phase::Closed {
                state.joiners += 1;
                drop(state);
                return room;
            }
        }
    }

    /// Undoes [`Inner::enter`].
    pub fn exit(&self, room: &Arc<Room>) {
        let mut state = room.state();
        state.joiners -= 1;
        if state.joiners == 0 {
            state.forget_recent();
        }
        let empty = state.is_empty();
        drop(state);
        if empty {
            self.idle().push(room.clone());
        }
    }

    async fn open(self: Arc<Self>, room: Arc<Room>) {
        let mut wait = RETRY;
        let history = loop {
            match self.ask_subscribe(&room).await {
                Ok(history) => break history,
                Err(error) => {
                    tracing::debug!(topic = &*room.name, %error, "cannot open");
                    self.pause(&mut wait).await;
                }
            }
            if self.stop.is_cancelled() || room.is_closed() {
                return;
            }
        };
        room.opened_at(history);
        if *room.name == *CONTROL_TOPIC {
            self.load_controls(&room).await;
        }
        let mut tally = Tally::default();
        let missing = {
            let mut state = room.state();
            (state.phase != Phase::Closed).then(|| room.release(&mut state, &mut tally))
        };
        self.settle_tally(tally);
        if *room.name == *CONTROL_TOPIC {
            // Earlier sockets may be waiting for the orders.
            self.primed.send_modify(|_| {});
        }
        match missing {
            Some(true) => self.fill(room),
            Some(false) => {}
            // Every member had left before it was open.
            None => self.bus.unsubscribe(&room.name).await,
        }
    }

    /// Loads the rights that were withdrawn before this node was there.
    async fn load_controls(self: &Arc<Self>, room: &Arc<Room>) {
        let mut wait = RETRY;
        while !self.stop.is_cancelled() {
            match self.ask_history(&room.name, "", 0).await {
                Ok(history) => {
                    for entry in history.entries {
                        if let Some(order) = crate::revoked::parse_control(&entry.tail) {
                            self.apply_control(&order, entry.at);
                        }
                    }
                    return;
                }
                Err(_) => self.pause(&mut wait).await,
            }
        }
    }

    /// Starts fetching the missing events of a room in phase `Filling`.
    pub fn fill(self: &Arc<Self>, room: Arc<Room>) {
        self.meter.fills.increment(1);
        let inner = self.clone();
        tokio::spawn(async move {
            let mut wait = RETRY;
            while !inner.stop.is_cancelled() {
                let Position { epoch, offset } = {
                    let mut state = room.state();
                    if state.phase != Phase::Filling {
                        return;
                    }
                    state.forget_held();
                    state.position()
                };
                match inner.missed(&room, &epoch, offset).await {
                    Ok(history) => {
                        let mut tally = Tally::default();
                        let missing = room.settle(history, &mut tally);
                        inner.settle_tally(tally);
                        if !missing {
                            return;
                        }
                    }
                    Err(error) => {
                        tracing::debug!(topic = &*room.name, %error, "cannot fill");
                        inner.pause(&mut wait).await;
                    }
                }
            }
        });
    }

    /// Fetches the events a room is missing. In another epoch only its position counts, except for orders: none was heard, so all are fetched.
    async fn missed(&self, room: &Room, epoch: &str, offset: u64) -> Result<History, BusError> {
        let history = self.ask_history(&room.name, epoch, offset).await?;
        if *room.name == *CONTROL_TOPIC && *history.position.epoch != *epoch {
            return self.ask_history(&room.name, "", 0).await;
        }
        Ok(history)
    }

    async fn pause(&self, wait: &mut Duration) {
        tokio::time::sleep(wait.mul_f64(rand::random_range(0.5..1.0))).await;
        *wait = (*wait * 2).min(RETRY_MAX);
    }

    /// Compares every room's position with the bus and fills those that lag for longer than `patience`.
    pub async fn check(self: &Arc<Self>, patience: Duration) {
        let rooms: Vec<Arc<Room>> = self.rooms.iter().map(|room| room.value().clone()).collect();
        for chunk in rooms.chunks(CHUNK) {
            let names: Vec<Arc<str>> = chunk.iter().map(|room| room.name.clone()).collect();
            let Ok(positions) = self.bus.positions(&names).await else {
                // The link is down; when it is back, everything is compared.
                return;
            };
            let behind: Vec<_> = chunk.iter().zip(positions).filter(|(room, position)| differs(room, position)).collect();
            if behind.is_empty() {
                continue;
            }
            // Events in transit arrive without help.
            tokio::time::sleep(patience).await;
            for (room, position) in behind {
                if differs(room, &position) && self.refill(room) {
                    self.meter.drift.increment(1);
                }
            }
        }
    }

    /// Fills an open room. Returns false if it is not open.
    pub fn refill(self: &Arc<Self>, room: &Arc<Room>) -> bool {
        let mut state = room.state();
        if state.phase != Phase::Open {
            return false;
        }
        state.phase = Phase::Filling;
        drop(state);
        self.fill(room.clone());
        true
    }
}

/// Returns the rules of the control topic, which is not in the table.
pub(crate) fn control() -> Arc<Rules> {
    Arc::new(Rules::plain(Kind::Log, Audience::Grant))
}

/// Whether an open room is behind the bus's position, or in another epoch.
fn differs(room: &Room, position: &Position) -> bool {
    let state = room.state();
    state.phase == Phase::Open && (*state.epoch != *position.epoch || state.offset < position.offset)
}
