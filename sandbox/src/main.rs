//! `manao-sandbox`: serves until Ctrl-C or SIGTERM.

use std::io::IsTerminal;

use clap::Parser;
use manao_sandbox::{Settings, start};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let settings = Settings::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| "info,tower_http=warn".into());
    let json = std::env::var("LOG_FORMAT").is_ok_and(|format| format == "json");
    let logs =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    if json {
        logs.json().init()
    } else {
        logs.init()
    }

    let running = start(settings).await?;
    tracing::info!(url = running.base_url, mail = running.smtp_port, "the sandbox serves");
    ended().await?;
    running.shutdown().await;
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
#[cfg(unix)]
async fn ended() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut term = signal(SignalKind::terminate())?;
    tokio::select! {
        result = tokio::signal::ctrl_c() => result?,
        _ = term.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn ended() -> anyhow::Result<()> {
    Ok(tokio::signal::ctrl_c().await?)
}
