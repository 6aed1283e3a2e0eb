//! A sandbox, a client, and a shop that takes its callbacks.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use manao_sandbox::{Running, Settings, start};
use reqwest::{Client, Response, redirect::Policy};
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub struct World {
    pub sandbox: Running,
    pub client: Client,
    pub shop: Shop,
}

/// Takes callbacks, and remembers them.
#[derive(Clone, Default)]
pub struct Shop {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

#[derive(Debug, Clone)]
pub struct Received {
    pub at: Instant,
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap().to_str().unwrap()
    }

    /// Whether this body was signed with this secret, according to these headers.
    pub fn is_signed(&self, prefix: &str, secret: &[u8]) -> bool {
        let (timestamp, signature) = match prefix {
            "Omise" => ("Omise-Signature-Timestamp", "Omise-Signature".to_owned()),
            "Partner" => ("X-Partner-Timestamp", format!("X-{prefix}-Signature")),
            _ => ("X-Telecom-Timestamp", format!("X-{prefix}-Signature")),
        };
        let mut mac = <Hmac<sha2::Sha256> as KeyInit>::new_from_slice(secret).unwrap();
        mac.update(format!("{}.{}", self.header(timestamp), self.body).as_bytes());
        hex::encode(mac.finalize().into_bytes()) == self.header(&signature)
    }
}

pub async fn world() -> World {
    world_with(|_| {}).await
}

pub async fn world_with(adjust: impl FnOnce(&mut Settings)) -> World {
    let mut settings = Settings::for_tests();
    adjust(&mut settings);
    let sandbox = start(settings).await.unwrap();
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    World { sandbox, client, shop: shop().await }
}

async fn shop() -> Shop {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let shop = Shop { url, ..Shop::default() };
    let router = Router::new().fallback(take).with_state(shop.clone());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    shop
}

async fn take(State(shop): State<Shop>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let body = String::from_utf8(body.to_vec()).unwrap();
    shop.received.lock().unwrap().push(Received { at: Instant::now(), path: uri.path().to_owned(), headers, body });
    let answer = shop.answers.lock().unwrap().pop_front().unwrap_or(200);
    StatusCode::from_u16(answer).unwrap()
}

impl Shop {
    /// Answers the next callbacks with these statuses, then with 200.
    pub fn will_answer(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    pub fn so_far(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until this many callbacks have arrived.
    pub async fn has(&self, count: usize) {
        until("callbacks come", async || self.so_far().len() >= count).await;
    }

    /// Waits until this many callbacks have arrived, and checks that no more arrive at once.
    pub async fn receives(&self, count: usize) -> Vec<Received> {
        self.has(count).await;
        tokio::time::sleep(Duration::from_millis(120)).await;
        let received = self.so_far();
        assert_eq!(received.len(), count, "{received:#?}");
        received
    }
}

/// Longer than any machine stalls.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until the check passes.
pub async fn until(what: &str, mut check: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !check().await {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Returns the port of a future server. Not one of those that the system gives to outgoing connections, which might take it first.
pub fn free_port() -> u16 {
    loop {
        let port = 10_000 + (uuid::Uuid::new_v4().as_u128() % 22_000) as u16;
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl World {
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.sandbox.base_url)
    }

    pub async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.unwrap()
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        read(self.client.post(self.url(path)).json(&body).send().await.unwrap()).await
    }

    pub async fn opn_get(&self, path: &str) -> (u16, Value) {
        let request = self.client.get(self.url(&format!("/opn{path}")));
        read(request.basic_auth("skey_test_manao", Some("")).send().await.unwrap()).await
    }

    pub async fn opn_post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self.client.post(self.url(&format!("/opn{path}"))).json(&body);
        read(request.basic_auth("skey_test_manao", Some("")).send().await.unwrap()).await
    }

    pub fn charge_body(&self, amount: i64, order: &str) -> Value {
        json!({
            "amount": amount, "currency": "THB", "source": {"type": "promptpay"}, "metadata": {"order": order},
            "return_uri": "http://localhost/back", "webhook_endpoints": [format!("{}/opn", self.shop.url)]
        })
    }

    /// Makes a PromptPay charge whose webhooks go to the shop.
    pub async fn charge(&self, amount: i64, order: &str) -> Value {
        let (status, charge) = self.opn_post("/charges", self.charge_body(amount, order)).await;
        assert_eq!(status, 200, "{charge}");
        charge
    }

    pub async fn pay(&self, charge: &Value) {
        let (status, slip) = self.post("/phone/pay", json!({"chargeId": charge["id"]})).await;
        assert_eq!(status, 200, "{slip}");
    }

    /// Makes a PromptPay charge and pays it after the shop received its first event, so that the two events arrive in this order.
    pub async fn paid(&self, order: &str) -> Value {
        let before = self.shop.so_far().len();
        let charge = self.charge(4900, order).await;
        self.shop.has(before + 1).await;
        self.pay(&charge).await;
        charge
    }

    pub async fn fault(&self, rule: Value) {
        let (status, rule) = self.post("/faults", rule).await;
        assert_eq!(status, 201, "{rule}");
    }

    pub async fn partner_get(&self, path: &str) -> (u16, Value) {
        let request = self.client.get(self.url(&format!("/partners{path}")));
        read(request.bearer_auth("sandbox-partner-key").send().await.unwrap()).await
    }

    pub async fn partner_post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self.client.post(self.url(&format!("/partners{path}"))).json(&body);
        read(request.bearer_auth("sandbox-partner-key").send().await.unwrap()).await
    }

    pub fn webhook_secret(&self) -> Vec<u8> {
        STANDARD.decode(&self.sandbox.settings.opn_webhook_secret).unwrap()
    }
}

pub async fn read(response: Response) -> (u16, Value) {
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}
