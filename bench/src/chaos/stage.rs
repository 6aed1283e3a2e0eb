//! The shop on several machines: two APIs, two hubs and a Redis, each a process that can be killed and started again, over the embedded
//! database.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use nix::sys::signal::Signal;
use sqlx::PgPool;

use super::proxy::Proxy;
use crate::people;
use crate::process::{Process, free_address};
use crate::shop::{Folder, SECRET, program};

pub const HUBS: usize = 2;
pub const APIS: usize = 2;
/// Heartbeat of the hubs, short enough that both ends soon find a silent link.
pub const HEARTBEAT_MS: u64 = 2_000;

const TOPICS: &str = include_str!("../../../crates/kernel/src/live/topics.json");

type Make = Box<dyn Fn() -> Result<Command> + Send + Sync>;

/// A program at an address of its own, which it keeps when it is started again.
#[derive(Clone)]
pub struct Server {
    pub name: &'static str,
    pub address: SocketAddr,
    make: Arc<Make>,
    process: Arc<Mutex<Option<Process>>>,
}

impl Server {
    fn new(name: &'static str, make: impl Fn(SocketAddr) -> Result<Command> + Send + Sync + 'static) -> Result<Self> {
        let address = free_address()?;
        Ok(Self { name, address, make: Arc::new(Box::new(move || make(address))), process: Arc::default() })
    }

    pub async fn start(&self) -> Result<()> {
        let own = self.clone();
        tokio::task::spawn_blocking(move || {
            let process = Process::start((own.make)()?, own.address, None)?;
            *own.process.lock().unwrap_or_else(PoisonError::into_inner) = Some(process);
            anyhow::Ok(())
        })
        .await?
        .with_context(|| self.name)
    }

    /// Kills it, as `kill -9` does.
    pub fn kill(&self) {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub fn signal(&self, signal: Signal) -> Result<()> {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_ref().context(self.name)?.signal(signal)
    }

    /// Returns whether it has ended.
    pub fn has_ended(&self) -> Result<bool> {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_mut().map_or(Ok(true), Process::has_ended)
    }
}

pub struct Stage {
    pub redis: Server,
    pub hubs: Vec<Server>,
    pub apis: Vec<Server>,
    /// One before each hub
    pub proxies: Vec<Proxy>,
    pub db: PgPool,
    sandbox: Server,
    database: manao_postgres::Embedded,
    folder: Folder,
}

impl Stage {
    pub async fn open(seed: u64) -> Result<Self> {
        let folder = Folder::new()?;
        let path = folder.0.clone();
        std::fs::write(path.join("topics.json"), TOPICS)?;
        let options = manao_postgres::Options { data: path.clone(), home: None, fast: true };
        let database = manao_postgres::start(options).await?;
        let pool = sqlx::postgres::PgPoolOptions::new().max_connections(4);
        let db = pool.connect_with(database.connect_options()).await?;
        let mail = free_address()?;
        let logs = path.clone();
        let sandbox = Server::new("sandbox", move |address| {
            let mut command = program("manao-sandbox")?;
            command
                .env("SANDBOX_PORT", address.port().to_string())
                .env("SANDBOX_SMTP_PORT", mail.port().to_string())
                .env("SANDBOX_DATA", logs.join("sandbox"));
            logged(&mut command, &logs, "sandbox")?;
            Ok(command)
        })?;
        sandbox.start().await?;
        let redis = redis(path.clone())?;
        redis.start().await?;
        let bus = format!("redis://{}/", redis.address);
        let world = World { folder: path, bus, sandbox: sandbox.address, mail };
        for step in ["migrate", "demo"] {
            let status = world.api(step, free_address()?, "setup")?.status()?;
            ensure!(status.success(), "manao {step} failed");
        }
        let (mut apis, mut hubs, mut proxies) = (Vec::new(), Vec::new(), Vec::new());
        for name in ["api-1", "api-2"].into_iter().take(APIS) {
            let world = world.clone();
            apis.push(Server::new(name, move |address| world.api("api", address, name))?);
        }
        for name in ["hub-1", "hub-2"].into_iter().take(HUBS) {
            let world = world.clone();
            hubs.push(Server::new(name, move |address| world.hub(address, name))?);
        }
        for (hub, number) in hubs.iter().zip(1..) {
            proxies.push(Proxy::start(hub.address, seed.wrapping_add(number)).await?);
        }
        for server in hubs.iter().chain(&apis) {
            server.start().await?;
        }
        Ok(Self { redis, hubs, apis, proxies, db, sandbox, database, folder })
    }

    /// Ends everything. The programs' logs are kept if they are needed.
    pub async fn close(self, well: bool) {
        for server in self.apis.iter().chain(&self.hubs).chain([&self.redis, &self.sandbox]) {
            server.kill();
        }
        self.db.close().await;
        self.database.stop().await;
        if !well {
            println!("chaos: what the programs said is in {}", self.folder.0.display());
            std::mem::forget(self.folder);
        }
    }
}

/// Defines a Redis that keeps nothing: a restart makes a new bus.
fn redis(folder: PathBuf) -> Result<Server> {
    Server::new("redis", move |address| {
        let mut command = Command::new("redis-server");
        let port = address.port().to_string();
        command.args(["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]).current_dir(&folder);
        Ok(command)
    })
    .context("this needs redis-server 7 or newer in PATH")
}

/// The settings of the programs.
#[derive(Clone)]
struct World {
    folder: PathBuf,
    bus: String,
    sandbox: SocketAddr,
    mail: SocketAddr,
}

impl World {
    fn api(&self, what: &str, address: SocketAddr, log: &str) -> Result<Command> {
        let mut command = program("manao")?;
        command
            .arg(what)
            .env("HOST", "127.0.0.1")
            .env("PORT", address.port().to_string())
            .env("METRICS_PORT", "0")
            .env("MANAO_DATA", &self.folder)
            .env("DATABASE_CONNECTIONS", "12")
            .env("REDIS_URL", &self.bus)
            .env("JWT_SECRET", SECRET)
            .env("ACCESS_TOKEN_SECONDS", people::TOKEN_SECONDS.to_string())
            .env("LINES_PER_ADDRESS", "10000")
            .env("PUBLIC_URL", format!("http://{address}"))
            .env("SANDBOX_URL", format!("http://{}", self.sandbox))
            .env("SMTP_URL", format!("smtp://{}", self.mail))
            .env("RUST_LOG", "info,sqlx=warn,graphile_worker=warn");
        logged(&mut command, &self.folder, log)?;
        Ok(command)
    }

    fn hub(&self, address: SocketAddr, log: &str) -> Result<Command> {
        let mut command = program("hub")?;
        command
            .env("HOST", "127.0.0.1")
            .env("PORT", address.port().to_string())
            .env("METRICS_PORT", "0")
            .env("LINES_PER_ADDRESS", "10000")
            .env("JWT_SECRET", SECRET)
            .env("HUB_TOPICS", self.folder.join("topics.json"))
            .env("HUB_AWAIT_REVOCATIONS", "true")
            .env("HUB_HEARTBEAT_MS", HEARTBEAT_MS.to_string())
            .env("HUB_DRAIN_MS", "2000")
            .env("REDIS_URL", &self.bus)
            .env("RUST_LOG", "info");
        logged(&mut command, &self.folder, log)?;
        Ok(command)
    }
}

fn logged(command: &mut Command, folder: &std::path::Path, name: &str) -> Result<()> {
    command.stderr(File::options().append(true).create(true).open(folder.join(format!("{name}.log")))?);
    Ok(())
}
