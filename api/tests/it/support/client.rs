//! A user with an HTTP client.

use std::time::Duration;

use manao_kernel::access::CONSOLE_COOKIE;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use uuid::Uuid;

#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub url: String,
    pub token: Option<String>,
    pub user_id: i64,
    pub session_id: Uuid,
    /// Secret of the console session; staff only
    pub console: Option<String>,
}

impl Client {
    pub fn new(url: &str, token: Option<String>) -> Self {
        let http = manao_kernel::app::http_client(Duration::from_secs(60)).expect("an HTTP client");
        Self { http, url: url.to_owned(), token, user_id: 0, session_id: Uuid::nil(), console: None }
    }

    /// Starts a request to a path under `/api`, to be completed by hand.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}/api{path}", self.url)).header("accept-language", "en");
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        match &self.console {
            Some(secret) => request.header("cookie", format!("{CONSOLE_COOKIE}={secret}")),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::POST, path).json(&body)).await
    }

    /// Posts with an `Idempotency-Key`.
    pub async fn post_once(&self, path: &str, key: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::POST, path).header("idempotency-key", key).json(&body)).await
    }

    /// Does the same patiently: if told to come back in a moment, or without an answer, it retries with the same key, which makes it one request
    /// however often it is sent.
    pub async fn insist(&self, path: &str, body: &Value) -> Answer {
        let key = Uuid::new_v4().to_string();
        let end = tokio::time::Instant::now() + Duration::from_secs(300);
        loop {
            let request = self.request(Method::POST, path).header("idempotency-key", &key).json(body);
            let said = match request.send().await {
                Ok(response) if response.status() != StatusCode::SERVICE_UNAVAILABLE => return Answer::read(response).await,
                Ok(response) => response.status().to_string(),
                Err(error) => format!("{error:?}"),
            };
            assert!(tokio::time::Instant::now() < end, "{path} stays unavailable: {said}");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        Self::read(request.send().await.expect("an answer")).await
    }

    async fn read(response: Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        // Thai has joiners between the parts of its words, which are invisible.
        let text = response.text().await.expect("a body").replace('\u{2060}', "");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self { status, headers, body }
    }

    /// Returns the body of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {:#}", self.status, self.body);
        self.body
    }

    /// Returns the body of a refusal with this code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{:#}", self.body);
        assert!(self.body["message"].as_str().is_some_and(|message| !message.is_empty()));
        assert_eq!(self.body["type"], format!("/api/openapi.json#/x-problems/{code}"));
        self.body
    }
}
