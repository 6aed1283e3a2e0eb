//! Connections that only wait are closed, and nobody loses an answer by it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Router, http::StatusCode};
use futures_util::future::join_all;
use manao_hub::serve::{Lines, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Longer than a busy machine needs from one step of a test to the next.
const SOON: Duration = Duration::from_millis(500);
const NEVER: Duration = Duration::from_secs(3600);
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    address: SocketAddr,
    /// Notified when a slow answer has begun
    asked: Arc<Notify>,
    stopping: CancellationToken,
    served: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start(lines: Lines) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stopping, asked) = (CancellationToken::new(), Arc::new(Notify::new()));
        let asks = asked.clone();
        let slow = async move || {
            asks.notify_one();
            tokio::time::sleep(SOON * 4).await;
        };
        let app = Router::new()
            .route("/", get(async || "hello"))
            .route("/refused", post(async || StatusCode::UNAUTHORIZED))
            .route("/read", post(async |body: String| body))
            .route("/slow", get(slow))
            .route("/much", get(async || vec![b'x'; 64 << 20]));
        let served = tokio::spawn(serve(listener, app, lines, stopping.clone()));
        Self { address, asked, stopping, served }
    }

    async fn line(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

fn lines(head: Duration, idle: Duration, per_address: Option<usize>) -> Lines {
    Lines { head, idle, per_address }
}

/// Reads until the connection is closed.
async fn to_the_end(line: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that is cut has ended too.
    let _ = tokio::time::timeout(PATIENCE, line.read_to_end(&mut said)).await.expect("the line ends");
    String::from_utf8_lossy(&said).into_owned()
}

/// Reads one answer without a body, or with one of `length` bytes.
async fn answer(line: &mut TcpStream, length: usize) -> String {
    let mut said = Vec::new();
    let reading = async {
        while !said.ends_with(b"\r\n\r\n") {
            said.push(line.read_u8().await.expect("an answer"));
        }
        let head = said.len();
        said.resize(head + length, 0);
        line.read_exact(&mut said[head..]).await.unwrap();
    };
    tokio::time::timeout(PATIENCE, reading).await.expect("an answer comes");
    String::from_utf8(said).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_arrive_ends_its_line_however_it_drips() {
    let server = Server::start(lines(SOON, NEVER, None)).await;
    let drips = (0..20).map(async |_| {
        let (mut from, mut to) = server.line().await.into_split();
        let drip = tokio::spawn(async move {
            let _ = to.write_all(b"GET / HTTP/1.1\r\n").await;
            while to.write_all(b"x: y\r\n").await.is_ok() {
                tokio::time::sleep(SOON / 4).await;
            }
        });
        let mut said = Vec::new();
        let _ = tokio::time::timeout(PATIENCE, from.read_to_end(&mut said)).await.expect("the line ends");
        drip.abort();
    });
    join_all(drips).await;
    // Half a head after an answer is no better.
    let mut line = server.line().await;
    line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(answer(&mut line, 5).await.ends_with("hello"));
    line.write_all(b"GET / HT").await.unwrap();
    assert_eq!(to_the_end(&mut line).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_programs_read_differently_is_refused() {
    let server = Server::start(lines(NEVER, NEVER, None)).await;
    for (request, status) in [
        ("GET / HTTP/1.1\r\nhost: x\r\n\r\n", "200"),
        ("GET / HTTP/1.0\r\n\r\n", "200"),
        ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n", "400"),
        ("GET / HTTP/1.1\nhost: x\n\n", "400"),
        ("GET / HTTP/1.1\r\nhost: x\na: b\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nhost: x\r\n\n", "400"),
    ] {
        let mut line = server.line().await;
        line.write_all(request.as_bytes()).await.unwrap();
        let said = answer(&mut line, 0).await;
        assert_eq!(said.split(' ').nth(1), Some(status), "{request:?}: {said}");
        if status == "400" {
            assert_eq!(to_the_end(&mut line).await, "", "{request:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_line_ends_and_one_that_is_being_answered_does_not() {
    let server = Server::start(lines(NEVER, SOON, None)).await;
    assert_eq!(to_the_end(&mut server.line().await).await, "");
    let mut line = server.line().await;
    line.write_all(b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(answer(&mut line, 0).await.starts_with("HTTP/1.1 200"));
    assert_eq!(to_the_end(&mut line).await, "");
    // A client that requests much and reads nothing of it.
    let mut line = server.line().await;
    line.write_all(b"GET /much HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    server.stopping.cancel();
    tokio::time::timeout(PATIENCE, server.served).await.expect("the server does not wait for it").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_holds_so_many_lines_and_a_proxy_any_number() {
    let server = Server::start(lines(NEVER, NEVER, Some(3))).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut line = server.line().await;
        line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        answer(&mut line, 5).await;
        held.push(line);
    }
    assert!(to_the_end(&mut server.line().await).await.starts_with("HTTP/1.1 429 "));
    drop(held.pop());
    // The slot is free as soon as the server has noticed the end.
    loop {
        let mut line = server.line().await;
        line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        if to_the_end(&mut line).await.starts_with("HTTP/1.1 200") {
            break;
        }
    }
    let proxied = Server::start(lines(NEVER, NEVER, None)).await;
    let mut held = join_all((0..20).map(async |_| proxied.line().await)).await;
    for line in &mut held {
        line.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        answer(line, 5).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_goes_on_after_a_refusal_whose_request_was_not_read() {
    let server = Server::start(lines(NEVER, NEVER, None)).await;
    let mut line = server.line().await;
    for round in 0..20 {
        line.write_all(b"POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n").await.unwrap();
        // A body in a packet of its own, as browsers and proxies send it.
        tokio::time::sleep(Duration::from_millis(round % 4)).await;
        line.write_all(b"12345").await.unwrap();
        let said = answer(&mut line, 0).await.to_ascii_lowercase();
        assert!(said.starts_with("http/1.1 401") && !said.contains("connection: close"), "{said}");
    }
    line.write_all(b"POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n12345").await.unwrap();
    assert!(answer(&mut line, 5).await.ends_with("12345"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_that_ends_its_line_says_so_and_arrives() {
    let server = Server::start(lines(NEVER, NEVER, None)).await;
    // Too much to read in vain; a client that sends it all before listening still receives the refusal.
    let mut line = server.line().await;
    let much = 1 << 20;
    line.write_all(format!("POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: {much}\r\n\r\n").as_bytes()).await.unwrap();
    line.write_all(&vec![b'x'; much]).await.unwrap();
    let said = to_the_end(&mut line).await.to_ascii_lowercase();
    assert!(said.starts_with("http/1.1 401") && said.contains("connection: close"), "{said}");
    // A client that never sends the rest.
    let mut line = server.line().await;
    line.write_all(b"POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n12").await.unwrap();
    let said = to_the_end(&mut line).await.to_ascii_lowercase();
    assert!(said.starts_with("http/1.1 401") && said.contains("connection: close"), "{said}");
    // A client that waits for `100-continue` does not get it.
    let mut line = server.line().await;
    line.write_all(b"POST /refused HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n").await.unwrap();
    let said = to_the_end(&mut line).await.to_ascii_lowercase();
    assert!(said.starts_with("http/1.1 401") && said.contains("connection: close"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_has_a_longest_length() {
    let server = Server::start(lines(NEVER, NEVER, None)).await;
    for head in [
        format!("{} / HTTP/1.1\r\nhost: x\r\n\r\n", "A".repeat(60_000)),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(60_000)),
        format!("GET / HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "a".repeat(60_000)),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x: y\r\n".repeat(200)),
    ] {
        let mut line = server.line().await;
        line.write_all(head.as_bytes()).await.unwrap();
        let said = to_the_end(&mut line).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_answered_is_finished_when_the_server_ends() {
    let server = Server::start(lines(NEVER, NEVER, None)).await;
    let silent = server.line().await;
    let mut half = server.line().await;
    half.write_all(b"GET / HT").await.unwrap();
    let mut asked = server.line().await;
    asked.write_all(b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    server.asked.notified().await;
    server.stopping.cancel();
    assert!(to_the_end(&mut asked).await.starts_with("HTTP/1.1 200"));
    tokio::time::timeout(PATIENCE, server.served).await.expect("nobody else is waited for").unwrap();
    drop((silent, half));
}
