//! Many people who listen at once, each by a socket of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::hub::wire::Wire;
use crate::shop::{Member, Shop, address};

const PATIENCE: Duration = Duration::from_secs(20);
/// Sockets that are opened at once.
const OPENED: usize = 100;

/// A listener, and its topic beside the user's own. A visitor has no topic of their own.
#[derive(Clone)]
pub struct Listener {
    pub member: Option<Member>,
    pub topic: Option<String>,
    pub grant: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Bracket,
    Room,
    Inbox,
    /// With its number in the thread
    Message(i64),
    /// The topic's numbering restarted, as that of a silent topic does now and then: listeners read it again by REST.
    Anew,
}

pub struct Heard {
    /// Place in the list of listeners
    pub who: usize,
    pub at: Instant,
    pub event: Event,
}

pub struct Crowd {
    heard: mpsc::UnboundedReceiver<Heard>,
    sockets: JoinSet<Result<()>>,
}

impl Crowd {
    /// Opens all sockets and waits until each has joined.
    pub async fn open(shop: &Shop, listeners: &[Listener]) -> Result<Self> {
        let place = address(&shop.url)?;
        let (told, heard) = mpsc::unbounded_channel();
        let open = Arc::new(AtomicUsize::new(0));
        let mut sockets = JoinSet::new();
        for (first, some) in (0..).step_by(OPENED).zip(listeners.chunks(OPENED)) {
            for (who, listener) in (first..).zip(some.iter().cloned()) {
                let (told, open) = (told.clone(), Arc::clone(&open));
                sockets.spawn(async move {
                    let mut wire = Wire::open(place, "/ws").await?;
                    let token = listener.member.as_ref().map(|member| &member.token);
                    wire.send(&json!({"type": "hello", "token": token}).to_string()).await?;
                    if token.is_some() {
                        wire.expect("\"subscribed\"").await?;
                    }
                    if let Some(topic) = &listener.topic {
                        wire.send(&json!({"type": "subscribe", "topic": topic, "grant": listener.grant}).to_string()).await?;
                        wire.expect(&format!(r#""subscribed","topic":"{topic}""#)).await?;
                    }
                    open.fetch_add(1, Ordering::AcqRel);
                    listen(wire, who, &told).await
                });
            }
            while open.load(Ordering::Acquire) < first + some.len() {
                if let Some(gone) = sockets.try_join_next() {
                    gone?.context("a listener is gone")?;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        Ok(Self { heard, sockets })
    }

    /// Returns the next event that any listener hears.
    pub async fn next(&mut self) -> Result<Heard> {
        tokio::select! {
            heard = timeout(PATIENCE, self.heard.recv()) => heard.context("not all were told")?.context("all listeners are gone"),
            Some(gone) = self.sockets.join_next() => Err(gone?.err().context("a socket ended")?),
        }
    }

    /// Takes events until none has come for so long.
    pub async fn quiet(&mut self, silence: Duration) -> Vec<Heard> {
        let mut all = Vec::new();
        while let Ok(Some(heard)) = timeout(silence, self.heard.recv()).await {
            all.push(heard);
        }
        all
    }
}

async fn listen(mut wire: Wire, who: usize, told: &mpsc::UnboundedSender<Heard>) -> Result<()> {
    loop {
        let (mut events, mut ping) = (Vec::new(), false);
        wire.read(|frame| {
            let frame = std::str::from_utf8(frame)?;
            events.extend(event(frame)?);
            ping |= frame.ends_with(r#""ping"}"#);
            Ok(())
        })
        .await?;
        let at = Instant::now();
        if ping {
            wire.send(r#"{"type":"pong"}"#).await?;
        }
        for event in events {
            told.send(Heard { who, at, event })?;
        }
        wire.shrink();
    }
}

fn event(frame: &str) -> Result<Option<Event>> {
    let is = |name: &str| frame.contains(name);
    if frame.starts_with(r#"{"type":"subscribed""#) {
        return Ok(Some(Event::Anew));
    }
    ensure!(!is(r#""type":"unsubscribed""#) && !is(r#""type":"error""#), "{frame}");
    if is(r#""message.posted""#) {
        let frame: Value = serde_json::from_str(frame)?;
        return Ok(frame["data"]["seq"].as_i64().map(Event::Message));
    }
    let named =
        [(r#""bracket.changed""#, Event::Bracket), (r#""match.changed""#, Event::Room), (r#""inbox.changed""#, Event::Inbox)];
    Ok(named.into_iter().find(|(name, _)| is(name)).map(|(_, event)| event))
}
