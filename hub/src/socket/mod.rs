//! The life of one WebSocket: hello, frames both ways, heartbeat, end.

mod requests;
mod write;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::conn::{Closing, Conn, Identity, Item, Right};
use crate::frame::{ClientFrame, ServerFrame, close};
use crate::hub::{Inner, now_ms};
use crate::join::{Join, ResumeFrom};
use crate::share::{Allowance, Slot};

/// A WebSocket on a connection that was HTTP until now.
pub(crate) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// How long, and how far, a closing socket is still read, so that the close frame is not lost to a reset.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 4 << 20;
/// A token of a thousand years must not overflow the clock.
const MOST_MS: u64 = 10_000_000_000;
const PING: Utf8Bytes = Utf8Bytes::from_static(r#"{"type":"ping"}"#);

struct Session {
    inner: Arc<Inner>,
    conn: Arc<Conn>,
    allowance: Allowance,
    /// When the access token's grace ends.
    token_end: Option<Instant>,
    /// When the grace of the first of its grants ends, or before.
    grants_end: Option<Instant>,
    next_ping: Instant,
    pong_due: Option<Instant>,
}

const fn closing(code: u16, reason: &'static str) -> Closing {
    Closing { code, reason }
}

/// Serves a socket until it ends.
pub(crate) async fn serve(inner: Arc<Inner>, mut socket: Box<Socket>, mut slot: Slot) {
    let end = match Box::pin(greet(&inner, &mut socket, &mut slot)).await {
        Ok(mut session) => {
            let end = session.run(&mut socket).await;
            inner.unregister(&session.conn);
            end
        }
        Err(end) => end,
    };
    if let Some(end) = end {
        inner.meter.closed(end.code);
        Box::pin(part(&mut socket, end)).await;
    }
}

/// Closes with a code, then drops what still arrives. A connection dropped with unread data is reset, and a reset takes the close frame away
/// from a client that has not read it yet. The connection is read below the frames: after a refused frame there is no next one.
async fn part(socket: &mut Socket, end: Closing) {
    let frame = CloseFrame { code: end.code.into(), reason: Utf8Bytes::from_static(end.reason) };
    let _ = timeout(LINGER, async {
        socket.send(Message::Close(Some(frame))).await.ok()?;
        let line = socket.get_mut();
        line.shutdown().await.ok()?;
        let (mut dropped, mut read) = ([0; 4096], 0);
        while read < LINGER_BYTES {
            match line.read(&mut dropped).await.ok()? {
                0 => break,
                bytes => read += bytes,
            }
        }
        Some(())
    })
    .await;
}

/// Refuses a socket before hello.
pub(crate) async fn refuse(inner: Arc<Inner>, mut socket: Box<Socket>, code: u16, reason: &'static str) {
    inner.meter.closed(code);
    Box::pin(part(&mut socket, closing(code, reason))).await;
}

/// Waits for hello and enrolls the socket.
async fn greet(inner: &Arc<Inner>, socket: &mut Socket, slot: &mut Slot) -> Result<Session, Option<Closing>> {
    let settings = &inner.settings;
    let late = Instant::now() + Duration::from_millis(settings.hello_ms);
    let text = loop {
        match timeout_at(late, socket.next()).await {
            Err(_) => return Err(Some(closing(close::MALFORMED, "hello expected"))),
            Ok(message) => {
                if let Some(text) = text_of(message)? {
                    break text;
                }
            }
        }
    };
    let Ok(ClientFrame::Hello { token, epoch, offset }) = ClientFrame::parse(&text) else {
        return Err(Some(closing(close::MALFORMED, "hello expected")));
    };
    let claims = match token {
        None => None,
        Some(token) => match inner.keys.verify_access(&token) {
            Ok(claims) => Some(claims),
            Err(_) => return Err(Some(closing(close::SESSION_ENDED, "token not valid"))),
        },
    };
    // Withdrawn rights are known before the first token is accepted.
    if claims.is_some() && !inner.rights_known(late).await {
        return Err(Some(closing(close::TRY_AGAIN, "not ready")));
    }
    let issued = claims.as_ref().map_or(0, |claims| claims.iat);
    let identity =
        claims.as_ref().map(|claims| Identity { user: claims.sub.as_str().into(), session: claims.sid.as_str().into() });
    if !slot.settle(identity.is_some()) {
        return Err(Some(closing(close::TOO_MANY_CONNECTIONS, "too many sockets")));
    }
    let conn = Arc::new(Conn::new(inner.next_id(), identity, slot.address, issued, settings.queue_bytes));
    inner.register(&conn).map_err(|(code, reason)| Some(closing(code, reason)))?;
    let own = inner.own_topic(&conn);
    conn.send(
        ServerFrame::Welcome {
            session: format!("{:x}-{:x}", inner.node, conn.id),
            user: claims.as_ref().map(|claims| claims.sub.clone()),
            topic: own.clone(),
            heartbeat: settings.heartbeat_ms,
            now: now_ms(),
        }
        .encode(),
    );
    if let Some(own) = own
        && let Some(rules) = inner.bus.topics().rules(&own)
    {
        if !inner.may_join(&conn) {
            inner.unregister(&conn);
            return Err(Some(closing(close::TOO_MANY_FRAMES, "too many joins")));
        }
        let resume = epoch.zip(offset).map(|(epoch, offset)| ResumeFrom { epoch, offset });
        let right = Right::lasting(now_ms() / 1000);
        let _ = inner.join(&conn, &own, rules, Join { id: None, right, resume });
    }
    // A goodbye said in the meantime has not reached this socket.
    if inner.sends_away() {
        inner.say_late_goodbye(&conn);
    }
    // Spread, so that sockets opened together do not answer together for ever.
    let first = Duration::from_millis(settings.heartbeat_ms).mul_f64(rand::random_range(0.5..=1.0));
    Ok(Session {
        token_end: claims.as_ref().map(|claims| expiry(inner, claims.exp)),
        grants_end: None,
        inner: inner.clone(),
        conn,
        allowance: Allowance::new(settings.frame_burst),
        next_ping: Instant::now() + first,
        pong_due: None,
    })
}

/// Returns how long a socket outlives its token, and a subscription its grant. Milliseconds.
fn grace(inner: &Inner) -> i64 {
    inner.settings.token_grace_ms.min(MOST_MS) as i64
}

/// Returns when the grace ends of a token or grant with this expiry, Unix seconds.
fn expiry(inner: &Inner, exp: i64) -> Instant {
    let left = exp.saturating_mul(1000).saturating_add(grace(inner)).saturating_sub(now_ms());
    Instant::now() + Duration::from_millis((left.max(0) as u64).min(MOST_MS))
}

/// Returns the text of a message; None for protocol pings. The end of the socket is the error.
fn text_of(message: Option<Result<Message, Error>>) -> Result<Option<Utf8Bytes>, Option<Closing>> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(Some(closing(close::MALFORMED, "text frames only"))),
        Some(Ok(Message::Close(_))) | None => Err(None),
        Some(Err(error)) => Err(is_violation(&error).then_some(closing(close::MALFORMED, "frame refused"))),
    }
}

/// Whether the client broke the rules (a frame too large, not UTF-8), as opposed to a broken link.
fn is_violation(error: &Error) -> bool {
    match error {
        Error::Capacity(_) | Error::Utf8(_) => true,
        Error::Protocol(broken) => !matches!(broken, ProtocolError::ResetWithoutClosingHandshake),
        _ => false,
    }
}

impl Session {
    /// Serves frames both ways; returns how to close, or None if the client is gone.
    async fn run(&mut self, socket: &mut Socket) -> Option<Closing> {
        let mut alarm = pin!(sleep_until(self.deadline()));
        loop {
            let due = self.deadline();
            if alarm.deadline() != due {
                alarm.as_mut().reset(due);
            }
            let outcome = tokio::select! {
                () = self.conn.woken() => self.write(socket).await,
                message = socket.next() => match text_of(message) {
                    Ok(Some(text)) => self.hear(&text),
                    Ok(None) => self.count(),
                    Err(end) => Err(end),
                },
                () = &mut alarm => self.tick(),
            };
            if let Err(end) = outcome {
                return end;
            }
        }
    }

    fn leave_at(&self) -> Option<Instant> {
        let at = self.conn.leave_at.load(Ordering::Acquire);
        (at > 0).then(|| Instant::from_std(self.inner.started) + Duration::from_millis(at))
    }

    fn deadline(&self) -> Instant {
        let others = [self.pong_due, self.token_end, self.grants_end, self.leave_at()];
        others.into_iter().flatten().fold(self.next_ping, Instant::min)
    }

    /// Handles everything that is due by now.
    fn tick(&mut self) -> Result<(), Option<Closing>> {
        let now = Instant::now();
        let past = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        if past(self.leave_at()) {
            return Err(Some(closing(close::GOING_AWAY, "said goodbye")));
        }
        if past(self.token_end) {
            return Err(Some(closing(close::SESSION_ENDED, "token expired")));
        }
        if past(self.pong_due) {
            return Err(Some(closing(close::TOO_SLOW, "no pong")));
        }
        if past(self.grants_end) {
            self.end_grants();
        }
        if self.next_ping <= now {
            self.next_ping = now + Duration::from_millis(self.inner.settings.heartbeat_ms);
            self.pong_due.get_or_insert(now + Duration::from_millis(self.inner.settings.pong_ms));
            self.conn.send(PING);
        }
        Ok(())
    }

    /// Writes all waiting frames, in one go if the link takes it.
    async fn write(&mut self, socket: &mut Socket) -> Result<(), Option<Closing>> {
        let items = self.conn.take();
        let bytes = items.iter().map(Item::cost).sum();
        let timed = items.iter().map(|item| item.at).find(|at| *at > 0);
        let conn = &self.conn;
        // Boxed, like everything that a waiting socket does not need: it is freed when the frames have left.
        let write = write::frames(socket, items, || conn.is_closing());
        match Box::pin(timeout(Duration::from_millis(self.inner.settings.write_ms), write)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(None),
            // The link takes nothing: not even a close frame.
            Err(_) => {
                self.inner.meter.closed(close::TOO_SLOW);
                return Err(None);
            }
        }
        conn.written(bytes);
        if let Some(at) = timed {
            self.inner.meter.way.record((now_ms() - at).max(0) as f64 / 1000.0);
        }
        match conn.is_closing() {
            true => Err(conn.closing()),
            false => Ok(()),
        }
    }
}
