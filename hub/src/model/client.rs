//! A client of the model: keeps its copies and checks every frame against the truth.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bus::Store;
use super::{LOG, STATE};
use crate::conn::{Conn, Item, Right};
use crate::frame::{ServerFrame, TopicEvent};
use crate::hub::Hub;
use crate::join::{Join, ResumeFrom};

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

/// A client's copy of a topic.
#[derive(Default, Debug)]
struct Copy {
    epoch: String,
    offset: u64,
    /// Number of the newest event applied; for a state topic, also that of a reload.
    n: Option<u64>,
}

impl Copy {
    fn apply(&mut self, store: &Store, topic: &str, offset: u64, data: &serde_json::Value) {
        let n = data.as_u64().unwrap();
        let truth = store.inside().truth.get(&(topic.to_owned(), self.epoch.clone(), offset)).copied();
        assert_eq!(Some(n), truth, "not the event of that epoch and offset: {self:?} {offset}");
        if topic == LOG {
            assert_eq!(offset, self.offset + 1, "a gap or a repeat: {self:?}");
            self.n = Some(n);
        } else {
            // The newest version wins, in whatever order they come.
            self.n = self.n.max(Some(n));
        }
        self.offset = offset;
    }
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
        // Items still queued belong to the earlier join.
        for item in link.conn.take() {
            link.conn.written(item.cost());
        }
        link.begun.clear();
        for topic in [LOG, STATE] {
            let resume = self.copies.get(topic).map(|copy| ResumeFrom { epoch: copy.epoch.clone(), offset: copy.offset });
            let rules = link.hub.inner.bus.topics().rules(topic).unwrap();
            link.hub.inner.join(&link.conn, topic, rules, Join { id: None, right: Right::lasting(0), resume }).unwrap();
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
                ServerFrame::Subscribed { topic, epoch, offset, recovered, events, .. } => {
                    link.begun.push(topic.clone());
                    let copy = self.copies.entry(topic.clone()).or_default();
                    if !recovered {
                        assert_eq!(events, [], "who reloads needs none");
                        // Reloaded by REST, with the truth of this moment.
                        let n = if topic == STATE { store.newest(&topic).2.max(copy.n) } else { None };
                        *copy = Copy { epoch, offset, n };
                        continue;
                    }
                    if topic == STATE {
                        assert!(events.len() <= 1, "only the newest snapshot counts");
                        copy.epoch = epoch;
                    } else {
                        assert_eq!(epoch, copy.epoch, "recovered from another epoch");
                    }
                    for TopicEvent { offset, data, .. } in events {
                        copy.apply(store, &topic, offset, &data);
                    }
                    if topic == STATE {
                        copy.offset = offset;
                    }
                    assert_eq!(copy.offset, offset, "not where subscribed says");
                }
                ServerFrame::Event { topic, offset, data, .. } => {
                    assert!(link.begun.contains(&topic), "an event before subscribed");
                    self.copies.get_mut(&topic).unwrap().apply(store, &topic, offset, &data);
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

    /// Checks that the copy is at the end of the log and has the newest snapshot.
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
