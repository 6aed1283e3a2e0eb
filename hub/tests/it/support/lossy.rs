//! A bus whose live events may get lost on the way to the hub, like those of Redis.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use manao_hub::Topics;
use manao_hub::bus::{Bus, BusError, Delivery, History, Listener, PeerMessage, Position, Publication};

pub struct Lossy {
    pub bus: Arc<dyn Bus>,
    /// One in this many is lost.
    pub one_in: u64,
    pub lost: Arc<AtomicU64>,
}

struct LossyListener {
    listener: Arc<dyn Listener>,
    one_in: u64,
    seen: AtomicU64,
    lost: Arc<AtomicU64>,
}

impl Listener for LossyListener {
    fn deliver(&self, mut batch: Vec<Delivery>) {
        batch.retain(|delivery| {
            let lose = matches!(delivery, Delivery::Event { .. })
                && (self.seen.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(self.one_in);
            self.lost.fetch_add(u64::from(lose), Ordering::Relaxed);
            !lose
        });
        self.listener.deliver(batch);
    }

    fn reconnected(&self) {
        self.listener.reconnected();
    }
}

#[async_trait]
impl Bus for Lossy {
    fn topics(&self) -> &Topics {
        self.bus.topics()
    }

    fn attach(&self, listener: Arc<dyn Listener>) {
        self.bus.attach(Arc::new(LossyListener {
            listener,
            one_in: self.one_in,
            seen: AtomicU64::new(0),
            lost: self.lost.clone(),
        }));
    }

    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        self.bus.publish(batch).await
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        self.bus.subscribe(topic).await
    }

    async fn unsubscribe(&self, topic: &str) {
        self.bus.unsubscribe(topic).await;
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        self.bus.history(topic, epoch, after).await
    }

    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        self.bus.positions(topics).await
    }

    fn send_to_peers(&self, topic: &str, message: PeerMessage) {
        self.bus.send_to_peers(topic, message);
    }

    fn connected(&self) -> bool {
        self.bus.connected()
    }
}
