//! The life of one WebSocket: hello, frames both ways, heartbeat, end.

mod requests;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use crate::conn::{Closing, Conn, Identity, Item};
use crate::frame::{ClientFrame, ServerFrame, close};
use crate::hub::{Inner, now_ms};
use crate::join::Resume;
use crate::token::AccessClaims;
use crate::topic::rules_of;

/// How long a closing socket is read on, so that the close frame is not lost to a reset.
const LINGER: Duration = Duration::from_secs(2);
const PING: Utf8Bytes = Utf8Bytes::from_static(r#"{"type":"ping"}"#);

/// Frames a client may send: refilled evenly, with room for a burst.
struct Allowance {
    left: f32,
    at: Instant,
}

impl Allowance {
    fn take(&mut self, rate: u32, burst: u32) -> bool {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f32() * rate as f32).min(burst as f32);
        self.at = now;
        self.left -= 1.0;
        self.left >= 0.0
    }
}

struct Session {
    inner: Arc<Inner>,
    conn: Arc<Conn>,
    allowance: Allowance,
    /// When the access token's grace ends.
    token_end: Option<Instant>,
    next_ping: Instant,
    pong_due: Option<Instant>,
}

const fn closing(code: u16, reason: &'static str) -> Closing {
    Closing { code, reason }
}

/// Serves a socket until it ends.
pub(crate) async fn serve(inner: Arc<Inner>, mut socket: WebSocket) {
    let end = match Box::pin(greet(&inner, &mut socket)).await {
        Ok(mut session) => {
            let end = session.run(&mut socket).await;
            inner.dismiss(&session.conn);
            end
        }
        Err(end) => end,
    };
    if let Some(end) = end {
        inner.meter.closed(end.code);
        Box::pin(part(&mut socket, end)).await;
    }
}

/// Closes with a code, and reads on for a moment.
async fn part(socket: &mut WebSocket, end: Closing) {
    let frame = CloseFrame { code: end.code, reason: Utf8Bytes::from_static(end.reason) };
    let _ = timeout(LINGER, async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await;
}

/// Refuses a socket before hello.
pub(crate) async fn refuse(inner: Arc<Inner>, mut socket: WebSocket, code: u16, reason: &'static str) {
    inner.meter.closed(code);
    part(&mut socket, closing(code, reason)).await;
}

/// Waits for hello and enrolls the socket.
async fn greet(inner: &Arc<Inner>, socket: &mut WebSocket) -> Result<Session, Option<Closing>> {
    let settings = &inner.settings;
    let late = Instant::now() + Duration::from_millis(settings.hello_ms);
    let text = loop {
        match timeout_at(late, socket.recv()).await {
            Err(_) => return Err(Some(closing(close::MALFORMED, "hello expected"))),
            Ok(message) => {
                if let Some(text) = text_of(message)? {
                    break text;
                }
            }
        }
    };
    let Ok(ClientFrame::Hello { token, epoch, offset }) = serde_json::from_str(&text) else {
        return Err(Some(closing(close::MALFORMED, "hello expected")));
    };
    let claims = match token {
        None => None,
        Some(token) => match inner.keys.verify_access(&token) {
            Ok(claims) => Some(claims),
            Err(_) => return Err(Some(closing(close::SESSION_ENDED, "token not valid"))),
        },
    };
    let issued = claims.as_ref().map_or(0, |claims| claims.iat);
    let identity =
        claims.as_ref().map(|claims| Identity { user: claims.sub.as_str().into(), session: claims.sid.as_str().into() });
    let conn = Arc::new(Conn::new(inner.next_id(), identity, settings.queue_bytes));
    inner.enroll(&conn, issued).map_err(|(code, reason)| Some(closing(code, reason)))?;
    conn.send(
        ServerFrame::Welcome {
            session: format!("{:x}-{:x}", inner.node, conn.id),
            user: claims.as_ref().map(|claims| claims.sub.clone()),
            heartbeat: settings.heartbeat_ms,
            now: now_ms(),
        }
        .encode(),
    );
    if let Some(own) = Inner::own_topic(&conn)
        && let Some(rules) = rules_of(&own)
    {
        let resume = epoch.zip(offset).map(|(epoch, offset)| Resume { epoch, offset });
        let _ = inner.join(&conn, &own, rules, resume);
    }
    // A drain that began meanwhile has not seen this socket.
    if inner.draining.load(Ordering::SeqCst) {
        inner.farewell(&conn);
    }
    // Spread, so that sockets that came together do not answer together for ever.
    let first = Duration::from_millis(settings.heartbeat_ms).mul_f64(rand::random_range(0.5..=1.0));
    Ok(Session {
        token_end: claims.as_ref().map(|claims| token_end(inner, claims)),
        inner: inner.clone(),
        conn,
        allowance: Allowance { left: settings.frame_burst as f32, at: Instant::now() },
        next_ping: Instant::now() + first,
        pong_due: None,
    })
}

fn token_end(inner: &Inner, claims: &AccessClaims) -> Instant {
    let left = claims.exp.saturating_mul(1000).saturating_sub(now_ms()).max(0) as u64;
    // Bounded, because a token of a thousand years must not overflow the clock.
    Instant::now() + Duration::from_millis(left.min(10_000_000_000).saturating_add(inner.settings.token_grace_ms))
}

/// The text of a message; nothing for protocol pings. The end of the socket is the error.
fn text_of(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, Option<Closing>> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(Some(closing(close::MALFORMED, "text frames only"))),
        Some(Ok(Message::Close(_))) | None => Err(None),
        Some(Err(error)) => Err(is_violation(&error).then_some(closing(close::MALFORMED, "frame refused"))),
    }
}

/// Whether the client broke the rules (a frame too large, not UTF-8), rather than the link.
fn is_violation(error: &axum::Error) -> bool {
    let text = error.to_string();
    !text.contains("IO error") && !text.contains("without closing handshake") && !text.contains("closed")
}

impl Session {
    /// Serves frames both ways; answers how to close, or nothing if the client is gone.
    async fn run(&mut self, socket: &mut WebSocket) -> Option<Closing> {
        let mut alarm = pin!(sleep_until(self.deadline()));
        loop {
            let due = self.deadline();
            if alarm.deadline() != due {
                alarm.as_mut().reset(due);
            }
            let outcome = tokio::select! {
                () = self.conn.woken() => self.write(socket).await,
                message = socket.recv() => match text_of(message) {
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
        let others = [self.pong_due, self.token_end, self.leave_at()];
        others.into_iter().flatten().fold(self.next_ping, Instant::min)
    }

    /// What is due by now.
    fn tick(&mut self) -> Result<(), Option<Closing>> {
        let now = Instant::now();
        let past = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        if past(self.leave_at()) {
            return Err(Some(closing(close::GOING_AWAY, "draining")));
        }
        if past(self.token_end) {
            return Err(Some(closing(close::SESSION_ENDED, "token expired")));
        }
        if past(self.pong_due) {
            return Err(Some(closing(close::TOO_SLOW, "no pong")));
        }
        if self.next_ping <= now {
            self.next_ping = now + Duration::from_millis(self.inner.settings.heartbeat_ms);
            self.pong_due.get_or_insert(now + Duration::from_millis(self.inner.settings.pong_ms));
            self.conn.send(PING);
        }
        Ok(())
    }

    /// Writes all that waits, in one go if the link takes it.
    async fn write(&mut self, socket: &mut WebSocket) -> Result<(), Option<Closing>> {
        let items = self.conn.take();
        let bytes = items.iter().map(Item::cost).sum();
        let timed = items.iter().map(|item| item.at).find(|at| *at > 0);
        let conn = &self.conn;
        let write = async {
            for item in items {
                if conn.is_closing() {
                    return Ok(());
                }
                socket.feed(Message::Text(item.frame)).await?;
            }
            socket.flush().await
        };
        match timeout(Duration::from_millis(self.inner.settings.write_ms), write).await {
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
