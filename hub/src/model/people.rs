//! Presence when nodes die or are cut off, by a clock that tests move.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::bus::Store;
use super::hub;
use crate::conn::{Conn, Identity, Item, Right};
use crate::frame::ServerFrame;
use crate::hub::Hub;
use crate::join::Join;

const TOPIC: &str = "match:1";
/// Longer than a dead node's users may be shown.
const MOST: Duration = Duration::from_secs(15);

/// A user in the topic, and the list that they saw last.
struct Person {
    conn: Arc<Conn>,
    present: Vec<String>,
}

impl Person {
    fn joins(hub: &Hub, user: &str) -> Self {
        let inner = &hub.inner;
        let identity = Identity { user: user.into(), session: user.into() };
        let here = std::net::Ipv4Addr::LOCALHOST.into();
        let conn = Arc::new(Conn::new(inner.next_id(), Some(identity), here, 0, inner.settings.queue_bytes));
        inner.register(&conn).unwrap();
        let join = Join { id: None, right: Right::lasting(0), resume: None };
        inner.join(&conn, TOPIC, inner.bus.topics().rules(TOPIC).unwrap(), join).unwrap();
        Self { conn, present: Vec::new() }
    }

    /// Returns how long it took until the list was this one.
    async fn sees(&mut self, store: &Store, expected: &[&str]) -> Duration {
        let start = Instant::now();
        while self.present != expected {
            assert!(start.elapsed() < Duration::from_secs(100), "{:?} instead of {expected:?}", self.present);
            self.lives(store, Duration::from_millis(100)).await;
        }
        start.elapsed()
    }

    /// Lets time pass, and messages in transit arrive.
    async fn lives(&mut self, store: &Store, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(100)).await;
            (0..super::NODES).for_each(|node| store.arrive(node, usize::MAX));
            let items = self.conn.take();
            self.conn.written(items.iter().map(Item::cost).sum());
            for item in items {
                if let ServerFrame::Presence { users, .. } = serde_json::from_str(&item.frame).unwrap() {
                    self.present = users;
                }
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_people_of_a_killed_node_soon_leave() {
    let store = Arc::new(Store::new(vec![5]));
    let (first, second) = (hub(&store, 0), hub(&store, 1));
    let (mut ann, bob) = (Person::joins(&first, "ann"), Person::joins(&second, "bob"));
    ann.sees(&store, &["ann", "bob"]).await;
    // While both live, it stays that way.
    ann.lives(&store, Duration::from_secs(100)).await;
    assert_eq!(ann.present, ["ann", "bob"]);
    store.detach(1);
    drop((second, bob));
    let shown = ann.sees(&store, &["ann"]).await;
    assert!(shown <= MOST, "{shown:?}");
}

#[tokio::test(start_paused = true)]
async fn the_people_of_a_node_that_was_cut_off_come_back() {
    let store = Arc::new(Store::new(vec![5]));
    let (first, second) = (hub(&store, 0), hub(&store, 1));
    let (mut ann, _bob) = (Person::joins(&first, "ann"), Person::joins(&second, "bob"));
    ann.sees(&store, &["ann", "bob"]).await;
    store.down(1);
    let shown = ann.sees(&store, &["ann"]).await;
    assert!(shown <= MOST, "{shown:?}");
    store.up(1);
    let hidden = ann.sees(&store, &["ann", "bob"]).await;
    assert!(hidden <= MOST, "{hidden:?}");
}
