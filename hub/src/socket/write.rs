//! Frames on their way out. They are collected in a buffer that lives only while they are written: that of the WebSocket library keeps the size
//! of its largest batch, in every socket.

use std::io;

use futures_util::SinkExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Error;

use super::Socket;
use crate::conn::Item;

/// Bytes that are written at once; a frame is never divided.
const CHUNK: usize = 8 * 1024;
/// The first byte of a text frame that is whole.
const TEXT: u8 = 0x81;

/// Writes frames until all have left or the socket is closing.
pub(super) async fn frames(socket: &mut Socket, items: Vec<Item>, is_closing: impl Fn() -> bool) -> io::Result<()> {
    // The library's own answers, such as a pong, must not be cut in two by the following frames.
    socket.flush().await.map_err(|error| match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    })?;
    let line = socket.get_mut();
    let whole: usize = items.iter().map(|item| item.frame.len() + 10).sum();
    let mut bytes = Vec::with_capacity(whole.min(2 * CHUNK));
    for item in items {
        if is_closing() {
            break;
        }
        append(&mut bytes, item.frame.as_str().as_bytes());
        if bytes.len() >= CHUNK {
            line.write_all(&bytes).await?;
            bytes.clear();
        }
    }
    line.write_all(&bytes).await?;
    line.flush().await
}

/// Appends a text frame as a server sends it (RFC 6455, 5.2): not masked.
fn append(bytes: &mut Vec<u8>, payload: &[u8]) {
    bytes.push(TEXT);
    match payload.len() {
        short @ 0..=125 => bytes.push(short as u8),
        medium @ 126..=0xffff => {
            bytes.push(126);
            bytes.extend_from_slice(&(medium as u16).to_be_bytes());
        }
        long => {
            bytes.push(127);
            bytes.extend_from_slice(&(long as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    #[test]
    fn frames_of_every_length_are_read_as_they_were_written() {
        let lengths = [0, 1, 125, 126, 127, 0xffff, 0x1_0000, 100_000];
        let mut bytes = Vec::new();
        lengths.iter().for_each(|length| append(&mut bytes, "x".repeat(*length).as_bytes()));
        let mut client = WebSocket::from_raw_socket(io::Cursor::new(bytes), Role::Client, None);
        for length in lengths {
            assert_eq!(client.read().unwrap().into_text().unwrap().len(), length);
        }
    }
}
