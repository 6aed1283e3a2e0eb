//! One connection: the event it waits for, and since when.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::head::Heads;
use super::lines::Lines;

/// Lowest rate at which a client must read an answer. Otherwise a kilobyte a minute would keep a connection open for ever.
const LEAST_BYTES_A_SECOND: u32 = 1000;

/// The event that a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// The next request
    Request,
    /// The rest of a head that has begun
    Head,
    /// Our answer
    Answer,
}

pub(super) struct State {
    now: Mutex<Now>,
    heads: Mutex<Heads>,
}

struct Now {
    wait: Wait,
    since: Instant,
    /// Time since which the client reads nothing of the answer
    stalled: Option<Instant>,
    /// How long it kept this answer waiting before, less its reads at the lowest rate
    owed: Duration,
    /// An answer was sent before its request was read
    unread: bool,
    /// The stream of a connection that ended like that
    left: Option<TcpStream>,
}

impl State {
    pub fn new() -> Self {
        let (wait, since) = (Wait::Request, Instant::now());
        Self {
            now: Mutex::new(Now { wait, since, stalled: None, owed: Duration::ZERO, unread: false, left: None }),
            heads: Mutex::default(),
        }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn heads(&self) -> MutexGuard<'_, Heads> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a head on this connection had a bare LF.
    pub fn has_bare_line_feed(&self) -> bool {
        self.heads().is_bare()
    }

    pub fn waits_for(&self, wait: Wait) {
        if wait == Wait::Request {
            self.heads().resume();
        }
        let mut now = self.now();
        (now.wait, now.since) = (wait, Instant::now());
        if wait == Wait::Answer {
            now.owed = Duration::ZERO;
        }
    }

    /// Notes that the client reads nothing now.
    fn stalls(&self) {
        self.now().stalled.get_or_insert_with(Instant::now);
    }

    /// Notes that the client has read so much.
    fn took(&self, bytes: usize) {
        let mut now = self.now();
        let waited = now.stalled.take().map_or(Duration::ZERO, |since| since.elapsed());
        let paid = Duration::from_secs_f64(bytes as f64 / f64::from(LEAST_BYTES_A_SECOND));
        now.owed = (now.owed + waited).saturating_sub(paid);
    }

    pub fn is_answering(&self) -> bool {
        self.now().wait == Wait::Answer
    }

    /// Notes that the client still sends data that nobody will read: the connection must not be cut before it has our answer.
    pub fn leaves_unread(&self) {
        self.now().unread = true;
    }

    /// Takes the stream of a connection that was left with unread data.
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
        waited.into_iter().chain(now.stalled.map(|since| since + lines.idle.saturating_sub(now.owed))).min()
    }

    /// Returns when the connection has waited too long.
    pub async fn overdue(&self, lines: &Lines) {
        // Waits that begin during the sleep are not overdue before this.
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

/// The stream of a connection, which notes arriving data and stalled writes.
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

    fn written(&self, poll: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &poll {
            Poll::Pending => self.state.stalls(),
            Poll::Ready(written) => self.state.took(*written.as_ref().unwrap_or(&0)),
        }
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
            self.state.heads().look(&buf.filled()[before..]);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a connection is kept whose client reads so many bytes, and then nothing for so many seconds, twenty times.
    async fn is_kept(bytes: usize, seconds: u64) -> bool {
        let lines = Lines { head: Duration::from_secs(10), idle: Duration::from_secs(60), per_address: None };
        let state = State::new();
        state.waits_for(Wait::Answer);
        let takes = async {
            for _ in 0..20 {
                state.stalls();
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                state.took(bytes);
                // Our own silence must not count against the client.
                tokio::time::sleep(Duration::from_secs(300)).await;
            }
        };
        tokio::select! { () = takes => true, () = state.overdue(&lines) => false }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_taken_at_a_least_speed() {
        assert!(is_kept(100_000, 55).await);
        assert!(!is_kept(1_000, 55).await, "a kilobyte a minute");
        assert!(!is_kept(100_000, 65).await, "nothing for so long");
    }
}
