//! Making the files, starting the server under a guard, waiting until it answers, ending one that was left behind.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::process::{Child, Command};

use crate::NAME;
use crate::place::Place;

/// Ends PostgreSQL when the pipe at its standard input closes, however its parent died. A fast shutdown: sessions are cut,
/// what was committed stays.
const GUARD: &str = r#"
trap '' INT HUP
exec 3<&0
"$@" </dev/null &
server=$!
(cat <&3 >/dev/null; kill -INT $server 2>/dev/null) &
watch=$!
wait $server
code=$?
kill $watch 2>/dev/null
exit $code
"#;

/// The file in which PostgreSQL writes the number of its process.
const LOCK: &str = "postmaster.pid";
/// How long a server may be full.
const PATIENCE: Duration = Duration::from_secs(60);

impl Place {
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass().socket(&self.socket).username(NAME).database(database)
    }

    /// As a URL, for `DATABASE_URL`.
    pub fn url(&self, database: &str) -> String {
        let socket = self.socket.to_string_lossy();
        format!("postgres://{NAME}@localhost/{database}?host={}", socket.replace('%', "%25").replace(' ', "%20"))
    }

    /// Makes the files if there are none; whole or not at all.
    pub fn init(&self, fast: bool) -> Result<()> {
        if self.files.join("PG_VERSION").is_file() {
            return Ok(());
        }
        let draft = self.files.with_extension("draft");
        if draft.exists() {
            std::fs::remove_dir_all(&draft)?;
        }
        self.own(&draft)?;
        let mut command = self.command("initdb");
        command.arg("-D").arg(&draft).args(["-U", NAME, "-A", "trust", "-E", "UTF8"]);
        command.args(["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-locale"]);
        if fast {
            command.arg("--no-sync");
        }
        let output = command.stdin(Stdio::null()).output().context("run initdb")?;
        if !output.status.success() {
            bail!("initdb: {}", String::from_utf8_lossy(&output.stderr));
        }
        std::fs::rename(&draft, &self.files).context("put the database's files into place")
    }

    /// The server and its guard; the guard's standard input is the leash.
    pub fn spawn(&self, guard: &str, extra: &[&str], fast: bool) -> Result<Child> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", guard, "sh"]).args(extra).arg(self.home.join("bin/postgres"));
        command.current_dir("/").env_remove("PGDATA").env("LC_ALL", "C.UTF-8");
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command.arg("-D").arg(&self.files).arg("-k").arg(&self.socket);
        let mut set = |setting: &str| {
            command.args(["-c", setting]);
        };
        set("listen_addresses=");
        set("unix_socket_permissions=0700");
        set("max_connections=200");
        set("timezone=UTC");
        set("logging_collector=off");
        set("log_min_messages=fatal");
        set("shared_buffers=64MB");
        if fast {
            // Commits still reach the system before they are answered, so that only a power cut loses them.
            // Databases of tests do not live long enough to be worth vacuuming, and there are many.
            for setting in ["fsync=off", "full_page_writes=off", "max_connections=400", "autovacuum=off"] {
                set(setting);
            }
        }
        let log = std::fs::File::options().append(true).create(true).open(self.socket.join("log"))?;
        // A group of its own: Ctrl-C at a terminal reaches every process of the group, and we want to end it last.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        command.spawn().context("start PostgreSQL")
    }

    /// Whether it answers now, if only that it is full.
    pub async fn answers(&self) -> bool {
        let asked = tokio::time::timeout(Duration::from_secs(2), self.connect_options("postgres").connect()).await;
        match asked {
            Ok(Ok(connection)) => connection.close().await.is_ok(),
            Ok(Err(error)) => is_full(&error),
            Err(_) => false,
        }
    }

    /// Waits until it answers; a crashed one may have to recover first.
    pub async fn ready(&self, child: &mut Child) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(120) {
            if self.answers().await {
                return Ok(());
            }
            if let Some(status) = child.try_wait()? {
                bail!("PostgreSQL ended at once ({status}): {}", self.last_words());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        bail!("PostgreSQL does not answer: {}", self.last_words())
    }

    /// A connection for what is not about one database. Waits for one to be free: a server for many tests may be full for a
    /// moment.
    pub async fn enter(&self) -> Result<PgConnection> {
        let start = Instant::now();
        loop {
            match self.connect_options("postgres").connect().await {
                Err(error) if is_full(&error) && start.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                answer => return answer.context("connect to PostgreSQL"),
            }
        }
    }

    pub async fn ensure_database(&self, name: &str) -> Result<()> {
        let mut connection = self.enter().await?;
        let found: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
            .bind(name)
            .fetch_one(&mut connection)
            .await?;
        if !found {
            let create = format!("create database \"{name}\"");
            sqlx::query(sqlx::AssertSqlSafe(create)).execute(&mut connection).await?;
        }
        connection.close().await?;
        Ok(())
    }

    /// Whether the process that holds the files lives.
    pub fn is_alive(&self) -> bool {
        read_pid(&self.files.join(LOCK)).is_some_and(is_postgres)
    }

    /// Ends a server that a killed parent left behind, and forgets a process id that now belongs to something else.
    pub async fn clear_orphan(&self) -> Result<()> {
        let lock = self.files.join(LOCK);
        let Some(pid) = read_pid(&lock) else { return Ok(()) };
        if !is_postgres(pid) {
            std::fs::remove_file(&lock).ok();
            return Ok(());
        }
        let start = Instant::now();
        for (signal, patience) in [(Signal::SIGINT, 10), (Signal::SIGQUIT, 5), (Signal::SIGKILL, 30)] {
            if kill(pid, signal) == Err(Errno::ESRCH) {
                return Ok(());
            }
            tracing::info!(%pid, ?signal, "ending a PostgreSQL that was left behind");
            let patience = Duration::from_secs(patience);
            let asked = Instant::now();
            while asked.elapsed() < patience {
                if !is_postgres(pid) {
                    tracing::info!(ms = start.elapsed().as_millis() as u64, "it ended");
                    return Ok(());
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        bail!("the PostgreSQL that was left behind (process {pid}) does not end")
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(self.socket.join("log")).unwrap_or_default();
        let lines: Vec<&str> = log.lines().rev().take(3).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
    }
}

/// The guard for a server of one's own.
pub fn own_guard() -> &'static str {
    GUARD
}

/// Whether it has no connection left.
fn is_full(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(error) if error.code().as_deref() == Some("53300"))
}

fn read_pid(lock: &Path) -> Option<Pid> {
    let text = std::fs::read_to_string(lock).ok()?;
    text.lines().next()?.trim().parse().ok().map(Pid::from_raw)
}

fn is_postgres(pid: Pid) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        // A zombie (state Z) has ended; nobody has collected it yet.
        Ok(stat) => stat.contains("(postgres)") && !stat.contains(") Z "),
        Err(_) if Path::new("/proc/self/stat").exists() => false,
        Err(_) => kill(pid, None).is_ok(),
    }
}
