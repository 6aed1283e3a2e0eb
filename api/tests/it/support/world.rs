//! One server with its whole environment.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::Parser;
use manao_api::{App, Clock, Roles, Running, Settings, server};
use manao_domain::staff::StaffRole;
use manao_kernel::database;
use manao_kernel::secret::Secret;
use manao_people::account::TERMS_VERSION;
use manao_people::staff::roles;
use manao_postgres::{Options, Shared};
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::{Client, Socket};

static POSTGRES: OnceCell<Shared> = OnceCell::const_new();

/// A server on a free port with an empty, migrated database. Ends when dropped.
pub struct World {
    pub app: App,
    pub url: String,
    metrics: String,
    /// The outside world: payments, partners, login, telecom, phone
    pub sandbox: manao_sandbox::Running,
    running: Option<Running>,
    data: Folder,
}

#[derive(Parser)]
struct Defaults {
    #[command(flatten)]
    settings: Settings,
}

impl World {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// Creates a world with other settings than the defaults.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let (postgres, name) = empty_database().await;
        Self::over(postgres, &name, change).await
    }

    /// Creates a world on an existing database.
    pub async fn over(postgres: &Shared, name: &str, change: impl FnOnce(&mut Settings)) -> Self {
        Self::filled(postgres, name, change, async |_| {}).await
    }

    /// Creates a world on a database that is filled before the server starts, so that no periodic task works on incomplete data.
    pub async fn filled(postgres: &Shared, name: &str, change: impl FnOnce(&mut Settings), fill: impl AsyncFnOnce(&App)) -> Self {
        let mut settings = defaults();
        settings.host = "127.0.0.1".into();
        settings.manao_data = std::env::temp_dir().join(format!("manao-{name}"));
        settings.database_url = None;
        settings.redis_url = None;
        settings.hub.drain_ms = 10;
        // A socket that a test reads only later, or on a stalled machine, must not count as gone.
        settings.hub.hello_ms = 60_000;
        settings.hub.pong_ms = 60_000;
        settings.serve.metrics_port = Some(0);
        // All clients come from one address here.
        settings.serve.lines_per_address = 10_000;
        // A stalled machine must not look like a slow provider; tests of that set their own wait.
        settings.code_wait_ms = 30_000;
        settings.database_connections = 8;
        // Limits that protect other users apply only in tests about them.
        settings.open_orders_per_person = 100;
        settings.flash_per_person = 100;
        settings.texts_to_others_per_hour = 100;
        let sandbox = manao_sandbox::start(manao_sandbox::Settings::for_tests()).await.expect("start the sandbox");
        settings.sandbox_url.clone_from(&sandbox.base_url);
        settings.smtp_url = format!("smtp://127.0.0.1:{}", sandbox.smtp_port);
        // Counterparties receive our address before we serve.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        settings.port = listener.local_addr().expect("its address").port();
        settings.public_url = format!("http://127.0.0.1:{}", settings.port);
        change(&mut settings);
        let data = Folder::new(&settings.manao_data);
        let db = database::pool(postgres.connect_options(name), 8);
        let roles = Roles { hub: true, jobs: true };
        let settings = settings.filled();
        fill(&server::app(settings.clone(), Clock::movable(), db.clone(), roles).expect("what the server is made of")).await;
        let running = manao_api::start_on(listener, settings, Clock::movable(), db, roles).await.expect("start the server");
        let url = format!("http://{}", running.address);
        let metrics = format!("http://{}/metrics", running.metrics);
        let periodic_tasks = running.periodic_tasks.clone();
        let world = Self { app: running.app.clone(), url, metrics, sandbox, running: Some(running), data };
        // The scheduler queries counterparties at its start. That must happen before a test sets their answers.
        world.until("the scheduler's first runs", async || periodic_tasks.iter().all(|task| task.runs() > 0).then_some(())).await;
        world
    }

    /// Returns a visitor.
    pub fn anon(&self) -> Client {
        Client::new(&self.url, None)
    }

    /// Returns a new user, signed in, with a verified e-mail of that name; the terms are accepted.
    pub async fn user(&self, name: &str) -> Client {
        person(&self.app, &self.url, name).await
    }

    /// Returns a new user without a verified e-mail or number.
    pub async fn unverified(&self, name: &str) -> Client {
        let client = self.user(name).await;
        self.execute("update people.users set email_verified_at = null where id = $1", client.user_id).await;
        client
    }

    /// Returns a new user who has not accepted the terms yet.
    pub async fn newcomer(&self, name: &str) -> Client {
        let client = self.user(name).await;
        self.execute("delete from people.terms_acceptances where user_id = $1", client.user_id).await;
        self.execute("update people.users set synced_at = null where id = $1", client.user_id).await;
        client
    }

    /// Returns a new user whose account is suspended.
    pub async fn suspended(&self, name: &str) -> Client {
        let client = self.user(name).await;
        self.execute("update people.users set suspended_at = now() where id = $1", client.user_id).await;
        client
    }

    /// Returns a new user with the right to run tournaments.
    pub async fn promoter(&self, name: &str) -> Client {
        let client = self.user(name).await;
        let right =
            "insert into esports.promoters (user_id, approved_at, expires_at) values ($1, now(), now() + interval '365 days')";
        self.execute(right, client.user_id).await;
        self.execute("update people.users set promoter_until = now() + interval '365 days' where id = $1", client.user_id).await;
        client
    }

    /// Returns a new member of the staff with every role, in the console.
    pub async fn operator(&self, name: &str) -> Client {
        self.staff(name, StaffRole::ALL).await
    }

    /// Returns a new member of the staff with these roles, in the console.
    pub async fn staff(&self, name: &str, roles: &[StaffRole]) -> Client {
        let client = self.user(name).await;
        let email: String = sqlx::query_scalar("select email::text from people.users where id = $1")
            .bind(client.user_id)
            .fetch_one(&self.app.db)
            .await
            .expect("the e-mail");
        roles::grant(&self.app.db, &email, roles, self.app.now(), None).await.expect("grant roles");
        self.in_console(client).await
    }

    /// Brings staff into the console with a factor given just now.
    pub async fn in_console(&self, client: Client) -> Client {
        let secret = Secret::random();
        sqlx::query(
            "insert into people.console_sessions (id, hash, user_id, session_id, began_at, used_at, factor, factor_at)
             values ($1, $2, $3, $4, $5, $5, 'totp', $5)",
        )
        .bind(Uuid::new_v4())
        .bind(&secret.hash()[..])
        .bind(client.user_id)
        .bind(client.session_id)
        .bind(self.app.now())
        .execute(&self.app.db)
        .await
        .expect("a console session");
        Client { console: Some(secret.reveal().to_owned()), ..client }
    }

    /// Returns another session of the same user: a second device.
    pub async fn session(&self, user_id: i64) -> Client {
        session(&self.app, &self.url, user_id).await
    }

    /// Returns the same user in a new session; a visitor stays one.
    pub async fn fresh_session(&self, client: &Client) -> Client {
        if client.token.is_none() {
            return client.clone();
        }
        let (session_id, token) = token(&self.app, client.user_id).await;
        let fresh = Client { session_id, token: Some(token), ..client.clone() };
        if client.console.is_some() { self.in_console(fresh).await } else { fresh }
    }

    /// Returns a socket that said hello as the client (or as a visitor).
    pub async fn socket(&self, client: &Client) -> Socket {
        Socket::open(&self.url, client.token.as_deref()).await
    }

    /// Lets time pass for the clock and the job queue; jobs that are due now start at once.
    pub async fn advance(&self, by: Duration) {
        self.app.clock.advance(by);
        let seconds = by.as_secs_f64();
        // Staff stay in the console.
        sqlx::query(
            "update people.console_sessions set began_at = began_at + make_interval(secs => $1), used_at = used_at + make_interval(secs => $1),
                    factor_at = factor_at + make_interval(secs => $1)",
        )
        .bind(seconds)
        .execute(&self.app.db)
        .await
        .expect("keep staff in the console");
        sqlx::query(
            "update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1) where locked_at is null",
        )
        .bind(seconds)
        .execute(&self.app.db)
        .await
        .expect("move the jobs");
        sqlx::query("select pg_notify('jobs:insert', '{}')").execute(&self.app.db).await.expect("wake the worker");
    }

    /// Runs one periodic task by hand.
    pub async fn run_task(&self, name: &str) {
        let periodic_tasks = &self.running.as_ref().expect("running").periodic_tasks;
        let task = periodic_tasks.iter().find(|task| task.name == name).unwrap_or_else(|| panic!("no periodic task {name}"));
        task.run_now(&self.app).await.expect("the task succeeds");
    }

    /// Returns the text of `/metrics`. Gauges belong to the process and are set when read: tests that read them take turns.
    pub async fn metrics(&self) -> String {
        static ONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let _turn = ONE.lock().await;
        reqwest::get(&self.metrics).await.expect("metrics").text().await.expect("metrics")
    }

    /// Waits until `check` returns something, at most half a minute.
    pub async fn until<T, F, Fut>(&self, what: &str, mut check: F) -> T
    where
        F: FnMut() -> Fut,
        Fut: Future<Output = Option<T>>,
    {
        let end = tokio::time::Instant::now() + Duration::from_secs(30);
        while tokio::time::Instant::now() < end {
            if let Some(found) = check().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("waited in vain: {what}");
    }

    /// Ends the server as SIGTERM would, and waits for it.
    pub async fn stop(mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
    }

    async fn execute(&self, sql: &'static str, id: i64) {
        sqlx::query(sql).bind(id).execute(&self.app.db).await.expect(sql);
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.app.stopping.cancel();
    }
}

/// Creates a new user of this app, signed in at a server of that address.
pub async fn person(app: &App, url: &str, name: &str) -> Client {
    let id: i64 = sqlx::query_scalar(
        "with person as (insert into people.users (display_name, email, email_verified_at, synced_at, created_at)
                         values ($1, $2::citext, now(), now(), now()) returning id)
         insert into people.terms_acceptances (user_id, version, accepted_at) select id, $3, now() from person returning user_id",
    )
    .bind(name)
    .bind(format!("{name}-{}@example.com", Uuid::new_v4().simple()))
    .bind(TERMS_VERSION)
    .fetch_one(&app.db)
    .await
    .expect("make a user");
    session(app, url, id).await
}

async fn session(app: &App, url: &str, user_id: i64) -> Client {
    let (session_id, token) = token(app, user_id).await;
    Client { user_id, session_id, ..Client::new(url, Some(token)) }
}

/// Creates a session that has just begun, and its token.
async fn token(app: &App, user_id: i64) -> (Uuid, String) {
    let session = Uuid::new_v4();
    let now = app.now();
    sqlx::query(
        "insert into people.sessions (id, user_id, created_at, last_used_at, expires_at) values ($1, $2, $3, $3, $3 + interval '2 days')",
    )
    .bind(session)
    .bind(user_id)
    .bind(now)
    .execute(&app.db)
    .await
    .expect("make a session");
    let claims = app.keys.access(&user_id.to_string(), &session.to_string(), now.timestamp(), 900);
    (session, app.keys.sign_access(&claims).expect("sign"))
}

/// Returns every setting's default.
pub fn defaults() -> Settings {
    /// Unoptimised, the description of all settings takes half of a test's stack.
    const STACK: usize = 16 << 20;
    static PARSED: OnceLock<Settings> = OnceLock::new();
    let parse = || {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| Defaults::parse_from(["test"]).settings);
        thread.expect("start a thread").join().expect("parse the settings")
    };
    PARSED.get_or_init(parse).clone()
}

/// Creates an empty, migrated database; returns it with its server.
pub async fn empty_database() -> (&'static Shared, String) {
    let name = format!("w_{}", Uuid::new_v4().simple());
    let postgres = postgres().await;
    let template = format!("manao_{}", manao_api::database::shape());
    postgres.copy(&template, &name).await.expect("copy the template");
    (postgres, name)
}

/// Creates a database without tables.
pub async fn bare_database() -> (&'static Shared, String) {
    let name = format!("w_{}", Uuid::new_v4().simple());
    let postgres = postgres().await;
    postgres.ensure(&name, true).await.expect("make a database");
    (postgres, name)
}

async fn postgres() -> &'static Shared {
    POSTGRES
        .get_or_init(async || {
            let data = std::env::temp_dir().join(format!("manao-test-{}", nix::unistd::getuid()));
            let shared = manao_postgres::shared(Options { data, home: None, fast: true }).await.expect("start PostgreSQL");
            let template = format!("manao_{}", manao_api::database::shape());
            let prepare = async |options| {
                let db = database::pool(options, 2);
                manao_api::database::migrate(&db).await?;
                db.close().await;
                Ok(())
            };
            shared.template(&template, prepare).await.expect("make the template");
            shared
        })
        .await
}

/// A folder of the test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(path: &Path) -> Self {
        std::fs::create_dir_all(path).expect("make a folder");
        Self(path.to_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
