//! A WebSocket client that costs little: frames are found in the bytes and read in place.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use bytes::{Buf, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

pub struct Wire {
    stream: TcpStream,
    buffer: BytesMut,
}

/// The server has closed with this code.
#[derive(Debug)]
pub struct Closed(pub u16);

impl std::fmt::Display for Closed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "closed with {}", self.0)
    }
}

impl std::error::Error for Closed {}

impl Wire {
    pub async fn open(address: SocketAddr, path: &str) -> Result<Self> {
        Self::over(TcpStream::connect(address).await?, address, path).await
    }

    /// Opens a link like a phone's, which holds little on either side.
    pub async fn narrow(address: SocketAddr, path: &str) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        socket2::SockRef::from(&socket).set_tcp_mss(536)?;
        Self::over(socket.connect(address).await?, address, path).await
    }

    pub async fn over(mut stream: TcpStream, address: SocketAddr, path: &str) -> Result<Self> {
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut buffer = BytesMut::with_capacity(1024);
        let end = loop {
            ensure!(stream.read_buf(&mut buffer).await? > 0, "closed while opening");
            if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        ensure!(buffer.starts_with(b"HTTP/1.1 101"), "not upgraded: {}", String::from_utf8_lossy(&buffer));
        buffer.advance(end);
        Ok(Self { stream, buffer })
    }

    /// Returns the link for a thread that only writes.
    pub fn into_blocking(self) -> Result<std::net::TcpStream> {
        let stream = self.stream.into_std()?;
        stream.set_nonblocking(false)?;
        Ok(stream)
    }

    pub async fn send(&mut self, text: &str) -> Result<()> {
        let mut bytes = Vec::with_capacity(text.len() + 8);
        frame(&mut bytes, text);
        self.send_bytes(&bytes).await
    }

    /// Frames made by [`frame`].
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Waits for bytes, then shows every whole frame's payload. Fails when the server closes.
    pub async fn read(&mut self, mut see: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        if self.buffer.capacity() - self.buffer.len() < 4096 {
            self.buffer.reserve(32 * 1024);
        }
        ensure!(self.stream.read_buf(&mut self.buffer).await? > 0, "closed");
        while let Some((head, length)) = whole(&self.buffer) {
            if self.buffer[0] == 0x88 && length >= 2 {
                return Err(Closed(u16::from_be_bytes([self.buffer[head], self.buffer[head + 1]])).into());
            }
            ensure!(self.buffer[0] == 0x81, "no text frame: {:#x}", self.buffer[0]);
            see(&self.buffer[head..head + length])?;
            self.buffer.advance(head + length);
        }
        Ok(())
    }

    /// Reads until a frame contains this.
    pub async fn expect(&mut self, part: &str) -> Result<()> {
        let mut found = false;
        while !found {
            self.read(|payload| {
                found |= std::str::from_utf8(payload)?.contains(part);
                Ok(())
            })
            .await
            .with_context(|| format!("waiting for {part}"))?;
        }
        Ok(())
    }

    /// Gives back memory that reading took; for sockets that will be idle.
    pub fn shrink(&mut self) {
        if self.buffer.is_empty() {
            self.buffer = BytesMut::new();
        }
    }
}

/// Returns header and payload length of a whole frame at the beginning.
fn whole(bytes: &[u8]) -> Option<(usize, usize)> {
    let (head, length) = match *bytes.get(1)? & 127 {
        126 => (4, usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]))),
        127 => (10, usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    (bytes.len() >= head + length).then_some((head, length))
}

/// Appends a client's text frame; its mask is zero, which masks nothing.
pub fn frame(out: &mut Vec<u8>, text: &str) {
    out.push(0x81);
    match text.len() {
        short @ 0..126 => out.push(0x80 | short as u8),
        long => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(long as u16).to_be_bytes());
        }
    }
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(text.as_bytes());
}

/// Returns the number at a payload's end, before its closing braces.
pub fn number(payload: &[u8]) -> Option<u64> {
    let (mut value, mut scale, mut any) = (0, 1, false);
    for byte in payload.iter().rev().skip_while(|byte| **byte == b'}') {
        if !byte.is_ascii_digit() {
            break;
        }
        value += u64::from(byte - b'0') * scale;
        scale *= 10;
        any = true;
    }
    any.then_some(value)
}
