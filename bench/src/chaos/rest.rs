//! Calls of the API, to any of several processes, of which some may be dead.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;

use crate::shop::Member;

const PATIENCE: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(250);
/// A call without an answer for so long is a fault.
const LONGEST: Duration = Duration::from_secs(60);

pub struct Api {
    http: reqwest::Client,
    urls: Vec<String>,
    turn: AtomicUsize,
    /// Calls without an answer
    pub lost: AtomicU64,
}

/// The answer to a call.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    pub fn is_ok(&self) -> bool {
        self.status == 200
    }

    pub fn ok(self, what: &str) -> Result<Value> {
        if self.is_ok() { Ok(self.body) } else { Err(anyhow::anyhow!("{what}: {} {}", self.status, self.body)) }
    }
}

impl Api {
    pub fn new(urls: Vec<String>) -> Result<Self> {
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(Self { http, urls, turn: AtomicUsize::default(), lost: AtomicU64::default() })
    }

    /// Makes one try; a GET if there is no body.
    pub async fn call(&self, member: &Member, path: &str, body: Option<&Value>) -> Result<Answer> {
        let url = &self.urls[self.turn.fetch_add(1, Ordering::Relaxed) % self.urls.len()];
        let url = format!("{url}/api{path}");
        let request = match body {
            Some(body) => self.http.post(url).json(body),
            None => self.http.get(url),
        };
        let sent = request.bearer_auth(&member.token).send().await;
        let answer = async {
            let answer = sent?;
            let status = answer.status().as_u16();
            let text = answer.text().await?;
            anyhow::Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::Null) })
        };
        let answer = answer.await;
        if answer.is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }

    /// Retries until a process answers. A 503 is retried, since the process cannot answer now; a 500 is not.
    pub async fn answered(&self, member: &Member, path: &str, body: Option<&Value>) -> Answer {
        let begun = Instant::now();
        loop {
            match self.call(member, path, body).await {
                Ok(answer) if answer.status <= 500 => return answer,
                last if begun.elapsed() > LONGEST => {
                    return last.unwrap_or_else(|error| Answer { status: 0, body: format!("{error:#}").into() });
                }
                _ => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Does the same, and waits when the API says so.
    pub async fn insist(&self, member: &Member, path: &str, body: Option<&Value>) -> Answer {
        loop {
            let answer = self.answered(member, path, body).await;
            if answer.status != 429 {
                return answer;
            }
            tokio::time::sleep(PAUSE * 4).await;
        }
    }
}
