//! A hub served on a port of its own, and a client that speaks the wire.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use manao_hub::Hub;
use manao_hub::bus::{Bus, CONTROL_TOPIC, Memory, Publication, Redis};
use manao_hub::control::Control;
use manao_hub::frame::{ClientFrame, ServerFrame, TopicEvent};
use manao_hub::token::Keys;
pub use manao_hub::{HubSettings, Topics};
use patient::Patient;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub mod cutter;
pub mod follower;
pub mod lossy;
pub mod patient;
pub mod process;
pub mod redis_server;

pub const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";
/// Longer than a machine stalls.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

pub fn keys() -> Keys {
    Keys::hs256(SECRET, "manao")
}

/// Settings for tests: the hub's periodic work is frequent, and it waits for clients even on a slow machine.
pub fn settings() -> HubSettings {
    HubSettings { check_ms: 300, drain_ms: 500, hello_ms: 60_000, pong_ms: 60_000, write_ms: 60_000, ..HubSettings::default() }
}

/// The table of topics for the tests.
pub const TOPICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/topics.json");

pub fn topics() -> Topics {
    Topics::parse(&std::fs::read_to_string(TOPICS).unwrap()).unwrap()
}

/// Waits until the check holds.
pub async fn until(what: &str, mut check: impl FnMut() -> bool) {
    let start = Instant::now();
    while !check() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns a port without a listener. It lies outside the range for outgoing links. Such a link might take it before the server does, or while
/// the server is restarted.
pub fn free_port() -> u16 {
    loop {
        let port = rand::random_range(10_000..32_000);
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// The environment of a test: one kind of bus.
pub struct World {
    pub redis: Option<redis_server::RedisServer>,
}

impl World {
    pub fn memory() -> Self {
        Self { redis: None }
    }

    pub fn redis() -> Self {
        Self { redis: Some(redis_server::RedisServer::start()) }
    }

    pub fn bus(&self, settings: &HubSettings) -> Arc<dyn Bus> {
        match &self.redis {
            Some(server) => {
                Arc::new(Patient(Arc::new(Redis::new(&server.url(), "hub", topics(), settings.retention()).unwrap())))
            }
            None => Arc::new(Memory::new(topics(), settings.retention())),
        }
    }

    pub async fn node(&self) -> Node {
        self.node_with(settings()).await
    }

    pub async fn node_with(&self, settings: HubSettings) -> Node {
        let bus = self.bus(&settings);
        let node = Node::start(settings, bus).await;
        node.ready().await;
        node
    }

    /// Returns another node on the same bus; in memory the same one, since memory has one node.
    pub async fn other_node(&self, first: &Node) -> Node {
        match self.redis {
            Some(_) => self.node().await,
            None => Node::serve(first.hub.clone()).await,
        }
    }

    /// Returns a node that starts after the others, if the bus allows one.
    pub async fn late_node(&self) -> Option<Node> {
        let node = self.late_node_with(settings()).await?;
        node.ready().await;
        Some(node)
    }

    /// Does the same with other settings; it may not be ready.
    pub async fn late_node_with(&self, settings: HubSettings) -> Option<Node> {
        self.redis.as_ref()?;
        let bus = self.bus(&settings);
        Some(Node::start(settings, bus).await)
    }
}

pub struct Node {
    pub hub: Hub,
    pub address: SocketAddr,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Node {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Node {
    pub async fn start(settings: HubSettings, bus: Arc<dyn Bus>) -> Self {
        Self::serve(Hub::new(settings, bus, keys())).await
    }

    /// Waits until the node reaches its bus.
    pub async fn ready(&self) {
        until("the node is ready", || self.hub.is_ready()).await;
    }

    /// Serves a hub on a port of its own.
    pub async fn serve(hub: Hub) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = hub.router().into_make_service_with_connect_info::<SocketAddr>();
        let listener = listener.tap_io(|stream: &mut TcpStream| drop(stream.set_nodelay(true)));
        let server = tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        Self { hub, address, server }
    }

    /// Opens a socket that has not said hello.
    pub async fn connect(&self) -> Client {
        Client::connect(self.address).await
    }

    /// Opens a socket whose link holds little.
    pub async fn connect_small(&self) -> Client {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = MaybeTlsStream::Plain(socket.connect(self.address).await.unwrap());
        let (socket, _) = tokio_tungstenite::client_async(format!("ws://{}/ws", self.address), stream).await.unwrap();
        Client::new(socket)
    }

    /// Returns a visitor's socket after welcome.
    pub async fn visitor(&self) -> Client {
        let mut client = self.connect().await;
        client.send(ClientFrame::Hello { token: None, epoch: None, offset: None }).await;
        assert!(matches!(client.frame().await, ServerFrame::Welcome { user: None, .. }));
        client
    }

    /// Returns a signed-in socket after welcome and the join of its own topic.
    pub async fn member(&self, user: &str) -> Client {
        self.session(user, &format!("session-of-{user}")).await
    }

    pub async fn session(&self, user: &str, session: &str) -> Client {
        let mut client = self.connect().await;
        client.send(hello(user, session)).await;
        let welcome = client.frame().await;
        assert!(matches!(&welcome, ServerFrame::Welcome { user: Some(id), .. } if id == user), "{welcome:?}");
        let own = format!("user:{user}");
        let joined = client.frame().await;
        assert!(matches!(&joined, ServerFrame::Subscribed { topic, .. } if *topic == own), "{joined:?}");
        client
    }

    pub async fn publish(&self, topic: &str, data: Value) -> u64 {
        self.hub.publish(vec![publication(topic, data)]).await.unwrap()[0].offset
    }
}

pub fn hello(user: &str, session: &str) -> ClientFrame {
    let token = keys().sign_access(&keys().access(user, session, now() - 2, 900)).unwrap();
    ClientFrame::Hello { token: Some(token), epoch: None, offset: None }
}

pub fn grant(user: &str, topic: &str) -> Option<String> {
    Some(keys().sign_grant(&keys().grant(user, topic, now() - 2, 900)).unwrap())
}

pub fn publication(topic: &str, data: Value) -> Publication {
    static IDS: AtomicU64 = AtomicU64::new(1);
    Publication {
        topic: topic.into(),
        id: format!("e{}", IDS.fetch_add(1, Ordering::Relaxed)),
        event: "test.happened".into(),
        at: chrono::Utc::now(),
        version: None,
        data: serde_json::value::to_raw_value(&data).unwrap(),
        fence: None,
    }
}

/// Returns an order to all nodes as the bus carries it, given at that time (Unix seconds).
pub fn order(control: &Control, at: i64) -> Publication {
    let at = chrono::DateTime::from_timestamp(at, 0).unwrap();
    Publication { at, ..publication(CONTROL_TOPIC, serde_json::to_value(control).unwrap()) }
}

/// Returns `count` publications numbered from `from`.
pub fn numbered(topic: &str, from: u64, count: u64) -> Vec<Publication> {
    (from..from + count).map(|n| publication(topic, json!({ "n": n }))).collect()
}

pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Answers pings by itself.
    pub pong: bool,
    /// How long it waits for a frame before it gives the socket up; otherwise the test fails at [`PATIENCE`].
    pub silence: Option<Duration>,
    /// Events inside `subscribed`: read next, as if they had come after it.
    inside: VecDeque<ServerFrame>,
}

/// The answer to a subscription.
#[derive(Debug, Clone, PartialEq)]
pub struct Joined {
    pub epoch: String,
    pub offset: u64,
    pub recovered: bool,
}

/// Returns the events in a frame, as frames of their own.
fn events_of(frame: &ServerFrame) -> VecDeque<ServerFrame> {
    let ServerFrame::Subscribed { topic, events, .. } = frame else { return VecDeque::new() };
    let whole = |TopicEvent { offset, id, event, at, data }: TopicEvent| ServerFrame::Event {
        topic: topic.clone(),
        offset,
        id,
        event,
        at,
        data,
    };
    events.iter().cloned().map(whole).collect()
}

impl Client {
    pub fn new(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Self {
        Self { socket, pong: true, silence: None, inside: VecDeque::new() }
    }

    /// Leaves a topic and waits for the answer; events in transit are skipped.
    pub async fn leave(&mut self, expected: &str) {
        self.send(ClientFrame::Unsubscribe { id: None, topic: expected.into() }).await;
        loop {
            match self.frame().await {
                ServerFrame::Unsubscribed { topic, id: None, code: None } if topic == expected => return,
                ServerFrame::Event { .. } | ServerFrame::Presence { .. } => {}
                other => panic!("expected unsubscribed from {expected}, got {other:?}"),
            }
        }
    }

    pub async fn connect(address: SocketAddr) -> Self {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", "manao.v2".parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Self::new(socket)
    }

    /// Opens a socket over a link; None if the node refuses it.
    pub async fn over(stream: TcpStream) -> Option<Self> {
        let address = stream.peer_addr().ok()?;
        let stream = MaybeTlsStream::Plain(stream);
        let opened = tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream);
        let (socket, _) = tokio::time::timeout(PATIENCE, opened).await.ok()?.ok()?;
        Some(Self::new(socket))
    }

    pub async fn send(&mut self, frame: ClientFrame) {
        self.raw(serde_json::to_string(&frame).unwrap()).await;
    }

    pub async fn raw(&mut self, text: String) {
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    /// Returns the next frame except pings, or the close code.
    pub async fn next(&mut self) -> Result<ServerFrame, Option<u16>> {
        if let Some(event) = self.inside.pop_front() {
            return Ok(event);
        }
        loop {
            let message = match tokio::time::timeout(self.silence.unwrap_or(PATIENCE), self.socket.next()).await {
                Ok(message) => message,
                Err(_) if self.silence.is_some() => return Err(None),
                Err(_) => panic!("no frame in time"),
            };
            match message {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text).unwrap() {
                    ServerFrame::Ping if self.pong => self.send(ClientFrame::Pong).await,
                    frame => {
                        self.inside = events_of(&frame);
                        return Ok(frame);
                    }
                },
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub async fn frame(&mut self) -> ServerFrame {
        self.next().await.expect("an open socket")
    }

    /// Returns the next frame within `patience`, if any.
    pub async fn quiet(&mut self, patience: Duration) -> Option<ServerFrame> {
        tokio::time::timeout(patience, self.frame()).await.ok()
    }

    /// Reads until the socket closes.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    pub async fn subscribe(&mut self, topic: &str, grant: Option<String>, from: Option<(&str, u64)>) {
        let (epoch, offset) = from.map(|(epoch, offset)| (epoch.to_owned(), offset)).unzip();
        self.send(ClientFrame::Subscribe { id: None, topic: topic.into(), grant, epoch, offset }).await;
    }

    /// Subscribes and waits for the answer, which must be the next frame.
    pub async fn join(&mut self, topic: &str, grant: Option<String>, from: Option<(&str, u64)>) -> Joined {
        self.subscribe(topic, grant, from).await;
        self.joined(topic).await
    }

    pub async fn joined(&mut self, expected: &str) -> Joined {
        match self.frame().await {
            ServerFrame::Subscribed { topic, epoch, offset, recovered, .. } if topic == expected => {
                Joined { epoch, offset, recovered }
            }
            other => panic!("expected subscribed to {expected}, got {other:?}"),
        }
    }

    /// Reads events of a topic until the one with this offset; then the node has it too.
    pub async fn reach(&mut self, expected: &str, end: u64) {
        loop {
            match self.frame().await {
                ServerFrame::Event { topic, offset, .. } if topic == expected && offset == end => return,
                ServerFrame::Event { .. } | ServerFrame::Presence { .. } => {}
                other => panic!("expected events of {expected}, got {other:?}"),
            }
        }
    }

    /// Returns the next event: offset and data.
    pub async fn event(&mut self, expected: &str) -> (u64, Value) {
        match self.frame().await {
            ServerFrame::Event { topic, offset, data, .. } if topic == expected => (offset, data),
            other => panic!("expected an event of {expected}, got {other:?}"),
        }
    }
}
