//! A hundred readers that never read, beside a thousand that do. The room goes on, the hub's memory is bounded, and a closed client resumes its
//! position. The cost in time for the others is for the bench.

use std::net::SocketAddr;
use std::sync::Arc;

use manao_hub::Publication;
use manao_hub::bus::Bus;
use manao_hub::frame::{ClientFrame, ServerFrame};
use serde_json::json;
use tokio::task::JoinSet;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::support::process::Process;
use crate::support::*;

const ROOM: &str = "public:room";
const GOOD: usize = 1000;
const STUCK: usize = 100;
/// Events of the room; all of them fit into the history for resuming.
const EVENTS: u64 = 50;
/// Events for one stuck reader only, and their size, so that its queue shares no bytes with another's: 1.2 MB each, of which the link takes a
/// tenth.
const OWN: u64 = 20;
const SIZE: usize = 60_000;

/// Returns a socket after its joins. A narrow one resembles a phone's: its link holds little, on either side.
async fn reader(address: SocketAddr, narrow: bool, topics: &[&str]) -> (Client, Joined) {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    if narrow {
        socket.set_recv_buffer_size(4096).unwrap();
        // The system at the other end sizes its buffer by this.
        socket2::SockRef::from(&socket).set_tcp_mss(536).unwrap();
    }
    let stream = MaybeTlsStream::Plain(socket.connect(address).await.unwrap());
    let config = WebSocketConfig::default().read_buffer_size(8192);
    let opened = tokio_tungstenite::client_async_with_config(format!("ws://{address}/ws"), stream, Some(config)).await;
    let mut client = Client::new(opened.unwrap().0);
    client.send(ClientFrame::Hello { token: None, epoch: None, offset: None }).await;
    assert!(matches!(client.frame().await, ServerFrame::Welcome { .. }));
    for topic in &topics[1..] {
        client.join(topic, None, None).await;
    }
    let joined = client.join(topics[0], None, None).await;
    (client, joined)
}

async fn gather(address: SocketAddr, count: usize, narrow: bool) -> Vec<(Client, Joined)> {
    let (mut opening, mut open) = (JoinSet::new(), Vec::new());
    for i in 0..count {
        // The system accepts few pending connections.
        if opening.len() == 32 {
            open.push(opening.join_next().await.unwrap().unwrap());
        }
        opening.spawn(async move {
            let own = format!("public:own:{i}");
            let topics = [ROOM, &own];
            reader(address, narrow, &topics[..1 + usize::from(narrow)]).await
        });
    }
    open.extend(opening.join_all().await);
    open
}

/// Reads the room's events, each exactly once and in order, until the last.
async fn follow(client: &mut Client, mut seen: u64) {
    while seen < EVENTS {
        let (offset, data) = client.event(ROOM).await;
        assert_eq!((offset, &data["n"]), (seen + 1, &json!(seen + 1)));
        seen = offset;
    }
}

/// Publishes the room's events, each with its share of the stuck readers' own events.
async fn publish(bus: Arc<dyn Bus>) {
    let large = serde_json::value::to_raw_value(&"x".repeat(SIZE)).unwrap();
    let room = || (1..=EVENTS).map(|n| publication(ROOM, json!({ "n": n, "text": "x".repeat(500) })));
    let own = (0..OWN)
        .flat_map(|_| 0..STUCK)
        .map(|i| Publication { data: large.clone(), ..publication(&format!("public:own:{i}"), json!(0)) });
    let own: Vec<Publication> = own.collect();
    for (event, own) in room().zip(own.chunks(own.len() / EVENTS as usize)) {
        bus.publish(vec![event]).await.unwrap();
        bus.publish(own.to_vec()).await.unwrap();
    }
}

/// Reads the data held by the link until the close; returns its code and the last event of the room.
async fn wake(client: &mut Client) -> (Option<u16>, u64) {
    let mut seen = 0;
    loop {
        match client.next().await {
            Ok(ServerFrame::Event { topic, offset, .. }) if topic == ROOM => {
                assert_eq!(offset, seen + 1);
                seen = offset;
            }
            Ok(_) => {}
            Err(code) => return (code, seen),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stuck_readers_bind_little_memory_and_nobody_else() {
    let world = World::redis();
    let url = world.redis.as_ref().unwrap().url();
    let queue = HubSettings::default().queue_bytes;
    let hub = tokio::task::block_in_place(|| Process::start_with(&url, vec![("HUB_QUEUE_BYTES", queue.to_string())]));
    let good = gather(hub.address, GOOD, false).await;
    let stuck = gather(hub.address, STUCK, true).await;
    let before = hub.memory("VmRSS");
    let mut following = JoinSet::new();
    for (mut client, joined) in good {
        following.spawn(async move { follow(&mut client, joined.offset).await });
    }
    publish(world.bus(&settings())).await;
    while let Some(ended) = following.join_next().await {
        ended.expect("who reads has everything while the others do not");
    }
    let grown = (hub.memory("VmHWM") - before) as usize * 1024;
    // Beside the stuck readers' queues: the current batch, and the write buffers of 1,000 sockets.
    let bound = STUCK * queue + (32 << 20);
    assert!(STUCK * OWN as usize * SIZE > bound + (32 << 20), "all that was published would not fit");
    assert!(grown < bound, "it grew by {grown} bytes, {bound} are allowed");
    for (mut client, joined) in stuck {
        let (code, seen) = wake(&mut client).await;
        assert_eq!(code, Some(4408));
        assert!(seen < EVENTS, "it was closed before the end");
        let (mut back, _) = reader(hub.address, false, &["public:other"]).await;
        assert!(back.join(ROOM, None, Some((&joined.epoch, seen))).await.recovered);
        follow(&mut back, seen).await;
    }
}
