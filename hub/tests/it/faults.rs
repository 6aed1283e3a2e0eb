//! Redis and nodes fail in every way; clients stay whole, or reload.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::cutter::Cutter;
use crate::support::follower::{Copy, Follower, Publisher};
use crate::support::lossy::Lossy;
use crate::support::patient::Patient;
use crate::support::process::Process;
use crate::support::redis_server::RedisServer;
use crate::support::*;
use manao_hub::Control;
use manao_hub::bus::{Bus, BusError, Redis};
use serde_json::json;

const TOPIC: &str = "public:log";

/// Returns a bus that keeps all events that can be missed here.
fn redis(url: &str) -> Arc<dyn Bus> {
    let retention = HubSettings { history_cap: 100_000, ..settings() }.retention();
    Arc::new(Redis::new(url, "hub", topics(), retention).unwrap())
}

fn bus(server: &RedisServer) -> Arc<dyn Bus> {
    Arc::new(Patient(redis(&server.url())))
}

async fn node(bus: Arc<dyn Bus>) -> Node {
    // A queue that holds all events that can be missed here: a client reloads only when history broke.
    let node = Node::start(HubSettings { queue_bytes: 256 << 20, ..settings() }, bus).await;
    node.ready().await;
    node
}

/// Followers of the topic, each beginning at another node.
struct Followers(Vec<Follower>);

impl Followers {
    /// Starts so many, and waits until each has joined.
    async fn start(addresses: &[SocketAddr], count: usize) -> Self {
        let start = |i: usize| {
            let mut order = addresses.to_vec();
            order.rotate_left(i % addresses.len());
            Follower::start(order, TOPIC)
        };
        let followers = Self((0..count).map(start).collect());
        followers.until("everybody has joined", |copy| !copy.epoch.is_empty()).await;
        followers
    }

    /// Waits until the check holds for each.
    async fn until(&self, what: &str, check: impl Fn(&Copy) -> bool) {
        until(what, || self.0.iter().all(|follower| check(&follower.copy()))).await;
    }

    /// Waits until each got some more events.
    async fn go_on(&self) {
        for follower in &self.0 {
            let before = follower.copy().applied;
            until("events arrive", || follower.copy().applied > before + 50).await;
        }
    }

    fn resumed(&self) -> u64 {
        self.0.iter().map(|follower| follower.copy().resumed).sum()
    }

    /// Waits until each has reached the end.
    async fn end(self) -> Vec<Copy> {
        let mut copies = Vec::new();
        for follower in self.0 {
            copies.push(follower.end().await);
        }
        copies
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_readers_lose_nothing() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let followers = Followers::start(&[a.address, b.address], 4).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    for _ in 0..6 {
        followers.go_on().await;
        until("a reader was killed", || server.command(&["CLIENT", "KILL", "TYPE", "pubsub"]) != "int(0)").await;
    }
    followers.go_on().await;
    let published = publisher.end().await;
    for copy in followers.end().await {
        assert_eq!((copy.told, copy.resumed), (0, 0), "the sockets noticed nothing");
        assert_eq!(copy.applied, published);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flushed_redis_is_told() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let followers = Followers::start(&[a.address, b.address], 4).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    for flushed in 1..=3 {
        followers.go_on().await;
        server.command(&["FLUSHALL"]);
        followers.until("everybody is told", |copy| copy.told >= flushed).await;
    }
    followers.go_on().await;
    publisher.end().await;
    for copy in followers.end().await {
        assert_eq!(copy.told, 3);
    }
}

/// The first order after Redis lost its memory is in a numbering that no node knows yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_right_after_a_flush_is_heard() {
    let server = RedisServer::start();
    let bus = bus(&server);
    // No check may find the flush before the order is given.
    let node = Node::start(HubSettings { check_ms: 600_000, ..settings() }, bus.clone()).await;
    node.ready().await;
    for session in ["first", "second"] {
        let mut client = node.session("7", session).await;
        server.command(&["FLUSHALL"]);
        bus.control(Control::EndSession { sid: session.into() }).await.unwrap();
        assert_eq!(client.closed().await, Some(4401));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_redis_is_told_and_sockets_stay() {
    let mut server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let followers = Followers::start(&[a.address, b.address], 4).await;
    let mut waiting = a.visitor().await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    followers.go_on().await;
    tokio::task::block_in_place(|| server.kill());
    until("the node misses its bus", || !a.hub.is_ready()).await;
    // A subscription while Redis is away is answered when it is back.
    waiting.subscribe("public:other", None, None).await;
    assert_eq!(waiting.quiet(Duration::from_millis(300)).await, None);
    tokio::task::block_in_place(|| server.restart());
    waiting.joined("public:other").await;
    followers.until("everybody is told", |copy| copy.told > 0).await;
    followers.go_on().await;
    publisher.end().await;
    for copy in followers.end().await {
        assert_eq!(copy.told, 1);
        assert_eq!(copy.resumed, 0, "no socket was closed");
    }
}

/// A server that saved a minute ago and is started again would number events a second time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_went_back_in_time_is_told() {
    let mut server = RedisServer::start();
    let node = node(bus(&server)).await;
    let mut client = node.visitor().await;
    let first = client.join(TOPIC, None, None).await;
    node.hub.publish(numbered(TOPIC, 1, 5)).await.unwrap();
    server.command(&["SAVE"]);
    node.hub.publish(numbered(TOPIC, 6, 3)).await.unwrap();
    for n in 1..=8 {
        assert_eq!(client.event(TOPIC).await.0, n);
    }
    tokio::task::block_in_place(|| server.restart());
    let told = client.joined(TOPIC).await;
    assert!(!told.recovered && told.epoch != first.epoch, "{told:?}");
    node.hub.publish(numbered(TOPIC, 9, 5)).await.unwrap();
    let mut away = node.visitor().await;
    assert!(!away.join(TOPIC, None, Some((&first.epoch, 8))).await.recovered);
    let (offset, data) = client.event(TOPIC).await;
    assert_eq!((offset, data), (told.offset + 1, json!({ "n": 9 })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_stalls_loses_nothing() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let followers = Followers::start(&[a.address, b.address], 2).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    followers.go_on().await;
    // Longer than the hub waits for an answer.
    tokio::task::block_in_place(|| server.command(&["DEBUG", "SLEEP", "3.5"]));
    followers.go_on().await;
    let published = publisher.end().await;
    for copy in followers.end().await {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_messages_are_found() {
    let server = RedisServer::start();
    let lost = Arc::new(AtomicU64::new(0));
    let lossy = |one_in| Arc::new(Lossy { bus: bus(&server), one_in, lost: lost.clone() });
    let (a, b) = (node(lossy(100)).await, node(lossy(7)).await);
    let followers = Followers::start(&[a.address, b.address], 4).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    until("messages get lost", || lost.load(Ordering::Relaxed) > 150).await;
    let published = publisher.end().await;
    for copy in followers.end().await {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
    // No later event would show the gap: only the position check can.
    let deaf = node(lossy(1)).await;
    let mut client = deaf.visitor().await;
    let joined = client.join("public:rare", None, None).await;
    deaf.hub.publish(numbered("public:rare", 1, 2)).await.unwrap();
    assert_eq!(client.event("public:rare").await.0, joined.offset + 1);
    assert_eq!(client.event("public:rare").await.0, joined.offset + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_links_lose_nothing() {
    let server = RedisServer::start();
    let to_redis = Cutter::start(([127, 0, 0, 1], server.port).into(), Duration::from_millis(700)).await;
    let shaky = redis(&format!("redis://{}/", to_redis.address));
    let (a, b) = (node(bus(&server)).await, node(shaky).await);
    let to_a = Cutter::start(a.address, Duration::from_millis(600)).await;
    let to_b = Cutter::start(b.address, Duration::from_millis(600)).await;
    let followers = Followers::start(&[to_a.address, to_b.address], 6).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    let all_cut = || [&to_redis, &to_a, &to_b].iter().all(|link| link.cuts() > 5);
    until("links are cut", || all_cut() && followers.resumed() > 40).await;
    // Otherwise a client on a slow machine might never stay long enough.
    [to_redis, to_a, to_b].iter().for_each(Cutter::rest);
    let published = publisher.end().await;
    for copy in followers.end().await {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_drained_nodes_lose_nothing() {
    let server = RedisServer::start();
    let (mut a, mut b) = tokio::task::block_in_place(|| (Process::start(&server.url()), Process::start(&server.url())));
    let followers = Followers::start(&[a.address, b.address], 6).await;
    let publisher = Publisher::start(bus(&server), TOPIC);
    followers.go_on().await;
    tokio::task::block_in_place(|| {
        a.signal("-KILL");
        a.restart();
    });
    followers.go_on().await;
    tokio::task::block_in_place(|| {
        b.signal("-TERM");
        b.restart();
    });
    followers.go_on().await;
    let published = publisher.end().await;
    for copy in followers.end().await {
        assert!(copy.resumed >= 1, "{copy:?}");
        assert_eq!((copy.told, copy.applied), (0, published));
    }
}

/// A balancer sends newcomers to it: Redis is away from every other node too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_redis_is_away_stays_reachable() {
    let mut server = RedisServer::start();
    let hub = tokio::task::block_in_place(|| Process::start(&server.url()));
    tokio::task::block_in_place(|| server.kill());
    until("it misses its bus", || hub.readyz().contains("\"bus\":false")).await;
    assert!(hub.readyz().starts_with("HTTP/1.1 200"), "{}", hub.readyz());
}

/// Its limit holds, and orders that withdraw a right pass.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_redis_takes_orders_and_no_events() {
    let server = RedisServer::start();
    let bus = redis(&server.url());
    let node = node(bus.clone()).await;
    let mut member = node.member("7").await;
    node.publish("public:a", json!(1)).await;
    server.command(&["CONFIG", "SET", "maxmemory", "1"]);
    let keys = server.command(&["DBSIZE"]);
    for topic in ["public:a", "public:b", "public:stock:1"] {
        let refused = bus.publish(vec![publication(topic, json!(2))]).await.unwrap_err();
        assert!(matches!(refused, BusError::Full(_)), "{refused}");
    }
    // Reading goes on.
    member.join("public:a", None, None).await;
    member.join("public:c", None, None).await;
    assert_eq!(server.command(&["DBSIZE"]), keys);
    node.hub.control(Control::EndUser { user: "7".into() }).await.unwrap();
    assert_eq!(member.closed().await, Some(4403));
    server.command(&["CONFIG", "SET", "maxmemory", "0"]);
    assert_eq!(node.publish("public:a", json!(2)).await, 2);
}

/// A client that knew the topic learns of it; the numbers start again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_topic_that_was_forgotten_does_not_begin_in_the_same_epoch() {
    let server = RedisServer::start();
    let retention = HubSettings { history_ttl_s: 1, ..settings() }.retention();
    let bus = Redis::new(&server.url(), "hub", topics(), retention).unwrap();
    for topic in ["public:a", "public:stock:1"] {
        let first = bus.publish(vec![publication(topic, json!(1))]).await.unwrap().remove(0);
        until("it is forgotten", || server.command(&["EXISTS", &format!("hub:{{{topic}}}")]) == "int(0)").await;
        let silent = bus.positions(&[topic.into()]).await.unwrap().remove(0);
        assert_eq!(silent.offset, 0);
        assert_ne!(silent.epoch, first.epoch);
        let again = bus.publish(vec![publication(topic, json!(2))]).await.unwrap().remove(0);
        assert_eq!(again.offset, 1);
        assert_ne!(again.epoch, first.epoch);
    }
}
