//! A change: one transaction that owns the writes, the events they cause and the jobs they start.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use manao_hub::bus::CONTROL_TOPIC;
use manao_hub::control::Control;
use serde_json::value::RawValue;
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use crate::app::App;
use crate::audit::{self, AuditEntry};
use crate::jobs::Job;
use crate::live::{LiveEvent, rights};
use crate::problem::Problem;

/// A change: nothing of it happens unless [`Change::commit`] returns; dropping it rolls back.
pub struct Change {
    tx: Transaction<'static, Postgres>,
    app: App,
    now: DateTime<Utc>,
    emitted: Vec<Emitted>,
    audited: Vec<AuditEntry>,
    rollback_warning: RollbackWarning,
}

/// Logs a warning when it is dropped, unless it was disarmed.
#[derive(Default)]
struct RollbackWarning(Option<String>);

impl Drop for RollbackWarning {
    fn drop(&mut self) {
        if let Some(subject) = self.0.take() {
            metrics::counter!("manao_changes_rolled_back_total").increment(1);
            tracing::warn!(subject, "a change was rolled back before its commit; its caller failed or went away");
        }
    }
}

struct Emitted {
    topic: String,
    event: String,
    version: Option<i64>,
    data: Box<RawValue>,
    /// Time until which a withdrawn right must be remembered
    kept_until: Option<DateTime<Utc>>,
}

tokio::task_local! {
    static READ_ONLY: ();
}

/// Runs code that must not change anything: no [`Change`] can begin inside it.
pub async fn read_only<F: Future>(reading: F) -> F::Output {
    READ_ONLY.scope((), reading).await
}

fn may_begin() -> Result<(), Problem> {
    match READ_ONLY.try_with(|()| ()) {
        Ok(()) => Err(Problem::internal("a GET that is said to read wants to change something: its row is a `writing_get`")),
        Err(_) => Ok(()),
    }
}

/// When and how a job runs.
#[derive(Clone, Debug, Default)]
pub struct JobOptions {
    /// Earliest time; at once when absent
    pub run_at: Option<DateTime<Utc>>,
    /// Key of the job; a pending job of the same key is replaced
    pub key: Option<String>,
    /// Whether a pending job of the same key keeps its time
    pub keeps_time: bool,
    /// Queue whose jobs run one after another
    pub queue: Option<String>,
    /// Tries before the job is given up; 25 when absent
    pub max_attempts: Option<i32>,
    /// Whether the job runs after all others that are due, because nobody waits for it
    pub last: bool,
}

impl JobOptions {
    pub fn at(run_at: DateTime<Utc>) -> Self {
        Self { run_at: Some(run_at), ..Self::default() }
    }

    /// Runs the job after all others: a decision may notify thousands of people, and an order must not wait behind them.
    pub fn last() -> Self {
        Self { last: true, ..Self::default() }
    }

    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    #[must_use]
    pub fn keeping_time(mut self) -> Self {
        self.keeps_time = true;
        self
    }
}

/// Upper bound of the time from reading a right until its grant or token is stamped, and from stamping a withdrawal until its commit. Grants and
/// tokens issued up to then are invalid.
const JUST_GIVEN: TimeDelta = TimeDelta::seconds(1);

impl Change {
    pub async fn begin(app: &App) -> Result<Self, Problem> {
        may_begin()?;
        let mut tx = super::begin(&app.db, "begin").await?;
        if !app.clock.is_measured() {
            app.clock.measure(&mut tx).await?;
        }
        let (app, now) = (app.clone(), app.now());
        Ok(Self { tx, app, now, emitted: Vec::new(), audited: Vec::new(), rollback_warning: RollbackWarning::default() })
    }

    /// Returns the connection inside the transaction: `query.execute(change.conn())`.
    pub fn conn(&mut self) -> &mut PgConnection {
        &mut self.tx
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    /// Takes a named lock until this change ends, waiting for its holder. Use it when there is no row to lock.
    pub async fn lock(&mut self, name: &str) -> Result<(), Problem> {
        sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", name).execute(&mut *self.tx).await?;
        Ok(())
    }

    /// Takes several named locks as [`Change::lock`] does, always in the same order.
    pub async fn lock_all(&mut self, names: &[String]) -> Result<(), Problem> {
        sqlx::query!(
            "select pg_advisory_xact_lock(key) from
               (select distinct hashtextextended(name, 0) as key from unnest($1::text[]) as name order by key) as keys",
            names
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Logs a warning unless this change is committed, for a change that is never expected to fail. A caller that is cancelled, by a closed
    /// connection or a timeout, reports nothing itself.
    pub fn warn_if_rolled_back(&mut self, subject: impl Into<String>) {
        self.rollback_warning.0 = Some(subject.into());
    }

    /// Returns the moment of this change: the same for all its rows.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Emits an event, which reaches the hub after the commit, never without it.
    ///
    /// # Errors
    /// When the payload cannot be serialised as JSON.
    pub fn emit<E: LiveEvent>(&mut self, event: &E) -> Result<(), Problem> {
        self.emitted.push(Emitted {
            topic: event.topic(),
            event: E::NAME.to_owned(),
            version: event.version(),
            data: serde_json::value::to_raw_value(event)?,
            kept_until: None,
        });
        Ok(())
    }

    /// Ends sockets or subscriptions on every node after the commit, because a right was withdrawn.
    ///
    /// # Errors
    /// When the order cannot be serialised as JSON.
    pub fn control(&mut self, control: &Control) -> Result<(), Problem> {
        self.emitted.push(Emitted {
            topic: CONTROL_TOPIC.to_owned(),
            event: "control".to_owned(),
            version: None,
            data: serde_json::value::to_raw_value(control)?,
            kept_until: Some(rights::kept_until(&self.app, control, self.now)),
        });
        Ok(())
    }

    /// Adds an entry to the audit log, with the change or not at all.
    pub fn audit(&mut self, entry: AuditEntry) {
        self.audited.push(entry);
    }

    /// Ends the subscriptions of people who lost a right at once; they can subscribe again to topics that they still may see.
    pub fn end_grants(&mut self, user_ids: impl IntoIterator<Item = i64>) -> Result<(), Problem> {
        user_ids.into_iter().try_for_each(|id| self.control(&Control::EndGrants { user: id.to_string() }))
    }

    /// Queues a job that runs after the commit, at least once.
    pub async fn job<T: Job>(&mut self, task: &T, options: JobOptions) -> Result<(), Problem> {
        // Not checked at compile time: the queue's schema belongs to its library.
        sqlx::query(
            "select graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3, run_at => $4,
                    max_attempts => $5, job_key => $6, job_key_mode => $7, priority => $8)",
        )
        .bind(T::NAME)
        .bind(sqlx::types::Json(task))
        .bind(options.queue)
        .bind(options.run_at.map(|at| self.app.clock.to_system(at)))
        .bind(options.max_attempts)
        .bind(options.key)
        .bind(if options.keeps_time { "preserve_run_at" } else { "replace" })
        .bind(if options.last { 10 } else { 0_i32 })
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Commits the change, with its events and jobs.
    pub async fn commit(mut self) -> Result<(), Problem> {
        let audited = std::mem::take(&mut self.audited);
        if self.emitted.is_empty() {
            audit::write(&mut self.tx, self.now, audited).await?;
            self.tx.commit().await?;
            self.rollback_warning.0 = None;
            return Ok(());
        }
        // Held until the commit, so that ids of a topic are given out in commit order. Taken last and sorted, so that a change waiting here
        // holds nothing that the one ahead could still need.
        let topics: BTreeSet<&str> = self.emitted.iter().map(|emitted| emitted.topic.as_str()).collect();
        let topics: Vec<String> = topics.into_iter().map(str::to_owned).collect();
        self.lock_all(&topics).await?;
        // While this waited for its locks, a person may have been given the right that it withdraws.
        let ended_at = self.app.now() + JUST_GIVEN;
        let (mut ids, mut names, mut events, mut versions, mut data, mut kept) = (vec![], vec![], vec![], vec![], vec![], vec![]);
        for emitted in std::mem::take(&mut self.emitted) {
            ids.push(Uuid::now_v7());
            names.push(emitted.topic);
            events.push(emitted.event);
            versions.push(emitted.version);
            data.push(emitted.data.get().to_owned());
            kept.push(emitted.kept_until);
        }
        sqlx::query!(
            "insert into kernel.outbox (event_id, topic, event, at, version, data)
             select event_id, topic, event, case when topic = $7 then $8::timestamptz else $1::timestamptz end, version, data::json
             from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[])
                  with ordinality as emitted (event_id, topic, event, version, data, position) order by position",
            self.now,
            &ids,
            &names,
            &events,
            &versions as &[Option<i64>],
            &data,
            CONTROL_TOPIC,
            ended_at
        )
        .execute(&mut *self.tx)
        .await?;
        if kept.iter().any(Option::is_some) {
            sqlx::query!(
                "insert into kernel.revocations (event_id, control, at, kept_until)
                 select event_id, control::json, $1, kept_until
                 from unnest($2::uuid[], $3::text[], $4::timestamptz[]) as emitted (event_id, control, kept_until)
                 where kept_until is not null",
                ended_at,
                &ids,
                &data,
                &kept as &[Option<DateTime<Utc>>]
            )
            .execute(&mut *self.tx)
            .await?;
        }
        // Its lock is the last, since every change of staff's waits for it.
        audit::write(&mut self.tx, self.now, audited).await?;
        self.tx.commit().await?;
        self.rollback_warning.0 = None;
        self.app.wake.committed();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn within_what_only_reads_no_change_begins() {
        assert!(may_begin().is_ok());
        let refused = read_only(async { may_begin() }).await.unwrap_err();
        assert!(refused.cause().is_some_and(|cause| cause.contains("writing_get")));
        assert!(may_begin().is_ok());
    }
}
