//! Withdrawn rights, remembered as long as an earlier token or grant could still be presented.

use std::time::{Duration, Instant};

use dashmap::DashMap;

use crate::control::Control;

/// Times are Unix seconds, as in tokens.
pub(crate) struct Revoked {
    sessions: DashMap<String, Instant>,
    users: DashMap<String, (i64, Instant)>,
    topics: DashMap<(String, String), (i64, Instant)>,
    grants: DashMap<String, (i64, Instant)>,
    keep: Duration,
}

impl Revoked {
    pub fn new(keep: Duration) -> Self {
        Self { sessions: DashMap::new(), users: DashMap::new(), topics: DashMap::new(), grants: DashMap::new(), keep }
    }

    /// Notes an order given at `at` (Unix seconds). Anything issued in that second or before is no longer valid.
    pub fn note(&self, control: &Control, at: i64) {
        let now = Instant::now();
        // Orders may repeat and arrive out of order: the latest counts.
        let later = |(known, noted): &mut (i64, Instant)| (*known, *noted) = ((*known).max(at), now);
        match control.clone() {
            Control::EndSession { sid } => drop(self.sessions.insert(sid, now)),
            Control::EndUser { user } => drop(self.users.entry(user).and_modify(later).or_insert((at, now))),
            Control::EndTopic { user, topic } => drop(self.topics.entry((topic, user)).and_modify(later).or_insert((at, now))),
            Control::EndGrants { user } => drop(self.grants.entry(user).and_modify(later).or_insert((at, now))),
            Control::Primed { .. } => {}
        }
    }

    pub fn session(&self, sid: &str) -> bool {
        self.sessions.contains_key(sid)
    }

    pub fn user(&self, user: &str, issued: i64) -> bool {
        self.users.get(user).is_some_and(|ended| issued <= ended.0)
    }

    /// Whether a grant of `topic` issued to `user` at that time was withdrawn since, from them or from everyone.
    pub fn topic(&self, topic: &str, user: &str, issued: i64) -> bool {
        if self.topics.is_empty() {
            return false;
        }
        let ended = |who: &str| self.topics.get(&(topic.to_owned(), who.to_owned())).is_some_and(|ended| issued <= ended.0);
        ended(user) || ended("")
    }

    /// Whether all grants issued to `user` at that time were withdrawn since.
    pub fn grants(&self, user: &str, issued: i64) -> bool {
        self.grants.get(user).is_some_and(|ended| issued <= ended.0)
    }

    /// Forgets withdrawals that no valid token can contradict.
    pub fn sweep(&self) {
        self.sessions.retain(|_, noted| noted.elapsed() < self.keep);
        self.users.retain(|_, (_, noted)| noted.elapsed() < self.keep);
        self.topics.retain(|_, (_, noted)| noted.elapsed() < self.keep);
        self.grants.retain(|_, (_, noted)| noted.elapsed() < self.keep);
    }
}

/// Reads an order from an event of the control topic; `tail` as in [`crate::bus::Entry::tail`].
pub(crate) fn parse_control(tail: &[u8]) -> Option<Control> {
    #[derive(serde::Deserialize)]
    struct Order {
        data: Control,
    }
    let text = format!("{{\"v\":1{}", std::str::from_utf8(tail).ok()?);
    serde_json::from_str::<Order>(&text).ok().map(|order| order.data)
}
