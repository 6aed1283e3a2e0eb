//! Accepts connections, and closes those that only wait.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody as _;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{CONNECTION, EXPECT, HOST};
use axum::http::{HeaderValue, Response, StatusCode, Version};
use dashmap::DashMap;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::{Service, ServiceExt as _};

use super::body::{Answer, Unread};
use super::line::{State, Wait, Watched};
use crate::address::network;

/// Longest head of a request: its request line and all headers. A URI of 8 KiB and as much of cookies fit.
const HEAD_BYTES: usize = 32 * 1024;
/// How much, and how long, is still read from a closed connection that has its answer.
const LINGER_BYTES: usize = 4 << 20;
const LINGER: Duration = Duration::from_secs(2);
/// Sent to an address that holds enough connections.
const ENOUGH: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Limits of connections.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Time within which a head arrives, from its first byte
    pub head: Duration,
    /// Time after which an idle or stalled connection is closed
    pub idle: Duration,
    /// Connections that an address may hold
    pub per_address: Option<usize>,
}

/// Serves HTTP/1 on a listener until `stopping`. Then accepts no more connections, and returns when pending requests are answered.
pub async fn serve<S>(listener: TcpListener, service: S, lines: Lines, stopping: CancellationToken)
where
    S: Service<Request, Response = axum::response::Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let (tasks, counts) = (TaskTracker::new(), Arc::new(LineCounts::default()));
    let lines = Arc::new(lines);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                wait_after(&error).await;
                continue;
            }
        };
        let Some(slot) = counts.take(peer.ip(), lines.per_address) else {
            // We do not wait to see whether it arrives.
            let _ = stream.try_write(ENOUGH);
            continue;
        };
        let _ = stream.set_nodelay(true);
        tasks.spawn(keep(stream, peer, service.clone(), lines.clone(), stopping.clone(), slot));
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

/// A connection that broke before it was accepted is the client's problem. Without file handles or memory, all we can do is wait.
async fn wait_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "cannot take lines");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn keep<S>(stream: TcpStream, peer: SocketAddr, service: S, lines: Arc<Lines>, stopping: CancellationToken, _slot: Slot)
where
    S: Service<Request, Response = axum::response::Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let state = Arc::new(State::new());
    let of = state.clone();
    let answer = service_fn(move |request: axum::http::Request<Incoming>| answer(request, peer, service.clone(), of.clone()));
    let mut http = http1::Builder::new();
    http.max_header_size(HEAD_BYTES);
    let line = Watched::new(stream, state.clone());
    let mut connection = Box::pin(http.serve_connection(TokioIo::new(line), answer).with_upgrades());
    {
        let mut overdue = std::pin::pin!(state.overdue(&lines));
        tokio::select! {
            // Errors on a connection are the other end's problem.
            _ = &mut connection => {}
            () = &mut overdue => {}
            () = stopping.cancelled() => {
                connection.as_mut().graceful_shutdown();
                // Clients without a pending request are not waited for.
                if state.is_answering() {
                    tokio::select! {
                        _ = &mut connection => {}
                        () = overdue => {}
                    }
                }
            }
        }
    }
    drop(connection);
    if let Some(stream) = state.left() {
        let _ = tokio::time::timeout(LINGER, linger(stream)).await;
    }
}

/// Answers one request. A connection whose request was not read to its end is not reused, and the answer says so.
async fn answer<S>(
    request: axum::http::Request<Incoming>,
    peer: SocketAddr,
    service: S,
    state: Arc<State>,
) -> Result<Response<Answer>, Infallible>
where
    S: Service<Request, Response = axum::response::Response, Error = Infallible>,
{
    state.waits_for(Wait::Answer);
    if state.has_bare_line_feed() || !names_its_host(&request) {
        let mut refused = axum::response::Response::new(axum::body::Body::empty());
        *refused.status_mut() = StatusCode::BAD_REQUEST;
        refused.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        if !request.body().is_end_stream() {
            state.leaves_unread();
        }
        return Ok(refused.map(|body| Answer::new(body, state)));
    }
    let unread = Unread::default();
    // A client waiting for 100 Continue that gets an answer instead sends no body: nothing may be read.
    let may_read = !request.headers().contains_key(EXPECT);
    let mut request = match request.body().is_end_stream() {
        true => request.map(axum::body::Body::new),
        false => request.map(|body| unread.lend(body)),
    };
    request.extensions_mut().insert(ConnectInfo(peer));
    let mut response = service.oneshot(request).await?;
    if unread.is_left(may_read).await {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        state.leaves_unread();
    }
    Ok(response.map(|body| Answer::new(body, state)))
}

/// Whether an HTTP/1.1 request names one host (RFC 9112, section 3.2).
fn names_its_host<B>(request: &axum::http::Request<B>) -> bool {
    request.version() < Version::HTTP_11 || request.headers().get_all(HOST).iter().count() == 1
}

/// Lets a connection linger: closing it on unread data would make the client lose our answer.
async fn linger(mut stream: TcpStream) {
    let (mut buffer, mut taken) = ([0; 8192], 0);
    while taken < LINGER_BYTES {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(more) => taken += more,
        }
    }
}

/// Connections by address.
#[derive(Default)]
struct LineCounts(DashMap<IpAddr, usize>);

impl LineCounts {
    fn take(self: &Arc<Self>, address: IpAddr, most: Option<usize>) -> Option<Slot> {
        let Some(most) = most else { return Some(Slot(None)) };
        let address = network(address.to_canonical());
        let mut counts = self.0.entry(address).or_insert(0);
        if *counts >= most {
            return None;
        }
        *counts += 1;
        drop(counts);
        Some(Slot(Some((self.clone(), address))))
    }
}

/// A connection that counts as long as this lives.
struct Slot(Option<(Arc<LineCounts>, IpAddr)>);

impl Drop for Slot {
    fn drop(&mut self) {
        let Some((counts, address)) = &self.0 else { return };
        counts.0.remove_if_mut(address, |_, lines| {
            *lines -= 1;
            *lines == 0
        });
    }
}
