//! The app that every handler, job and relay receives. Cheap to clone.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use manao_hub::Hub;
use manao_hub::bus::Bus;
use manao_hub::token::Keys;
use object_store::ObjectStore;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::access::LoadSession;
use crate::clock::Clock;
use crate::database::Change;
use crate::live::Live;
use crate::live::wake::Wake;
use crate::problem::Problem;
use crate::providers::mail::Mailer;
use crate::providers::push::PushServices;
use crate::settings::Settings;
use crate::storage;

#[derive(Clone)]
pub struct App(Arc<Inner>);

pub struct Inner {
    pub settings: Settings,
    pub db: PgPool,
    pub clock: Clock,
    /// Keys that sign and verify access tokens and grants
    pub keys: Keys,
    pub bus: Arc<dyn Bus>,
    /// Present when this process serves sockets too
    pub hub: Option<Hub>,
    /// HTTP client for counterparties; requests set only their path, the timeout is built in
    pub http: reqwest::Client,
    pub mailer: Mailer,
    pub push: Arc<PushServices>,
    /// Object store of the files; features go through `features::files`
    pub files: Arc<dyn ObjectStore>,
    /// Cancelled when the process will stop soon: balancers should send nothing more, but requests are still served
    pub leaving: CancellationToken,
    /// Cancelled when the process stops
    pub stopping: CancellationToken,
    pub wake: Wake,
    pub(crate) load_session: LoadSession,
    shared: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("App")
    }
}

/// Seconds within which a grant may be used to subscribe; a subscription outlives it.
pub const GRANT_SECONDS: i64 = 3600;

impl App {
    /// # Errors
    /// When the HTTP client cannot be created, or the file store or the mail settings are unusable.
    pub fn new(
        settings: Settings,
        db: PgPool,
        clock: Clock,
        keys: Keys,
        bus: Arc<dyn Bus>,
        hub: Option<Hub>,
        load_session: LoadSession,
    ) -> anyhow::Result<Self> {
        let http = http_client(settings.provider_timeout())?;
        let files = storage::open(&settings)?;
        let mailer = Mailer::new(&settings, clock.clone())?;
        let push = Arc::new(PushServices::new(&settings, http.clone(), clock.clone())?);
        Ok(Self(Arc::new(Inner {
            settings,
            db,
            clock,
            keys,
            bus,
            hub,
            http,
            mailer,
            push,
            files,
            leaving: CancellationToken::new(),
            stopping: CancellationToken::new(),
            wake: Wake::default(),
            load_session,
            shared: Mutex::default(),
        })))
    }

    /// Returns the same app with another clock, and without a hub: for things that happened at another time.
    ///
    /// # Errors
    /// The errors of [`App::new`].
    pub fn with_clock(&self, clock: Clock) -> anyhow::Result<Self> {
        Self::new(self.settings.clone(), self.db.clone(), clock, self.keys.clone(), self.bus.clone(), None, self.load_session)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Opens the transaction through which all writes go.
    ///
    /// # Errors
    /// 503 when the database cannot be reached.
    pub async fn change(&self) -> Result<Change, Problem> {
        Change::begin(self).await
    }

    /// Issues a grant to listen to a topic that needs one.
    ///
    /// # Errors
    /// When signing fails, which a valid key never does.
    pub fn grant(&self, topic: String, user_id: i64) -> Result<Live, Problem> {
        let claims = self.keys.grant(&user_id.to_string(), &topic, self.now().timestamp(), GRANT_SECONDS);
        let grant = self.keys.sign_grant(&claims).map_err(Problem::internal)?;
        Ok(Live { topic, grant: Some(grant) })
    }

    /// Returns a feature's own state for the life of the process (a cache, a circuit breaker), created at its first use.
    pub fn shared<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.shared_with(T::default)
    }

    /// Provides shared state at the program's start, before any code asks for it.
    pub fn provide<T: Send + Sync + 'static>(&self, value: T) {
        let mut shared = self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// Works like [`App::shared`], with state created by `make`; `make` must not ask for shared state itself.
    pub fn shared_with<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut shared = self.shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = shared.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(make())).clone();
        drop(shared);
        // The key is the type's id, so the value has that type.
        found.downcast().unwrap_or_else(|_| unreachable!("shared state is kept by its type"))
    }
}

/// Returns a client for counterparties, whose calls all end within `timeout`.
///
/// # Errors
/// When the platform's certificates cannot be read.
pub fn http_client(timeout: Duration) -> anyhow::Result<reqwest::Client> {
    // The second call in a process finds it installed, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Ok(reqwest::Client::builder()
        .timeout(timeout)
        .connect_timeout(timeout.min(Duration::from_secs(5)))
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("manao/", env!("CARGO_PKG_VERSION")))
        .build()?)
}
