use std::time::{Duration, Instant};

use manao_hub::frame::ServerFrame;
use tokio_tungstenite::tungstenite::Error;

use crate::support::*;

pub async fn a_silent_client_is_closed(world: World) {
    let node = world.node_with(HubSettings { heartbeat_ms: 300, pong_ms: 5000, ..settings() }).await;
    let mut answers = node.visitor().await;
    let mut silent = node.visitor().await;
    silent.pong = false;
    let closed = async {
        tokio::select! {
            code = silent.closed() => code,
            frame = answers.frame() => panic!("{frame:?}"),
        }
    };
    let code = tokio::time::timeout(PATIENCE, closed).await.expect("the silent one is closed");
    assert_eq!(code, Some(4408));
    assert_eq!(answers.quiet(Duration::from_millis(1500)).await, None, "who answers stays");
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
    let start = Instant::now();
    let drained = tokio::spawn(async move { hub.drain().await });
    let mut leaving = Vec::new();
    for mut client in clients {
        leaving.push(tokio::spawn(async move {
            let ServerFrame::Goodbye { reason, retry_after } = client.frame().await else { panic!("no goodbye") };
            assert_eq!(reason, "draining");
            assert_eq!(client.closed().await, Some(1001));
            let after = start.elapsed().as_millis() as u64;
            assert!(after + 50 >= retry_after && after < retry_after + 20_000, "{retry_after} and closed after {after}");
            retry_after
        }));
    }
    until("the node drains", || !node.hub.is_ready()).await;
    let request = format!("ws://{}/ws", node.address);
    match tokio_tungstenite::connect_async(request).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        other => panic!("a draining node took a socket: {other:?}"),
    }
    let mut delays = Vec::new();
    for task in leaving {
        delays.push(task.await.unwrap());
    }
    let mut tenths = [0; 10];
    for delay in delays {
        tenths[(delay / 100) as usize] += 1;
    }
    assert_eq!(tenths, [4; 10], "each tenth of the drain takes a tenth of them");
    tokio::time::timeout(PATIENCE, drained).await.expect("the drain ends with the last socket").unwrap();
    assert_eq!(node.hub.connections(), 0);
}
