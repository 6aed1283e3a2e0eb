//! Measures how this node hears the bus, and whether it is the only one that does not.
//!
//! Every node sends a heartbeat through the bus each second and hears those of all nodes. One that hears none asks the others directly: if
//! they hear, the fault is this node's, and its sockets are better off elsewhere. If nobody hears, the bus is down for all, and sockets stay.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use crate::hub::Inner;

/// Time between heartbeats.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// Heartbeats without an echo after which a node is deaf.
const DEAF_BEATS: u32 = 3;
/// Milliseconds over which a node that hears nothing spreads its goodbyes.
pub(crate) const DEAF_SPREAD_MS: u64 = 2_000;
/// A peer that heard something this recently hears the bus. One that lost it together with this node has been deaf for longer.
const FRESH_MS: u64 = 1_500;
/// After an outage nodes find the bus again one after the other. A peer that has heard it for this long shows that others should, too.
const SETTLED_MS: u64 = 6_000;
/// Time that a peer has to answer.
const ANSWER: Duration = Duration::from_millis(700);
/// Peers asked at once, and bytes read of an answer.
const PEERS: usize = 16;
const ANSWER_BYTES: u64 = 4096;

/// How well a node hears the bus.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Hearing {
    /// Milliseconds since it last heard a heartbeat.
    pub silent_ms: u64,
    /// Milliseconds over which it had heard them without a break, until that one.
    pub steady_ms: u64,
}

/// The node's own state.
pub(crate) struct Pulse {
    /// When a heartbeat was last heard, and since when without a break.
    heard: Mutex<(Instant, Instant)>,
    silent_beats: AtomicU32,
    alone: AtomicBool,
}

impl Pulse {
    pub fn new() -> Self {
        let now = Instant::now();
        Self { heard: Mutex::new((now, now)), silent_beats: AtomicU32::new(0), alone: AtomicBool::new(false) }
    }

    fn heard(&self) -> MutexGuard<'_, (Instant, Instant)> {
        self.heard.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Notes a heartbeat.
    pub fn hear(&self) {
        let now = Instant::now();
        let mut heard = self.heard();
        let since = if now - heard.0 > BEAT * DEAF_BEATS { now } else { heard.1 };
        *heard = (now, since);
        drop(heard);
        self.silent_beats.store(0, Ordering::Relaxed);
        self.set_alone(false);
    }

    /// Counts a heartbeat that was sent. Counted, not timed: a process that was stopped for a while has not listened.
    fn sent(&self) {
        self.silent_beats.fetch_add(1, Ordering::Relaxed);
    }

    pub fn is_deaf(&self) -> bool {
        self.silent_beats.load(Ordering::Relaxed) >= DEAF_BEATS
    }

    pub fn is_alone(&self) -> bool {
        self.alone.load(Ordering::SeqCst)
    }

    /// Returns whether it changed.
    fn set_alone(&self, alone: bool) -> bool {
        self.alone.swap(alone, Ordering::SeqCst) != alone
    }

    pub fn hearing(&self) -> Hearing {
        let (last, since) = *self.heard();
        Hearing { silent_ms: last.elapsed().as_millis() as u64, steady_ms: (last - since).as_millis() as u64 }
    }
}

/// Whether a deaf node is the only one, according to its peers.
fn is_alone(own: Hearing, peers: &[Hearing]) -> bool {
    let hears = |peer: &Hearing| peer.silent_ms <= FRESH_MS && peer.steady_ms >= own.silent_ms.min(SETTLED_MS);
    peers.iter().any(hears)
}

impl Inner {
    /// Counts this node's heartbeat, and finds out the cause of its silence if it hears none.
    pub async fn check_pulse(self: &Arc<Self>) {
        self.pulse.sent();
        if !self.pulse.is_deaf() {
            return;
        }
        let peers = self.ask_peers().await;
        // It may have heard something in the meantime.
        let alone = self.pulse.is_deaf() && is_alone(self.pulse.hearing(), &peers);
        if self.pulse.set_alone(alone) {
            match alone {
                true => {
                    let sockets = self.spread_goodbyes("deaf", DEAF_SPREAD_MS);
                    tracing::error!(sockets, "the other nodes hear the bus and this one does not: its sockets go elsewhere");
                }
                false => tracing::warn!("no other node is known to hear the bus either: sockets are taken again"),
            }
        }
    }

    /// Asks the known nodes how they hear the bus.
    async fn ask_peers(&self) -> Vec<Hearing> {
        let mut addresses: Vec<String> = self.nodes.iter().filter_map(|node| node.address.clone()).collect();
        addresses.sort_unstable();
        addresses.dedup();
        addresses.truncate(PEERS);
        let asked = addresses.iter().map(|address| timeout(ANSWER, ask(address)));
        join_all(asked).await.into_iter().filter_map(|answer| answer.ok().flatten()).collect()
    }
}

/// Returns the hearing that a peer's `/readyz` reports.
async fn ask(address: &str) -> Option<Hearing> {
    #[derive(Deserialize)]
    struct Ready {
        hearing: Hearing,
    }
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.take(ANSWER_BYTES).read_to_string(&mut answer).await.ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str::<Ready>(body).ok().map(|ready| ready.hearing)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn hearing(silent_ms: u64, steady_ms: u64) -> Hearing {
        Hearing { silent_ms, steady_ms }
    }

    #[test]
    fn a_deaf_node_is_alone_if_another_hears_and_has_heard_all_the_while() {
        const DAY: u64 = 86_400_000;
        for (own, peers, alone) in [
            (3_000, vec![hearing(400, DAY)], true),
            (3_000, vec![hearing(3_000, DAY), hearing(900, DAY)], true),
            // The bus is down for all; each node noticed at another moment.
            (3_000, vec![hearing(2_000, DAY), hearing(2_600, DAY)], false),
            (3_000, vec![], false),
            // After an outage the peer was back first.
            (20_000, vec![hearing(300, 800)], false),
            (27_000, vec![hearing(300, 6_500)], true),
            // The peer has just been started.
            (3_000, vec![hearing(300, 1_200)], false),
            (4_500, vec![hearing(300, 4_700)], true),
        ] {
            assert_eq!(is_alone(hearing(own, 0), &peers), alone, "{own} {peers:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn deaf_is_who_missed_three_heartbeats_not_who_was_stopped() {
        let pulse = Pulse::new();
        for _ in 0..2 {
            pulse.sent();
        }
        tokio::time::advance(Duration::from_secs(20)).await;
        assert!(!pulse.is_deaf(), "it was stopped for 20 s");
        pulse.sent();
        assert!(pulse.is_deaf() && pulse.set_alone(true));
        tokio::time::advance(Duration::from_secs(1)).await;
        pulse.hear();
        assert!(!pulse.is_deaf() && !pulse.is_alone());
        tokio::time::advance(Duration::from_millis(2_000)).await;
        pulse.hear();
        assert_eq!((pulse.hearing().silent_ms, pulse.hearing().steady_ms), (0, 2_000), "the long silence is a break");
    }
}
