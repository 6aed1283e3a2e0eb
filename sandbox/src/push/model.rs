//! Browsers, and the messages sent to them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A subscribed browser, with the keys that a real one keeps to itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Subscription {
    pub id: String,
    /// The private key, base64url.
    pub secret: String,
    /// Base64url.
    pub auth: String,
    /// The shop's key, if the browser named one: no other shop may send.
    pub shop: Option<String>,
}

/// An accepted message.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PushMessage {
    pub id: String,
    pub subscription: String,
    /// The decrypted text.
    pub text: String,
    pub topic: Option<String>,
    pub urgency: Option<String>,
    /// Seconds that it may wait for the browser.
    pub ttl: u64,
    pub at: DateTime<Utc>,
}
