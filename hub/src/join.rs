//! Joining and leaving a topic. Whatever happens in between, the first event after `subscribed` is the next one.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::History;
use crate::conn::{Conn, Item, Right, Sub};
use crate::frame::ErrorCode;
use crate::hub::Inner;
use crate::presence::Presence;
use crate::room::{Phase, Room, RoomState, Tally};
use crate::topic::Rules;

/// Where a client resumes: its last epoch and offset.
#[derive(Clone, Debug)]
pub(crate) struct ResumeFrom {
    pub epoch: String,
    pub offset: u64,
}

/// A request to join a topic.
pub(crate) struct Join {
    /// Id of the command, repeated in the answer.
    pub id: Option<u64>,
    pub right: Right,
    pub resume: Option<ResumeFrom>,
}

/// A join under way.
struct Joiner {
    conn: Arc<Conn>,
    join_id: u32,
    /// Id of the command being answered.
    id: Option<u64>,
    resume: Option<ResumeFrom>,
}

/// The possible answers to a join.
enum Plan {
    /// At once: whether nothing is missing, and the missed events.
    Admit(bool, Vec<Item>),
    /// After fetching the events behind this offset.
    Fetch(u64),
    /// The client has seen more than this node: catch up first.
    CatchUp,
}

impl Inner {
    /// Starts a join; the answer comes as a frame. Joining again restarts the topic.
    pub fn join(self: &Arc<Self>, conn: &Arc<Conn>, topic: &str, rules: &Arc<Rules>, join: Join) -> Result<(), ErrorCode> {
        self.leave(conn, topic);
        let join_id = {
            let mut subs = conn.subs();
            if subs.closed {
                return Ok(());
            }
            if subs.list.len() >= self.settings.topics_per_socket || !self.hold_topic(conn) {
                return Err(ErrorCode::TooManyTopics);
            }
            subs.joins += 1;
            let join_id = subs.joins;
            if subs.list.capacity() == subs.list.len() {
                subs.list.reserve_exact(4);
            }
            subs.list.push(Sub { room: topic.into(), join_id, right: join.right, joined: None });
            join_id
        };
        self.meter.subscriptions.increment(1.0);
        let room = self.enter(topic, rules);
        let joiner = Joiner { conn: conn.clone(), join_id, id: join.id, resume: join.resume };
        let admitted = {
            let mut state = room.state();
            match plan(&room, &state, joiner.resume.as_ref()) {
                Some(Plan::Admit(recovered, items)) => {
                    self.admit(&room, &mut state, &joiner, recovered, items);
                    true
                }
                _ => false,
            }
        };
        if admitted {
            self.exit(&room);
            return Ok(());
        }
        let inner = self.clone();
        tokio::spawn(async move {
            inner.join_slowly(&room, &joiner).await;
            inner.exit(&room);
        });
        Ok(())
    }

    /// Waits for the room and for history, as long as the client does.
    async fn join_slowly(self: &Arc<Self>, room: &Arc<Room>, joiner: &Joiner) {
        let resume = joiner.resume.as_ref();
        let mut caught_up = false;
        let mut wait = Duration::from_millis(50);
        let mut fetched: Option<History> = None;
        loop {
            if !joiner.waits(room) || self.stop.is_cancelled() {
                return;
            }
            let opened = room.opened.notified();
            tokio::pin!(opened);
            opened.as_mut().enable();
            let fetch = {
                let mut state = room.state();
                let next = match plan(room, &state, resume) {
                    None => None,
                    Some(Plan::CatchUp) if caught_up => Some(Plan::Admit(false, Vec::new())),
                    Some(Plan::Fetch(after)) => Some(match fetched.take() {
                        Some(history) => merge(room, &state, history, after),
                        None => Plan::Fetch(after),
                    }),
                    other => other,
                };
                match next {
                    Some(Plan::Admit(recovered, items)) => {
                        self.admit(room, &mut state, joiner, recovered, items);
                        return;
                    }
                    Some(Plan::Fetch(after)) => Some(after),
                    Some(Plan::CatchUp) => {
                        caught_up = true;
                        drop(state);
                        self.refill(room);
                        None
                    }
                    None => None,
                }
            };
            match (fetch, resume) {
                (Some(after), Some(resume)) => match self.ask_history(&room.name, &resume.epoch, after).await {
                    Ok(history) => fetched = Some(history),
                    Err(_) => {
                        tokio::time::sleep(wait.mul_f64(rand::random_range(0.5..1.0))).await;
                        wait = (wait * 2).min(Duration::from_secs(2));
                    }
                },
                // The timeout only checks whether the client still waits.
                _ => drop(tokio::time::timeout(Duration::from_secs(5), opened).await),
            }
        }
    }

    /// Puts a socket into a room: sends `subscribed` with the missed events, and from now on everything. All under the room's lock, so that
    /// nothing falls between. Does nothing if the client has left in the meantime.
    fn admit(&self, room: &Arc<Room>, state: &mut RoomState, joiner: &Joiner, recovered: bool, mut items: Vec<Item>) {
        let conn = &joiner.conn;
        {
            let mut subs = conn.subs();
            let Some(sub) = subs.list.iter_mut().find(|sub| sub.join_id == joiner.join_id) else {
                return;
            };
            sub.joined = Some(room.clone());
        }
        // If the queue cannot hold it, nothing is sent: a reload by the client costs less.
        let cost: usize = items.iter().map(Item::cost).sum();
        let fits = cost <= conn.room_left() / 2;
        let recovered = recovered && fits;
        if !fits {
            items.clear();
        }
        if joiner.resume.is_some() {
            let meter = if recovered { &self.meter.resumed } else { &self.meter.not_resumed };
            meter.increment(1);
        }
        let mut tally = Tally::default();
        tally.push(conn, room.subscribed(joiner.id, &state.position(), recovered, items.iter()));
        state.members.insert(conn.id, conn.clone());
        if let (true, Some(user)) = (room.rules.presence, conn.user()) {
            let presence = state.presence.get_or_insert_with(|| Box::new(Presence::asking()));
            presence.enter(user);
            // Even if the list did not change, the new member needs it.
            presence.sent.clear();
            self.presence_changes().insert(room.name.clone(), room.clone());
        }
        self.meter.tally(&tally);
        for conn in tally.wake {
            conn.wake();
        }
    }

    /// Ends a subscription or a pending join. Returns false if there was none.
    pub fn leave(&self, conn: &Arc<Conn>, topic: &str) -> bool {
        self.leave_given(conn, topic, i64::MAX)
    }

    /// Does the same, if the right to it was given at that time or before. Unix seconds.
    pub fn leave_given(&self, conn: &Arc<Conn>, topic: &str, until: i64) -> bool {
        let sub = {
            let mut subs = conn.subs();
            let Some(at) = subs.list.iter().position(|sub| *sub.room == *topic && sub.right.issued <= until) else {
                return false;
            };
            subs.list.swap_remove(at)
        };
        self.left(conn, sub);
        true
    }

    /// Ends all subscriptions of a socket that leaves.
    pub fn leave_all(&self, conn: &Arc<Conn>) {
        let list = {
            let mut subs = conn.subs();
            subs.closed = true;
            std::mem::take(&mut subs.list)
        };
        for sub in list {
            self.left(conn, sub);
        }
    }

    fn left(&self, conn: &Arc<Conn>, sub: Sub) {
        self.meter.subscriptions.decrement(1.0);
        self.release_topic(conn);
        // A pending join finds its entry gone and gives up.
        let Some(room) = sub.joined else { return };
        let mut state = room.state();
        if state.members.remove(&conn.id).is_none() {
            return;
        }
        if let (Some(presence), Some(user)) = (state.presence.as_mut(), conn.user())
            && presence.leave(user)
        {
            self.presence_changes().insert(room.name.clone(), room.clone());
        }
        let empty = state.is_empty();
        drop(state);
        if empty {
            self.idle().push(room);
        }
    }
}

impl Joiner {
    /// Whether the client is still there.
    fn waits(&self, room: &Room) -> bool {
        self.conn.subs().list.iter().any(|sub| sub.join_id == self.join_id && *sub.room == *room.name)
    }
}

/// Returns how a join can be answered now; None while the room's position is not settled.
fn plan(room: &Room, state: &RoomState, resume: Option<&ResumeFrom>) -> Option<Plan> {
    if state.phase != Phase::Open {
        return None;
    }
    let here = |resume: &ResumeFrom| *resume.epoch == *state.epoch;
    if room.is_state() {
        // Only the newest snapshot is kept; without one the client has to reload.
        let seen = resume.filter(|resume| here(resume)).map(|resume| resume.offset);
        return Some(match (&state.latest, seen) {
            (_, Some(offset)) if offset == state.offset => Plan::Admit(true, Vec::new()),
            (Some(snapshot), _) => Plan::Admit(true, vec![snapshot.clone()]),
            (None, _) => Plan::Admit(false, Vec::new()),
        });
    }
    let Some(resume) = resume.filter(|resume| here(resume)) else {
        return Some(Plan::Admit(false, Vec::new()));
    };
    if resume.offset > state.offset {
        return Some(Plan::CatchUp);
    }
    // Also covers a client that missed nothing.
    Some(match state.recent_after(resume.offset) {
        Some(items) => Plan::Admit(true, items),
        None => Plan::Fetch(resume.offset),
    })
}

/// Returns the fetched history up to the room's position, completed by later events. The room kept recent events while history was fetched, so
/// that together they have no gap. If they do have one (too much arrived), it is fetched again.
fn merge(room: &Room, state: &RoomState, history: History, after: u64) -> Plan {
    if *history.position.epoch != *state.epoch || !history.complete {
        return Plan::Admit(false, Vec::new());
    }
    let until = history.position.offset.min(state.offset);
    let Some(rest) = state.recent_after(until) else {
        return Plan::Fetch(after);
    };
    let known = history.entries.iter().filter(|entry| entry.offset > after && entry.offset <= until);
    let mut items: Vec<Item> = known.filter_map(|entry| room.item(entry)).collect();
    items.extend(rest);
    Plan::Admit(true, items)
}
