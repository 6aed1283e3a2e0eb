//! Assembles the server and listens.

mod express;
mod headers;
mod health;
mod meters;
#[cfg(test)]
mod proxy;
mod readiness;
mod routes;
mod seen;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use manao_hub::Hub;
use manao_hub::bus::{Bus, Memory, Redis};
use manao_hub::serve::serve;
use manao_hub::token::Keys;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::features;
use manao_content::console::ARTICLES;
use manao_content::files::check::MissingThings;
use manao_esports::console::{TEAMS, TOURNAMENTS};
use manao_esports::things::EVIDENCE_RECIPIENT;
use manao_esports::{attached_tournament, inbox_answers, notice_subjects, teams};
use manao_kernel::app::App;
use manao_kernel::clock::{self, Clock};
use manao_kernel::console::{ConsoleDatabase, Finders, Works};
use manao_kernel::jobs::PeriodicTask;
use manao_kernel::sealing::Sealer;
use manao_kernel::settings::Settings;
use manao_kernel::{idempotency, jobs, live};
use manao_people::account;
use manao_people::account::suspension::SuspensionObservers;
use manao_people::console::PEOPLE;
use manao_people::inbox::AnswerLoaders;
use manao_people::notices::SubjectLoaders;
use manao_people::support::AttachmentSources;
use manao_people::things::DocumentRecipients;
use manao_shop::orders;
use manao_shop::orders::console::ORDERS;

pub use routes::document;

/// The roles of this process.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// Serve `/ws` here too; otherwise live events go out through Redis to hubs of their own
    pub hub: bool,
    /// Run jobs and the scheduler
    pub jobs: bool,
}

/// A running server.
pub struct Running {
    pub address: SocketAddr,
    /// The address of `/metrics`
    pub metrics: SocketAddr,
    pub app: App,
    /// Periodic tasks, by name; the scheduler runs them, tests also run them by hand
    pub periodic_tasks: Vec<PeriodicTask>,
    tasks: Vec<JoinHandle<()>>,
    drain: Duration,
}

impl Running {
    /// Lets balancers notice, says goodbye to the sockets, accepts no more requests, finishes running ones, lets jobs end, then returns.
    pub async fn stop(self) {
        self.app.leaving.cancel();
        tokio::time::sleep(self.drain).await;
        if let Some(hub) = &self.app.hub {
            hub.drain().await;
        }
        self.app.stopping.cancel();
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "a part of the server panicked");
            }
        }
        self.app.db.close().await;
    }
}

/// Builds everything but the listener: for commands that run beside a server.
///
/// # Errors
/// When a setting is unusable.
pub fn app(settings: Settings, clock: Clock, db: PgPool, roles: Roles) -> Result<App> {
    let settings = settings.with_secrets()?;
    let secret = settings.jwt_secret.clone().unwrap_or_default();
    ensure!(secret.len() >= 32, "JWT_SECRET must have at least 32 bytes");
    Sealer::from_settings(&settings)?;
    let keys = Keys::hs256(secret.as_bytes(), &settings.jwt_issuer);
    // Installed before the hub creates its meters.
    health::recorder();
    let mut hub_settings = settings.hub.clone();
    hub_settings.allowed_origins.push(settings.public_url.clone());
    // This process announces them.
    hub_settings.await_revocations = true;
    let (topics, retention) = (live::topics::table()?, hub_settings.retention());
    let bus: Arc<dyn Bus> = match &settings.redis_url {
        Some(url) => Arc::new(Redis::new(url, &settings.redis_prefix, topics, retention).context("REDIS_URL")?),
        None => {
            ensure!(roles.hub, "REDIS_URL is needed when the hub runs elsewhere");
            // Everybody reconnects to this same process, so there is no load to spread.
            hub_settings.drain_ms = hub_settings.drain_ms.min(500);
            Arc::new(Memory::new(topics, retention))
        }
    };
    let hub = roles.hub.then(|| Hub::new(hub_settings, bus.clone(), keys.clone()));
    let app = App::new(settings, db, clock, keys, bus, hub, account::load_session)?;
    let facts = features::facts(&app.settings);
    app.provide(facts);
    app.provide(MissingThings(vec![manao_shop::catalogue::missing_things]));
    app.provide(DocumentRecipients(vec![EVIDENCE_RECIPIENT]));
    app.provide(AnswerLoaders(vec![inbox_answers::load]));
    app.provide(SubjectLoaders(vec![notice_subjects::load]));
    app.provide(SuspensionObservers(vec![teams::on_suspension]));
    app.provide(ConsoleDatabase::new(&app.settings, &app.db)?);
    app.provide(Finders(vec![ORDERS, PEOPLE, TEAMS, TOURNAMENTS, ARTICLES]));
    app.provide(Works(vec![
        manao_shop::work::load,
        manao_people::console::work::load,
        manao_esports::console::work::load,
        jobs::work::load,
    ]));
    app.provide(AttachmentSources { order: Some(orders::attached::find), tournament: Some(attached_tournament::find) });
    Ok(app)
}

/// Starts a server on `settings.port` (0: any free one). The database must be migrated.
///
/// # Errors
/// When the port is taken, a setting is unusable or a route has no row in the table of rights.
pub async fn start(settings: Settings, clock: Clock, db: PgPool, roles: Roles) -> Result<Running> {
    let listener = TcpListener::bind((settings.host.as_str(), settings.port))
        .await
        .with_context(|| format!("listen on port {}", settings.port))?;
    start_on(listener, settings, clock, db, roles).await
}

/// Starts a server on a listener that is already bound.
///
/// # Errors
/// When the port of the metrics is taken, a setting is unusable or a route has no row in the table of rights.
pub async fn start_on(listener: TcpListener, settings: Settings, clock: Clock, db: PgPool, roles: Roles) -> Result<Running> {
    let address = listener.local_addr()?;
    let measured = settings.serve.listen_for_metrics(address.port()).await?;
    let metrics = measured.local_addr()?;
    let lines = settings.serve.lines(settings.hub.proxies > 0);
    let lines_of_metrics = settings.serve.lines(false);
    let drain = settings.serve.drain(settings.hub.proxies > 0)?;
    clock.begin(&db).await;
    let app = app(settings, clock, db, roles)?;
    if let Some(reason) = app.bus.unsuitable().await {
        anyhow::bail!("REDIS_URL: {reason}");
    }
    let features = features::all();
    let (mut definitions, mut periodic_tasks, mut tasks) = (Vec::new(), jobs::periodic_tasks(), Vec::new());
    periodic_tasks.extend(live::rights::periodic_tasks());
    periodic_tasks.extend(idempotency::periodic_tasks());
    for feature in &features {
        definitions.extend(feature.jobs.iter().cloned());
        periodic_tasks.extend(feature.periodic_tasks.iter().cloned());
        tasks.extend(feature.background.iter().map(|background| tokio::spawn(background(app.clone()))));
    }
    meters::start(&periodic_tasks, &definitions);
    let service = express::Express::new(&app, routes::router(&app, features)?);
    tasks.push(tokio::spawn(live::rights::run(app.clone())));
    tasks.push(tokio::spawn(live::outbox::run(app.clone())));
    tasks.push(tokio::spawn(health::sum_up(app.clone())));
    tasks.push(tokio::spawn(clock::follow(app.clock.clone(), app.db.clone(), app.stopping.clone())));
    tasks.push(tokio::spawn(readiness::start(app.clone())));
    if roles.jobs {
        let (app, periodic_tasks) = (app.clone(), periodic_tasks.clone());
        tasks.push(tokio::spawn(async move {
            if readiness::may_work(&app).await {
                jobs::run(app, definitions, periodic_tasks).await;
            }
        }));
    }
    tasks.push(tokio::spawn(serve(listener, service, lines, app.stopping.clone())));
    tasks.push(tokio::spawn(serve(measured, health::numbers(&app), lines_of_metrics, app.stopping.clone())));
    Ok(Running { address, metrics, app, periodic_tasks, tasks, drain })
}
