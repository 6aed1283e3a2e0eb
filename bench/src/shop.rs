//! The shop as it is delivered: the programs `manao` and `manao-sandbox` beside this one, in a folder of their own.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use serde_json::{Value, json};

use crate::process::{self, Process, free_address};

/// Signs the tokens of shops that are measured.
pub const SECRET: &str = "a secret of what is measured, 32 bytes at least";

pub struct Shop {
    pub url: String,
    pub sandbox_url: String,
    pub http: reqwest::Client,
    /// The server under measurement
    pub server: Process,
    _sandbox: Process,
    folder: Folder,
}

/// A member with a session.
#[derive(Clone)]
pub struct Member {
    pub token: String,
}

impl Shop {
    /// Starts an own shop with the demo catalogue. `core` ties the server (and its database) to a core; `webhooks` is where the
    /// payment provider shall post instead of to the shop itself.
    pub async fn start(core: Option<usize>, webhooks: Option<String>) -> Result<Self> {
        Self::run(core, webhooks, false).await
    }

    /// Starts a shop that logs its statements.
    pub async fn logged() -> Result<Self> {
        Self::run(None, None, true).await
    }

    /// Returns its log so far.
    pub fn log(&self) -> Result<String> {
        Ok(std::fs::read_to_string(self.folder.log())?)
    }

    async fn run(core: Option<usize>, webhooks: Option<String>, logged: bool) -> Result<Self> {
        let folder = Folder::new()?;
        let (address, provider, mail) = (free_address()?, free_address()?, free_address()?);
        let (url, sandbox_url) = (format!("http://{address}"), format!("http://{provider}"));
        let mut command = program("manao-sandbox")?;
        command
            .env("SANDBOX_PORT", provider.port().to_string())
            .env("SANDBOX_SMTP_PORT", mail.port().to_string())
            .env("SANDBOX_DATA", folder.0.join("sandbox"))
            .env("SANDBOX_PARTNER_DELAY_MS", "20");
        let sandbox = Process::start(command, provider, None)?;
        let mut command = program("manao")?;
        command
            .args(["serve", "--demo"])
            .env("HOST", "127.0.0.1")
            .env("PORT", address.port().to_string())
            .env("METRICS_PORT", "0")
            .env("JWT_SECRET", SECRET)
            .env("LINES_PER_ADDRESS", "30000")
            .env("HUB_SOCKETS_PER_ADDRESS", "10000")
            .env("HUB_MEMBERS_PER_ADDRESS", "30000")
            .env("SIGN_INS_PER_MINUTE", "100000")
            .env("PUBLIC_URL", &url)
            .env("MANAO_DATA", &folder.0)
            .env("SANDBOX_URL", &sandbox_url)
            .env("SMTP_URL", format!("smtp://{mail}"));
        if core.is_some() {
            command.env("TOKIO_WORKER_THREADS", "1");
        }
        if let Some(webhooks) = webhooks {
            command.env("OPN_WEBHOOK_URL", webhooks);
        }
        if logged {
            command.env("RUST_LOG", "error,manao_api::server=info,sqlx::query=debug").stderr(File::create(folder.log())?);
        }
        let server = Process::start(command, address, core)?;
        let http =
            reqwest::Client::builder().timeout(Duration::from_secs(30)).redirect(reqwest::redirect::Policy::none()).build()?;
        let shop = Self { url, sandbox_url, http, server, _sandbox: sandbox, folder };
        shop.ready().await?;
        Ok(shop)
    }

    /// Connects to the shop's own database, as a guest of the server that started it.
    pub async fn database(&self) -> Result<sqlx::PgPool> {
        let options = self.guest().await?.connect_options();
        Ok(sqlx::postgres::PgPoolOptions::new().max_connections(2).connect_with(options).await?)
    }

    /// Returns the address of the shop's own database.
    pub async fn database_url(&self) -> Result<String> {
        Ok(self.guest().await?.url())
    }

    async fn guest(&self) -> Result<manao_postgres::Embedded> {
        manao_postgres::start(manao_postgres::Options { data: self.folder.0.clone(), home: None, fast: false }).await
    }

    /// Returns the CPU time that the database's processes have used so far.
    pub fn database_cpu(&self) -> Result<Duration> {
        let lines = std::fs::read_to_string(self.folder.0.join("pg/postmaster.pid"))?;
        process::family_cpu(lines.lines().next().context("no process")?.parse()?)
    }

    async fn ready(&self) -> Result<()> {
        let start = Instant::now();
        loop {
            let games = self.post("/home", None, &json!({"query": "{ games { total } }"})).await;
            if games.is_ok_and(|games| games["data"]["games"]["total"].as_i64() > Some(0)) {
                return Ok(());
            }
            ensure!(start.elapsed() < Duration::from_secs(60), "the shop does not open");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Posts JSON to a call under `/api`. Returns its answer, or the refusal as an error.
    pub async fn post(&self, path: &str, member: Option<&Member>, body: &Value) -> Result<Value> {
        let mut request = self.http.post(format!("{}/api{path}", self.url)).json(body);
        if let Some(member) = member {
            request = request.bearer_auth(&member.token).header("idempotency-key", format!("bench-{}", unique()));
        }
        answer(request).await.with_context(|| path.to_owned())
    }

    /// Reads a call under `/api` as a visitor.
    pub async fn get(&self, path: &str) -> Result<Value> {
        answer(self.http.get(format!("{}/api{path}", self.url))).await.with_context(|| path.to_owned())
    }

    /// Posts JSON to the sandbox.
    pub async fn sandbox(&self, path: &str, body: &Value) -> Result<Value> {
        answer(self.http.post(format!("{}{path}", self.sandbox_url)).json(body)).await.with_context(|| path.to_owned())
    }

    /// Signs a generated person in, through the login provider.
    pub async fn sign_in(&self, number: usize) -> Result<Member> {
        self.sign_in_as(&format!("load-{number}")).await
    }

    /// Signs in a person whom the sandbox knows.
    pub async fn sign_in_as(&self, name: &str) -> Result<Member> {
        let begin = format!("{}/api/auth/login?prompt=none&loginHint={name}", self.url);
        let begun = self.http.get(begin).send().await?.error_for_status()?;
        let cookie = begun.headers().get(SET_COOKIE).context("no login cookie")?.to_str()?.split(';').next().unwrap_or_default();
        let cookie = cookie.to_owned();
        let begun: Value = begun.json().await?;
        let back = self.http.get(begun["url"].as_str().context("no login address")?).send().await?;
        let back = reqwest::Url::parse(back.headers().get(LOCATION).context("the login provider does not return")?.to_str()?)?;
        let value = |name: &str| back.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
        let body = json!({"code": value("code"), "state": value("state")});
        let session = self.http.post(format!("{}/api/oauth/sessions", self.url)).header(COOKIE, cookie).json(&body);
        let session = answer(session).await.context("sign in")?;
        let member = Member { token: session["accessToken"].as_str().context("no token")?.to_owned() };
        self.post("/account/continue", Some(&member), &json!({"selectedUserId": 0})).await?;
        Ok(member)
    }
}

async fn answer(request: reqwest::RequestBuilder) -> Result<Value> {
    let response = request.send().await?;
    let status = response.status();
    let text = response.text().await?;
    ensure!(status.is_success(), "{status} {text}");
    Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
}

fn unique() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(10_000_000);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Returns a program of this build, shielded from the settings of the bench's user.
pub fn program(name: &str) -> Result<Command> {
    let path = std::env::current_exe()?.with_file_name(name);
    ensure!(path.is_file(), "{} is not built: cargo build --release -p manao-api -p manao-hub -p manao-sandbox", path.display());
    let mut command = Command::new(path);
    command.env_clear().env("RUST_LOG", "error").env("LOG_FORMAT", "json");
    for kept in ["PATH", "POSTGRES_HOME", "HOME", "TMPDIR"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    Ok(command)
}

/// A folder of this run, removed with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("manao-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

fn remove(folder: &Path) {
    // As root the database's files are elsewhere, with a link to them.
    if let Ok(elsewhere) = std::fs::read_link(folder.join("pg")) {
        let _ = std::fs::remove_dir_all(elsewhere);
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// Returns the host and port of an address like `http://127.0.0.1:8080`.
pub fn address(url: &str) -> Result<SocketAddr> {
    Ok(url.trim_start_matches("http://").parse()?)
}
