//! A bus that publishes until the event is accepted, as the shop does: a stall longer than the hub's patience with Redis fails no publisher.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use manao_hub::Topics;
use manao_hub::bus::{Bus, BusError, History, Listener, PeerMessage, Position, Publication};

use super::PATIENCE;

pub struct Patient(pub Arc<dyn Bus>);

#[async_trait]
impl Bus for Patient {
    fn topics(&self) -> &Topics {
        self.0.topics()
    }

    fn attach(&self, listener: Arc<dyn Listener>) {
        self.0.attach(listener);
    }

    async fn publish(&self, batch: Vec<Publication>) -> Result<Vec<Position>, BusError> {
        let start = Instant::now();
        loop {
            match self.0.publish(batch.clone()).await {
                Err(BusError::Unavailable(_) | BusError::Full(_)) if start.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(20)).await
                }
                answer => return answer,
            }
        }
    }

    async fn subscribe(&self, topic: &str) -> Result<History, BusError> {
        self.0.subscribe(topic).await
    }

    async fn unsubscribe(&self, topic: &str) {
        self.0.unsubscribe(topic).await;
    }

    async fn history(&self, topic: &str, epoch: &str, after: u64) -> Result<History, BusError> {
        self.0.history(topic, epoch, after).await
    }

    async fn positions(&self, topics: &[Arc<str>]) -> Result<Vec<Position>, BusError> {
        self.0.positions(topics).await
    }

    fn send_to_peers(&self, topic: &str, message: PeerMessage) {
        self.0.send_to_peers(topic, message);
    }

    fn connected(&self) -> bool {
        self.0.connected()
    }
}
