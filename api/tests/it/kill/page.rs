//! An open page of an order: it follows its topic, resumes when the connection breaks, and reads by REST only when told to.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::support::Client;

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub struct Page<'a> {
    buyer: &'a Client,
    live: Value,
    number: Value,
    /// The order as the page shows it
    pub order: Value,
    position: Option<(Value, Value)>,
    stream: Option<Stream>,
    /// How often the connection broke and was restored
    pub resumed: usize,
}

impl<'a> Page<'a> {
    /// Opens the page of an order from its answer.
    pub fn open(buyer: &'a Client, order: &Value) -> Self {
        let (live, number) = (order["live"].clone(), order["number"].clone());
        Self { buyer, live, number, order: order.clone(), position: None, stream: None, resumed: 0 }
    }

    /// Waits until the page shows what `shown` looks for, whatever happens to the server.
    pub async fn until(&mut self, shown: impl Fn(&Value) -> bool) {
        while !shown(&self.order) {
            let Some(frame) = self.next().await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                self.connect().await;
                continue;
            };
            match frame["type"].as_str() {
                Some("ping") => self.send(json!({"type": "pong"})).await,
                Some("subscribed") if frame["topic"] == self.live["topic"] => {
                    self.position = Some((frame["epoch"].clone(), frame["offset"].clone()));
                    for event in frame["events"].as_array().unwrap() {
                        self.show(&event["data"]);
                    }
                    if frame["recovered"] == false {
                        self.reload().await;
                    }
                }
                Some("event") if frame["topic"] == self.live["topic"] => {
                    if let Some((_, offset)) = &mut self.position {
                        *offset = frame["offset"].clone();
                    }
                    self.show(&frame["data"]);
                }
                Some("error") => panic!("the hub refuses the page: {frame}"),
                _ => {}
            }
        }
    }

    /// Shows the newer of two versions.
    fn show(&mut self, news: &Value) {
        if news["version"].as_i64() > self.order["version"].as_i64() {
            self.order = news.clone();
        }
    }

    /// Reads the order by REST; the page stays as it is while the server is down.
    pub async fn reload(&mut self) {
        let ask = self.buyer.request(reqwest::Method::POST, "/purchase/get-by-id").json(&json!({"number": self.number}));
        match ask.send().await {
            Ok(answer) if answer.status().is_success() => {
                if let Ok(order) = answer.json::<Value>().await {
                    return self.show(&order);
                }
            }
            Ok(answer) => assert!(answer.status().is_server_error(), "{}", answer.status()),
            Err(_) => {}
        }
        // Not read: joining again requests it once more.
        self.stream = None;
        self.position = None;
    }

    async fn connect(&mut self) {
        let mut request = format!("{}/ws", self.buyer.url.replacen("http", "ws", 1)).into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", "manao.v2".parse().unwrap());
        let Ok((stream, _)) = tokio_tungstenite::connect_async(request).await else { return };
        self.stream = Some(stream);
        self.resumed += usize::from(self.position.is_some());
        self.send(json!({"type": "hello", "token": self.buyer.token})).await;
        let mut join = json!({"type": "subscribe", "topic": self.live["topic"], "grant": self.live["grant"]});
        if let Some((epoch, offset)) = &self.position {
            join["epoch"] = epoch.clone();
            join["offset"] = offset.clone();
        }
        self.send(join).await;
    }

    async fn send(&mut self, frame: Value) {
        let Some(stream) = &mut self.stream else { return };
        if stream.send(Message::text(frame.to_string())).await.is_err() {
            self.stream = None;
        }
    }

    /// Returns the next frame; None if the connection is broken.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match self.stream.as_mut()?.next().await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => self.stream = None,
                Some(Ok(_)) => {}
            }
        }
    }
}
