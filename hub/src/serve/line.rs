//! One line: what it waits for, and since when.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::lines::Lines;

/// What a line waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// The next request
    Request,
    /// The rest of a head that has begun
    Head,
    /// Us
    Answer,
}

pub(super) struct State {
    now: Mutex<Now>,
}

struct Now {
    wait: Wait,
    since: Instant,
    /// Since when the other end takes nothing of what is to be written
    stalled: Option<Instant>,
    /// An answer went out before its request was read
    unread: bool,
    /// The stream of a line that ended like that
    left: Option<TcpStream>,
}

impl State {
    pub fn new() -> Self {
        Self { now: Mutex::new(Now { wait: Wait::Request, since: Instant::now(), stalled: None, unread: false, left: None }) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn waits_for(&self, wait: Wait) {
        let mut now = self.now();
        (now.wait, now.since) = (wait, Instant::now());
    }

    pub fn is_answering(&self) -> bool {
        self.now().wait == Wait::Answer
    }

    /// The other end still sends what nobody will read: the line must not be cut before it has our answer.
    pub fn leaves_unread(&self) {
        self.now().unread = true;
    }

    /// The stream of a line that was left with something unread.
    pub fn left(&self) -> Option<TcpStream> {
        self.now().left.take()
    }

    fn deadline(&self, lines: &Lines) -> Option<Instant> {
        let now = self.now();
        let waited = match now.wait {
            Wait::Request => Some(now.since + lines.idle),
            Wait::Head => Some(now.since + lines.head),
            Wait::Answer => None,
        };
        waited.into_iter().chain(now.stalled.map(|since| since + lines.idle)).min()
    }

    /// Returns when the line has waited too long.
    pub async fn overdue(&self, lines: &Lines) {
        // Whatever begins while we sleep is not overdue before this.
        let nap = lines.head.min(lines.idle);
        loop {
            match self.deadline(lines) {
                Some(deadline) if deadline <= Instant::now() => return,
                Some(deadline) => tokio::time::sleep_until(deadline.min(Instant::now() + nap)).await,
                None => tokio::time::sleep(nap).await,
            }
        }
    }
}

/// The stream of a line, which notes when something comes and when nothing goes.
pub(super) struct Watched {
    stream: Option<TcpStream>,
    state: Arc<State>,
}

impl Watched {
    pub fn new(stream: TcpStream, state: Arc<State>) -> Self {
        Self { stream: Some(stream), state }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn written<T>(&self, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        let mut now = self.state.now();
        match &poll {
            Poll::Pending => drop(now.stalled.get_or_insert_with(Instant::now)),
            Poll::Ready(_) => now.stalled = None,
        }
        drop(now);
        poll
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut now = self.state.now();
        if now.unread {
            now.left = self.stream.take();
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(self.stream()?.poll_read(cx, buf))?;
        if buf.filled().len() > before {
            let mut now = self.state.now();
            if now.wait == Wait::Request {
                (now.wait, now.since) = (Wait::Head, Instant::now());
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write(cx, buf);
        self.written(written)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bufs: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write_vectored(cx, bufs);
        self.written(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(TcpStream::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}
