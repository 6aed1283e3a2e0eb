//! The hub as a server of its own: `/ws`, `/publish`, `/healthz`, `/readyz`, `/metrics`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::serve::ListenerExt;
use clap::{Parser, ValueEnum};
use manao_hub::bus::redis::RedisSettings;
use manao_hub::bus::{Bus, Memory, Redis};
use manao_hub::token::JwtSettings;
use manao_hub::{Hub, HubSettings};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpStream;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Seconds from an event's commit to its socket.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

/// The WebSocket hub as a server of its own.
#[derive(Parser)]
#[command(version)]
struct Settings {
    /// Address to listen on.
    #[arg(long, env = "HOST", default_value = "0.0.0.0")]
    host: IpAddr,
    /// Port to listen on.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    port: u16,
    /// Shape of the log; what is logged is chosen by RUST_LOG.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value = "json")]
    log_format: LogFormat,
    #[command(flatten)]
    jwt: JwtSettings,
    #[command(flatten)]
    redis: RedisSettings,
    #[command(flatten)]
    hub: HubSettings,
}

fn main() -> Result<()> {
    let settings = Settings::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter);
    match settings.log_format {
        LogFormat::Json => log.json().flatten_event(true).init(),
        LogFormat::Text => log.init(),
    }
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(settings))
}

async fn serve(settings: Settings) -> Result<()> {
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)?
        .install_recorder()
        .context("install the metrics recorder")?;
    let upkeep = recorder.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(5)).await;
            upkeep.run_upkeep();
        }
    });
    let retention = settings.hub.retention();
    let bus: Arc<dyn Bus> = match &settings.redis.redis_url {
        Some(url) => Arc::new(Redis::new(url, &settings.redis.redis_prefix, retention).context("REDIS_URL")?),
        None => Arc::new(Memory::new(retention)),
    };
    let hub = Hub::new(settings.hub, bus, settings.jwt.keys()?);
    let app = axum::Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(hub.clone())
        .route("/metrics", get(async move |State(recorder): State<PrometheusHandle>| recorder.render()))
        .with_state(recorder)
        .merge(hub.router());

    let socket = match settings.host {
        IpAddr::V4(_) => tokio::net::TcpSocket::new_v4()?,
        IpAddr::V6(_) => tokio::net::TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind((settings.host, settings.port).into()).with_context(|| format!("listen on port {}", settings.port))?;
    // A node that comes back is met by all clients of the one that left.
    let listener = socket.listen(4096)?;
    tracing::info!(address = %listener.local_addr()?, "the hub is up");
    let listener = listener.tap_io(|stream: &mut TcpStream| {
        let _ = stream.set_nodelay(true);
    });
    let leaving = hub.clone();
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    tokio::select! {
        served = axum::serve(listener, service) => served.context("serve")?,
        () = async {
            tokio::select! { _ = term.recv() => {} _ = int.recv() => {} }
            leaving.drain().await;
        } => {}
    }
    tracing::info!("the hub has ended");
    Ok(())
}

/// Whether a balancer may send sockets here.
async fn ready(State(hub): State<Hub>) -> (StatusCode, &'static str) {
    match hub.is_ready() {
        true => (StatusCode::OK, "ready"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready"),
    }
}
