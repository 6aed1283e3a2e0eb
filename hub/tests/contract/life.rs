use std::time::{Duration, Instant};

use manao_hub::frame::ServerFrame;
use tokio_tungstenite::tungstenite::Error;

use crate::support::*;

pub async fn a_silent_client_is_closed(world: World) {
    let node = world.node_with(HubSettings { heartbeat_ms: 200, pong_ms: 400, ..settings() }).await;
    let mut answers = node.visitor().await;
    let mut silent = node.visitor().await;
    silent.pong = false;
    let start = Instant::now();
    let (code, heard) = tokio::join!(silent.closed(), answers.quiet(Duration::from_millis(1500)));
    assert_eq!((code, heard), (Some(4408), None));
    assert!(start.elapsed() < Duration::from_secs(3));
    answers.join("public:a", None, None).await;
}

pub async fn draining_says_goodbye_and_spreads(world: World) {
    let node = world.node_with(HubSettings { drain_ms: 1000, sockets_per_address: 100, ..settings() }).await;
    let mut clients = Vec::new();
    for _ in 0..40 {
        clients.push(node.visitor().await);
    }
    let hub = node.hub.clone();
    assert!(hub.is_ready());
    let drained = tokio::spawn(async move { hub.drain().await });
    let start = Instant::now();
    let mut leaving = Vec::new();
    for mut client in clients {
        leaving.push(tokio::spawn(async move {
            let ServerFrame::Goodbye { reason, retry_after } = client.frame().await else { panic!("no goodbye") };
            assert_eq!(reason, "draining");
            assert_eq!(client.closed().await, Some(1001));
            let after = start.elapsed().as_millis() as u64;
            assert!(after + 50 >= retry_after && after < retry_after + 1000, "{retry_after} and closed after {after}");
            retry_after
        }));
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    let request = format!("ws://{}/ws", node.address);
    match tokio_tungstenite::connect_async(request).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        other => panic!("a draining node took a socket: {other:?}"),
    }
    assert!(!node.hub.is_ready());
    let mut delays = Vec::new();
    for task in leaving {
        delays.push(task.await.unwrap());
    }
    assert!(delays.iter().all(|delay| *delay <= 1000));
    assert!(delays.iter().filter(|delay| **delay < 500).count().abs_diff(20) < 15, "{delays:?}");
    tokio::time::timeout(Duration::from_secs(4), drained).await.expect("the drain ends with the last socket").unwrap();
    assert_eq!(node.hub.connections(), 0);
}
