//! Keep-alive HTTP/1.1 that costs little: the same request again and again, and answers of one length.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hdrhistogram::Histogram;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::process::Process;

/// A server's figures in one turn.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Requests a second
    pub rate: f64,
    /// Microseconds of the server's CPU a request
    pub cost: f64,
    /// Milliseconds
    pub p99: f64,
}

pub fn request(address: SocketAddr, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// Returns the request for a page.
pub fn get(address: SocketAddr, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/html\r\n\r\n").into_bytes()
}

/// Sends one request and returns the answer's body.
pub async fn ask(address: SocketAddr, request: &[u8]) -> Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let (answer, head) = whole(&mut stream).await?;
    Ok(answer[head..].to_vec())
}

/// Keeps `connections` busy for `time`; each asks again as soon as it is answered.
pub async fn measure(server: &Process, request: &[u8], connections: usize, time: Duration) -> Result<Measurement> {
    let mut tasks = JoinSet::new();
    let mut streams = Vec::new();
    for _ in 0..connections {
        let mut stream = TcpStream::connect(server.address).await?;
        stream.set_nodelay(true)?;
        stream.write_all(request).await?;
        let (first, _) = whole(&mut stream).await?;
        streams.push((stream, first.len()));
    }
    let (start, cpu) = (Instant::now(), server.cpu()?);
    for (stream, length) in streams {
        tasks.spawn(busy(stream, request.to_vec(), length, start + time));
    }
    let mut latency = Histogram::<u64>::new(3)?;
    while let Some(done) = tasks.join_next().await {
        latency.add(done??)?;
    }
    let (elapsed, cpu) = (start.elapsed().as_secs_f64(), (server.cpu()? - cpu).as_secs_f64());
    let requests = latency.len() as f64;
    Ok(Measurement { rate: requests / elapsed, cost: cpu * 1e6 / requests, p99: latency.value_at_quantile(0.99) as f64 / 1e3 })
}

async fn busy(mut stream: TcpStream, request: Vec<u8>, length: usize, end: Instant) -> Result<Histogram<u64>> {
    let mut latency = Histogram::new(3)?;
    let mut answer = vec![0; length];
    loop {
        let asked = Instant::now();
        if asked >= end {
            return Ok(latency);
        }
        stream.write_all(&request).await?;
        stream.read_exact(&mut answer).await?;
        // Ids and dates have one length, so every answer has.
        ensure!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..length.min(300)]));
        latency.record(u64::try_from(asked.elapsed().as_micros())?.max(1))?;
    }
}

/// Reads a whole answer with its length in the head; also returns where its body begins.
async fn whole(stream: &mut TcpStream) -> Result<(Vec<u8>, usize)> {
    let mut bytes = Vec::new();
    loop {
        ensure!(stream.read_buf(&mut bytes).await? > 0, "closed within an answer");
        let Some(head) = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4) else { continue };
        let text = std::str::from_utf8(&bytes[..head])?.to_ascii_lowercase();
        ensure!(text.starts_with("http/1.1 200"), "{}", String::from_utf8_lossy(&bytes));
        let length = text.lines().find_map(|line| line.strip_prefix("content-length:")).context("an answer without a length")?;
        if bytes.len() == head + length.trim().parse::<usize>()? {
            return Ok((bytes, head));
        }
    }
}
