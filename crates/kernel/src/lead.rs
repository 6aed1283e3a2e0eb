//! Leadership: only one process at a time does work such as relaying events or running the scheduler.
//!
//! The lead is a lease: a database row with a holder, a token that only increases, and an end by the database's clock. The leader renews it over
//! its own connection, which an exhausted pool cannot take away.
//!
//! A leader that does not renew (killed, stopped, cut off) is replaced when the lease runs out, and finds out as soon as it wakes: it checks its
//! own clock before anything else. If its pending work could do harm, its token is rejected. No lock is held in between, so no process waits for
//! a hung one.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use crate::app::App;

/// Duration of a lead without renewal; together with [`ASK`], the longest time without a leader.
const LEASE: Duration = Duration::from_secs(4);
const RENEW: Duration = Duration::from_secs(1);
/// Interval at which the other processes ask for the lead.
const ASK: Duration = Duration::from_millis(500);
/// Longer than [`ASK`], so that another process, which may do better, comes first.
const STAND_BACK: Duration = Duration::from_secs(1);
/// Longest wait for one answer, so that a dead connection is replaced while the lead lasts.
const STEP: Duration = Duration::from_millis(1200);

/// Work with one leader; also names its row.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    Relay,
    Scheduler,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Self::Relay => "relay",
            Self::Scheduler => "scheduler",
        }
    }
}

/// One lead, from its beginning to its end.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Token, higher than that of every earlier lead
    pub token: i64,
}

/// Does the work while this process leads, until the app stops. When the lead is lost, the work is dropped where it is; when the work fails, the
/// lead is given up. When the app stops, the lead is free at once, and the work finishes by itself.
pub async fn lead<W, F>(app: &App, role: Role, work: W)
where
    W: Fn(Term) -> F,
    F: Future<Output = Result<()>>,
{
    let mut lease = LeaseClient::new(app, role);
    while !app.stopping.is_cancelled() {
        let asked = Instant::now();
        if matches!(role, Role::Scheduler) && !app.clock.is_trusted() {
            // Another process may have a more reliable clock.
            sleep(ASK).await;
            continue;
        }
        let pause = match lease.send(LeaseRequest::Take).await {
            Ok(Some(token)) => {
                tracing::info!(role = role.name(), token, "leads");
                let mut work = std::pin::pin!(work(Term { token }));
                let ended = tokio::select! {
                    // Checked first, so that a process that was suspended for a while does nothing more.
                    biased;
                    lost = lease.keep(token, asked + LEASE) => Err(lost),
                    ended = &mut work => ended,
                    () = app.stopping.cancelled() => {
                        lease.leave(token).await;
                        if let Err(error) = work.await {
                            tracing::warn!(role = role.name(), error = format!("{error:#}"), "the last of the work failed");
                        }
                        return;
                    }
                };
                lease.leave(token).await;
                if let Err(error) = ended {
                    tracing::warn!(role = role.name(), token, error = format!("{error:#}"), "leads no more");
                }
                STAND_BACK
            }
            Ok(None) => ASK,
            Err(error) => {
                tracing::debug!(role = role.name(), error = format!("{error:#}"), "cannot ask for the lead");
                ASK
            }
        };
        tokio::select! {
            () = app.stopping.cancelled() => {}
            () = sleep(pause) => {}
        }
    }
}

/// The client that asks for a lead and renews it.
struct LeaseClient {
    role: Role,
    holder: String,
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

#[derive(Clone, Copy)]
enum LeaseRequest {
    Take,
    Renew(i64),
    Leave(i64),
}

impl LeaseClient {
    fn new(app: &App, role: Role) -> Self {
        let host = nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok()).unwrap_or_default();
        let holder = format!("{host}/{}/{:08x}", std::process::id(), rand::random::<u32>());
        Self { role, holder, options: options(app), connection: None }
    }

    /// Returns the lead's token, if it is ours now. A connection that does not answer in time is not used again.
    async fn send(&mut self, request: LeaseRequest) -> Result<Option<i64>> {
        let known = self.connection.take();
        let asked = async {
            let mut connection = match known {
                Some(connection) => connection,
                None => PgConnection::connect_with(&self.options).await?,
            };
            let token = ask(&mut connection, self.role.name(), &self.holder, request).await?;
            Ok::<_, sqlx::Error>((connection, token))
        };
        let (connection, token) = timeout(STEP, asked).await.context("no answer in time")??;
        self.connection = Some(connection);
        Ok(token)
    }

    /// Keeps renewing the lead, which otherwise lasts until `until`; returns the reason when it is lost.
    async fn keep(&mut self, token: i64, mut until: Instant) -> anyhow::Error {
        let mut pause = RENEW;
        loop {
            sleep_until(until.min(Instant::now() + pause)).await;
            let asked = Instant::now();
            if asked >= until {
                return anyhow!("the lead was not renewed in time");
            }
            let Ok(said) = timeout_at(until, self.send(LeaseRequest::Renew(token))).await else {
                return anyhow!("the lead was not renewed in time");
            };
            match said {
                Ok(Some(_)) => (until, pause) = (asked + LEASE, RENEW),
                Ok(None) => return anyhow!("another process has taken the lead"),
                Err(error) => {
                    tracing::debug!(role = self.role.name(), error = format!("{error:#}"), "the lead is not renewed yet");
                    pause = RENEW / 10;
                }
            }
        }
    }

    /// Gives the lead up; if that message is lost, the lease runs out.
    async fn leave(&mut self, token: i64) {
        // The connection may be the one that failed.
        for _ in 0..2 {
            match self.send(LeaseRequest::Leave(token)).await {
                Ok(_) => return,
                Err(error) => {
                    tracing::debug!(role = self.role.name(), error = format!("{error:#}"), "the lead runs out by itself")
                }
            }
        }
    }
}

/// Returns options for a separate connection outside the pool, with short timeouts.
pub fn options(app: &App) -> PgConnectOptions {
    (*app.db.connect_options()).clone().options([("lock_timeout", "1s"), ("statement_timeout", "5s")])
}

async fn ask(connection: &mut PgConnection, role: &str, holder: &str, request: LeaseRequest) -> sqlx::Result<Option<i64>> {
    let lease = LEASE.as_secs_f64();
    match request {
        // A lease that ends later than possible dates from before the clock was set back. The token is the time where possible, so that a
        // restored database, which has forgotten the last tokens, does not issue them again.
        LeaseRequest::Take => {
            sqlx::query_scalar!(
                "update kernel.leases set holder = $2, expires_at = clock_timestamp() + make_interval(secs => $3),
                                   token = greatest(token + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
                 where name = $1 and (expires_at <= clock_timestamp() or expires_at > clock_timestamp() + make_interval(secs => $3))
                 returning token",
                role,
                holder,
                lease,
            )
            .fetch_optional(connection)
            .await
        }
        LeaseRequest::Renew(token) => {
            sqlx::query_scalar!(
                "update kernel.leases set expires_at = clock_timestamp() + make_interval(secs => $3) where name = $1 and token = $2 returning token",
                role,
                token,
                lease,
            )
            .fetch_optional(connection)
            .await
        }
        LeaseRequest::Leave(token) => {
            sqlx::query_scalar!(
                "update kernel.leases set expires_at = '-infinity' where name = $1 and token = $2 returning token",
                role,
                token,
            )
            .fetch_optional(connection)
            .await
        }
    }
}
