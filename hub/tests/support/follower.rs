//! A client as the web is one: keeps its position, connects again, resumes, reloads when told; and a publisher that never gives up.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use manao_hub::bus::{Bus, Publication};
use manao_hub::frame::{ClientFrame, ServerFrame};
use serde_json::json;
use tokio::net::TcpStream;

use super::{Client, PATIENCE, publication};

/// What a client applied, checked at every step.
#[derive(Debug, Default, PartialEq)]
pub struct Copy {
    pub epoch: String,
    pub offset: u64,
    /// Number in the newest event's data.
    pub n: Option<u64>,
    /// Events applied.
    pub applied: u64,
    /// Times it was told to reload on a topic it knew.
    pub told: u64,
    /// Times it resumed whole after having been away.
    pub resumed: u64,
    pub ended: bool,
}

impl Copy {
    /// Applies a frame; anything that is not a whole, ordered, repeat-free continuation panics.
    pub fn apply(&mut self, frame: ServerFrame) {
        match frame {
            ServerFrame::Subscribed { epoch, offset, recovered, .. } => {
                let known = !self.epoch.is_empty();
                if recovered {
                    assert_eq!(epoch, self.epoch, "recovered from another epoch");
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

/// Follows a topic over whichever node answers, until its end.
pub async fn follow(addresses: Vec<SocketAddr>, topic: &'static str, progress: Arc<AtomicU64>) -> Copy {
    let mut copy = Copy::default();
    let mut turn = 0;
    while !copy.ended {
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
        let from = (!copy.epoch.is_empty()).then(|| (copy.epoch.clone(), copy.offset));
        client.subscribe(topic, None, from.as_ref().map(|(epoch, offset)| (epoch.as_str(), *offset))).await;
        while !copy.ended {
            let Ok(frame) = client.next_within(Duration::from_secs(20)).await else { break };
            copy.apply(frame);
            progress.store(copy.applied, Ordering::Relaxed);
        }
    }
    copy
}

/// Publishes numbered events for a while, each batch until it is accepted, and then the end.
pub async fn publish_for(bus: Arc<dyn Bus>, topic: &'static str, time: Duration) -> u64 {
    let start = std::time::Instant::now();
    let mut n = 0;
    while start.elapsed() < time {
        insist(&*bus, super::numbered(topic, n + 1, 4)).await;
        n += 4;
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    insist(&*bus, vec![publication(topic, json!({ "end": true }))]).await;
    n
}

pub async fn insist(bus: &dyn Bus, batch: Vec<Publication>) {
    let start = std::time::Instant::now();
    while let Err(error) = bus.publish(batch.clone()).await {
        assert!(start.elapsed() < Duration::from_secs(20), "{error}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
