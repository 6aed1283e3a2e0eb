//! A user's phone: the sandbox shows the texts sent to it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, World};

/// Returns the newest text to this number.
pub async fn text(world: &World, number: &str) -> Value {
    let url = format!("{}/phone/messages?kind=sms&limit=1&to={number}", world.sandbox.base_url);
    let answer: Value = world.anon().http.get(url).send().await.unwrap().json().await.unwrap();
    answer["items"][0].clone()
}

/// Returns the code in it.
pub async fn code(world: &World, number: &str) -> String {
    text(world, number).await["code"].as_str().expect("a code in the text").to_owned()
}

/// Returns six digits that differ from these.
pub fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

/// Requests a code to sign in, from an address of its own (`PROXIES=1`).
pub async fn send_from(client: &Client, address: &str, number: &str) -> Answer {
    let request = client.request(Method::POST, "/send-OTP").header("x-forwarded-for", address);
    Answer::of(request.json(&json!({"mobileNumber": number}))).await
}

pub async fn send(client: &Client, number: &str) -> Value {
    client.post("/send-OTP", json!({"mobileNumber": number})).await.ok()
}

pub async fn confirm(client: &Client, sent: &Value, code: &str) -> Answer {
    client.post("/confirm-OTP", json!({"reference": sent["reference"], "code": code})).await
}

/// Returns a token for this number, by the correct code.
pub async fn token(world: &World, number: &str) -> String {
    let visitor = world.anon();
    let sent = send(&visitor, number).await;
    let answer = confirm(&visitor, &sent, &code(world, number).await).await.ok();
    answer["otpToken"].as_str().unwrap().to_owned()
}

/// Returns the seconds to wait, from the answer's header.
pub fn retry_after(answer: &Answer) -> u64 {
    answer.headers["retry-after"].to_str().unwrap().parse().unwrap()
}
