//! Connections to Redis: one for commands, opened when needed and shared; and the reader's own.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use redis::aio::{AsyncPushSender, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, IntoConnectionInfo, ProtocolVersion, RedisError, RedisResult};

use super::TIMEOUT;
use super::scripts;

const CONNECT: Duration = Duration::from_secs(2);
/// Message about a server whose keys are spread over several.
const CLUSTER: &str = "Redis Cluster is not supported: the bus needs one Redis server (a replica may stand by)";
/// After a failed attempt the next ones fail at once for this long.
const REST: Duration = Duration::from_millis(100);

/// A connection and the server run it belongs to.
#[derive(Clone)]
pub(super) struct Link {
    pub connection: MultiplexedConnection,
    /// Changes whenever the server is started again.
    pub run: Arc<str>,
}

pub(super) struct Links {
    client: Client,
    current: Mutex<Option<Link>>,
    /// Held while connecting, so that one attempt serves all; holds the time of the last failure.
    connecting: tokio::sync::Mutex<Option<Instant>>,
}

impl Links {
    pub fn new(url: &str) -> RedisResult<Self> {
        let info = url.into_connection_info()?;
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let client = Client::open(info.set_redis_settings(settings))?;
        Ok(Self { client, current: Mutex::default(), connecting: tokio::sync::Mutex::default() })
    }

    fn current(&self) -> MutexGuard<'_, Option<Link>> {
        self.current.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn alive(&self) -> bool {
        self.current().is_some()
    }

    /// Returns the shared connection for commands.
    pub async fn get(&self) -> RedisResult<Link> {
        if let Some(link) = self.current().clone() {
            return Ok(link);
        }
        let mut failed = self.connecting.lock().await;
        if let Some(link) = self.current().clone() {
            return Ok(link);
        }
        if failed.is_some_and(|at| at.elapsed() < REST) {
            return Err(RedisError::from((redis::ErrorKind::Io, "Redis cannot be reached")));
        }
        match self.open().await {
            Ok(link) => {
                *failed = None;
                *self.current() = Some(link.clone());
                Ok(link)
            }
            Err(error) => {
                *failed = Some(Instant::now());
                Err(error)
            }
        }
    }

    async fn open(&self) -> RedisResult<Link> {
        let mut connection = self.client.get_multiplexed_async_connection_with_config(&config()).await?;
        let info: String = redis::cmd("INFO").arg("server").query_async(&mut connection).await?;
        if info.lines().any(|line| line.trim() == "redis_mode:cluster") {
            return Err(RedisError::from((redis::ErrorKind::InvalidClientConfig, CLUSTER)));
        }
        let run = info.lines().find_map(|line| line.strip_prefix("run_id:")).unwrap_or_default().trim().into();
        scripts::load(&mut connection).await?;
        Ok(Link { connection, run })
    }

    /// Gives up a connection that failed; the next command opens another.
    pub fn forget(&self, link: &Link) {
        // A restarted server is another run, so equal runs mean that the connection was not replaced needlessly.
        let mut current = self.current();
        if current.as_ref().is_some_and(|known| Arc::ptr_eq(&known.run, &link.run)) {
            *current = None;
        }
    }

    /// Opens a connection for the reader; `pushes` receives the messages that Redis pushes. A server that refuses our commands is not listened
    /// to.
    pub async fn listen(&self, pushes: impl AsyncPushSender) -> RedisResult<MultiplexedConnection> {
        self.get().await?;
        self.client.get_multiplexed_async_connection_with_config(&config().set_push_sender(pushes)).await
    }
}

fn config() -> AsyncConnectionConfig {
    AsyncConnectionConfig::new().set_connection_timeout(Some(CONNECT)).set_response_timeout(Some(TIMEOUT))
}
