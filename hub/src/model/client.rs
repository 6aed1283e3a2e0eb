//! A client of the model: keeps its copies and checks every frame against the truth.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bus::Store;
use super::{LOG, STATE};
use crate::conn::{Conn, Item};
use crate::frame::ServerFrame;
use crate::hub::Hub;
use crate::join::ResumeFrom;

#[derive(Default)]
pub struct Client {
    copies: BTreeMap<String, Copy>,
    link: Option<Link>,
}

struct Link {
    node: usize,
    hub: Hub,
    conn: Arc<Conn>,
    /// Topics whose stream has begun on this link.
    begun: Vec<String>,
}

/// What the client knows of a topic.
#[derive(Default, Debug)]
struct Copy {
    epoch: String,
    offset: u64,
    /// Number of the newest event applied; of a state topic also what a reload showed.
    n: Option<u64>,
}

impl Client {
    pub fn connect(&mut self, node: usize, hub: &Hub) {
        if self.link.is_some() {
            return;
        }
        let inner = &hub.inner;
        let address = std::net::Ipv4Addr::LOCALHOST.into();
        let conn = Arc::new(Conn::new(inner.next_id(), None, address, 0, inner.settings.queue_bytes));
        inner.register(&conn).unwrap();
        self.link = Some(Link { node, hub: hub.clone(), conn, begun: Vec::new() });
        self.join();
    }

    /// Joins both topics, or joins them again, from where the copies are.
    pub fn join(&mut self) {
        let Some(link) = &mut self.link else { return };
        // What waits belongs to the earlier join.
        for item in link.conn.take() {
            link.conn.written(item.cost());
        }
        link.begun.clear();
        for topic in [LOG, STATE] {
            let resume = self.copies.get(topic).map(|copy| ResumeFrom { epoch: copy.epoch.clone(), offset: copy.offset });
            let rules = link.hub.inner.bus.topics().rules(topic).unwrap();
            link.hub.inner.join(&link.conn, topic, rules, 0, resume).unwrap();
        }
    }

    pub fn disconnect(&mut self) {
        if let Some(link) = self.link.take() {
            link.hub.inner.unregister(&link.conn);
        }
    }

    pub fn lost_node(&mut self, node: usize) {
        if self.link.as_ref().is_some_and(|link| link.node == node) {
            self.disconnect();
        }
    }

    pub fn read(&mut self, store: &Store) {
        let Some(link) = &mut self.link else { return };
        let items = link.conn.take();
        link.conn.written(items.iter().map(Item::cost).sum());
        for item in items {
            let frame: ServerFrame = serde_json::from_str(&item.frame).unwrap();
            match frame {
                ServerFrame::Subscribed { topic, epoch, offset, recovered } => {
                    link.begun.push(topic.clone());
                    let copy = self.copies.entry(topic.clone()).or_default();
                    if !recovered {
                        // Reloaded by REST: whatever the truth is now.
                        let n = if topic == STATE { store.newest(&topic).2.max(copy.n) } else { None };
                        *copy = Copy { epoch, offset, n };
                    } else if topic == STATE {
                        // Its snapshot follows, unless it was seen.
                        copy.epoch = epoch;
                    } else {
                        assert_eq!(epoch, copy.epoch, "recovered from another epoch");
                        assert!(offset >= copy.offset, "the hub is behind the client");
                    }
                }
                ServerFrame::Event { topic, offset, data, .. } => {
                    assert!(link.begun.contains(&topic), "an event before subscribed");
                    let copy = self.copies.get_mut(&topic).unwrap();
                    let n = data.as_u64().unwrap();
                    let truth = store.inside().truth.get(&(topic.clone(), copy.epoch.clone(), offset)).copied();
                    assert_eq!(Some(n), truth, "not the event of that epoch and offset: {copy:?} {offset}");
                    if topic == LOG {
                        assert_eq!(offset, copy.offset + 1, "a gap or a repeat: {copy:?}");
                        copy.n = Some(n);
                    } else {
                        // The newest version wins, in whatever order they come.
                        copy.n = copy.n.max(Some(n));
                    }
                    copy.offset = offset;
                }
                other => panic!("{other:?}"),
            }
        }
        if link.conn.is_closing() {
            let (node, hub) = (link.node, link.hub.clone());
            self.disconnect();
            self.connect(node, &hub);
        }
    }

    /// The copy is at the end of the log and has the newest snapshot.
    pub fn assert_whole(&self, store: &Store) {
        assert!(self.link.is_some());
        let (epoch, offset, _) = store.newest(LOG);
        let log = &self.copies[LOG];
        assert_eq!((&log.epoch, log.offset), (&epoch, offset), "the log is not whole");
        let (_, _, n) = store.newest(STATE);
        if n.is_some() {
            assert_eq!(self.copies[STATE].n, n, "the newest snapshot is missing");
        }
    }
}
