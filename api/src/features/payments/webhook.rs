//! The provider's webhooks. A webhook is a hint: it is kept once, answered at once, and what it speaks of is read from the
//! provider.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use super::settle::{Settled, Subject, settle};
use crate::app::App;
use crate::database::JobOptions;
use crate::jobs::Task;
use crate::problem::{Problem, codes};
use crate::providers::payments::Opn;

/// Webhooks settled at the same time by one process; what comes beyond that is the job's.
const AT_ONCE: usize = 64;
/// The job that stands behind: by then the event is settled, unless this process died or was too busy.
const JOB_DELAY: chrono::TimeDelta = chrono::TimeDelta::seconds(5);
const PROVIDER: &str = "opn";

/// An event of the payment provider
#[utoipa::path(
    post, path = "/webhooks/opn", tag = "payments",
    request_body(content = serde_json::Value, description = "The provider's event, as it signed it"),
    responses((status = 200, description = "Kept; a repeat is kept once"), (status = 401, description = "`webhook_signature_invalid`"))
)]
pub async fn receive(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Problem> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let checked = Opn::of(&app).webhook_secret.check(
        header("omise-signature"),
        header("omise-signature-timestamp"),
        &body,
        // The sender's clock runs with the system's.
        app.clock.to_system(app.now()),
    );
    if let Err(rejected) = checked {
        metrics::counter!("manao_webhooks_total", "provider" => PROVIDER, "outcome" => "rejected").increment(1);
        tracing::warn!(?rejected, "a webhook of the payment provider was not believed");
        return Err(codes::webhook_signature_invalid.into());
    }
    let event: Event = serde_json::from_slice(&body).map_err(|error| Problem::new(codes::bad_request).because(error))?;
    if !keep(&app, &event, &body).await? {
        metrics::counter!("manao_webhooks_total", "provider" => PROVIDER, "outcome" => "repeated").increment(1);
        return Ok(StatusCode::OK);
    }
    metrics::counter!("manao_webhooks_total", "provider" => PROVIDER, "outcome" => "kept").increment(1);
    if event.tells_something() {
        settle_now(&app, event);
    }
    Ok(StatusCode::OK)
}

/// The members that we use; the body is kept whole.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(default)]
    key: String,
    data: EventData,
}

impl Event {
    /// That a charge was made is no news: we made it. Everything else is looked into.
    fn tells_something(&self) -> bool {
        self.key != "charge.create"
    }
}

#[derive(Deserialize)]
struct EventData {
    id: String,
}

/// Keeps an event, with the job that settles it; false when it was kept before.
async fn keep(app: &App, event: &Event, body: &[u8]) -> Result<bool, Problem> {
    let body: serde_json::Value = serde_json::from_slice(body)?;
    let mut change = app.change().await?;
    let now = change.now();
    let kept = sqlx::query!(
        "insert into webhook_events (provider, event_id, subject, received_at, processed_at, body) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        PROVIDER,
        event.id,
        event.data.id,
        now,
        (!event.tells_something()).then_some(now),
        body
    )
    .execute(change.conn())
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(false);
    }
    if event.tells_something() {
        change.job(&SettleWebhook { event_id: event.id.clone() }, JobOptions::at(now + JOB_DELAY)).await?;
    }
    change.commit().await?;
    Ok(true)
}

/// Settles behind the answer. Nothing is queued in memory: when too many are at it, the job does this one.
fn settle_now(app: &App, event: Event) {
    let busy = app.shared_with(|| Busy(Arc::new(Semaphore::new(AT_ONCE))));
    let Ok(permit) = Arc::clone(&busy.0).try_acquire_owned() else { return };
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = process(&app, &event.id, &event.data.id).await {
            tracing::warn!(event = event.id, %error, "a webhook could not be settled yet");
        }
        drop(permit);
    });
}

struct Busy(Arc<Semaphore>);

async fn process(app: &App, event_id: &str, charge_id: &str) -> Result<(), Problem> {
    if settle(app, Subject::Charge(charge_id)).await? == Settled::Unknown {
        tracing::warn!(event_id, charge_id, "a webhook speaks of a charge that is none of ours");
    }
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!(
        "update webhook_events set processed_at = $3 where provider = $1 and event_id = $2 and processed_at is null",
        PROVIDER,
        event_id,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Settles a kept webhook that nobody has settled yet.
#[derive(Serialize, Deserialize)]
pub struct SettleWebhook {
    event_id: String,
}

impl Task for SettleWebhook {
    const NAME: &'static str = "payments.webhook";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let charge_id = sqlx::query_scalar!(
            "select subject from webhook_events where provider = $1 and event_id = $2 and processed_at is null",
            PROVIDER,
            self.event_id
        )
        .fetch_optional(&app.db)
        .await?;
        match charge_id {
            Some(charge_id) => Ok(process(&app, &self.event_id, &charge_id).await?),
            None => Ok(()),
        }
    }
}
