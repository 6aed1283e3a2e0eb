//! Two APIs as on several machines, on one database and one Redis; and a hub with an open page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use manao_api::{App, Clock, Roles, server};
use manao_domain::order::OrderStatus;
use manao_hub::bus::Redis;
use manao_hub::{Hub, HubSettings};
use manao_kernel::database;
use manao_shop::orders::live::PurchaseLive;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use sqlx::PgPool;
use tokio::time::Instant;
use uuid::Uuid;

use super::gate::{Gate, Target};
use crate::support::{self, Client, Socket, free_port};
use redis_server::RedisServer;

#[path = "../../../../hub/tests/it/support/redis_server.rs"]
pub mod redis_server;

pub const SECRET: &str = "a secret of the tests of the relay, 32 bytes at least";
const VOUCHER_KEY: &str = "bWFuYW8tcmVsYXktdGVzdHMtMzItYnl0ZXMta2V5ISE=";
/// How long a program that was asked to stop still accepts connections.
pub const DRAIN_SECONDS: &str = "1";
/// Longer than a machine stalls.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Api {
    pub to_redis: Gate,
    pub to_database: Gate,
    pub url: String,
    process: Child,
    folder: PathBuf,
    database: String,
    sandbox: String,
}

impl Api {
    async fn start(redis: u16, (socket, database): (PathBuf, &str), sandbox: &str) -> Self {
        let (to_redis, to_database) = (Gate::open(Target::Port(redis)).await, Gate::open(Target::Socket(socket)).await);
        let folder = std::env::temp_dir().join(format!("manao-relay-{}", Uuid::new_v4().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        let url = format!("http://127.0.0.1:{}", free_port());
        let process = Command::new("true").spawn().unwrap();
        let (database, sandbox) = (database.to_owned(), sandbox.to_owned());
        let mut api = Self { to_redis, to_database, url, process, folder, database, sandbox };
        api.restart().await;
        api
    }

    /// Starts it again, and waits until it serves.
    pub async fn restart(&mut self) {
        let _ = self.process.wait();
        let log = std::fs::File::options().append(true).create(true).open(self.folder.join("log")).unwrap();
        self.process = self.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.until("ready", |ready| ready["database"] == true && ready["stopping"] == false).await;
    }

    fn command(&self) -> Command {
        let (port, database) = (self.url.rsplit(':').next().unwrap(), &self.database);
        let mut command = Command::new(env!("CARGO_BIN_EXE_manao"));
        command
            .arg("api")
            .env("RUST_LOG", "info,sqlx=warn,graphile_worker=warn,manao_kernel::lead=debug,manao_kernel::live=debug")
            .env("HOST", "127.0.0.1")
            .env("PORT", port)
            .env("METRICS_PORT", "0")
            .env("PROXIES", "1")
            .env("DRAIN_SECONDS", DRAIN_SECONDS)
            .env("PUBLIC_URL", &self.url)
            .env("MANAO_DATA", &self.folder)
            .env("JWT_SECRET", SECRET)
            .env("VOUCHER_KEY", VOUCHER_KEY)
            .env("DATABASE_URL", format!("postgres://manao@127.0.0.1:{}/{database}", self.to_database.port))
            .env("DATABASE_CONNECTIONS", "6")
            .env("REDIS_URL", format!("redis://127.0.0.1:{}/", self.to_redis.port))
            .env("SANDBOX_URL", &self.sandbox);
        command
    }

    /// Starts another one like it on another Redis, which has to end by itself. Returns whether it succeeded, and its output.
    pub fn fails_to_start(&self, redis: &str) -> (bool, String) {
        let output = self.command().env("PORT", "0").env("REDIS_URL", redis).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Starts another one like it with another setting, and waits until it reports so.
    pub async fn says_beside(&self, setting: (&str, &str), words: &str) {
        let file = self.folder.join("beside");
        let log = std::fs::File::create(&file).unwrap();
        let mut command = self.command();
        command.env("PORT", "0").env("RUST_LOG", "info,sqlx=warn").env(setting.0, setting.1);
        let mut beside = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let (start, said) = (Instant::now(), || std::fs::read_to_string(&file).unwrap());
        while !said().contains(words) && start.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        beside.kill().unwrap();
        beside.wait().unwrap();
        assert!(said().contains(words), "{}", said());
    }

    pub async fn readyz(&self) -> Value {
        let asked = async { reqwest::get(format!("{}/readyz", self.url)).await?.json().await };
        asked.await.unwrap_or_default()
    }

    /// Waits until it reports so.
    pub async fn until(&self, what: &str, is: impl Fn(&Value) -> bool) {
        let start = Instant::now();
        while !is(&self.readyz().await) {
            assert!(start.elapsed() < PATIENCE, "not {what}:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Whether the process has not ended yet.
    pub fn lives(&mut self) -> bool {
        self.process.try_wait().unwrap().is_none()
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.process.id()).unwrap()), signal).unwrap();
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        if std::thread::panicking() {
            eprintln!("{}:\n{}", self.url, self.log());
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub struct Stage {
    pub apis: [Api; 2],
    pub redis: RedisServer,
    pub db: PgPool,
    pub app: App,
    pub page: Socket,
    pub member: Client,
    _hub: Hub,
    _sandbox: manao_sandbox::Running,
    version: i64,
}

impl Stage {
    pub async fn open() -> Self {
        let (postgres, name) = support::empty_database().await;
        let redis = tokio::task::block_in_place(RedisServer::start);
        let sandbox = manao_sandbox::start(manao_sandbox::Settings::for_tests()).await.unwrap();
        let options = postgres.connect_options(&name);
        let socket = options.get_socket().expect("it listens on a Unix socket").join(format!(".s.PGSQL.{}", options.get_port()));
        let start = || Api::start(redis.port, (socket.clone(), &name), &sandbox.base_url);
        let (one, two) = tokio::join!(start(), start());
        // A pool that only commits.
        let db = database::pool(options, 8);
        let mut settings = support::defaults();
        settings.jwt_secret = Some(SECRET.to_owned());
        settings.voucher_key = Some(VOUCHER_KEY.to_owned());
        settings.redis_url = Some(redis.url());
        settings.manao_data = one.folder.clone();
        let app = server::app(settings.filled(), Clock::system(), db.clone(), Roles { hub: false, jobs: false }).unwrap();
        let member = support::person(&app, "http://127.0.0.1:1", "page").await;
        let (hub, address) = hub(&redis.url(), &app).await;
        let page = Socket::open(&format!("http://{address}"), member.token.as_deref()).await;
        let mut stage = Self { apis: [one, two], redis, db, app, page, member, _hub: hub, _sandbox: sandbox, version: 0 };
        stage.page.expect("subscribed").await;
        stage.commit().await;
        stage.told().await;
        stage
    }

    /// Returns the index of the API that relays now.
    pub async fn leader(&self) -> usize {
        let sql = "select holder from kernel.leases where name = 'relay' and expires_at > clock_timestamp()";
        let start = Instant::now();
        loop {
            let holder: Option<String> = sqlx::query_scalar(sql).fetch_optional(&self.db).await.unwrap();
            let pid = holder.as_deref().and_then(|holder| holder.rsplit('/').nth(1)?.parse::<u32>().ok());
            if let Some(leader) = self.apis.iter().position(|api| Some(api.process.id()) == pid) {
                return leader;
            }
            assert!(start.elapsed() < PATIENCE, "nobody leads: {holder:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Commits an event for the member of the open page.
    pub async fn commit(&mut self) {
        self.commit_many(1).await;
    }

    /// Commits that many events.
    pub async fn commit_many(&mut self, count: usize) {
        let mut change = self.app.change().await.unwrap();
        for _ in 0..count {
            self.version += 1;
            let (user_id, number) = (self.member.user_id, "A1".to_owned());
            let news = PurchaseLive { user_id, number, status: OrderStatus::Pending, version: self.version };
            change.emit(&news).unwrap();
        }
        change.commit().await.unwrap();
    }

    /// Waits until the page has all committed events, in order; or knows that it missed one, and has a later one.
    pub async fn told(&mut self) {
        let mut last = 0;
        while last < self.version {
            let frame = self.page.within(PATIENCE).await.expect("the page stays open");
            if frame["type"] == "subscribed" {
                assert_eq!(frame["recovered"], false);
                self.commit().await;
            }
            if let Some(version) = frame["data"]["version"].as_i64() {
                assert!(version > last, "{version} after {last}");
                last = version;
            }
        }
    }
}

/// Starts a hub that accepts no token before the withdrawn rights were reported.
pub async fn hub(redis: &str, app: &App) -> (Hub, SocketAddr) {
    // The page answers no ping while a test waits for something else, such as a Redis that stalls for eight seconds.
    let settings = HubSettings { await_revocations: true, hello_ms: 60_000, pong_ms: 60_000, ..HubSettings::default() };
    let bus = Arc::new(Redis::new(redis, "hub", manao_kernel::live::topics::table().unwrap(), settings.retention()).unwrap());
    let hub = Hub::new(settings, bus, app.keys.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = hub.router().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    (hub, address)
}
