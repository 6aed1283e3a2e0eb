//! A client like the web: keeps its position, reconnects, resumes, reloads when told; and a publisher that never gives up.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use manao_hub::bus::Bus;
use manao_hub::frame::{ClientFrame, ServerFrame};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::{Client, PATIENCE, numbered, publication};

/// A client's copy of a topic, checked at every step.
#[derive(Debug, Default, PartialEq)]
pub struct Copy {
    pub epoch: String,
    pub offset: u64,
    /// Number in the newest event's data.
    pub n: Option<u64>,
    /// Events applied.
    pub applied: u64,
    /// Times it had to reload a topic it knew.
    pub told: u64,
    /// Times it resumed without a loss after an absence.
    pub resumed: u64,
    pub ended: bool,
}

impl Copy {
    /// Applies a frame; anything that is not a whole, ordered, repeat-free continuation panics.
    pub fn apply(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Subscribed { epoch, offset, recovered, events, .. } => {
                let known = !self.epoch.is_empty();
                if recovered {
                    assert_eq!(epoch, self.epoch, "recovered from another epoch");
                    assert_eq!(offset, self.offset + events.len() as u64, "not all that was missed");
                    self.resumed += u64::from(known);
                } else {
                    self.told += u64::from(known);
                    (self.epoch, self.offset, self.n) = (epoch, offset, None);
                }
            }
            ServerFrame::Event { offset, data, .. } => {
                assert_eq!(offset, self.offset + 1, "a gap or a repeat in {self:?}");
                self.offset = offset;
                if data.get("end").is_some() {
                    self.ended = true;
                    return;
                }
                let n = data["n"].as_u64().unwrap();
                if let Some(last) = self.n {
                    assert_eq!(n, last + 1, "events out of order in {self:?}");
                }
                self.n = Some(n);
                self.applied += 1;
            }
            _ => {}
        }
    }
}

/// A client that follows a topic by itself.
pub struct Follower {
    copy: Arc<Mutex<Copy>>,
    task: JoinHandle<()>,
}

impl Follower {
    /// Follows over any node that answers, the first one first.
    pub fn start(addresses: Vec<SocketAddr>, topic: &'static str) -> Self {
        let copy = Arc::<Mutex<Copy>>::default();
        Self { task: tokio::spawn(follow(addresses, topic, copy.clone(), false)), copy }
    }

    /// Does the same, and leaves a node that is silent for too long, as the web does.
    pub fn watchful(addresses: Vec<SocketAddr>, topic: &'static str) -> Self {
        let copy = Arc::<Mutex<Copy>>::default();
        Self { task: tokio::spawn(follow(addresses, topic, copy.clone(), true)), copy }
    }

    /// Returns the copy as it is now.
    pub fn copy(&self) -> MutexGuard<'_, Copy> {
        self.copy.lock().unwrap()
    }

    /// Waits for the topic's end.
    pub async fn end(self) -> Copy {
        tokio::time::timeout(PATIENCE, self.task).await.expect("the end reaches everybody").unwrap();
        std::mem::take(&mut *self.copy.lock().unwrap())
    }
}

async fn follow(addresses: Vec<SocketAddr>, topic: &'static str, copy: Arc<Mutex<Copy>>, watchful: bool) {
    let ended = || copy.lock().unwrap().ended;
    let mut turn = 0;
    while !ended() {
        let address = addresses[turn % addresses.len()];
        turn += 1;
        let Ok(Ok(stream)) = tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some(mut client) = Client::over(stream).await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        client.send(ClientFrame::Hello { token: None, epoch: None, offset: None }).await;
        let (epoch, offset) = {
            let copy = copy.lock().unwrap();
            (copy.epoch.clone(), copy.offset)
        };
        client.subscribe(topic, None, (!epoch.is_empty()).then_some((epoch.as_str(), offset))).await;
        while !ended() {
            let Ok(frame) = client.next().await else { break };
            if let (ServerFrame::Welcome { heartbeat, .. }, true) = (&frame, watchful) {
                client.silence = Some(manao_hub::client::patience(*heartbeat));
            }
            copy.lock().unwrap().apply(frame);
        }
    }
}

/// Publishes numbered events until told to end.
pub struct Publisher {
    stop: Arc<AtomicBool>,
    task: JoinHandle<u64>,
}

impl Publisher {
    pub fn start(bus: Arc<dyn Bus>, topic: &'static str) -> Self {
        Self::paced(bus, topic, Duration::from_millis(2))
    }

    /// Publishes four events, pauses, and so on.
    pub fn paced(bus: Arc<dyn Bus>, topic: &'static str, pause: Duration) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let told = stop.clone();
        let task = tokio::spawn(async move {
            let mut n = 0;
            while !told.load(Ordering::Relaxed) {
                bus.publish(numbered(topic, n + 1, 4)).await.unwrap();
                n += 4;
                tokio::time::sleep(pause).await;
            }
            bus.publish(vec![publication(topic, json!({ "end": true }))]).await.unwrap();
            n
        });
        Self { stop, task }
    }

    /// Publishes the end; returns how many events came before.
    pub async fn end(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap()
    }
}
