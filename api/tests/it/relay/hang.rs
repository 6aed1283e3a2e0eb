//! Processes that hang: the proxy leaves them out within seconds, and clients waiting for one of them are answered.

use std::time::Duration;

use futures_util::future::join_all;
use nix::sys::signal::Signal;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::stage::PATIENCE;
use crate::support::Socket;

/// The proxy waits 5.5 s for the head of an answer, and a machine that runs other tests too may stall.
const ANSWERED: Duration = Duration::from_secs(9);
/// A call that lasted longer was held by a hanging process.
const HELD: Duration = Duration::from_secs(3);
/// Made at the same time, so that the proxy spreads them over both processes.
const AT_ONCE: usize = 12;

/// How the proxy treats a call.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// Is repeated
    Read,
    /// Asks the database only
    Write,
    /// May ask a counterparty
    SlowWrite,
}

impl Call {
    /// Builds the request. There is no such game or product; that is an answer, too.
    pub fn request(self, http: &reqwest::Client, url: &str) -> RequestBuilder {
        match self {
            Self::Read => http.get(format!("{url}/api/user/me")),
            Self::Write => http.post(format!("{url}/api/user-favorite/add")).json(&json!({"gameId": 999_999})),
            Self::SlowWrite => http.post(format!("{url}/api/cart/add")).json(&json!({"productId": 999_999, "quantity": 1})),
        }
    }
}

struct Answer {
    status: u16,
    code: Value,
    after: Duration,
}

#[derive(Clone)]
struct Caller {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl Caller {
    async fn burst(&self, call: Call) -> Vec<Answer> {
        join_all((0..AT_ONCE).map(|_| self.call(call))).await
    }

    async fn call(&self, call: Call) -> Answer {
        let start = Instant::now();
        let answer = call.request(&self.http, &self.url).bearer_auth(&self.token).send().await.unwrap();
        let after = start.elapsed();
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        Answer { status, code: body["code"].clone(), after }
    }

    /// Returns how long each socket waited until it was welcomed.
    async fn open_sockets(&self) -> Vec<Duration> {
        let open = async || {
            let start = Instant::now();
            let _socket = Socket::try_open(&self.url).await.unwrap();
            start.elapsed()
        };
        join_all((0..AT_ONCE).map(|_| open())).await
    }
}

fn longest(answers: &[Answer]) -> Duration {
    answers.iter().map(|answer| answer.after).max().unwrap_or_default()
}

/// Stops one API and one hub by `signal`, then resumes them.
pub async fn callers_of_a_process_that_hangs_are_answered(proxy: String, token: String, signal: impl Fn(Signal)) {
    let caller = Caller { http: reqwest::Client::builder().timeout(PATIENCE).build().unwrap(), url: proxy, token };
    signal(Signal::SIGSTOP);
    let slow = tokio::spawn({
        let caller = caller.clone();
        async move { caller.burst(Call::SlowWrite).await }
    });
    let (reads, writes, sockets) = tokio::join!(caller.burst(Call::Read), caller.burst(Call::Write), caller.open_sockets());
    let opened = sockets.iter().max().copied().unwrap_or_default();
    let unknown = writes.iter().filter(|answer| answer.code == "request_timeout").count();
    println!(
        "one api and one hub hang: reads {:?}, writes {:?} ({unknown} of {AT_ONCE} unknown), sockets {opened:?} at most",
        longest(&reads),
        longest(&writes)
    );
    assert!(reads.iter().all(|answer| answer.status == 200), "a read is repeated at the other api");
    let decided = |answer: &&Answer| answer.status == 404 || (answer.status, answer.code == "request_timeout") == (503, true);
    assert_eq!(writes.iter().filter(decided).count(), AT_ONCE, "a write is never repeated");
    assert!(unknown > 0 && longest(&reads) > HELD && opened > HELD, "the processes that hang were asked as well");
    assert!(longest(&reads).max(longest(&writes)).max(opened) < ANSWERED);

    let (reads, writes, sockets) = tokio::join!(caller.burst(Call::Read), caller.burst(Call::Write), caller.open_sockets());
    let longest_now = longest(&reads).max(longest(&writes)).max(sockets.into_iter().max().unwrap_or_default());
    println!("later: {longest_now:?} at most");
    assert!(reads.iter().all(|answer| answer.status == 200) && writes.iter().all(|answer| answer.status == 404));
    assert!(longest_now < HELD, "they are left out");

    // A call that may take long is not cut off.
    signal(Signal::SIGCONT);
    let slow = slow.await.unwrap();
    assert!(slow.iter().all(|answer| answer.status == 404), "the shop's own answer");
    assert!(longest(&slow) > HELD, "the api that hung had some of them");
}
