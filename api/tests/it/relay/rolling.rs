//! The shipped proxy in front of two APIs and two hubs that are restarted one after the other, as in a deployment. No call fails, and every
//! socket that was sent away is taken elsewhere at once. Also in front of one of each that hangs ([`super::hang`]).

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use super::hang::{self, Call};
use super::stage::redis_server::RedisServer;
use super::stage::{DRAIN_SECONDS, PATIENCE, SECRET, Stage};
use crate::support::{Socket, free_port};

/// Rolling restarts of everything; set ROLLING_RESTARTS for more.
const ROUNDS: usize = 2;
/// Interval of the proxy's checks here, a fourth of the drain.
const INTERVAL: Duration = Duration::from_millis(250);
const CALLERS: usize = 2;
const SOCKETS: usize = 20;

/// A program beside the APIs.
struct Program {
    port: u16,
    folder: PathBuf,
    child: Child,
}

impl Program {
    /// Starts it, and waits until it reports that it serves.
    async fn start(port: u16, command: impl FnOnce(&Path) -> Command) -> Self {
        let folder = std::env::temp_dir().join(format!("manao-rolling-{}", Uuid::new_v4().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = command(&folder);
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let child = command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).spawn();
        let program =
            Self { port, folder, child: child.expect("this test needs caddy in PATH (apt install caddy), and hub beside manao") };
        let (start, url) = (Instant::now(), format!("http://127.0.0.1:{port}/readyz"));
        while !reqwest::get(&url).await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(start.elapsed() < PATIENCE, "{url} is not ready: {}", program.log());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        program
    }

    async fn hub(port: u16, redis: &str) -> Self {
        let command = |_: &Path| {
            let program = PathBuf::from(env!("CARGO_BIN_EXE_manao")).with_file_name("hub");
            let mut command = Command::new(program);
            command
                .env("HOST", "127.0.0.1")
                .env("PORT", port.to_string())
                .env("METRICS_PORT", "0")
                .env("PROXIES", "1")
                .env("DRAIN_SECONDS", DRAIN_SECONDS)
                .env("HUB_DRAIN_MS", "1000")
                .env("HUB_TOPICS", concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/kernel/src/live/topics.json"))
                .env("HUB_AWAIT_REVOCATIONS", "true")
                .env("HUB_PONG_MS", "60000")
                .env("HUB_HELLO_MS", "60000")
                .env("JWT_SECRET", SECRET)
                .env("REDIS_URL", redis);
            command
        };
        Self::start(port, command).await
    }

    /// Returns the shipped proxy file, with other addresses and check intervals.
    async fn proxy(apis: [u16; 2], hubs: [u16; 2]) -> Self {
        let shipped = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/Caddyfile")).unwrap();
        let port = free_port();
        let command = |folder: &Path| {
            let mut changes = vec![
                ("health_interval 1s".to_owned(), format!("health_interval {}ms", INTERVAL.as_millis())),
                ("\n:8080 {".to_owned(), format!("\nhttp://:{port} {{\n\tbind 127.0.0.1")),
                ("\n{\n".to_owned(), "\n{\n\tadmin off\n".to_owned()),
            ];
            for (role, ports) in [("api", apis), ("hub", hubs)] {
                changes.extend([1, 2].map(|n| (format!("{role}-{n}:8080"), format!("127.0.0.1:{}", ports[n - 1]))));
            }
            let mut text = shipped;
            for (from, to) in changes {
                assert!(text.contains(&from), "{from:?} is not in the Caddyfile");
                text = text.replace(&from, &to);
            }
            let file = folder.join("Caddyfile");
            std::fs::write(&file, text).unwrap();
            let mut command = Command::new("caddy");
            command
                .args(["run", "--adapter", "caddyfile", "--config"])
                .arg(file)
                .env("HOME", folder)
                .env("XDG_DATA_HOME", folder);
            command
        };
        Self::start(port, command).await
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.child.id()).unwrap()), signal).unwrap();
    }

    /// Asks it to end, and waits until it has ended.
    async fn stop(&mut self) {
        self.signal(Signal::SIGTERM);
        tokio::task::block_in_place(|| self.child.wait()).unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[derive(Default)]
struct Traffic {
    over: AtomicBool,
    gets: AtomicUsize,
    posts: AtomicUsize,
    /// Sockets that were accepted, and those of them that had been sent away before.
    taken: AtomicUsize,
    returned: AtomicUsize,
    failed: Mutex<Vec<String>>,
}

impl Traffic {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    fn fail(&self, what: String) {
        self.failed.lock().unwrap().push(what);
    }

    async fn call(self: Arc<Self>, url: String, token: String, call: Call) {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        let count = if matches!(call, Call::Read) { &self.gets } else { &self.posts };
        while self.goes_on() {
            match call.request(&http, &url).bearer_auth(&token).send().await {
                Ok(answer) if answer.status().as_u16() < 500 => drop(count.fetch_add(1, Ordering::Relaxed)),
                Ok(answer) => self.fail(format!("{} {call:?}", answer.status())),
                Err(error) => self.fail(format!("{error:?} {call:?}")),
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Listens, and comes back when told to.
    async fn listen(self: Arc<Self>, url: String) {
        let mut sent_away = false;
        while self.goes_on() {
            let mut socket = match Socket::try_open(&url).await {
                Ok(socket) => socket,
                Err(error) => {
                    self.fail(format!("a socket was refused: {error}"));
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            self.taken.fetch_add(1, Ordering::Relaxed);
            self.returned.fetch_add(usize::from(sent_away), Ordering::Relaxed);
            sent_away = false;
            while self.goes_on() {
                let Some(Some(frame)) = tokio::time::timeout(Duration::from_millis(200), socket.next()).await.ok() else {
                    continue;
                };
                if frame["type"] == "goodbye" {
                    tokio::time::sleep(Duration::from_millis(frame["retryAfter"].as_u64().unwrap())).await;
                    sent_away = true;
                    break;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rolling_restarts_behind_the_shipped_proxy_fail_no_call() {
    let mut stage = Stage::open().await;
    let redis = stage.redis.url();
    let mut hubs = [Program::hub(free_port(), &redis).await, Program::hub(free_port(), &redis).await];
    let apis = [0, 1].map(|i: usize| stage.apis[i].url.rsplit(':').next().unwrap().parse().unwrap());
    let proxy = Program::proxy(apis, [hubs[0].port, hubs[1].port]).await;
    let (traffic, mut tasks) = (Arc::<Traffic>::default(), JoinSet::new());
    let token = stage.member.token.clone().unwrap();
    for call in [Call::Read, Call::Write, Call::SlowWrite] {
        (0..CALLERS).for_each(|_| drop(tasks.spawn(traffic.clone().call(proxy.url(), token.clone(), call))));
    }
    (0..SOCKETS).for_each(|_| drop(tasks.spawn(traffic.clone().listen(proxy.url()))));

    let rounds = std::env::var("ROLLING_RESTARTS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let noticed = async || tokio::time::sleep(INTERVAL * 4).await;
    for _ in 0..rounds {
        for (api, hub) in stage.apis.iter_mut().zip(&mut hubs) {
            noticed().await;
            api.signal(Signal::SIGTERM);
            api.restart().await;
            noticed().await;
            hub.stop().await;
            *hub = Program::hub(hub.port, &redis).await;
        }
    }
    noticed().await;
    // In the meantime: an API on a Redis Cluster, which could publish nothing, does not start.
    let bus_port = free_port().to_string();
    let cluster =
        tokio::task::block_in_place(|| RedisServer::start_with(&["--cluster-enabled", "yes", "--cluster-port", &bus_port]));
    let (status, said) = stage.apis[0].fails_to_start(&cluster.url());
    assert!(!status && said.contains("Redis Cluster is not supported"), "{said}");
    // And one with another key names the fault.
    let key = ("VOUCHER_KEY", "YW5vdGhlciBrZXksIG9mIHRoaXJ0eS10d28gYnl0ZXM=");
    stage.apis[0].says_beside(key, "VOUCHER_KEY is not the key that this database was sealed with").await;
    traffic.over.store(true, Ordering::Relaxed);
    while let Some(ended) = tasks.join_next().await {
        ended.unwrap();
    }
    let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    let (gets, posts, returned) = (count(&traffic.gets), count(&traffic.posts), count(&traffic.returned));
    let failed = std::mem::take(&mut *traffic.failed.lock().unwrap());
    println!("{rounds} rolling restarts: {gets} GETs, {posts} POSTs, {returned} sockets came back, {} failed", failed.len());
    assert!(failed.is_empty(), "{} failed of {gets} GETs and {posts} POSTs: {failed:?}\n{}", failed.len(), proxy.log());
    assert!(gets > 100 && posts > 100 && returned >= SOCKETS, "{gets} {posts} {returned}");

    let signal = |signal| {
        stage.apis[0].signal(signal);
        hubs[0].signal(signal);
    };
    hang::callers_of_a_process_that_hangs_are_answered(proxy.url(), token, signal).await;
}
