//! A WebSocket client that speaks the hub's protocol.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub welcome: Value,
    /// Events inside `subscribed`: read next, as if they had come after it.
    inside: VecDeque<Value>,
}

impl Socket {
    pub async fn open(url: &str, token: Option<&str>) -> Self {
        let mut socket = Self::hello(url, token).await;
        socket.welcome = socket.expect("welcome").await;
        socket
    }

    /// Returns the code with which it is closed instead.
    pub async fn refused(url: &str, token: Option<&str>) -> u16 {
        Self::hello(url, token).await.closed().await
    }

    /// Opens a visitor's socket; the error says why it was refused.
    pub async fn try_open(url: &str) -> Result<Self, String> {
        let request = format!("{}/ws", url.replacen("http", "ws", 1));
        let (stream, _) = tokio_tungstenite::connect_async(request).await.map_err(|error| error.to_string())?;
        let mut socket = Self { stream, welcome: Value::Null, inside: VecDeque::new() };
        socket.send(json!({"type": "hello"})).await;
        socket.welcome = socket.next().await.ok_or("it closed before welcome")?;
        Ok(socket)
    }

    async fn hello(url: &str, token: Option<&str>) -> Self {
        let mut request = format!("{}/ws", url.replacen("http", "ws", 1)).into_client_request().expect("a request");
        request.headers_mut().insert("sec-websocket-protocol", "manao.v2".parse().expect("a header"));
        let (stream, _) = tokio_tungstenite::connect_async(request).await.expect("the socket opens");
        let mut socket = Self { stream, welcome: Value::Null, inside: VecDeque::new() };
        socket.send(json!({"type": "hello", "token": token})).await;
        socket
    }

    /// Opens a visitor's socket that the proxy saw at this address; the error says how it was closed.
    pub async fn forwarded(url: &str, address: &str) -> Result<Self, u16> {
        let mut request = format!("{}/ws", url.replacen("http", "ws", 1)).into_client_request().expect("a request");
        request.headers_mut().insert("x-forwarded-for", address.parse().expect("a header"));
        let (stream, _) = tokio_tungstenite::connect_async(request).await.expect("the socket opens");
        let mut socket = Self { stream, welcome: Value::Null, inside: VecDeque::new() };
        socket.send(json!({"type": "hello"})).await;
        loop {
            match tokio::time::timeout(Duration::from_secs(30), socket.stream.next()).await.expect("an answer in time") {
                Some(Ok(Message::Text(text))) => socket.welcome = serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(Some(close)))) => return Err(close.code.into()),
                other => panic!("{other:?}"),
            }
            if socket.welcome["type"] == "welcome" {
                return Ok(socket);
            }
        }
    }

    pub async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.expect("the frame leaves");
    }

    /// Joins a resource's `live`; returns `subscribed`.
    pub async fn subscribe(&mut self, live: &Value) -> Value {
        self.send(json!({"type": "subscribe", "topic": live["topic"], "grant": live["grant"]})).await;
        self.expect("subscribed").await
    }

    /// Returns the next frame within half a minute, or None when the socket closed; pings are answered.
    pub async fn next(&mut self) -> Option<Value> {
        self.within(Duration::from_secs(30)).await
    }

    /// Does the same within another time.
    pub async fn within(&mut self, patience: Duration) -> Option<Value> {
        if let Some(event) = self.inside.pop_front() {
            return Some(event);
        }
        loop {
            let next = tokio::time::timeout(patience, self.stream.next()).await.expect("a frame in time");
            let Message::Text(text) = next?.ok()? else { continue };
            // Read like answers: without the joiners in Thai words.
            let frame: Value = serde_json::from_str(&text.replace('\u{2060}', "")).expect("JSON");
            if frame["type"] == "ping" {
                self.send(json!({"type": "pong"})).await;
                continue;
            }
            for event in frame["events"].as_array().into_iter().flatten() {
                let mut whole = event.clone();
                (whole["type"], whole["topic"]) = (json!("event"), frame["topic"].clone());
                self.inside.push_back(whole);
            }
            return Some(frame);
        }
    }

    /// Returns the next frame of this type; others are skipped.
    pub async fn expect(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|| panic!("the socket closed before {kind}"));
            assert!(frame["type"] != "error" || kind == "error", "{frame}");
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Returns the next event of this name; others are skipped.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.expect("event").await;
            if frame["event"] == name {
                return frame;
            }
        }
    }

    /// Waits for the close; returns its code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(30), self.stream.next()).await.expect("a close in time");
            match next {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
                Some(Ok(_)) => {}
                _ => return 1006,
            }
        }
    }
}
