//! What every handler is handed.

use std::sync::Arc;

use axum::http::{HeaderMap, header::HOST};

use crate::{oidc::keys::SigningKey, scheduler::Scheduler, settings::Settings, store::Store};

pub type Shared = Arc<App>;

pub struct App {
    pub settings: Settings,
    pub store: Arc<Store>,
    pub scheduler: Scheduler,
    pub http: reqwest::Client,
    pub key: SigningKey,
    /// Where it listens, for when a request does not say.
    pub address: String,
}

impl App {
    /// The base of URLs to hand out for this request: as the setting says, else as the caller reached us.
    pub fn base(&self, headers: &HeaderMap) -> String {
        if let Some(url) = &self.settings.public_url {
            return url.trim_end_matches('/').to_owned();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        format!("http://{}", host.unwrap_or(&self.address))
    }
}
