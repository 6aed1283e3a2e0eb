//! Two nodes are restarted one after the other, as in a deployment, while events are published and every client listens.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manao_hub::frame::{ClientFrame, ServerFrame};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::support::follower::{Copy, Publisher};
use crate::support::process::Process;
use crate::support::*;

const TOPIC: &str = "public:log";
const CLIENTS: usize = 200;
/// How long a node takes to leave. It is ten seconds unless set otherwise, so that a tenth of it is a second.
const DRAIN: Duration = Duration::from_secs(1);

/// A client that came back because its node had said goodbye.
struct Return {
    node: SocketAddr,
    /// When it was told to return, and when it was welcomed elsewhere, after the goodbye.
    told: Duration,
    took: Duration,
}

#[derive(Default)]
struct Seen {
    /// Number of clients that have joined for the first time.
    there: AtomicUsize,
    returns: Mutex<Vec<Return>>,
}

/// Follows the topic to its end as the web does: leaves a node at the time given in its goodbye, whether the node closes or not, and connects to
/// any node that takes it.
async fn follow(mut addresses: Vec<SocketAddr>, seen: Arc<Seen>) -> Copy {
    let mut copy = Copy::default();
    let mut left: Option<(SocketAddr, Duration, Instant)> = None;
    while !copy.ended {
        let address = addresses[0];
        addresses.rotate_left(1);
        let client = match TcpStream::connect(address).await {
            Ok(stream) => Client::over(stream).await,
            Err(_) => None,
        };
        let Some(mut client) = client else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        client.send(ClientFrame::Hello { token: None, epoch: None, offset: None }).await;
        let (epoch, offset) = (copy.epoch.clone(), copy.offset);
        client.subscribe(TOPIC, None, (!epoch.is_empty()).then_some((epoch.as_str(), offset))).await;
        let mut leave = None;
        while !copy.ended {
            let next = async {
                match leave {
                    Some((_, after, since)) => tokio::time::timeout_at(since + after, client.next()).await.ok(),
                    None => Some(client.next().await),
                }
            };
            match next.await {
                Some(Ok(ServerFrame::Goodbye { retry_after, .. })) => {
                    leave = Some((address, Duration::from_millis(retry_after), Instant::now()));
                }
                Some(Ok(frame)) => {
                    if let (ServerFrame::Welcome { .. }, Some((node, told, since))) = (&frame, left.take()) {
                        seen.returns.lock().unwrap().push(Return { node, told, took: since.elapsed() });
                    }
                    let first = copy.epoch.is_empty();
                    copy.apply(frame);
                    if first && !copy.epoch.is_empty() {
                        seen.there.fetch_add(1, Ordering::Relaxed);
                    }
                }
                Some(Err(_)) | None => break,
            }
        }
        if let Some((_, after, since)) = leave {
            tokio::time::sleep_until(since + after).await;
            left = leave;
        }
    }
    copy
}

/// Checks that returns are spread: no tenth of the drain has more than 15 % of the sockets that the node sent away. It counts the delays that
/// the hub gave, which is all the hub can spread, and checks that no socket returned before its delay. How late they return on this machine is
/// for the bench: a test that looks at the clock of a busy machine says nothing about the hub.
fn assert_spread(returns: &[Return], node: SocketAddr, count: usize) {
    let mut tenths = [0; 10];
    for back in returns.iter().filter(|back| back.node == node) {
        assert!(back.took >= back.told, "told to leave after {:?} and back after {:?}", back.told, back.took);
        tenths[(back.told.as_millis() * 10 / DRAIN.as_millis()).min(9) as usize] += 1;
    }
    assert_eq!(tenths.iter().sum::<usize>(), count, "everybody who was there came back once");
    assert!(tenths.iter().all(|tenth| tenth * 100 <= count * 15), "{tenths:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_loses_nothing_and_spreads_who_comes_back() {
    let world = World::redis();
    let url = world.redis.as_ref().unwrap().url();
    let drain = vec![("HUB_DRAIN_MS", DRAIN.as_millis().to_string())];
    let start = || Process::start_with(&url, drain.clone());
    let (mut a, mut b) = tokio::task::block_in_place(|| (start(), start()));
    let (seen, mut clients) = (Arc::<Seen>::default(), JoinSet::new());
    for i in 0..CLIENTS {
        let mut addresses = vec![a.address, b.address];
        addresses.rotate_left(i % 2);
        clients.spawn(follow(addresses, seen.clone()));
    }
    let bus = world.bus(&HubSettings { history_cap: 100_000, ..settings() });
    let publisher = Publisher::paced(bus, TOPIC, Duration::from_millis(50));
    until("everybody is there", || seen.there.load(Ordering::Relaxed) == CLIENTS).await;
    for (node, come_back) in [(&mut a, CLIENTS / 2), (&mut b, CLIENTS / 2 + CLIENTS)] {
        // It ends when its last socket has left.
        tokio::task::block_in_place(|| node.signal("-TERM"));
        until("they are back", || seen.returns.lock().unwrap().len() == come_back).await;
        tokio::task::block_in_place(|| node.restart());
    }
    let published = publisher.end().await;
    while let Some(copy) = clients.join_next().await {
        let copy = copy.unwrap();
        assert_eq!(copy.told, 0, "{copy:?}");
        assert_eq!(copy.n, Some(published), "{copy:?}");
    }
    let returns = seen.returns.lock().unwrap();
    assert_spread(&returns, a.address, CLIENTS / 2);
    assert_spread(&returns, b.address, CLIENTS);
}
