//! The promise against an adversary, without network. Whatever is lost, late, trimmed, flushed or killed, a client has applied a whole, ordered,
//! repeat-free copy of the log, or it was told to reload. In the end every client has everything.

mod bus;
mod client;
mod people;

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use crate::hub::Hub;
use crate::settings::HubSettings;
use crate::token::Keys;
use bus::{NODES, NodeBus, Store};
use client::Client;

const LOG: &str = "public:log";
const STATE: &str = "public:stock:1";
const CLIENTS: usize = 4;

#[derive(Clone, Debug)]
enum Step {
    /// Events of the log.
    Publish(u8),
    /// A snapshot of the state topic.
    Snapshot,
    /// Messages on their way to a node arrive.
    Arrive(usize, u8),
    /// The next message to a node gets lost.
    Lose(usize),
    /// A node loses the bus, with everything in transit.
    Down(usize),
    Up(usize),
    /// The log forgets all but its newest events.
    Trim(u8),
    /// The bus forgets everything.
    Flush,
    /// The bus forgets topics without listeners.
    Turn,
    /// A node dies and another takes its place.
    Kill(usize),
    Connect(usize, usize),
    Disconnect(usize),
    /// A client joins its topics again on the same socket.
    Rejoin(usize),
    /// A client reads everything waiting for it. A client that does not read becomes slow.
    Read(usize),
    /// Milliseconds pass.
    Pass(u16),
}

fn step() -> impl Strategy<Value = Step> {
    let (node, client) = (0..NODES, 0..CLIENTS);
    prop_oneof![
        6 => (1..12u8).prop_map(Step::Publish),
        3 => Just(Step::Snapshot),
        8 => (node.clone(), 1..12u8).prop_map(|(n, k)| Step::Arrive(n, k)),
        2 => node.clone().prop_map(Step::Lose),
        1 => node.clone().prop_map(Step::Down),
        2 => node.clone().prop_map(Step::Up),
        1 => (0..12u8).prop_map(Step::Trim),
        1 => Just(Step::Flush),
        1 => Just(Step::Turn),
        1 => node.clone().prop_map(Step::Kill),
        5 => (client.clone(), node).prop_map(|(c, n)| Step::Connect(c, n)),
        2 => client.clone().prop_map(Step::Disconnect),
        1 => client.clone().prop_map(Step::Rejoin),
        8 => client.prop_map(Step::Read),
        4 => (1..400u16).prop_map(Step::Pass),
    ]
}

struct World {
    store: Arc<Store>,
    hubs: Vec<Hub>,
    clients: Vec<Client>,
}

impl World {
    fn new(delays: Vec<u64>) -> Self {
        let store = Arc::new(Store::new(delays));
        let hubs = (0..NODES).map(|node| hub(&store, node)).collect();
        Self { store, hubs, clients: (0..CLIENTS).map(|_| Client::default()).collect() }
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Publish(count) => self.store.publish(LOG, count),
            Step::Snapshot => self.store.publish(STATE, 1),
            Step::Arrive(node, count) => self.store.arrive(node, count.into()),
            Step::Lose(node) => self.store.lose(node),
            Step::Down(node) => self.store.down(node),
            Step::Up(node) => self.store.up(node),
            Step::Trim(keep) => self.store.trim(LOG, keep.into()),
            Step::Flush => self.store.flush(),
            Step::Turn => self.store.turn(),
            Step::Kill(node) => {
                for client in &mut self.clients {
                    client.lost_node(node);
                }
                self.store.detach(node);
                self.hubs[node] = hub(&self.store, node);
            }
            Step::Connect(client, node) => self.clients[client].connect(node, &self.hubs[node]),
            Step::Disconnect(client) => self.clients[client].disconnect(),
            Step::Rejoin(client) => self.clients[client].join(),
            Step::Read(client) => self.clients[client].read(&self.store),
            Step::Pass(ms) => tokio::time::sleep(Duration::from_millis(ms.into())).await,
        }
        tokio::task::yield_now().await;
    }

    /// Lets everything work for long enough: every client must have everything.
    async fn settle(&mut self) {
        for node in 0..NODES {
            self.store.up(node);
        }
        for (i, client) in self.clients.iter_mut().enumerate() {
            client.disconnect();
            client.connect(i % NODES, &self.hubs[i % NODES]);
        }
        for _ in 0..5 {
            for node in 0..NODES {
                self.store.arrive(node, usize::MAX);
            }
            tokio::time::sleep(Duration::from_secs(3)).await;
            for client in &mut self.clients {
                client.read(&self.store);
            }
        }
        for client in &self.clients {
            client.assert_whole(&self.store);
        }
    }
}

fn hub(store: &Arc<Store>, node: usize) -> Hub {
    // A small queue, so that slow clients are closed.
    let settings = HubSettings { queue_bytes: 6000, check_ms: 1000, ..HubSettings::default() };
    Hub::new(settings, Arc::new(NodeBus::new(store.clone(), node)), Keys::hs256(b"0123456789abcdef0123456789abcdef", "manao"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 4000, ..ProptestConfig::default() })]
    #[test]
    fn clients_have_everything_or_are_told(
        steps in prop::collection::vec(step(), 1..120),
        delays in prop::collection::vec(0..30u64, 1..60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut world = World::new(delays);
            for client in 0..CLIENTS {
                world.take(Step::Connect(client, client % NODES)).await;
            }
            for step in steps {
                world.take(step).await;
            }
            world.settle().await;
        });
    }
}

/// Joining and leaving while the bus is down leaves nothing behind, neither here nor there.
#[tokio::test(start_paused = true)]
async fn rooms_that_cannot_open_are_closed() {
    let store = Arc::new(Store::new(vec![5]));
    let hub = hub(&store, 0);
    let mut client = Client::default();
    tokio::time::sleep(Duration::from_secs(1)).await;
    store.down(0);
    client.connect(0, &hub);
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(hub.inner.rooms.len(), 3, "somebody waits");
    client.disconnect();
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert_eq!(hub.inner.rooms.len(), 1, "the control topic's");
    store.up(0);
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(store.heard(0), 1);
}
