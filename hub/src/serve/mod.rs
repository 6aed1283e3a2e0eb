//! Everything a program needs to serve on the network, whatever it serves: connections that end, metrics on a port of their own, an orderly
//! shutdown, a log without strangers' values, no publicly known key. The `hub` binary uses it, and so may any other server that embeds the
//! hub.

mod body;
mod empty;
mod head;
mod known;
mod line;
mod lines;
pub mod log;
mod stop;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;

pub use empty::without_empty;
pub use known::{demand_own_keys, is_this_machine, known_secrets};
pub use lines::{Lines, serve};
pub use stop::{run, when_asked};

/// Distance between a program's port and its metrics port, by default.
const METRICS_ABOVE: u16 = 1000;

/// Longer than two health checks of the proxy in `deploy/Caddyfile`.
const PROXIES_NOTICE_SECONDS: u32 = 5;

/// Settings for accepting and keeping connections, showing metrics, and ending.
#[derive(Args, Clone, Debug)]
pub struct ServeSettings {
    /// Seconds within which the head of a request arrives, from its first byte
    #[arg(long, env = "LINE_HEAD_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub line_head_seconds: u32,
    /// Seconds after which a connection is closed that is idle, or whose client does not read its answer
    #[arg(long, env = "LINE_IDLE_SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub line_idle_seconds: u32,
    /// Connections that one address may hold, live sockets apart; not counted behind proxies of ours
    #[arg(long, env = "LINES_PER_ADDRESS", default_value_t = 100)]
    pub lines_per_address: usize,
    /// Seconds after which a process that was asked to stop ends, even with unfinished work
    #[arg(long, env = "STOP_SECONDS", default_value_t = 30)]
    pub stop_seconds: u32,
    /// Seconds between `/readyz` saying no and the door closing, for balancers to notice: at least twice the interval of their checks.
    /// When absent 5 behind proxies of ours, else 0
    #[arg(long, env = "DRAIN_SECONDS")]
    pub drain_seconds: Option<u32>,
    /// Address at which `/metrics` is read
    #[arg(long, env = "METRICS_BIND", default_value = "127.0.0.1")]
    pub metrics_bind: IpAddr,
    /// Port at which `/metrics` is read; 0: any free one, named in the log. When absent PORT + 1000
    #[arg(long, env = "METRICS_PORT")]
    pub metrics_port: Option<u16>,
}

impl ServeSettings {
    /// Listens for requests to the metrics of a program on `port`.
    ///
    /// # Errors
    /// If the port is taken.
    pub async fn listen_for_metrics(&self, port: u16) -> anyhow::Result<TcpListener> {
        let above = if port == 0 { 0 } else { port.checked_add(METRICS_ABOVE).unwrap_or_default() };
        let address = SocketAddr::from((self.metrics_bind, self.metrics_port.unwrap_or(above)));
        TcpListener::bind(address).await.with_context(|| format!("listen on {address} for metrics (METRICS_BIND, METRICS_PORT)"))
    }

    /// Returns how long a process has to end.
    pub fn grace(&self) -> Duration {
        Duration::from_secs(self.stop_seconds.into())
    }

    /// Returns how long a process that was asked to stop still accepts connections; `proxied`: they come from proxies of ours.
    ///
    /// # Errors
    /// If the process would have to end first.
    pub fn drain(&self, proxied: bool) -> anyhow::Result<Duration> {
        let drain = self.drain_seconds.unwrap_or(if proxied { PROXIES_NOTICE_SECONDS } else { 0 });
        anyhow::ensure!(
            drain < self.stop_seconds.max(1),
            "DRAIN_SECONDS ({drain}) has to be below STOP_SECONDS ({})",
            self.stop_seconds
        );
        Ok(Duration::from_secs(drain.into()))
    }

    /// Returns the limits of connections; `proxied`: they come from proxies of ours, which hold many.
    pub fn lines(&self, proxied: bool) -> Lines {
        Lines {
            head: Duration::from_secs(self.line_head_seconds.into()),
            idle: Duration::from_secs(self.line_idle_seconds.into()),
            per_address: (!proxied).then_some(self.lines_per_address),
        }
    }
}
