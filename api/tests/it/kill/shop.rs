//! The shop in production form: the program itself, with a database of its own, and the sandbox as its outside world.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use manao_hub::token::Keys;
use manao_people::account::TERMS_VERSION;
use manao_postgres::Options;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::buyer::PARTNER;
use crate::support::{Client, free_port};

const SECRET: &str = "a secret of the tests that kill, 32 bytes at least";
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Shop {
    pub url: String,
    pub sandbox: manao_sandbox::Running,
    /// An outside connection to the shop's database; fails while it is down
    pub db: PgPool,
    /// Our balance with the partner before any purchase, in satang
    pub float_at_first: i64,
    http: reqwest::Client,
    folder: PathBuf,
    process: Mutex<Child>,
}

impl Shop {
    /// Starts a shop with products, as `manao serve --demo`.
    pub async fn open(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("manao-kill-{name}-{}", Uuid::new_v4().simple()));
        std::fs::create_dir_all(&folder).unwrap();
        let world = manao_sandbox::Settings { partner_delay_ms: 200, retry_base_ms: 250, ..manao_sandbox::Settings::for_tests() };
        let sandbox = manao_sandbox::start(world).await.expect("start the sandbox");
        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        let mut process = start(&folder, port, &sandbox);
        let http = manao_kernel::app::http_client(Duration::from_secs(20)).unwrap();
        ready(&http, &url, &folder).await;
        assert!(process.try_wait().unwrap().is_none(), "something else answers for the shop:\n{}", log_end(&folder));
        // The folder belongs to the running shop: we are its guest.
        let guest = manao_postgres::start(Options { data: folder.clone(), home: None, fast: false }).await;
        let guest = guest.unwrap_or_else(|error| panic!("{error:#}\n{}", log_end(&folder)));
        let db = manao_kernel::database::pool(guest.connect_options(), 6);
        let mut shop = Self { url, sandbox, db, float_at_first: 0, http, folder, process: Mutex::new(process) };
        shop.float_at_first = shop.float().await;
        shop
    }

    /// Returns a signed-in member.
    pub async fn member(&self, name: &str) -> Client {
        let sql = "with person as (insert into people.users (display_name, email, email_verified_at, synced_at, created_at) values ($1, $2::citext, now(), now(), now()) returning id)
                   insert into people.terms_acceptances (user_id, version, accepted_at) select id, $3, now() from person returning user_id";
        let email = format!("{name}@example.com");
        let user_id: i64 = sqlx::query_scalar(sql).bind(name).bind(email).bind(TERMS_VERSION).fetch_one(&self.db).await.unwrap();
        let session_id = Uuid::new_v4();
        let sql = "insert into people.sessions (id, user_id, created_at, last_used_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')";
        sqlx::query(sql).bind(session_id).bind(user_id).execute(&self.db).await.unwrap();
        let keys = Keys::hs256(SECRET.as_bytes(), "manao");
        let claims = keys.access(&user_id.to_string(), &session_id.to_string(), chrono::Utc::now().timestamp(), 900);
        let token = keys.sign_access(&claims).unwrap();
        Client { user_id, session_id, ..Client::new(&self.url, Some(token)) }
    }

    /// Kills the program with `kill -9`, then starts it again.
    pub async fn kill_and_restart(&self) {
        {
            let mut process = self.process.lock().unwrap();
            process.kill().unwrap();
            process.wait().unwrap();
            *process = start(&self.folder, self.port(), &self.sandbox);
        }
        ready(&self.http, &self.url, &self.folder).await;
    }

    /// Kills the database's first process with `kill -9`; only the shop restarts it.
    pub fn kill_database(&self) -> Pid {
        let pid = self.postmaster().expect("the database runs");
        kill(pid, Signal::SIGKILL).unwrap();
        pid
    }

    pub fn postmaster(&self) -> Option<Pid> {
        let lock = std::fs::read_to_string(self.folder.join("pg/postmaster.pid")).ok()?;
        lock.lines().next()?.trim().parse().ok().map(Pid::from_raw)
    }

    /// Waits until the shop says that it can serve.
    pub async fn ready(&self) {
        ready(&self.http, &self.url, &self.folder).await;
    }

    fn port(&self) -> u16 {
        self.url.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// Makes a counterparty misbehave until [`Shop::no_faults`].
    pub async fn fault(&self, rule: Value) {
        self.sandbox_call("/faults", rule).await;
    }

    pub async fn no_faults(&self) {
        self.http.delete(format!("{}/faults", self.sandbox.base_url)).send().await.unwrap();
    }

    /// Pays a code as a banking app would.
    pub async fn pay(&self, payload: &Value) {
        self.sandbox_call("/phone/pay", json!({ "payload": payload })).await;
    }

    /// Enters a card in the provider's form.
    pub async fn card_token(&self) -> String {
        let card = json!({"card": {
            "name": "MALI LIME", "number": "4242424242424242", "expiration_month": 5, "expiration_year": 2035, "security_code": "123",
            "email": "mali@example.com", "phone_number": "0812345678",
        }});
        let form =
            self.http.post(format!("{}/opn/vault/tokens", self.sandbox.base_url)).basic_auth("pkey_test_manao", None::<&str>);
        let token: Value = form.json(&card).send().await.unwrap().json().await.unwrap();
        token["id"].as_str().unwrap().to_owned()
    }

    /// Makes a call of the sandbox by its path, with the telecom's key; returns the answer.
    pub async fn outside(&self, method: reqwest::Method, path: &str, body: Option<&Value>) -> Value {
        let request = self.http.request(method, format!("{}{path}", self.sandbox.base_url)).bearer_auth("sandbox-telecom-key");
        let request = body.into_iter().fold(request, |request, body| request.json(body));
        request.send().await.unwrap().json().await.unwrap()
    }

    async fn sandbox_call(&self, path: &str, body: Value) {
        let answer = self.http.post(format!("{}{path}", self.sandbox.base_url)).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.text().await.unwrap_or_default());
    }

    /// Returns all charges at the payment provider.
    pub async fn charges(&self) -> Vec<Value> {
        let url = format!("{}/opn/charges?limit=100", self.sandbox.base_url);
        let list = self.http.get(url).basic_auth("skey_test_manao", None::<&str>).send().await.unwrap();
        list.json::<Value>().await.unwrap()["data"].as_array().unwrap().clone()
    }

    /// Returns a partner's answer about one of our references.
    pub async fn partner_order(&self, partner: &str, reference: &str) -> Value {
        self.partner(&format!("{partner}/orders/{reference}")).await
    }

    /// Returns a partner's answer to a GET request.
    pub async fn partner(&self, path: &str) -> Value {
        let url = format!("{}/partners/{path}", self.sandbox.base_url);
        self.http.get(url).bearer_auth("sandbox-partner-key").send().await.unwrap().json().await.unwrap()
    }

    /// Returns our remaining balance with the partner, in satang.
    pub async fn float(&self) -> i64 {
        self.partner(&format!("{PARTNER}/balance")).await["balance"].as_i64().unwrap()
    }

    /// Returns a number from the database; None while it is down.
    pub async fn look(&self, sql: &'static str, user_id: i64) -> Option<i64> {
        sqlx::query_scalar(sql).bind(user_id).fetch_one(&self.db).await.ok()
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.db).await.expect(sql)
    }

    /// Returns the whole state, for a failing test.
    pub async fn state(&self) -> String {
        let sql =
            "select o.number || ' ' || o.status || ', payment ' || p.status || ' check ' || coalesce(p.check_at::text, '-') ||
                   ' charging ' || coalesce(p.charging_until::text, '-') || ', delivery ' || d.status || ' next ' ||
                   coalesce(d.next_attempt_at::text, '-') from shop.orders o left join shop.payments p on p.order_id = o.id
                   left join shop.deliveries d on d.order_id = o.id order by o.id";
        let orders: Vec<Option<String>> = sqlx::query_scalar(sql).fetch_all(&self.db).await.unwrap_or_default();
        let sql = "select j.id || ' ' || t.identifier || ' run at ' || j.run_at || ' attempts ' || j.attempts || ' locked by ' ||
                   coalesce(j.locked_by, '-') || ' ' || coalesce(j.last_error, '') from graphile_worker._private_jobs j
                   join graphile_worker._private_tasks t on t.id = j.task_id";
        let jobs: Vec<Option<String>> = sqlx::query_scalar(sql).fetch_all(&self.db).await.unwrap_or_default();
        let sql = "select 'now ' || now() || ', outbox ' || (select count(*) from kernel.outbox)";
        let now: Option<String> = sqlx::query_scalar(sql).fetch_one(&self.db).await.unwrap_or_default();
        [orders, jobs, vec![now]].concat().into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// Copies the running shop with `manao backup`, restores the copy into another folder with `manao restore`, and passes on its database.
    pub async fn in_a_copy<T>(&self, look: impl AsyncFnOnce(&PgPool, &Path) -> T) -> T {
        let (copy, other) = (self.folder.join("copy"), self.folder.join("other"));
        let manao = |data: &Path, command: &str| {
            let mut manao = Command::new(env!("CARGO_BIN_EXE_manao"));
            manao.arg(command).arg(&copy).env_remove("DATABASE_URL").env("MANAO_DATA", data);
            let done = manao.output().unwrap();
            assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
        };
        manao(&self.folder, "backup");
        manao(&other, "restore");
        let restored = manao_postgres::start(Options { data: other.clone(), home: None, fast: true }).await.unwrap();
        let db = manao_kernel::database::pool(restored.connect_options(), 2);
        let seen = look(&db, &other).await;
        db.close().await;
        restored.stop().await;
        if let Ok(elsewhere) = std::fs::read_link(other.join("pg")) {
            let _ = std::fs::remove_dir_all(elsewhere);
        }
        // A copy that was tampered with is refused.
        std::fs::write(copy.join("pg/PG_VERSION"), "17").unwrap();
        let third = self.folder.join("third");
        let mut manao = Command::new(env!("CARGO_BIN_EXE_manao"));
        let refused = manao.arg("restore").arg(&copy).env_remove("DATABASE_URL").env("MANAO_DATA", third).output().unwrap();
        assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("PG_VERSION"), "{refused:?}");
        seen
    }

    /// Returns the end of the program's log, for a failing test.
    pub fn last_words(&self) -> String {
        log_end(&self.folder)
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Ok(process) = self.process.get_mut() {
            let _ = process.kill();
            let _ = process.wait();
        }
        if std::thread::panicking() {
            eprintln!("{}", self.last_words());
        }
        // As root the files are elsewhere, with a link to them.
        let files = self.folder.join("pg");
        if let Ok(elsewhere) = std::fs::read_link(&files) {
            let _ = std::fs::remove_dir_all(elsewhere);
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn start(folder: &std::path::Path, port: u16, sandbox: &manao_sandbox::Running) -> Child {
    let log = std::fs::File::options().append(true).create(true).open(folder.join("log")).unwrap();
    Command::new(env!("CARGO_BIN_EXE_manao"))
        .args(["serve", "--demo"])
        .env_remove("DATABASE_URL")
        .env_remove("REDIS_URL")
        .env("RUST_LOG", "info,sqlx=warn,graphile_worker=warn")
        .env("HOST", "127.0.0.1")
        .env("PORT", port.to_string())
        .env("METRICS_PORT", "0")
        .env("LINES_PER_ADDRESS", "10000")
        .env("PUBLIC_URL", format!("http://127.0.0.1:{port}"))
        .env("MANAO_DATA", folder)
        .env("JWT_SECRET", SECRET)
        .env("SANDBOX_URL", &sandbox.base_url)
        .env("SMTP_URL", format!("smtp://127.0.0.1:{}", sandbox.smtp_port))
        .env("RECONCILE_SECONDS", "3")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .unwrap()
}

async fn ready(http: &reqwest::Client, url: &str, folder: &std::path::Path) {
    let start = tokio::time::Instant::now();
    let asked = || http.get(format!("{url}/readyz")).timeout(Duration::from_secs(10)).send();
    while !asked().await.is_ok_and(|answer| answer.status().is_success()) {
        assert!(start.elapsed() < PATIENCE, "the shop does not become ready:\n{}", log_end(folder));
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

fn log_end(folder: &std::path::Path) -> String {
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    let lines: Vec<&str> = log.lines().rev().take(60).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("\n")
}
