//! The command `manao`.

use std::time::Duration;

use anyhow::Result;
use clap::{Parser, Subcommand};
use manao_api::command::Database;
use manao_api::features::account::operator::{self, OperatorCommand};
use manao_api::features::sync::import::{self, ImportCommand};
use manao_api::settings::LogFormat;
use manao_api::{Clock, Roles, Settings, database, features, server};
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Manao: game top-up shop and esports platform.
#[derive(Parser)]
#[command(name = "manao", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Subcommand)]
enum Command {
    /// API, live events and web in one process; brings the database to this version's shape first
    Serve {
        /// Fill an empty shop with the demo catalogue
        #[arg(long)]
        demo: bool,
    },
    /// API and web without live sockets; needs REDIS_URL, and hubs beside it
    Api,
    /// Bring the database to this version's shape
    Migrate,
    /// Fill an empty shop with the demo catalogue
    Demo,
    /// Who belongs to the staff
    #[command(subcommand)]
    Operator(OperatorCommand),
    /// Take data of an earlier shop over
    #[command(subcommand)]
    Import(ImportCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Print the catalogue's GraphQL schema
    Graphql,
}

const QUIET: Roles = Roles { hub: true, jobs: false };

fn main() -> Result<()> {
    let cli = Cli::parse();
    let settings = cli.settings.filled();
    log(settings.log_format);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(cli.command, settings))
}

async fn run(command: Command, settings: Settings) -> Result<()> {
    match command {
        Command::Openapi => {
            println!("{:#}", server::document()?);
            return Ok(());
        }
        Command::Graphql => {
            print!("{}", features::catalogue::schema::schema().sdl());
            return Ok(());
        }
        _ => {}
    }
    let database = Database::open(&settings).await?;
    let done = with(command, settings, &database).await;
    database.close().await;
    done
}

async fn with(command: Command, settings: Settings, database: &Database) -> Result<()> {
    let db = &database.pool;
    match command {
        Command::Serve { demo } => {
            database::migrate(db).await?;
            if demo {
                features::demo(&server::app(settings.clone(), Clock::System, db.clone(), QUIET)?).await?;
            }
            serve(settings, db, Roles { hub: true, jobs: true }).await
        }
        Command::Api => serve(settings, db, Roles { hub: false, jobs: true }).await,
        Command::Migrate => database::migrate(db).await,
        Command::Demo => features::demo(&server::app(settings, Clock::System, db.clone(), QUIET)?).await,
        Command::Operator(command) => {
            println!("{}", operator::run(&server::app(settings, Clock::System, db.clone(), QUIET)?, command).await?);
            Ok(())
        }
        Command::Import(command) => {
            println!("{}", import::run(db, command, Clock::System.now()).await?);
            Ok(())
        }
        Command::Openapi | Command::Graphql => Ok(()),
    }
}

async fn serve(settings: Settings, db: &sqlx::PgPool, roles: Roles) -> Result<()> {
    let public = settings.public_url.clone();
    let running = server::start(settings, Clock::System, db.clone(), roles).await?;
    tracing::info!(address = %running.address, url = public, "ready");
    tokio::select! {
        () = asked_to_stop() => {}
        () = running.app.stopping.cancelled() => {}
    }
    tracing::info!("stopping");
    let insisted = async {
        // A terminal's Ctrl-C reaches us directly and once more through whoever started us: that is one wish, not two.
        tokio::time::sleep(Duration::from_secs(2)).await;
        asked_to_stop().await;
    };
    tokio::select! {
        () = running.stop() => {}
        () = insisted => tracing::warn!("stopping at once"),
    }
    Ok(())
}

async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        },
        Err(_) => drop(tokio::signal::ctrl_c().await),
    }
}

fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,graphile_worker=warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.compact().init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}
