//! The load: sockets that read, a publisher that keeps the server busy or keeps to a schedule, and their observations.

use std::cell::RefCell;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use hdrhistogram::Histogram;
use tokio::sync::{Notify, Semaphore};
use tokio::task::{JoinSet, LocalSet};

use super::Target;
use super::wire::{Wire, frame, number};
use crate::process::Process;

/// Bytes of a message's data.
const PAYLOAD: usize = 128;
const PONG: &str = r#"{"type":"pong"}"#;

#[derive(Default)]
struct Seen {
    delivered: AtomicU64,
    /// Wakes the publisher when this many are delivered.
    mark: AtomicU64,
    reached: Notify,
}

/// Sockets on one topic, and the connection that publishes to it.
pub struct Fan {
    seen: Arc<Seen>,
    readers: JoinSet<Result<()>>,
    publisher: Wire,
    sockets: u64,
    published: u64,
    topic: &'static str,
}

/// The result of a run.
#[derive(Clone, Copy)]
pub struct Rate {
    /// Deliveries a second.
    pub rate: f64,
    /// Microseconds of the server's CPU for one delivery.
    pub cost: f64,
}

/// Opens a socket that has joined a topic.
pub async fn join(target: Target, address: SocketAddr, topic: &str) -> Result<Wire> {
    match target {
        Target::Bare => Wire::open(address, &format!("/s/{topic}")).await,
        Target::Memory | Target::Redis => {
            let mut wire = Wire::open(address, "/ws").await?;
            wire.send(r#"{"type":"hello"}"#).await?;
            wire.send(&format!(r#"{{"type":"subscribe","topic":"{topic}"}}"#)).await?;
            wire.expect(r#""type":"subscribed""#).await?;
            Ok(wire)
        }
    }
}

pub fn message(topic: &str, n: u64) -> String {
    let tail = format!(r#"","n":{n}}}"#);
    let pad = PAYLOAD.saturating_sub(tail.len() + r#"{"pad":""#.len());
    format!(r#"{topic} {{"pad":"{:x<pad$}{tail}"#, "")
}

impl Fan {
    pub async fn open(target: Target, address: SocketAddr, sockets: u64) -> Result<Self> {
        let topic = "public:bench";
        let seen = Arc::new(Seen::default());
        let mut readers = JoinSet::new();
        for _ in 0..sockets {
            let mut wire = join(target, address, topic).await?;
            let seen = seen.clone();
            readers.spawn(async move {
                let mut last = 0;
                loop {
                    let (mut count, mut ping) = (0, false);
                    wire.read(|payload| {
                        match number(payload) {
                            Some(n) if n == last + 1 => (last, count) = (n, count + 1),
                            Some(n) => bail!("message {n} after {last}"),
                            None => ping |= payload.ends_with(br#""ping"}"#),
                        }
                        Ok(())
                    })
                    .await?;
                    if ping {
                        wire.send(PONG).await?;
                    }
                    let total = seen.delivered.fetch_add(count, Relaxed) + count;
                    if total >= seen.mark.load(Relaxed) {
                        seen.reached.notify_one();
                    }
                }
            });
        }
        let publisher = Wire::open(address, "/p").await?;
        // A bare server's last sockets may still be joining.
        tokio::time::sleep(Duration::from_millis(200)).await;
        Ok(Self { seen, readers, publisher, sockets, published: 0, topic })
    }

    /// Waits until all but `left` messages have reached every socket.
    async fn drained_to(&mut self, left: u64) -> Result<()> {
        let mark = self.published.saturating_sub(left) * self.sockets;
        self.seen.mark.store(mark, Relaxed);
        let patience = tokio::time::sleep(Duration::from_secs(10));
        tokio::pin!(patience);
        while self.seen.delivered.load(Relaxed) < mark {
            tokio::select! {
                () = self.seen.reached.notified() => {}
                ended = self.readers.join_next() => bail!("a reader ended: {ended:?}"),
                () = &mut patience => bail!("{} of {mark} deliveries came", self.seen.delivered.load(Relaxed)),
            }
        }
        Ok(())
    }

    /// Keeps a window of messages on their way for a while.
    async fn saturate(&mut self, window: u64, time: Duration) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < time {
            self.drained_to(window / 2).await?;
            let arrived = self.seen.delivered.load(Relaxed) / self.sockets;
            let mut bytes = Vec::new();
            while self.published < arrived + window {
                self.published += 1;
                frame(&mut bytes, &message(self.topic, self.published));
            }
            self.publisher.send_bytes(&bytes).await?;
        }
        Ok(())
    }

    /// Measures a run. `window`: messages in transit at once.
    pub async fn measure(&mut self, server: &Process, window: u64, time: Duration) -> Result<Rate> {
        self.saturate(window, Duration::from_millis(500)).await?;
        let (start, cpu, before) = (Instant::now(), server.cpu()?, self.seen.delivered.load(Relaxed));
        self.saturate(window, time).await?;
        let (elapsed, cpu) = (start.elapsed(), server.cpu()? - cpu);
        let delivered = (self.seen.delivered.load(Relaxed) - before) as f64;
        self.drained_to(0).await?;
        Ok(Rate { rate: delivered / elapsed.as_secs_f64(), cost: cpu.as_secs_f64() * 1e6 / delivered })
    }
}

/// Measures latency in rooms of ten at a steady rate, in microseconds from when a message was due to its arrival.
pub async fn rooms(target: Target, address: SocketAddr, rooms: u64, per_second: u64, time: Duration) -> Result<Histogram<u64>> {
    let start = Instant::now();
    let latency = Rc::new(RefCell::new(Histogram::<u64>::new(3)?));
    let local = LocalSet::new();
    let mut readers = Vec::new();
    for room in 0..rooms {
        for _ in 0..10 {
            let mut wire = join(target, address, &format!("public:room:{room}")).await?;
            let latency = latency.clone();
            readers.push(local.spawn_local(async move {
                loop {
                    wire.read(|payload| {
                        if let Some(due) = number(payload) {
                            let took = (start.elapsed().as_micros() as u64).saturating_sub(due);
                            latency.borrow_mut().record(took.max(1))?;
                        }
                        Ok(())
                    })
                    .await?;
                }
                #[allow(unreachable_code)]
                anyhow::Ok(())
            }));
        }
    }
    let publisher = Wire::open(address, "/p").await?.into_blocking()?;
    let pause = Duration::from_secs(1) / u32::try_from(rooms * per_second)?;
    let expected = local
        .run_until(async {
            // A thread of its own, since the runtime's timers are too coarse for this measurement.
            let sent = tokio::task::spawn_blocking(move || publish_in_time(publisher, rooms, start, pause, time)).await??;
            let (expected, patience) = (u64::from(sent) * 10, Instant::now());
            while latency.borrow().len() < expected && patience.elapsed() < Duration::from_secs(10) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            anyhow::Ok(expected)
        })
        .await?;
    let all = latency.borrow().clone();
    ensure!(all.len() == expected, "{} of {expected} deliveries came", all.len());
    Ok(all)
}

/// Publishes a message every `pause`, to one room after the other. Returns the number of messages.
fn publish_in_time(mut publisher: TcpStream, rooms: u64, start: Instant, pause: Duration, time: Duration) -> Result<u32> {
    let (begin, mut sent) = (Instant::now(), 0u32);
    while begin.elapsed() < time {
        std::thread::sleep((begin + pause * sent).saturating_duration_since(Instant::now()));
        let mut bytes = Vec::new();
        while begin + pause * sent <= Instant::now() {
            let due = (begin + pause * sent - start).as_micros() as u64;
            frame(&mut bytes, &message(&format!("public:room:{}", u64::from(sent) % rooms), due));
            sent += 1;
        }
        publisher.write_all(&bytes)?;
    }
    Ok(sent)
}

/// Signed-in sockets with three topics each.
pub struct Crowd {
    sockets: JoinSet<Result<()>>,
    /// Sockets opened a second, each with its token check and three joins.
    pub rate: f64,
}

impl Crowd {
    /// Opens the sockets. `tokens`: an access token and a grant of `order:{i}` for each user i.
    pub async fn gather(address: SocketAddr, tokens: Vec<(String, String)>) -> Result<Self> {
        let (count, start) = (tokens.len(), Instant::now());
        let turns = Arc::new(Semaphore::new(64));
        let mut sockets = JoinSet::new();
        for (i, (token, grant)) in tokens.into_iter().enumerate() {
            let turn = turns.clone().acquire_owned().await?;
            sockets.spawn(async move {
                let mut wire = Wire::open(address, "/ws").await?;
                wire.send(&format!(r#"{{"type":"hello","token":"{token}"}}"#)).await?;
                wire.send(&format!(r#"{{"type":"subscribe","topic":"order:{i}","grant":"{grant}"}}"#)).await?;
                wire.send(r#"{"type":"subscribe","topic":"public:bracket:1"}"#).await?;
                let mut joined = 0;
                while joined < 3 {
                    wire.read(|payload| {
                        joined += usize::from(payload.starts_with(br#"{"type":"subscribed""#));
                        Ok(())
                    })
                    .await?;
                }
                drop(turn);
                loop {
                    wire.shrink();
                    let mut ping = false;
                    wire.read(|payload| {
                        ping |= payload.ends_with(br#""ping"}"#);
                        Ok(())
                    })
                    .await?;
                    if ping {
                        wire.send(PONG).await?;
                    }
                }
            });
        }
        let _last = turns.acquire_many(64).await?;
        let rate = count as f64 / start.elapsed().as_secs_f64();
        Ok(Self { sockets, rate })
    }

    /// Fails if a socket has ended.
    pub fn assert_whole(&mut self) -> Result<()> {
        match self.sockets.try_join_next() {
            Some(ended) => bail!("a socket ended: {ended:?}"),
            None => Ok(()),
        }
    }
}
