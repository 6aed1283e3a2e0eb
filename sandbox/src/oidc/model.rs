//! The provider's stored state.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// An authorization code that was issued.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Grant {
    pub code: String,
    pub person: String,
    pub redirect_uri: String,
    pub scope: String,
    pub nonce: Option<String>,
    pub challenge: String,
    pub auth_time: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}
