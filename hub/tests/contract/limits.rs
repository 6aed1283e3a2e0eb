use std::time::{Duration, Instant};

use futures_util::SinkExt;
use manao_hub::frame::{ClientFrame, ErrorCode, ServerFrame};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::support::*;

pub async fn malformed_frames_close(world: World) {
    let node = world.node().await;
    for first in [r#"{"type":"subscribe","topic":"public:a"}"#, "[]", "not json", r#"{"type":"hello","token":7}"#] {
        let mut client = node.connect().await;
        client.raw(first.into()).await;
        assert_eq!(client.closed().await, Some(4400), "{first}");
    }
    let long = format!(r#"{{"type":"unsubscribe","topic":"{}"}}"#, "x".repeat(17_000));
    for later in [r#"{"type":"shout"}"#, "{", r#"{"type":"hello"}"#, r#"{"type":"subscribe","topic":5}"#, &long] {
        let mut client = node.visitor().await;
        client.raw(later.to_owned()).await;
        assert_eq!(client.closed().await, Some(4400), "{:.40}", later);
    }
    let mut client = node.visitor().await;
    client.socket.send(Message::Binary(vec![1, 2].into())).await.unwrap();
    assert_eq!(client.closed().await, Some(4400));
    // What is known but for an extra field is fine: a newer client may say more.
    let mut client = node.visitor().await;
    client.raw(r#"{"type":"subscribe","topic":"public:a","colour":"lime"}"#.into()).await;
    client.joined("public:a").await;
}

pub async fn hello_must_come_in_time(world: World) {
    let node = world.node_with(HubSettings { hello_ms: 200, ..settings() }).await;
    let mut silent = node.connect().await;
    assert_eq!(silent.closed().await, Some(4400));
}

pub async fn too_many_frames_close(world: World) {
    let node = world.node_with(HubSettings { frame_burst: 20, ..settings() }).await;
    let mut calm = node.visitor().await;
    let mut client = node.visitor().await;
    // So many that a stall between them does not make the burst good.
    for _ in 0..400 {
        client.send(ClientFrame::Pong).await;
    }
    assert_eq!(client.closed().await, Some(4429));
    // Each after the answer to the last, so that the node cannot find them in a heap.
    for _ in 0..30 {
        calm.send(ClientFrame::Unsubscribe { topic: "public:none".into() }).await;
        assert!(matches!(calm.frame().await, ServerFrame::Error { code: ErrorCode::NotSubscribed, .. }));
        tokio::time::sleep(Duration::from_millis(55)).await;
    }
    calm.join("public:a", None, None).await;
}

pub async fn too_many_topics_are_refused(world: World) {
    let node = world.node_with(HubSettings { topics_per_socket: 3, ..settings() }).await;
    let mut client = node.member("7").await;
    client.join("public:a", None, None).await;
    client.join("public:b", None, None).await;
    client.subscribe("public:c", None, None).await;
    let refused = ServerFrame::Error { code: ErrorCode::TooManyTopics, topic: Some("public:c".into()) };
    assert_eq!(client.frame().await, refused);
    client.join("public:b", None, None).await;
    client.send(ClientFrame::Unsubscribe { topic: "public:b".into() }).await;
    client.join("public:c", None, None).await;
}

/// A socket that said this and was welcomed, once the node has noticed that another one left.
async fn admitted(node: &Node, hello: impl Fn() -> ClientFrame) -> Client {
    let start = Instant::now();
    loop {
        let mut client = node.connect().await;
        client.send(hello()).await;
        match client.next().await {
            Ok(ServerFrame::Welcome { .. }) => return client,
            Err(Some(4409)) if start.elapsed() < PATIENCE => tokio::time::sleep(Duration::from_millis(20)).await,
            other => panic!("{other:?}"),
        }
    }
}

pub async fn too_many_sockets_are_refused(world: World) {
    let node = world.node_with(HubSettings { sockets_per_user: 2, sockets_per_address: 4, ..settings() }).await;
    let first = node.member("7").await;
    let _second = node.member("7").await;
    let mut third = node.connect().await;
    third.send(hello("7", "session-of-7")).await;
    assert_eq!(third.closed().await, Some(4409));
    drop((first, third));
    let _again = admitted(&node, || hello("7", "session-of-7")).await;
    let visitor = || ClientFrame::Hello { token: None, epoch: None, offset: None };
    let (_a, _b) = (admitted(&node, visitor).await, admitted(&node, visitor).await);
    let mut fifth = node.connect().await;
    assert_eq!(fifth.closed().await, Some(4409));
}

pub async fn foreign_origins_and_protocols_are_refused(world: World) {
    let node = world.node_with(HubSettings { allowed_origins: vec!["https://shop.example".into()], ..settings() }).await;
    let own = format!("http://{}", node.address);
    for (header, value, allowed) in [
        ("origin", "https://shop.example", true),
        ("origin", own.as_str(), true),
        ("origin", "https://evil.example", false),
        ("origin", "null", false),
        ("sec-websocket-protocol", "manao.v1", true),
        ("sec-websocket-protocol", "manao.v9, manao.v1", true),
        ("sec-websocket-protocol", "manao.v9", false),
    ] {
        let mut request = format!("ws://{}/ws", node.address).into_client_request().unwrap();
        request.headers_mut().insert(header, value.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok(_) => assert!(allowed, "{value}"),
            Err(Error::Http(response)) => assert!(!allowed && response.status().is_client_error(), "{value}"),
            Err(other) => panic!("{value}: {other}"),
        }
    }
}
