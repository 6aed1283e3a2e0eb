//! Joining and leaving a topic. Whatever happens meanwhile, the first event after `subscribed` is the next one.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::History;
use crate::conn::{Conn, Item, Sub};
use crate::frame::ErrorCode;
use crate::hub::Inner;
use crate::presence::Presence;
use crate::room::{Phase, Room, RoomState, Tally};
use crate::topic::Rules;

/// Where a client wants to go on: its last epoch and offset.
#[derive(Clone, Debug)]
pub(crate) struct ResumeFrom {
    pub epoch: String,
    pub offset: u64,
}

/// What a socket is told when it joins.
struct Answer {
    /// It asked to resume.
    resumed: bool,
    recovered: bool,
    items: Vec<Item>,
}

/// How a join can be answered.
enum Plan {
    /// At once: whether nothing is missing, and what follows.
    Admit(bool, Vec<Item>),
    /// After fetching the events behind this offset.
    Fetch(u64),
    /// The client has seen more than this node: catch up first.
    CatchUp,
}

impl Inner {
    /// Starts a join; the answer comes as a frame. Joining again starts the topic anew.
    /// `issued`: when the right to it was given, Unix seconds.
    pub fn join(
        self: &Arc<Self>,
        conn: &Arc<Conn>,
        topic: &str,
        rules: &Arc<Rules>,
        issued: i64,
        resume: Option<ResumeFrom>,
    ) -> Result<(), ErrorCode> {
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
            subs.list.push(Sub { room: topic.into(), join_id, issued, joined: None });
            join_id
        };
        self.meter.subscriptions.increment(1.0);
        let room = self.enter(topic, rules);
        let plan = {
            let mut state = room.state();
            match plan(&room, &state, resume.as_ref()) {
                Some(Plan::Admit(recovered, items)) => {
                    self.admit(&room, &mut state, conn, join_id, Answer { resumed: resume.is_some(), recovered, items });
                    None
                }
                _ => Some(()),
            }
        };
        if plan.is_none() {
            self.exit(&room);
            return Ok(());
        }
        let (inner, conn) = (self.clone(), conn.clone());
        tokio::spawn(async move {
            inner.join_slowly(&room, &conn, join_id, resume).await;
            inner.exit(&room);
        });
        Ok(())
    }

    /// Waits for the room and for history, as long as the client waits.
    async fn join_slowly(self: &Arc<Self>, room: &Arc<Room>, conn: &Arc<Conn>, join_id: u32, resume: Option<ResumeFrom>) {
        let mut caught_up = false;
        let mut wait = Duration::from_millis(50);
        let mut fetched: Option<History> = None;
        loop {
            if !is_joining(conn, room, join_id) || self.stop.is_cancelled() {
                return;
            }
            let opened = room.opened.notified();
            tokio::pin!(opened);
            opened.as_mut().enable();
            let fetch = {
                let mut state = room.state();
                let next = match plan(room, &state, resume.as_ref()) {
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
                        self.admit(room, &mut state, conn, join_id, Answer { resumed: resume.is_some(), recovered, items });
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
            match (fetch, &resume) {
                (Some(after), Some(resume)) => match self.ask_history(&room.name, &resume.epoch, after).await {
                    Ok(history) => fetched = Some(history),
                    Err(_) => {
                        tokio::time::sleep(wait.mul_f64(rand::random_range(0.5..1.0))).await;
                        wait = (wait * 2).min(Duration::from_secs(2));
                    }
                },
                // The timeout only looks whether the client still waits.
                _ => drop(tokio::time::timeout(Duration::from_secs(5), opened).await),
            }
        }
    }

    /// Puts a socket into a room: `subscribed`, what it missed, and from now on everything. All under the room's lock, so that
    /// nothing falls between. Does nothing if the client left meanwhile.
    fn admit(&self, room: &Arc<Room>, state: &mut RoomState, conn: &Arc<Conn>, join_id: u32, answer: Answer) {
        let Answer { resumed, recovered, items } = answer;
        {
            let mut subs = conn.subs();
            let Some(sub) = subs.list.iter_mut().find(|sub| sub.join_id == join_id) else {
                return;
            };
            sub.joined = Some(room.clone());
        }
        // More than the queue takes is not sent: the client reloads, which costs less.
        let cost: usize = items.iter().map(Item::cost).sum();
        let fits = cost <= conn.room_left() / 2;
        let recovered = recovered && fits;
        if resumed {
            let meter = if recovered { &self.meter.resumed } else { &self.meter.not_resumed };
            meter.increment(1);
        }
        let mut tally = Tally::default();
        tally.push(conn, Item::reply(room.subscribed(&state.position(), recovered)));
        if fits {
            for item in items {
                tally.push(conn, item);
            }
        }
        state.members.insert(conn.id, conn.clone());
        if let (true, Some(user)) = (room.rules.presence, conn.user()) {
            let presence = state.presence.get_or_insert_with(|| Box::new(Presence::asking()));
            presence.enter(user);
            // Even if the list did not change, the newcomer has to be told.
            presence.sent.clear();
            self.presence_changes().insert(room.name.clone(), room.clone());
        }
        self.meter.tally(&tally);
        for conn in tally.wake {
            conn.wake();
        }
    }

    /// Ends a subscription or a join under way. Answers false if there was none.
    pub fn leave(&self, conn: &Arc<Conn>, topic: &str) -> bool {
        self.leave_given(conn, topic, i64::MAX)
    }

    /// The same, if the right to it was given then or before. Unix seconds.
    pub fn leave_given(&self, conn: &Arc<Conn>, topic: &str, until: i64) -> bool {
        let sub = {
            let mut subs = conn.subs();
            let Some(at) = subs.list.iter().position(|sub| *sub.room == *topic && sub.issued <= until) else {
                return false;
            };
            subs.list.swap_remove(at)
        };
        self.left(conn, sub);
        true
    }

    /// Ends all subscriptions of a socket that goes.
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
        // A join under way finds its entry gone and gives up.
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

fn is_joining(conn: &Conn, room: &Room, join_id: u32) -> bool {
    conn.subs().list.iter().any(|sub| sub.join_id == join_id && *sub.room == *room.name)
}

/// How a join can be answered now; nothing while the room's position is not settled.
fn plan(room: &Room, state: &RoomState, resume: Option<&ResumeFrom>) -> Option<Plan> {
    if state.phase != Phase::Open {
        return None;
    }
    let here = |resume: &ResumeFrom| *resume.epoch == *state.epoch;
    if room.is_state() {
        // The newest snapshot is all there is to know; without one the client has to look for itself.
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

/// Fetched history up to the room's position, completed by what arrived since. History was fetched while the room kept recent
/// events, so that together they have no hole; if they do (too much arrived), it is fetched again.
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
