//! One socket as the rest of the hub sees it: its user, its topics, and what waits to be written.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::room::Room;
use crate::share::Payer;

/// The user and session that a signed-in socket belongs to.
pub(crate) struct Identity {
    pub user: Arc<str>,
    pub session: Arc<str>,
}

/// The fate of a waiting frame when the client is slow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Merge {
    /// Every frame counts.
    Never,
    /// A newer one of the same room replaces it.
    Latest(u64),
    /// As `Latest`, and dropped when the queue is under pressure.
    Presence(u64),
    /// Dropped when the queue is under pressure.
    Signal,
}

#[derive(Clone)]
pub(crate) struct Item {
    pub frame: Utf8Bytes,
    pub merge: Merge,
    /// Commit time in Unix milliseconds, on the one copy of an event whose way is timed; else 0.
    pub at: i64,
}

impl Item {
    pub fn reply(frame: Utf8Bytes) -> Self {
        Self { frame, merge: Merge::Never, at: 0 }
    }

    pub fn cost(&self) -> usize {
        self.frame.len() + size_of::<Self>()
    }
}

/// The code and reason with which the socket ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closing {
    pub code: u16,
    pub reason: &'static str,
}

#[derive(Default)]
struct Queue {
    items: Vec<Item>,
    /// Bytes waiting, and bytes being written now.
    bytes: usize,
    closing: Option<Closing>,
    /// The writer has been or is about to be woken.
    awake: bool,
}

/// The outcome of pushing a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pushed {
    /// It waits, and the writer is awake.
    Queued,
    /// It waits; the caller must wake the writer.
    Wake,
    /// It replaced an older one.
    Merged,
    /// The client is slow and the frame can be missed.
    Dropped,
    /// The queue is full: the socket is closing now; the caller must wake the writer.
    Overflow,
    /// The socket is already closing.
    Gone,
}

/// How long a socket may listen to a topic. Unix seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Right {
    /// When it was granted: the time of its grant, else of the join.
    pub issued: i64,
    /// When its grant expires.
    pub until: i64,
}

impl Right {
    /// Creates a right that needs no grant.
    pub fn lasting(issued: i64) -> Self {
        Self { issued, until: i64::MAX }
    }

    pub fn needs_grant(&self) -> bool {
        self.until != i64::MAX
    }
}

pub(crate) struct Sub {
    pub room: Arc<str>,
    /// Distinguishes this join from an earlier one of the same topic.
    pub join_id: u32,
    pub right: Right,
    /// Set when the join is complete.
    pub joined: Option<Arc<Room>>,
}

#[derive(Default)]
pub(crate) struct Subs {
    pub list: Vec<Sub>,
    pub joins: u32,
    pub closed: bool,
}

pub(crate) struct Conn {
    pub id: u64,
    pub identity: Option<Identity>,
    pub payer: Payer,
    /// When the newest token of the socket was issued, Unix seconds.
    pub issued: AtomicI64,
    limit: usize,
    queue: Mutex<Queue>,
    subs: Mutex<Subs>,
    wake: Notify,
    closing: AtomicBool,
    /// Milliseconds after the hub's start at which a draining node closes this socket; 0: never.
    pub leave_at: AtomicU64,
}

impl Conn {
    pub fn new(id: u64, identity: Option<Identity>, address: IpAddr, issued: i64, limit: usize) -> Self {
        let payer = identity.as_ref().map_or(Payer::Visitors(address), |identity| Payer::Member(identity.user.clone()));
        Self {
            id,
            identity,
            payer,
            issued: AtomicI64::new(issued),
            limit,
            queue: Mutex::default(),
            subs: Mutex::default(),
            wake: Notify::new(),
            closing: AtomicBool::new(false),
            leave_at: AtomicU64::new(0),
        }
    }

    pub fn user(&self) -> Option<&Arc<str>> {
        self.identity.as_ref().map(|identity| &identity.user)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Locks the subscriptions. Lock order: a room, then this; never a room while holding this.
    pub fn subs(&self) -> MutexGuard<'_, Subs> {
        self.subs.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Returns the topics that are joined, or being joined, by a grant.
    pub fn granted(&self) -> Vec<Arc<str>> {
        self.subs().list.iter().filter(|sub| sub.right.needs_grant()).map(|sub| sub.room.clone()).collect()
    }

    /// Puts a frame into the queue. Never waits.
    pub fn push(&self, item: Item) -> Pushed {
        let mut queue = self.queue();
        if queue.closing.is_some() {
            return Pushed::Gone;
        }
        let cost = item.cost();
        // Searching for an older copy costs time, so only a slow client's queue is searched.
        if queue.bytes > self.limit / 4 && item.merge != Merge::Never {
            match item.merge {
                Merge::Signal => return Pushed::Dropped,
                Merge::Presence(_) | Merge::Latest(_) => {
                    let old = queue.items.iter().position(|old| old.merge == item.merge);
                    if let Some(old) = old {
                        // To the end, not in its place: frames queued in between, such as a new epoch, come first.
                        let before = queue.items.remove(old).cost();
                        queue.items.push(item);
                        queue.bytes = queue.bytes + cost - before;
                        return Pushed::Merged;
                    }
                    if matches!(item.merge, Merge::Presence(_)) && queue.bytes > self.limit / 2 {
                        return Pushed::Dropped;
                    }
                }
                Merge::Never => {}
            }
        }
        if queue.bytes + cost > self.limit {
            self.shut(&mut queue, Closing { code: crate::frame::close::TOO_SLOW, reason: "too slow" });
            return Pushed::Overflow;
        }
        queue.bytes += cost;
        queue.items.push(item);
        match std::mem::replace(&mut queue.awake, true) {
            true => Pushed::Queued,
            false => Pushed::Wake,
        }
    }

    /// Puts a frame into the queue and wakes the writer.
    pub fn send(&self, frame: Utf8Bytes) {
        if matches!(self.push(Item::reply(frame)), Pushed::Wake | Pushed::Overflow) {
            self.wake();
        }
    }

    /// Returns the remaining capacity of the queue, in bytes.
    pub fn room_left(&self) -> usize {
        self.limit.saturating_sub(self.queue().bytes)
    }

    /// Ends the socket; waiting frames are not sent any more. The first reason stays.
    pub fn close(&self, code: u16, reason: &'static str) {
        self.shut(&mut self.queue(), Closing { code, reason });
        self.wake();
    }

    fn shut(&self, queue: &mut Queue, closing: Closing) {
        if queue.closing.is_none() {
            queue.closing = Some(closing);
            queue.items = Vec::new();
            self.closing.store(true, Ordering::Release);
        }
    }

    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }

    pub fn closing(&self) -> Option<Closing> {
        self.queue().closing
    }

    pub fn wake(&self) {
        self.wake.notify_one();
    }

    pub async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Takes all waiting frames. Their bytes count until [`Conn::written`].
    pub fn take(&self) -> Vec<Item> {
        let mut queue = self.queue();
        queue.awake = false;
        std::mem::take(&mut queue.items)
    }

    pub fn written(&self, bytes: usize) {
        let mut queue = self.queue();
        queue.bytes = queue.bytes.saturating_sub(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn item(size: usize, merge: Merge) -> Item {
        Item { frame: "x".repeat(size).into(), merge, at: 0 }
    }

    #[test]
    fn a_full_queue_closes_and_frees_its_memory() {
        let conn = Conn::new(1, None, HERE, 0, 4096);
        assert!(conn.push(item(1000, Merge::Never)) == Pushed::Wake);
        assert!(conn.push(item(1000, Merge::Never)) == Pushed::Queued);
        assert!(conn.push(item(3000, Merge::Never)) == Pushed::Overflow);
        assert!(conn.push(item(1, Merge::Never)) == Pushed::Gone);
        assert_eq!(conn.closing().unwrap().code, 4408);
        assert!(conn.take().is_empty());
    }

    #[test]
    fn what_is_being_written_counts() {
        let conn = Conn::new(1, None, HERE, 0, 4096);
        conn.push(item(3000, Merge::Never));
        let taken = conn.take();
        assert!(conn.push(item(2000, Merge::Never)) == Pushed::Overflow);
        let conn = Conn::new(1, None, HERE, 0, 4096);
        conn.push(item(3000, Merge::Never));
        conn.take();
        conn.written(taken.iter().map(Item::cost).sum());
        assert!(conn.push(item(2000, Merge::Never)) == Pushed::Wake);
    }

    #[test]
    fn under_pressure_states_merge_and_signals_go_first() {
        let conn = Conn::new(1, None, HERE, 0, 8192);
        conn.push(item(100, Merge::Latest(7)));
        assert!(conn.push(item(100, Merge::Latest(7))) == Pushed::Queued, "without pressure nothing is merged");
        conn.push(item(3000, Merge::Never));
        assert!(conn.push(item(200, Merge::Latest(7))) == Pushed::Merged);
        assert!(conn.push(item(200, Merge::Latest(8))) == Pushed::Queued, "another room's state is another state");
        assert!(conn.push(item(10, Merge::Signal)) == Pushed::Dropped);
        assert!(conn.push(item(3000, Merge::Never)) == Pushed::Queued);
        assert!(conn.push(item(10, Merge::Presence(7))) == Pushed::Dropped);
    }
}
