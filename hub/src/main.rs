//! The hub as a server of its own: `/ws`, `/publish`, `/healthz`, `/readyz`, and `/metrics` on a port of its own.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use manao_hub::bus::redis::RedisSettings;
use manao_hub::bus::{Bus, Memory, Redis};
use manao_hub::serve::{self, ServeSettings};
use manao_hub::token::JwtSettings;
use manao_hub::{Hub, HubSettings, Topics};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use redis::{ConnectionAddr, IntoConnectionInfo as _};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

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
    /// Address under which browsers reach the shop: unless it is this machine, publicly known keys are refused.
    #[arg(long, env = "PUBLIC_URL")]
    public_url: Option<String>,
    /// Shape of the log; what is logged is chosen by RUST_LOG.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value = "json")]
    log_format: LogFormat,
    /// File with the table of topics: what their names mean and who may listen; see REALTIME.md
    #[arg(long, env = "HUB_TOPICS")]
    topics: PathBuf,
    #[command(flatten)]
    jwt: JwtSettings,
    #[command(flatten)]
    redis: RedisSettings,
    #[command(flatten)]
    hub: HubSettings,
    #[command(flatten)]
    serve: ServeSettings,
}

impl Settings {
    /// Whether pages of other machines connect here.
    fn is_public(&self) -> bool {
        self.public_url
            .iter()
            .filter(|url| !url.is_empty())
            .chain(&self.hub.allowed_origins)
            .any(|url| !serve::is_this_machine(url))
    }
}

fn main() -> Result<()> {
    let given = serve::without_empty(Settings::command()).get_matches();
    let settings = Settings::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    if settings.is_public() {
        serve::demand_own_keys(&Settings::command(), &given)?;
    }
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = match settings.log_format {
        LogFormat::Json => log.json().flatten_event(true).boxed(),
        LogFormat::Text => log.boxed(),
    };
    tracing_subscriber::registry().with(serve::log::chosen("info")).with(log).init();
    if settings.redis.redis_url.is_some() && !settings.hub.await_revocations {
        tracing::warn!(
            "without HUB_AWAIT_REVOCATIONS=true ended sessions are welcomed again when Redis has lost its memory; set it beside `manao api`"
        );
    }
    let topics = read_topics(&settings.topics)?;
    serve::run(hub(settings, topics))
}

fn read_topics(file: &Path) -> Result<Topics> {
    let named = || format!("HUB_TOPICS: {}", file.display());
    let text = std::fs::read_to_string(file).with_context(named)?;
    Topics::parse(&text).with_context(named)
}

async fn hub(mut settings: Settings, topics: Topics) -> Result<()> {
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
    if settings.hub.peer_address.is_none()
        && let Some(url) = &settings.redis.redis_url
    {
        let ip = local_address(url).await;
        settings.hub.peer_address = ip.map(|ip| SocketAddr::from((ip, settings.port)).to_string());
        if ip.is_none() {
            tracing::warn!("no address on the way to Redis: set HUB_PEER_ADDRESS, so that other hubs can ask this one");
        }
    }
    let retention = settings.hub.retention();
    let bus: Arc<dyn Bus> = match &settings.redis.redis_url {
        Some(url) => Arc::new(Redis::new(url, &settings.redis.redis_prefix, topics, retention).context("REDIS_URL")?),
        None => Arc::new(Memory::new(topics, retention)),
    };
    if let Some(reason) = bus.unsuitable().await {
        anyhow::bail!("REDIS_URL: {reason}");
    }
    let drain = settings.serve.drain(settings.hub.proxies > 0)?;
    let hub = Hub::new(settings.hub.clone(), bus, settings.jwt.keys()?);
    let app = axum::Router::new()
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .with_state(hub.clone())
        .merge(hub.router());
    let measured = axum::Router::new()
        .route("/metrics", get(async move |State(recorder): State<PrometheusHandle>| recorder.render()))
        .with_state(recorder);

    let socket = match settings.host {
        IpAddr::V4(_) => tokio::net::TcpSocket::new_v4()?,
        IpAddr::V6(_) => tokio::net::TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind((settings.host, settings.port).into()).with_context(|| format!("listen on port {}", settings.port))?;
    // A restarted node is met by all clients of the one that left.
    let listener = socket.listen(4096)?;
    tracing::info!(address = %listener.local_addr()?, "the hub is up");
    let metrics = settings.serve.listen_for_metrics(settings.port).await?;
    tracing::info!(address = %metrics.local_addr()?, "metrics");
    let asked = serve::when_asked(settings.serve.grace())?;
    let stopping = CancellationToken::new();
    let lines = settings.serve.lines(settings.hub.proxies > 0);
    let served = serve::serve(listener, app, lines, stopping.clone());
    let read = serve::serve(metrics, measured, settings.serve.lines(false), stopping.clone());
    let leave = async {
        asked.cancelled().await;
        hub.announce_leave();
        tokio::time::sleep(drain).await;
        // Metrics stay readable, and new sockets are sent elsewhere, until the last socket has left.
        hub.drain().await;
        stopping.cancel();
    };
    tokio::join!(served, read, leave);
    tracing::info!("the hub has ended");
    Ok(())
}

/// Returns this machine's address on the way to Redis. Nothing is sent.
async fn local_address(redis: &str) -> Option<IpAddr> {
    let info = redis.into_connection_info().ok()?;
    let (ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. }) = info.addr() else { return None };
    let server = tokio::net::lookup_host((host.as_str(), *port)).await.ok()?.next()?;
    let any: IpAddr = if server.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = tokio::net::UdpSocket::bind((any, 0)).await.ok()?;
    socket.connect(server).await.ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Whether a balancer may send sockets here.
async fn ready(State(hub): State<Hub>) -> (StatusCode, axum::Json<serde_json::Value>) {
    let status = if hub.takes_sockets() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let (bus, rights, stopping) = (hub.reaches_bus(), hub.knows_rights(), hub.is_leaving());
    let (alone, peers, hearing) = (hub.is_alone(), hub.peers(), hub.hearing());
    let said = serde_json::json!({"bus": bus, "rights": rights, "stopping": stopping, "alone": alone, "peers": peers, "hearing": hearing});
    (status, axum::Json(said))
}
