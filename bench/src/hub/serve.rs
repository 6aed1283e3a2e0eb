//! The servers under measurement, each on one thread: the hub, and a bare axum WebSocket server that shows what the stack can do.
//! Both take messages to publish on `/p`, as text frames `topic payload`.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use clap::{Args, ValueEnum};
use futures_util::{FutureExt, SinkExt};
use manao_hub::bus::{Bus, Memory, Publication, Redis};
use manao_hub::token::Keys;
use manao_hub::{Hub, HubSettings};
use serde_json::value::RawValue;
use tokio::net::{TcpSocket, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// Secret of the bench's tokens.
pub const SECRET: &[u8] = b"a secret that only the bench uses";
/// Messages published in one call at most.
const BATCH: usize = 256;
/// Messages waiting for a socket of the bare server at most.
const QUEUE: usize = 1024;

#[derive(Clone, Copy, ValueEnum)]
pub enum Kind {
    Bare,
    Hub,
}

#[derive(Args)]
pub struct Options {
    #[arg(value_enum)]
    kind: Kind,
    #[arg(long)]
    address: SocketAddr,
    #[arg(long)]
    redis: Option<String>,
}

pub fn run(options: Options) -> Result<()> {
    crate::process::raise_file_limit()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(serve(options))
}

async fn serve(options: Options) -> Result<()> {
    let (app, hub) = match options.kind {
        Kind::Bare => (bare(), None),
        Kind::Hub => hub(options.redis.as_deref()).map(|(app, hub)| (app, Some(hub)))?,
    };
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(options.address)?;
    let listener = socket.listen(4096)?.tap_io(|stream: &mut TcpStream| {
        let _ = stream.set_nodelay(true);
    });
    let mut asked = signal(SignalKind::terminate())?;
    let leave = async {
        asked.recv().await;
        if let Some(hub) = hub {
            hub.drain().await;
        }
    };
    tokio::select! {
        served = axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()) => served.context("serve"),
        () = leave => Ok(()),
    }
}

/// Builds the hub with its whole protocol; only the limits that a bench exceeds are raised.
fn hub(redis: Option<&str>) -> Result<(axum::Router, Hub)> {
    let settings = HubSettings {
        sockets_per_address: 100_000,
        members_per_address: 100_000,
        topics_per_address: 1_000_000,
        join_burst: 1_000_000,
        ..HubSettings::default()
    };
    let topics = manao_hub::Topics::parse(include_str!("../../../hub/examples/topics.json"))?;
    let bus: Arc<dyn Bus> = match redis {
        Some(url) => Arc::new(Redis::new(url, "bench", topics, settings.retention())?),
        None => Arc::new(Memory::new(topics, settings.retention())),
    };
    let hub = Hub::new(settings, bus, Keys::hs256(SECRET, "manao"));
    let publish = async |State(hub): State<Hub>, upgrade: WebSocketUpgrade| -> Response {
        upgrade.on_upgrade(move |socket| publish_from(socket, hub))
    };
    let app = axum::Router::new().route("/p", get(publish)).with_state(hub.clone()).merge(hub.router());
    Ok((app, hub))
}

/// Publishes what has come in, in one batch.
async fn publish_from(mut socket: WebSocket, hub: Hub) {
    let mut serial = 0u64;
    while let Some(Ok(first)) = socket.recv().await {
        let mut batch = Vec::new();
        let mut next = Some(first);
        while let Some(message) = next {
            if let Message::Text(text) = message {
                serial += 1;
                batch.extend(publication(&text, serial));
            }
            next = match batch.len() < BATCH {
                true => socket.recv().now_or_never().flatten().and_then(Result::ok),
                false => None,
            };
        }
        if hub.publish(batch).await.is_err() {
            return;
        }
    }
}

fn publication(text: &str, serial: u64) -> Option<Publication> {
    let (topic, payload) = text.split_once(' ')?;
    Some(Publication {
        topic: topic.to_owned(),
        id: format!("{serial:x}"),
        event: "bench".to_owned(),
        at: chrono::Utc::now(),
        version: None,
        data: RawValue::from_string(payload.to_owned()).ok()?,
        fence: None,
    })
}

/// Topics and nothing else: no hello, no rights, no offsets, no history.
type Topics = Arc<Mutex<HashMap<String, Vec<mpsc::Sender<Utf8Bytes>>>>>;

fn bare() -> axum::Router {
    let subscribe = async |Path(topic): Path<String>, State(topics): State<Topics>, upgrade: WebSocketUpgrade| -> Response {
        let upgrade = upgrade.read_buffer_size(1024).write_buffer_size(8192).max_message_size(16 * 1024);
        upgrade.on_upgrade(move |socket| async move {
            let (sender, queue) = mpsc::channel(QUEUE);
            if let Ok(mut topics) = topics.lock() {
                topics.entry(topic).or_default().push(sender);
            }
            forward(socket, queue).await;
        })
    };
    let publish = async |State(topics): State<Topics>, upgrade: WebSocketUpgrade| -> Response {
        upgrade.on_upgrade(async move |mut socket: WebSocket| {
            while let Some(Ok(message)) = socket.recv().await {
                let Message::Text(text) = message else { continue };
                let Some((topic, payload)) = text.split_once(' ') else { continue };
                let payload = Utf8Bytes::from(payload);
                if let Ok(topics) = topics.lock() {
                    for sender in topics.get(topic).into_iter().flatten() {
                        let _ = sender.try_send(payload.clone());
                    }
                }
            }
        })
    };
    let topics = Topics::default();
    axum::Router::new().route("/s/{topic}", get(subscribe)).route("/p", get(publish)).with_state(topics)
}

/// Writes all that waits, then flushes once.
async fn forward(mut socket: WebSocket, mut queue: mpsc::Receiver<Utf8Bytes>) {
    let mut waiting = Vec::new();
    loop {
        tokio::select! {
            count = queue.recv_many(&mut waiting, QUEUE) => {
                if count == 0 {
                    return;
                }
                for text in waiting.drain(..) {
                    if socket.feed(Message::Text(text)).await.is_err() {
                        return;
                    }
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
            message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
        }
    }
}
