//! The hub's background work: closes empty rooms, publishes presence, compares positions, drops old orders.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::bus::{CONTROL_TOPIC, PeerMessage};
use crate::conn::{Item, Merge};
use crate::frame::ServerFrame;
use crate::hub::Inner;
use crate::pulse::BEAT;
use crate::room::{Phase, Room, Tally};

/// How often empty rooms are closed; a page change rejoins within this.
const SWEEP: Duration = Duration::from_secs(2);
/// Presence changes within this time become one frame.
const PRESENCE_DELAY: Duration = Duration::from_millis(150);
/// Beats within which a node repeats all its lists of users, some at each: no more at once than the bus takes.
const REPEAT: u64 = 20;
/// The users of a node silent for this long are not shown.
const DEAD: Duration = Duration::from_secs(10);
/// A list not repeated for this long is forgotten.
const SILENCE: Duration = Duration::from_secs(50);
/// The lists of a node silent for this long are dropped.
const FORGOTTEN: Duration = Duration::from_secs(120);

/// Time at which another node was last heard.
pub(crate) struct PeerNode {
    at: Instant,
    dead: bool,
    /// Its address, to ask it.
    pub address: Option<String>,
}

pub(crate) fn start(inner: &Arc<Inner>) {
    // The control topic is heard as long as the hub lives: its joiner never leaves.
    inner.enter(CONTROL_TOPIC, &crate::fill::control());
    let check = Duration::from_millis(inner.settings.check_ms.max(10));
    // Half as long as the check, at most a second: enough for events in transit.
    let patience = (check / 2).min(Duration::from_secs(1));
    every(inner, check, move |inner| async move {
        inner.check(patience).await;
        inner.revoked.sweep();
        inner.sweep_shares();
    });
    every(inner, SWEEP, |inner| async move { inner.close_rooms().await });
    every(inner, PRESENCE_DELAY, |inner| async move { inner.send_presence() });
    every(inner, BEAT, |inner| async move {
        inner.beat();
        inner.check_pulse().await;
    });
}

/// Works until the hub ends. The first run comes after a part of the period, so that nodes started together do not stay in step.
fn every<F, W>(inner: &Arc<Inner>, period: Duration, work: F)
where
    F: Fn(Arc<Inner>) -> W + Send + 'static,
    W: Future<Output = ()> + Send,
{
    let (weak, stop) = (Arc::downgrade(inner), inner.stop.clone());
    let first = Instant::now() + period.mul_f64(rand::random_range(0.5..1.0));
    tokio::spawn(async move {
        let mut clock = interval_at(first, period);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = clock.tick() => {}
            }
            let Some(inner) = weak.upgrade() else { return };
            work(inner).await;
        }
    });
}

impl Inner {
    /// Leaves the bus's topics that have no local listeners any more.
    async fn close_rooms(self: &Arc<Self>) {
        let idle = std::mem::take(&mut *self.idle());
        for room in idle {
            let (mut later, mut opening) = (false, false);
            let closed = self.rooms.remove_if(&room.name, |_, known| {
                let mut state = known.state();
                if !Arc::ptr_eq(known, &room) || !state.is_empty() {
                    return false;
                }
                later = state.phase == Phase::Filling;
                // A room that cannot open, because the bus is away, must not block the rest.
                opening = state.phase == Phase::Opening;
                if !later {
                    state.phase = Phase::Closed;
                }
                !later
            });
            if later {
                self.idle().push(room);
            } else if closed.is_some() {
                self.meter.rooms.decrement(1.0);
                // A room that is still opening was not subscribed, or undoes that itself.
                if !opening {
                    self.bus.unsubscribe(&room.name).await;
                }
            }
        }
    }

    /// Sends rooms their users, and the other nodes this node's users.
    fn send_presence(self: &Arc<Self>) {
        let presence_changes = std::mem::take(&mut *self.presence_changes());
        for room in presence_changes.into_values() {
            let mut tally = Tally::default();
            let news = {
                let mut state = room.state();
                let members: Vec<_> = state.members.values().cloned().collect();
                let Some(presence) = state.presence.as_mut() else {
                    continue;
                };
                let users = presence.users(|node| self.is_dead(node));
                if users != presence.sent {
                    let frame = ServerFrame::Presence { topic: room.name.to_string(), users: users.clone() }.encode();
                    for conn in &members {
                        tally.push(conn, Item { frame: frame.clone(), merge: Merge::Presence(room.id), at: 0 });
                    }
                    presence.sent = users;
                }
                presence.take_changes().map(|(users, ask)| PeerMessage::Presence { node: self.node, users, ask })
            };
            self.settle_tally(tally);
            if let Some(news) = news {
                self.bus.send_to_peers(&room.name, news);
            }
        }
    }

    /// Announces that this node is alive, checks which others are, and repeats some of this node's lists.
    fn beat(self: &Arc<Self>) {
        let beat = self.beats.fetch_add(1, Ordering::Relaxed);
        let address = self.settings.peer_address.clone();
        self.bus.send_to_peers(CONTROL_TOPIC, PeerMessage::Alive { node: self.node, address });
        // A deaf node must not forget the nodes that it can ask.
        let deaf = self.pulse.is_deaf();
        let mut changed = false;
        self.nodes.retain(|_, node| {
            let silence = node.at.elapsed();
            let dead = silence >= DEAD;
            changed |= dead != std::mem::replace(&mut node.dead, dead);
            deaf || silence < FORGOTTEN
        });
        let rooms: Vec<Arc<Room>> =
            self.rooms.iter().filter(|room| room.rules.presence).map(|room| room.value().clone()).collect();
        for room in rooms {
            let repeated = room.id % REPEAT == beat % REPEAT;
            if !repeated && !changed {
                continue;
            }
            if let Some(presence) = room.state().presence.as_mut() {
                if repeated {
                    presence.expire(SILENCE);
                    presence.answer();
                }
                self.presence_changes().insert(room.name.clone(), room.clone());
            }
        }
    }

    /// Whether a node has been silent for too long.
    fn is_dead(&self, node: u64) -> bool {
        self.nodes.get(&node).is_some_and(|node| node.dead)
    }

    /// Takes an ephemeral message from the bus.
    pub fn receive(&self, topic: &str, message: PeerMessage, tally: &mut Tally) {
        if let PeerMessage::Alive { .. } = message {
            self.pulse.hear();
        }
        if let PeerMessage::Alive { node, .. } | PeerMessage::Presence { node, .. } = message
            && node != self.node
        {
            let now = Instant::now();
            let mut peer = self.nodes.entry(node).or_insert(PeerNode { at: now, dead: false, address: None });
            peer.at = now;
            if let PeerMessage::Alive { address, .. } = &message {
                peer.address.clone_from(address);
            }
        }
        let Some(room) = self.rooms.get(topic).map(|room| room.value().clone()) else {
            return;
        };
        let mut state = room.state();
        match message {
            PeerMessage::Signal { name, user } => {
                let frame = ServerFrame::Signal { topic: topic.to_owned(), name, user: user.clone() }.encode();
                let others = state.members.values().filter(|conn| conn.user().is_none_or(|theirs| **theirs != *user));
                for conn in others {
                    tally.push(conn, Item { frame: frame.clone(), merge: Merge::Signal, at: 0 });
                }
            }
            PeerMessage::Presence { node, users, ask } if node != self.node => {
                if let Some(presence) = state.presence.as_mut() {
                    presence.update(node, users);
                    if ask {
                        presence.answer();
                    }
                    self.presence_changes().insert(room.name.clone(), room.clone());
                }
            }
            PeerMessage::Presence { .. } | PeerMessage::Alive { .. } => {}
        }
    }
}
