//! Staff: coming into the console, its sessions, roles, the audit log, and the search.

mod authenticator;
mod entering;
mod searching;
mod team;

use std::time::Duration;

use manao_kernel::access::CONSOLE_COOKIE;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::support::{Answer, Client, World};

/// Takes the console's cookie from an answer.
pub fn entered(client: &Client, answer: &Answer) -> Client {
    let cookies = answer.headers.get_all(SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
    let cookie = cookies.filter_map(|line| line.split(';').next()?.strip_prefix(&format!("{CONSOLE_COOKIE}="))).next();
    Client { console: cookie.map(str::to_owned), ..client.clone() }
}

/// The authenticator app on somebody's phone.
pub struct Phone(Totp);

impl Phone {
    /// Takes the key that the console shows.
    pub fn scan(shown: &Value) -> Self {
        let url = shown["url"].as_str().unwrap();
        assert!(url.starts_with("otpauth://totp/Manao:") && url.contains("issuer=Manao"), "{url}");
        let secret = Secret::try_from_base32(shown["secret"].as_str().unwrap()).unwrap();
        Self(Builder::new().with_secret(secret).with_account_name("staff").build().unwrap())
    }

    /// Returns the code of this moment.
    pub fn code(&self, world: &World) -> Value {
        let now = u64::try_from(world.app.now().timestamp()).unwrap();
        json!({ "code": self.0.generate(now).to_string() })
    }
}

/// Sets up an authenticator app at the first visit; returns the person in the console, the phone, and what was answered.
pub async fn set_up(world: &World, client: &Client) -> (Client, Phone, Value) {
    let phone = Phone::scan(&client.post("/console/factors/totp/begin", json!({})).await.ok());
    let answer = client.post("/console/factors/totp/confirm", phone.code(world)).await;
    let inside = entered(client, &answer);
    (inside, phone, answer.ok())
}

/// Lets time pass until the phone shows another code.
pub async fn next_code(world: &World) {
    world.advance(Duration::from_secs(30)).await;
}
