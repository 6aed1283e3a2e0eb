//! Redis and nodes fail in every way; clients stay whole, or are told.
#![allow(clippy::unwrap_used)]

mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use manao_hub::bus::{Bus, Redis};
use serde_json::json;
use support::cutter::cutter;
use support::follower::{Copy, follow, insist, publish_for};
use support::lossy::Lossy;
use support::process::Process;
use support::redis_server::RedisServer;
use support::*;
use tokio::task::JoinHandle;

const TOPIC: &str = "public:log";

fn bus(server: &RedisServer) -> Arc<dyn Bus> {
    let retention = HubSettings { history_cap: 20_000, ..settings() }.retention();
    Arc::new(Redis::new(&server.url(), "hub", retention).unwrap())
}

async fn node(bus: Arc<dyn Bus>) -> Node {
    // A queue that takes all that can be missed here: told only when history broke.
    let node = Node::start(HubSettings { queue_bytes: 32 << 20, ..settings() }, bus).await;
    node.ready().await;
    node
}

/// Followers, each beginning at another node.
fn followers(addresses: &[SocketAddr], count: usize) -> (Vec<JoinHandle<Copy>>, Vec<Arc<AtomicU64>>) {
    let progress: Vec<_> = (0..count).map(|_| Arc::new(AtomicU64::new(0))).collect();
    let follow = |i: usize| {
        let mut order = addresses.to_vec();
        order.rotate_left(i % addresses.len());
        tokio::spawn(follow(order, TOPIC, progress[i].clone()))
    };
    ((0..count).map(follow).collect(), progress)
}

async fn all(followers: Vec<JoinHandle<Copy>>) -> Vec<Copy> {
    let mut copies = Vec::new();
    for follower in followers {
        let copy = tokio::time::timeout(Duration::from_secs(15), follower).await.expect("the end reaches everybody");
        copies.push(copy.unwrap());
    }
    copies
}

async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_readers_lose_nothing() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let (followers, _) = followers(&[a.address, b.address], 4);
    pause(200).await;
    let publisher = tokio::spawn(publish_for(bus(&server), TOPIC, Duration::from_secs(3)));
    for _ in 0..6 {
        pause(400).await;
        assert_ne!(server.command(&["CLIENT", "KILL", "TYPE", "pubsub"]), "int(0)");
    }
    let published = publisher.await.unwrap();
    for copy in all(followers).await {
        assert_eq!((copy.told, copy.resumed), (0, 0), "the sockets noticed nothing");
        assert_eq!(copy.applied, published);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flushed_redis_is_told() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let (followers, progress) = followers(&[a.address, b.address], 4);
    pause(200).await;
    let publisher = tokio::spawn(publish_for(bus(&server), TOPIC, Duration::from_secs(3)));
    for _ in 0..3 {
        pause(700).await;
        server.command(&["FLUSHALL"]);
    }
    publisher.await.unwrap();
    for (copy, progress) in all(followers).await.into_iter().zip(progress) {
        assert_eq!(copy.told, 3);
        assert!(progress.load(Ordering::Relaxed) > 100);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_redis_is_told_and_sockets_stay() {
    let mut server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let (followers, _) = followers(&[a.address, b.address], 4);
    let mut waiting = a.visitor().await;
    let publisher = tokio::spawn(publish_for(bus(&server), TOPIC, Duration::from_secs(4)));
    pause(800).await;
    tokio::task::block_in_place(|| server.kill());
    pause(300).await;
    assert!(!a.hub.is_ready());
    // A subscription while Redis is away is answered when it is back.
    waiting.subscribe("public:other", None, None).await;
    assert_eq!(waiting.quiet(Duration::from_millis(300)).await, None);
    tokio::task::block_in_place(|| server.restart());
    waiting.joined("public:other").await;
    publisher.await.unwrap();
    for copy in all(followers).await {
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
    insist(&*bus(&server), numbered(TOPIC, 9, 5)).await;
    let mut away = node.visitor().await;
    assert!(!away.join(TOPIC, None, Some((&first.epoch, 8))).await.recovered);
    let (offset, data) = client.event(TOPIC).await;
    assert_eq!((offset, data), (told.offset + 1, json!({ "n": 9 })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_stalls_loses_nothing() {
    let server = RedisServer::start();
    let (a, b) = (node(bus(&server)).await, node(bus(&server)).await);
    let (followers, _) = followers(&[a.address, b.address], 2);
    pause(200).await;
    let publisher = tokio::spawn(publish_for(bus(&server), TOPIC, Duration::from_secs(5)));
    pause(300).await;
    // Longer than the hub waits for an answer.
    tokio::task::block_in_place(|| server.command(&["DEBUG", "SLEEP", "3.5"]));
    let published = publisher.await.unwrap();
    for copy in all(followers).await {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_messages_are_found() {
    let server = RedisServer::start();
    let lost = Arc::new(AtomicU64::new(0));
    let lossy = |one_in| Arc::new(Lossy { bus: bus(&server), one_in, lost: lost.clone() });
    let (a, b) = (node(lossy(100)).await, node(lossy(7)).await);
    let (followers, _) = followers(&[a.address, b.address], 4);
    pause(200).await;
    let published = publish_for(bus(&server), TOPIC, Duration::from_secs(2)).await;
    for copy in all(followers).await {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
    assert!(lost.load(Ordering::Relaxed) > 100);
    // Nothing follows that would show the gap: only the position check can.
    let deaf = node(lossy(1)).await;
    let mut client = deaf.visitor().await;
    let joined = client.join("public:rare", None, None).await;
    insist(&*bus(&server), numbered("public:rare", 1, 2)).await;
    assert_eq!(client.event("public:rare").await.0, joined.offset + 1);
    assert_eq!(client.event("public:rare").await.0, joined.offset + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_links_lose_nothing() {
    let server = RedisServer::start();
    let (to_redis, redis_cuts) = cutter(([127, 0, 0, 1], server.port).into(), Duration::from_millis(700)).await;
    let shaky: Arc<dyn Bus> = {
        let retention = HubSettings { history_cap: 20_000, ..settings() }.retention();
        Arc::new(Redis::new(&format!("redis://{to_redis}/"), "hub", retention).unwrap())
    };
    let (a, b) = (node(bus(&server)).await, node(shaky).await);
    let (to_a, cuts) = cutter(a.address, Duration::from_millis(600)).await;
    let (to_b, _) = cutter(b.address, Duration::from_millis(600)).await;
    let (followers, _) = followers(&[to_a, to_b], 6);
    pause(300).await;
    let published = publish_for(bus(&server), TOPIC, Duration::from_secs(4)).await;
    let copies = all(followers).await;
    for copy in &copies {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
    assert!(copies.iter().map(|copy| copy.resumed).sum::<u64>() > 20, "{copies:?}");
    assert!(redis_cuts.load(Ordering::Relaxed) > 5 && cuts.load(Ordering::Relaxed) > 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_and_drained_nodes_lose_nothing() {
    let server = RedisServer::start();
    let (mut a, mut b) = tokio::task::block_in_place(|| (Process::start(&server.url()), Process::start(&server.url())));
    let (followers, _) = followers(&[a.address, b.address], 6);
    pause(300).await;
    let publisher = tokio::spawn(publish_for(bus(&server), TOPIC, Duration::from_secs(4)));
    pause(500).await;
    tokio::task::block_in_place(|| {
        a.signal("-KILL");
        a.restart();
    });
    pause(300).await;
    tokio::task::block_in_place(|| {
        b.signal("-TERM");
        b.restart();
    });
    let published = publisher.await.unwrap();
    let copies = all(followers).await;
    assert!(copies.iter().map(|copy| copy.resumed).sum::<u64>() >= 6, "{copies:?}");
    for copy in copies {
        assert_eq!((copy.told, copy.applied), (0, published));
    }
}
