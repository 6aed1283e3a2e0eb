//! The sandbox: every counterparty of the shop, over their real protocols, in one process on one port.
//!
//! `docs/providers/` describes the contracts. In tests: `start(Settings::for_tests())`.
#![recursion_limit = "256"]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod app;
mod calls;
mod faults;
mod ids;
mod oidc;
mod opn;
mod outbox;
mod pages;
mod partners;
mod phone;
pub mod promptpay;
mod push;
mod refusal;
mod scheduler;
mod settings;
mod signature;
mod store;
mod table;
mod telecom;

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use axum::{Router, routing::get};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};
use tower_http::{catch_panic::CatchPanicLayer, trace::TraceLayer};

pub use settings::Settings;

use app::{App, Shared};

/// A running sandbox. Dropping it ends it.
pub struct Running {
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    pub base_url: String,
    pub smtp_port: u16,
    pub settings: Settings,
    stop: watch::Sender<bool>,
    serving: Option<JoinHandle<()>>,
    others: Vec<JoinHandle<()>>,
    app: Shared,
}

impl Running {
    /// Ends it: pending answers get a second, and the state is written.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        if let Some(serving) = self.serving.take() {
            let abort = serving.abort_handle();
            if tokio::time::timeout(Duration::from_secs(1), serving).await.is_err() {
                abort.abort();
            }
        }
        for task in self.others.drain(..) {
            task.abort();
        }
        if let Err(error) = self.app.store.clone().write().await {
            tracing::error!(%error, "cannot write the state");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        for task in self.serving.iter().chain(&self.others) {
            task.abort();
        }
        if self.settings.temporary {
            // Nothing depends on it: it is the system's temporary folder.
            let _ = std::fs::remove_dir_all(&self.settings.data);
        }
    }
}

/// Starts a sandbox; it serves when this returns.
pub async fn start(settings: Settings) -> anyhow::Result<Running> {
    // Fails in a process that has other users of TLS, which have installed one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind((settings.bind.as_str(), settings.port))
        .await
        .with_context(|| format!("cannot listen on {}:{}", settings.bind, settings.port))?;
    let mail = TcpListener::bind((settings.bind.as_str(), settings.smtp_port))
        .await
        .with_context(|| format!("cannot take mail on {}:{}", settings.bind, settings.smtp_port))?;
    let address = listener.local_addr()?;
    let smtp_port = mail.local_addr()?.port();
    let host = if address.ip().is_unspecified() { "127.0.0.1".into() } else { address.ip().to_string() };
    let address = format!("{host}:{}", address.port());

    let store = store::Store::open(&settings.data)?;
    let folder = settings.data.clone();
    let key = tokio::task::spawn_blocking(move || oidc::keys::SigningKey::open(&folder)).await??;
    let http = reqwest::Client::builder()
        .timeout(Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none())
        .user_agent("manao-sandbox")
        .build()?;
    let app = Arc::new(App {
        settings: settings.clone(),
        store: store.clone(),
        scheduler: scheduler::Scheduler::default(),
        http,
        key,
        address: address.clone(),
    });
    scheduler::resume(&app);

    let (stop, stopped) = watch::channel(false);
    let router = routes(app.clone());
    let serving = tokio::spawn(async move {
        let mut stopped = stopped;
        let signal = async move {
            // A dropped sender means the same.
            let _ = stopped.wait_for(|stopped| *stopped).await;
        };
        if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(signal).await {
            tracing::error!(%error, "serving ended");
        }
    });
    let others = vec![
        tokio::spawn(store.keep_written()),
        tokio::spawn(scheduler::run(app.clone())),
        tokio::spawn(phone::smtp::serve(app.clone(), mail)),
    ];
    Ok(Running { base_url: format!("http://{address}"), smtp_port, settings, stop, serving: Some(serving), others, app })
}

fn routes(app: Shared) -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/fonts/{file}", get(pages::font))
        .route("/healthz", get(|| async { "ok" }))
        .nest("/oidc", oidc::routes())
        .nest("/opn", opn::routes())
        .nest("/partners", partners::routes(app.clone()))
        .nest("/telecom", telecom::routes(app.clone()))
        .nest("/push", push::routes())
        .merge(phone::routes())
        .merge(faults::routes())
        .layer(TraceLayer::new_for_http())
        .layer(CatchPanicLayer::new())
        .with_state(app)
}
