//! A browser for signing in: it keeps cookies, sends `Origin`, and follows the login provider's redirect.

use std::collections::BTreeMap;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use url::Url;

use crate::support::{Answer, Client, World};

#[derive(Clone)]
pub struct Browser {
    pub client: Client,
    pub cookies: BTreeMap<String, String>,
    /// The `Set-Cookie` lines of the last answer
    pub set: Vec<String>,
    origin: String,
}

impl Browser {
    pub fn new(world: &World) -> Self {
        Self { client: world.anon(), cookies: BTreeMap::new(), set: Vec::new(), origin: world.url.clone() }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let request = self.client.request(Method::GET, path);
        self.send(request).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        let request = self.client.request(Method::POST, path).header("origin", &self.origin).json(&body);
        self.send(request).await
    }

    pub async fn refresh_with_key(&mut self, key: &str) -> Answer {
        let request = self.client.request(Method::POST, "/oauth/refresh-token").header("origin", &self.origin);
        self.send(request.header("idempotency-key", key).json(&json!({}))).await
    }

    pub async fn send(&mut self, request: RequestBuilder) -> Answer {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let answer = Answer::of(request.header("cookie", cookies.join("; "))).await;
        self.set = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap().to_owned()).collect();
        for line in &self.set {
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            if line.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }

    /// Starts a sign-in and goes through the provider as `person`; returns the redirect to `/login`.
    pub async fn through_provider(&mut self, person: &str, return_to: &str) -> (String, String) {
        let url = self.begin(person, return_to).await;
        self.at_provider(&url).await
    }

    pub async fn begin(&mut self, person: &str, return_to: &str) -> Url {
        let path = format!("/auth/login?prompt=none&loginHint={person}&returnTo={return_to}");
        let body = self.get(&path).await.ok();
        Url::parse(body["url"].as_str().unwrap()).unwrap()
    }

    /// Returns code and state from the provider's redirect.
    pub async fn at_provider(&self, url: &Url) -> (String, String) {
        let answer = self.client.http.get(url.clone()).send().await.unwrap();
        let to = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        assert_eq!(to.path(), "/login");
        let value = |name: &str| to.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
        (value("code").expect("a code"), value("state").expect("the state"))
    }

    pub async fn session(&mut self, code: &str, state: &str) -> Answer {
        self.post("/oauth/sessions", json!({"code": code, "state": state})).await
    }

    /// Signs in completely; returns the session's answer. Afterwards `client` carries the access token.
    pub async fn sign_in(&mut self, person: &str) -> Value {
        let (code, state) = self.through_provider(person, "/").await;
        let session = self.session(&code, &state).await.ok();
        self.client.token = Some(session["accessToken"].as_str().unwrap().to_owned());
        self.client.user_id = session["user"]["id"].as_i64().unwrap();
        session
    }
}
