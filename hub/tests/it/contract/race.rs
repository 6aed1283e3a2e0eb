//! Joining while events are published without a pause.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use manao_hub::Hub;
use serde_json::json;
use tokio::task::{JoinHandle, JoinSet};

use crate::support::*;

const JOINS: usize = 10_000;
const SOCKETS: usize = 40;
/// Joins of one socket, and how many of them in a topic before all move to the next, which no node knows yet.
const ROUNDS: usize = JOINS / SOCKETS;
const ROUNDS_A_TOPIC: usize = 5;
/// Events that each join is followed for.
const STEPS: u64 = 3;
/// How far the publisher may be ahead of the readers: a socket that leaves has to pass over everything on its way.
const LEAD: u64 = 12;

/// The place of a socket.
#[derive(Default)]
struct Place {
    topic: AtomicU64,
    /// Newest offset that the socket has seen in its topic. While it joins it holds nobody up.
    seen: AtomicU64,
}

fn name(topic: u64) -> String {
    format!("public:race:{topic}")
}

/// Publishes in turn to every topic with a socket in it, until none is left; returns the number of events.
fn publish_without_pause(hub: Hub, places: Arc<Vec<Place>>, last: Arc<Vec<AtomicU64>>) -> JoinHandle<u64> {
    tokio::spawn(async move {
        let mut all = 0;
        loop {
            let mut fired = false;
            let mut topics: Vec<u64> = places.iter().map(|place| place.topic.load(Ordering::Relaxed)).collect();
            topics.sort_unstable();
            topics.dedup();
            for topic in topics.iter().copied().filter(|topic| *topic != u64::MAX) {
                let published = &last[topic as usize];
                let n = published.load(Ordering::Relaxed);
                let here = places.iter().filter(|place| place.topic.load(Ordering::Relaxed) == topic);
                if here.map(|place| place.seen.load(Ordering::Relaxed)).min().is_none_or(|seen| n > seen.saturating_add(LEAD)) {
                    continue;
                }
                hub.publish(numbered(&name(topic), n + 1, 1)).await.unwrap();
                published.store(n + 1, Ordering::Relaxed);
                (all, fired) = (all + 1, true);
            }
            match (fired, topics.first()) {
                (_, Some(&u64::MAX)) => return all,
                (true, _) => {}
                (false, _) => tokio::task::yield_now().await,
            }
        }
    })
}

/// Every second join resumes from the socket's last position, if its topic is the same: then the missed events come first.
pub async fn the_first_event_after_ten_thousand_joins_is_the_next(world: World) {
    let burst = JOINS as u32 * 2;
    let free = HubSettings { frames_per_second: burst, frame_burst: burst, join_burst: burst, ..settings() };
    let node = world.node_with(HubSettings { history_cap: 20_000, queue_bytes: 32 << 20, ..free }).await;
    let places: Arc<Vec<Place>> = Arc::new((0..SOCKETS).map(|_| Place::default()).collect());
    let last: Arc<Vec<AtomicU64>> = Arc::new((0..ROUNDS.div_ceil(ROUNDS_A_TOPIC)).map(|_| AtomicU64::new(0)).collect());
    let publisher = publish_without_pause(node.hub.clone(), places.clone(), last.clone());
    let under_fire = Arc::new(AtomicU64::new(0));
    let mut sockets = JoinSet::new();
    for socket in 0..SOCKETS {
        let (mut client, places, last, under_fire) = (node.visitor().await, places.clone(), last.clone(), under_fire.clone());
        sockets.spawn(async move {
            let place = &places[socket];
            let mut known: Option<(u64, String, u64)> = None;
            for round in 0..ROUNDS {
                let topic = (round / ROUNDS_A_TOPIC) as u64;
                place.seen.store(u64::MAX, Ordering::Relaxed);
                place.topic.store(topic, Ordering::Relaxed);
                let from = known.take().filter(|(of, ..)| *of == topic && round % 2 == 1);
                let before = last[topic as usize].load(Ordering::Relaxed);
                client.subscribe(&name(topic), None, from.as_ref().map(|(_, epoch, offset)| (epoch.as_str(), *offset))).await;
                // Nothing from before the last unsubscribe arrives after its answer.
                let joined = client.joined(&name(topic)).await;
                under_fire.fetch_add(u64::from(joined.offset > before), Ordering::Relaxed);
                assert_eq!(joined.recovered, from.is_some());
                let from = from.map_or(joined.offset, |(.., offset)| offset);
                place.seen.store(joined.offset, Ordering::Relaxed);
                for next in from + 1..=joined.offset + STEPS {
                    let (offset, data) = client.event(&name(topic)).await;
                    assert_eq!((offset, data), (next, json!({ "n": next })));
                    place.seen.fetch_max(next, Ordering::Relaxed);
                }
                known = Some((topic, joined.epoch, joined.offset + STEPS));
                client.leave(&name(topic)).await;
            }
            places[socket].topic.store(u64::MAX, Ordering::Relaxed);
        });
    }
    while let Some(ended) = sockets.join_next().await {
        ended.unwrap();
    }
    let published = publisher.await.unwrap();
    let under_fire = under_fire.load(Ordering::Relaxed);
    assert!(under_fire > JOINS as u64 / 10, "of {published} events only {under_fire} came while somebody joined");
}
