//! The push service: permitted senders, and the messages it shows.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use web_push_native::{
    Auth, encrypt,
    p256::{PublicKey, SecretKey, elliptic_curve::sec1::ToEncodedPoint, pkcs8::EncodePrivateKey},
};

use crate::world::{World, world};

/// A shop with a key of its own.
struct Sender {
    key: EncodingKey,
    public: String,
}

impl Sender {
    fn new(byte: u8) -> Self {
        let secret = SecretKey::from_slice(&[byte; 32]).unwrap();
        let public = URL_SAFE_NO_PAD.encode(secret.public_key().to_encoded_point(false).as_bytes());
        Self { key: EncodingKey::from_ec_der(secret.to_pkcs8_der().unwrap().as_bytes()), public }
    }

    fn header(&self, audience: &str, hours: i64) -> String {
        let exp = chrono::Utc::now().timestamp() + hours * 3600;
        let claims = json!({"aud": audience, "exp": exp, "sub": "mailto:shop@manao.example"});
        let token = encode(&Header::new(Algorithm::ES256), &claims, &self.key).unwrap();
        format!("vapid t={token}, k={}", self.public)
    }
}

fn sealed(browser: &Value, text: &str) -> Vec<u8> {
    let read = |name: &str| URL_SAFE_NO_PAD.decode(browser["keys"][name].as_str().unwrap()).unwrap();
    let auth: [u8; 16] = read("auth").try_into().unwrap();
    let key = PublicKey::from_sec1_bytes(&read("p256dh")).unwrap();
    encrypt(text.as_bytes().to_vec(), &key, &Auth::from(auth)).unwrap()
}

async fn subscribe(w: &World, wish: Value) -> Value {
    w.client.post(format!("{}/push/subscriptions", w.sandbox.base_url)).json(&wish).send().await.unwrap().json().await.unwrap()
}

async fn send(w: &World, browser: &Value, authorization: &str, body: Vec<u8>) -> Response {
    let request = w.client.post(browser["endpoint"].as_str().unwrap()).header("authorization", authorization);
    let request = request.header("ttl", "60").header("content-encoding", "aes128gcm").header("topic", "inbox-7");
    request.header("urgency", "high").body(body).send().await.unwrap()
}

async fn refused(answer: Response, status: u16, code: &str) {
    assert_eq!(answer.status().as_u16(), status);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], code);
}

#[tokio::test]
async fn a_signed_message_opens_with_the_browser_s_keys() {
    let w = world().await;
    let shop = Sender::new(7);
    let browser = subscribe(&w, json!({"key": shop.public})).await;
    let header = shop.header(&w.sandbox.base_url, 12);
    let answer = send(&w, &browser, &header, sealed(&browser, "ถึงตาทีมคุณแล้ว")).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let path = format!("/push/messages?subscription={}", browser["id"].as_str().unwrap());
    let came: Value = w.get(&path).await.json().await.unwrap();
    let message = &came["items"][0];
    assert_eq!((&message["text"], &message["topic"]), (&json!("ถึงตาทีมคุณแล้ว"), &json!("inbox-7")));
    assert_eq!((&message["urgency"], &message["ttl"]), (&json!("high"), &json!(60)));
}

#[tokio::test]
async fn who_does_not_sign_as_the_browser_wants_is_refused() {
    let w = world().await;
    let (shop, other) = (Sender::new(7), Sender::new(8));
    let browser = subscribe(&w, json!({"key": shop.public})).await;
    let base = w.sandbox.base_url.clone();
    let body = || sealed(&browser, "x");
    for header in [
        String::new(),
        "Bearer x".to_owned(),
        shop.header("https://elsewhere.example", 1),
        shop.header(&base, -1),
        shop.header(&base, 30),
        shop.header(&base, 1).replace(&shop.public, &other.public),
        "vapid t=x, k=x".to_owned(),
    ] {
        refused(send(&w, &browser, &header, body()).await, 401, "vapid_invalid").await;
    }
    refused(send(&w, &browser, &other.header(&base, 1), body()).await, 403, "vapid_other_key").await;
    refused(send(&w, &browser, &shop.header(&base, 1), b"plain text".to_vec()).await, 400, "bad_request").await;
    refused(send(&w, &browser, &shop.header(&base, 1), vec![0; 4097]).await, 413, "too_large").await;
    let came: Value = w.get("/push/messages").await.json().await.unwrap();
    assert_eq!(came["items"], json!([]));
}

#[tokio::test]
async fn a_browser_is_busy_or_gone_when_told_so() {
    let w = world().await;
    let shop = Sender::new(7);
    let (browser, other) = (subscribe(&w, json!({})).await, subscribe(&w, json!({})).await);
    let header = shop.header(&w.sandbox.base_url, 1);
    let url = format!("{}/faults", w.sandbox.base_url);
    for (kind, ms) in [("push_busy", 7_000), ("push_gone", 0), ("push_down", 0)] {
        let rule = json!({"kind": kind, "times": 1, "ms": ms, "scope": {"subscription": browser["id"]}});
        assert_eq!(w.client.post(&url).json(&rule).send().await.unwrap().status(), StatusCode::CREATED);
    }
    assert_eq!(send(&w, &other, &header, sealed(&other, "x")).await.status(), StatusCode::CREATED, "another browser's rules");
    refused(send(&w, &browser, &header, sealed(&browser, "x")).await, 503, "unavailable").await;
    let busy = send(&w, &browser, &header, sealed(&browser, "x")).await;
    assert_eq!(busy.headers()["retry-after"], "7");
    refused(busy, 429, "busy").await;
    refused(send(&w, &browser, &header, sealed(&browser, "x")).await, 410, "gone").await;
    assert_eq!(send(&w, &browser, &header, sealed(&browser, "x")).await.status(), StatusCode::CREATED);
    let id = browser["id"].as_str().unwrap();
    w.client.delete(format!("{}/push/subscriptions/{id}", w.sandbox.base_url)).send().await.unwrap();
    refused(send(&w, &browser, &header, sealed(&browser, "x")).await, 410, "gone").await;
}
