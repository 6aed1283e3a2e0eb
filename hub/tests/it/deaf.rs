//! A hub that alone hears nothing sends its sockets away; one that hangs is left. When Redis is away for all, nobody moves.

use std::time::Duration;

use crate::support::follower::{Follower, Publisher};
use crate::support::process::Process;
use crate::support::redis_server::RedisServer;
use crate::support::*;
use gate::{Gate, Target};
use manao_hub::bus::{Bus, Redis};
use std::sync::Arc;
use tokio::time::Instant;

#[path = "../../../api/tests/it/relay/gate.rs"]
#[expect(dead_code, reason = "the tests of the relay use the rest")]
mod gate;

const TOPIC: &str = "public:log";
const CLIENTS: usize = 10;
/// Twice the promised time, for a machine that is busy with other tests.
const PROMISED: Duration = Duration::from_secs(12);

fn resumed(followers: &[Follower]) -> u64 {
    followers.iter().map(|follower| follower.copy().resumed).sum()
}

/// Waits until every follower is back elsewhere, in time.
async fn moved(followers: &[Follower], times: u64, fault: &str, since: Instant) {
    until("everybody moved", || followers.iter().all(|follower| follower.copy().resumed >= times)).await;
    let late = since.elapsed();
    println!("{fault}: all are back after {late:?}");
    assert!(late < PROMISED, "{fault}: {late:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_leave_a_hub_that_hangs_or_alone_is_deaf_and_stay_when_redis_is_away_for_all() {
    let server = RedisServer::start();
    let gate = Gate::open(Target::Port(server.port)).await;
    let behind_gate = format!("redis://127.0.0.1:{}/", gate.port);
    // Its own address towards Redis is the one towards the gate.
    let start = |url: &str| tokio::task::block_in_place(|| Process::start(url));
    let (cut_off, hangs) = (start(&behind_gate), start(&server.url()));
    let retention = HubSettings { history_cap: 100_000, ..settings() }.retention();
    let bus: Arc<dyn Bus> = Arc::new(patient::Patient(Arc::new(Redis::new(&server.url(), "hub", topics(), retention).unwrap())));
    let followers: Vec<_> = (0..CLIENTS).map(|_| Follower::watchful(vec![cut_off.address, hangs.address], TOPIC)).collect();
    until("everybody is there", || followers.iter().all(|follower| !follower.copy().epoch.is_empty())).await;
    let publisher = Publisher::paced(bus, TOPIC, Duration::from_millis(50));
    until("each knows the other", || {
        [&cut_off, &hangs].iter().all(|hub| hub.readyz().contains("\"peers\":1") && hub.readyz().contains("\"bus\":true"))
    })
    .await;

    // All hubs at once: nobody is sent away, and new sockets are taken.
    let asleep = tokio::task::spawn_blocking({
        let url = server.url();
        move || {
            let mut connection = redis::Client::open(url).unwrap().get_connection().unwrap();
            redis::cmd("DEBUG").arg("SLEEP").arg("6").query::<String>(&mut connection).unwrap();
        }
    });
    until("both are deaf", || [&cut_off, &hangs].iter().all(|hub| hub.readyz().contains("\"bus\":false"))).await;
    assert!([&cut_off, &hangs].iter().all(|hub| hub.readyz().starts_with("HTTP/1.1 200")));
    asleep.await.unwrap();
    until("both hear", || [&cut_off, &hangs].iter().all(|hub| hub.readyz().contains("\"bus\":true"))).await;
    assert_eq!(resumed(&followers), 0, "nobody moved");
    // A peer that has just come back does not prove that others should have.
    tokio::time::sleep(Duration::from_secs(7)).await;

    let since = Instant::now();
    gate.block(true);
    moved(&followers, 1, "one hub cut off from Redis", since).await;
    until("it says no", || cut_off.readyz().starts_with("HTTP/1.1 503")).await;
    assert!(cut_off.readyz().contains("\"alone\":true"), "{}", cut_off.readyz());
    assert!(Client::over(tokio::net::TcpStream::connect(cut_off.address).await.unwrap()).await.is_none(), "it takes nobody");
    gate.block(false);
    until("it hears again", || cut_off.readyz().starts_with("HTTP/1.1 200")).await;

    let since = Instant::now();
    hangs.pause();
    moved(&followers, 2, "the other hub stopped", since).await;
    hangs.resume();
    let published = publisher.end().await;
    for follower in followers {
        let copy = follower.end().await;
        assert_eq!((copy.told, copy.n), (0, Some(published)), "{copy:?}");
    }
}
