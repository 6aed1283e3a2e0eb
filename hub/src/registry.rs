//! The registry of this node's sockets: how they are registered, found when a right is withdrawn, and unregistered.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use dashmap::DashMap;

use crate::conn::Conn;
use crate::control::Control;
use crate::frame::{ErrorCode, ServerFrame, close};
use crate::hub::Inner;
use crate::pulse::DEAF_SPREAD_MS;

impl Inner {
    /// Tells the sockets to leave, each in its own part of the time. So no moment gets more than its share of returning sockets, with a hundred
    /// as with a hundred thousand. Returns how many were told.
    pub fn spread_goodbyes(&self, reason: &str, over_ms: u64) -> usize {
        let conns: Vec<Arc<Conn>> = self.conns.iter().map(|conn| conn.value().clone()).collect();
        for (i, conn) in conns.iter().enumerate() {
            let part = (i as f64 + rand::random_range(0.0..1.0)) / conns.len() as f64;
            self.say_goodbye(conn, reason, (over_ms as f64 * part) as u64);
        }
        conns.len()
    }

    /// Tells a socket to leave that arrived while the others were told.
    pub fn say_late_goodbye(&self, conn: &Conn) {
        match self.draining.load(Ordering::SeqCst) {
            true => self.say_goodbye(conn, "draining", rand::random_range(0..=self.settings.drain_ms)),
            false => self.say_goodbye(conn, "deaf", rand::random_range(0..=DEAF_SPREAD_MS)),
        }
    }

    fn say_goodbye(&self, conn: &Conn, reason: &str, delay: u64) {
        conn.send(ServerFrame::Goodbye { reason: reason.into(), retry_after: delay }.encode());
        let now = self.started.elapsed().as_millis() as u64;
        conn.leave_at.store(now + delay.max(1), Ordering::Release);
        conn.wake();
    }

    /// Applies a control message on this node. `at`: when it was given, Unix milliseconds. It may arrive late, and more than once: tokens and
    /// grants issued since stay valid.
    pub fn apply_control(self: &Arc<Self>, control: &Control, at: i64) {
        let at = at.div_euclid(1000);
        // Noted first: sockets that register now are refused, those registered before are found below.
        self.revoked.note(control, at);
        let of =
            |index: &DashMap<Arc<str>, Vec<Arc<Conn>>>, key: &str| index.get(key).map(|conns| conns.clone()).unwrap_or_default();
        match control {
            Control::EndSession { sid } => {
                for conn in of(&self.sessions, sid) {
                    conn.close(close::SESSION_ENDED, "session ended");
                }
            }
            Control::EndUser { user } => {
                for conn in of(&self.users, user) {
                    if conn.issued.load(Ordering::SeqCst) <= at {
                        conn.close(close::REVOKED, "revoked");
                    }
                }
            }
            Control::EndTopic { user, topic } => {
                let conns = match user.as_str() {
                    "" => self.conns.iter().map(|conn| conn.value().clone()).collect(),
                    user => of(&self.users, user),
                };
                for conn in conns {
                    self.withdraw(&conn, topic, at, ErrorCode::Revoked);
                }
            }
            Control::EndGrants { user } => {
                for conn in of(&self.users, user) {
                    for topic in conn.granted() {
                        self.withdraw(&conn, &topic, at, ErrorCode::GrantExpired);
                    }
                }
            }
            Control::Primed { epoch } => {
                self.primed.send_replace(Some(epoch.as_str().into()));
            }
        }
        tracing::debug!(?control, "control message applied");
    }

    /// Ends subscriptions by a right given at that time or before, and says so. Unix seconds.
    fn withdraw(&self, conn: &Arc<Conn>, topic: &str, at: i64, code: ErrorCode) {
        if self.leave_given(conn, topic, at) {
            let topic = topic.to_owned();
            conn.send(ServerFrame::Unsubscribed { topic, id: None, code: Some(code) }.encode());
        }
    }

    /// Registers a socket. Returns the code to close it with if it may not stay.
    pub fn register(self: &Arc<Self>, conn: &Arc<Conn>) -> Result<(), (u16, &'static str)> {
        if let Some(identity) = &conn.identity {
            {
                let mut conns = self.users.entry(identity.user.clone()).or_insert_with(|| Vec::with_capacity(1));
                if conns.len() >= self.settings.sockets_per_user {
                    return Err((close::TOO_MANY_CONNECTIONS, "too many sockets"));
                }
                conns.push(conn.clone());
            }
            self.sessions.entry(identity.session.clone()).or_insert_with(|| Vec::with_capacity(1)).push(conn.clone());
        }
        self.conns.insert(conn.id, conn.clone());
        self.meter.connections.increment(1.0);
        // Checked after registering: a control message that came in between has been noted, or finds the socket.
        if let Some(identity) = &conn.identity {
            if self.revoked.session(&identity.session) {
                self.unregister(conn);
                return Err((close::SESSION_ENDED, "session ended"));
            }
            if self.revoked.user(&identity.user, conn.issued.load(Ordering::SeqCst)) {
                self.unregister(conn);
                return Err((close::REVOKED, "revoked"));
            }
        }
        Ok(())
    }

    /// Forgets a socket and everything it joined.
    pub fn unregister(self: &Arc<Self>, conn: &Arc<Conn>) {
        if self.conns.remove(&conn.id).is_none() {
            return;
        }
        self.meter.connections.decrement(1.0);
        self.leave_all(conn);
        if let Some(identity) = &conn.identity {
            for (index, key) in [(&self.users, &identity.user), (&self.sessions, &identity.session)] {
                index.remove_if_mut(key, |_, conns| {
                    conns.retain(|other| other.id != conn.id);
                    conns.is_empty()
                });
            }
        }
    }

    /// Returns the topic that a signed-in socket joins automatically.
    pub fn own_topic(&self, conn: &Conn) -> Option<String> {
        self.bus.topics().personal(conn.user()?)
    }
}
