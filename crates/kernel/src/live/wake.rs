//! Notifies the relay of a commit.

use std::sync::Arc;

use tokio::sync::Notify;

#[derive(Clone, Default)]
pub struct Wake(Arc<Notify>);

impl Wake {
    pub fn committed(&self) {
        self.0.notify_one();
    }

    pub(super) async fn heard(&self) {
        self.0.notified().await;
    }
}
