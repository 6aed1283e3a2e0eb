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
    for later in
        [r#"{"type":"unsubscribe","topic":"a","id":"b"}"#, "{", r#"{"type":"hello"}"#, r#"{"type":"subscribe","topic":5}"#, &long]
    {
        let mut client = node.visitor().await;
        client.raw(later.to_owned()).await;
        assert_eq!(client.closed().await, Some(4400), "{:.40}", later);
    }
    let mut client = node.visitor().await;
    client.socket.send(Message::Binary(vec![1, 2].into())).await.unwrap();
    assert_eq!(client.closed().await, Some(4400));
    // A known frame with an extra field is fine, and an unknown frame is no reason to close: a newer client may send more.
    let mut client = node.visitor().await;
    for (frame, id) in [(r#"{"type":"shout"}"#, None), (r#"{"type":"shout","id":7,"topic":"public:a"}"#, Some(7))] {
        client.raw(frame.into()).await;
        assert_eq!(client.frame().await, ServerFrame::Error { code: ErrorCode::UnknownFrame, id, topic: None });
    }
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
    // So many that a stall between them does not refill the burst.
    for _ in 0..400 {
        client.send(ClientFrame::Pong).await;
    }
    assert_eq!(client.closed().await, Some(4429));
    // Each after the answer to the last, so that the node does not receive them at once.
    for _ in 0..30 {
        calm.leave("public:none").await;
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
    let refused = ServerFrame::Error { code: ErrorCode::TooManyTopics, id: None, topic: Some("public:c".into()) };
    assert_eq!(client.frame().await, refused);
    client.join("public:b", None, None).await;
    client.leave("public:b").await;
    client.join("public:c", None, None).await;
}

/// Returns a socket that said this and was welcomed, once the node has noticed that another one left.
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

fn visitor() -> ClientFrame {
    ClientFrame::Hello { token: None, epoch: None, offset: None }
}

/// Members by their account first, then members and visitors of an address apart.
pub async fn too_many_sockets_are_refused(world: World) {
    let limits = HubSettings { sockets_per_user: 2, sockets_per_address: 2, members_per_address: 3, ..settings() };
    let node = world.node_with(limits).await;
    let refused = async |hello: ClientFrame| {
        let mut client = node.connect().await;
        client.send(hello).await;
        assert_eq!(client.closed().await, Some(4409));
    };
    let as_member = |user: &str| hello(user, &format!("session-of-{user}"));
    let first = node.member("7").await;
    let _second = node.member("7").await;
    refused(as_member("7")).await;
    let _other = admitted(&node, || as_member("8")).await;
    refused(as_member("9")).await;
    let (a, _b) = (admitted(&node, visitor).await, admitted(&node, visitor).await);
    refused(visitor()).await;
    drop((first, a));
    let (_again, _c) = (admitted(&node, || as_member("7")).await, admitted(&node, visitor).await);
    refused(visitor()).await;
}

/// A socket that only connects uses up the address's limit, and gives it back in time.
pub async fn sockets_that_say_nothing_count(world: World) {
    let limits = HubSettings { sockets_per_address: 1, members_per_address: 1, hello_ms: 3_000, ..settings() };
    let node = world.node_with(limits).await;
    let (mut silent, _other) = (node.connect().await, node.connect().await);
    let mut third = node.connect().await;
    assert_eq!(third.closed().await, Some(4409));
    assert_eq!(silent.closed().await, Some(4400));
    admitted(&node, visitor).await;
}

async fn forwarded(node: &Node, address: &str) -> Client {
    let mut request = format!("ws://{}/ws", node.address).into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", format!("6.6.6.6, {address}").parse().unwrap());
    let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let mut client = Client::new(socket);
    client.send(visitor()).await;
    client
}

pub async fn behind_a_proxy_each_address_counts_by_itself(world: World) {
    let node = world.node_with(HubSettings { proxies: 1, sockets_per_address: 1, ..settings() }).await;
    let mut sockets = Vec::new();
    for address in ["203.0.113.1", "203.0.113.2", "203.0.113.3:4711", "2001:db8:0:1::1", "2001:db8:0:2::1"] {
        let mut client = forwarded(&node, address).await;
        assert!(matches!(client.frame().await, ServerFrame::Welcome { .. }), "{address}");
        sockets.push(client);
    }
    for address in ["203.0.113.1", "::ffff:203.0.113.2", "2001:db8:0:1:ffff::2"] {
        assert_eq!(forwarded(&node, address).await.closed().await, Some(4409), "{address}");
    }
}

/// Otherwise a client that keeps reconnecting has another burst each time.
pub async fn joins_count_against_the_address(world: World) {
    let node = world.node_with(HubSettings { joins_per_second: 0, join_burst: 3, ..settings() }).await;
    let mut first = node.visitor().await;
    first.join("public:a", None, None).await;
    first.join("public:b", None, None).await;
    drop(first);
    let mut second = node.visitor().await;
    second.join("public:c", None, None).await;
    second.subscribe("public:d", None, None).await;
    assert_eq!(second.closed().await, Some(4429));
    let mut third = node.visitor().await;
    third.subscribe("public:a", None, None).await;
    assert_eq!(third.closed().await, Some(4429));
    // A member does not count as a visitor. Their own topic is the first of three.
    let mut member = node.member("7").await;
    member.join("public:a", None, None).await;
    let mut other = node.session("7", "another").await;
    other.subscribe("public:a", None, None).await;
    assert_eq!(other.closed().await, Some(4429));
}

pub async fn topics_count_over_all_sockets_of_an_address(world: World) {
    let node = world.node_with(HubSettings { topics_per_address: 3, ..settings() }).await;
    let (mut first, mut second) = (node.visitor().await, node.visitor().await);
    first.join("public:a", None, None).await;
    first.join("public:b", None, None).await;
    second.join("public:a", None, None).await;
    let refused = |topic: &str| ServerFrame::Error { code: ErrorCode::TooManyTopics, id: None, topic: Some(topic.into()) };
    second.subscribe("public:c", None, None).await;
    assert_eq!(second.frame().await, refused("public:c"));
    node.member("7").await.join("public:c", None, None).await;
    first.leave("public:b").await;
    second.join("public:c", None, None).await;
    second.subscribe("public:d", None, None).await;
    assert_eq!(second.frame().await, refused("public:d"));
    drop(first);
    let start = Instant::now();
    loop {
        second.subscribe("public:d", None, None).await;
        match second.frame().await {
            ServerFrame::Subscribed { .. } => break,
            frame => assert!(frame == refused("public:d") && start.elapsed() < PATIENCE, "{frame:?}"),
        }
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
}

/// The rest of a refused frame is still in transit when the socket is closed.
pub async fn a_frame_too_large_ends_with_its_code(world: World) {
    let node = world.node().await;
    for size in [17_000, 200_000, 3_000_000] {
        for welcomed in [false, true, true, true] {
            let mut client = if welcomed { node.visitor().await } else { node.connect().await };
            client.raw(format!(r#"{{"type":"unsubscribe","topic":"{}"}}"#, "x".repeat(size))).await;
            assert_eq!(client.closed().await, Some(4400), "{size} bytes, {welcomed}");
        }
    }
    // So are frames sent after one too many.
    let node = world.node_with(HubSettings { frame_burst: 1, ..settings() }).await;
    let mut client = node.visitor().await;
    for _ in 0..200 {
        let _ = client.socket.feed(Message::text(format!(r#"{{"type":"pong","more":"{}"}}"#, "x".repeat(16_000)))).await;
    }
    let _ = client.socket.flush().await;
    assert_eq!(client.closed().await, Some(4429));
}

pub async fn foreign_origins_and_protocols_are_refused(world: World) {
    let node = world.node_with(HubSettings { allowed_origins: vec!["https://shop.example".into()], ..settings() }).await;
    let own = format!("http://{}", node.address);
    for (header, value, allowed) in [
        ("origin", "https://shop.example", true),
        ("origin", own.as_str(), true),
        ("origin", "https://evil.example", false),
        ("origin", "null", false),
        ("sec-websocket-protocol", "manao.v2", true),
        ("sec-websocket-protocol", "manao.v1, manao.v2", true),
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
