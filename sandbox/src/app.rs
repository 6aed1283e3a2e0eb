//! The state shared by all handlers.

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
    /// The address it listens on, for requests that name no host.
    pub address: String,
}

impl App {
    /// Returns the base of URLs for this request: as the setting says, else as the caller reached us.
    pub fn base(&self, headers: &HeaderMap) -> String {
        if let Some(url) = &self.settings.public_url {
            return url.trim_end_matches('/').to_owned();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        format!("http://{}", host.unwrap_or(&self.address))
    }
}
