//! The providers' webhooks. A webhook is a hint: it is stored once and answered at once, and its subject is read from the provider.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::TimeDelta;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Semaphore;

use super::payouts;
use super::settle::{Settled, Subject, settle};
use crate::providers::charges::Provider;
use crate::providers::payments::Opn;
use manao_kernel::app::App;
use manao_kernel::database::JobOptions;
use manao_kernel::jobs::Job;
use manao_kernel::problem::{Problem, codes, without_values};
use manao_kernel::providers::signature::{WebhookSecret, every_line};
use manao_kernel::providers::telecom::Telecom;

/// Number of webhooks settled at once by one process; the job handles the rest.
const AT_ONCE: usize = 64;
/// Delay of the fallback job: by then the event is settled, unless this process died or was too busy.
const JOB_DELAY: TimeDelta = TimeDelta::seconds(5);
/// Age below which an event's webhook may still be on its way.
pub const UNDER_WAY: TimeDelta = TimeDelta::seconds(60);
/// Time before the last reading from which the list of events is read again: one may be listed late.
const OVERLAP: TimeDelta = TimeDelta::minutes(10);
/// Time that the first reading goes back.
const FIRST: TimeDelta = TimeDelta::hours(24);

/// An event of the payment provider
#[utoipa::path(
    post, path = "/webhooks/opn", tag = "payments",
    request_body(content = serde_json::Value, description = "The provider's event, as it signed it"),
    responses((status = 200, description = "Kept; a repeat is kept once"), (status = 401, description = "`webhook_signature_invalid`"))
)]
pub async fn opn_webhook(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Problem> {
    let signed = Signed { by: Provider::Opn, signature: "omise-signature", timestamp: "omise-signature-timestamp" };
    signed.check(&app, &Opn::from_app(&app).webhook_secret, &headers, &body)?;
    let body: serde_json::Value = read(&body)?;
    let hint = opn_hint(&body).ok_or_else(|| Problem::new(codes::bad_request).because("an event without an id"))?;
    take(&app, hint, body).await
}

/// Returns the subject of a payment provider's event. Only its key and the ids in it are trusted, since its body has the account's API
/// version, whatever that is. None without an id of its own.
fn opn_hint(event: &serde_json::Value) -> Option<Hint> {
    let id = |pointer: &str| event.pointer(pointer).and_then(serde_json::Value::as_str);
    let is_of = |kind: &str, prefix: &str| {
        id("/data/id").filter(|id| id.starts_with(prefix) || event.pointer("/data/object").is_some_and(|object| object == kind))
    };
    // A refund or a dispute names its charge, as an id or as the whole object.
    let subject = id("/data/charge")
        .or_else(|| id("/data/charge/id"))
        .or_else(|| is_of("charge", "chrg_"))
        .or_else(|| is_of("transfer", payouts::PREFIX));
    Some(Hint {
        provider: Provider::Opn,
        event_id: id("/id")?.to_owned(),
        subject: subject.unwrap_or_default().to_owned(),
        // A created charge is no news: we made it. Every other event with a subject is checked.
        settles: subject.is_some() && id("/key") != Some("charge.create"),
    })
}

/// Catches events whose webhooks were lost: reads the provider's list of events since the last time, about charges or not. The most recent
/// are left to their webhooks.
pub async fn catch_up(app: &App, under_way: TimeDelta) -> anyhow::Result<()> {
    let to = app.clock.to_system(app.now()) - under_way;
    let heard = sqlx::query_scalar!("select listed_until from shop.provider_cursors where provider = 'opn_events'")
        .fetch_optional(&app.db)
        .await?;
    let from = heard.map_or(to - FIRST, |heard| heard - OVERLAP);
    let events = Opn::from_app(app).events(from, to).await?;
    let ids: Vec<String> = events.iter().filter_map(|event| Some(event.get("id")?.as_str()?.to_owned())).collect();
    let kept =
        sqlx::query_scalar!("select event_id from shop.webhook_events where provider = 'opn' and event_id = any($1)", &ids)
            .fetch_all(&app.db)
            .await?;
    for event in events {
        let Some(hint) = opn_hint(&event).filter(|hint| hint.settles && !kept.contains(&hint.event_id)) else { continue };
        tracing::info!(event = hint.event_id, subject = hint.subject, "an event whose webhook did not come");
        take(app, hint, event).await?;
    }
    let mut change = app.change().await?;
    sqlx::query!(
        "insert into shop.provider_cursors (provider, listed_until) values ('opn_events', $1)
         on conflict (provider) do update set listed_until = greatest(provider_cursors.listed_until, excluded.listed_until)",
        to
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(())
}

/// A payment by mobile number, or a refund of it, has ended
#[utoipa::path(
    post, path = "/webhooks/telecom", tag = "payments",
    request_body(content = serde_json::Value, description = "The telecom's callback, as it signed it"),
    responses((status = 200, description = "Kept; a repeat is kept once"), (status = 401, description = "`webhook_signature_invalid`"))
)]
pub async fn telecom_webhook(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Problem> {
    let signed = Signed { by: Provider::Telecom, signature: "x-telecom-signature", timestamp: "x-telecom-timestamp" };
    signed.check(&app, &Telecom::from_app(&app).callback_secret, &headers, &body)?;
    let event: TelecomEvent = read(&body)?;
    if [&event.id, &event.kind, &event.data.payment_id].iter().any(|text| !(1..=100).contains(&text.len())) {
        return Err(Problem::new(codes::bad_request).because("an event's id, type and paymentId have 1 to 100 bytes"));
    }
    // Only this is kept for the record: a number is kept with the payment alone.
    let kept = json!({"id": event.id, "type": event.kind, "data": {"paymentId": event.data.payment_id}});
    let hint = Hint { provider: Provider::Telecom, event_id: event.id, subject: event.data.payment_id, settles: true };
    take(&app, hint, kept).await
}

/// The telecom's notification, a CloudEvent: a payment or a refund of it has ended. The payment itself is read from the telecom.
#[derive(Deserialize)]
struct TelecomEvent {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: TelecomEventData,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TelecomEventData {
    payment_id: String,
}

/// The way in which a provider signs.
struct Signed {
    by: Provider,
    signature: &'static str,
    timestamp: &'static str,
}

impl Signed {
    fn check(&self, app: &App, secret: &WebhookSecret, headers: &HeaderMap, body: &[u8]) -> Result<(), Problem> {
        // The sender's clock matches the system's, not ours.
        let now = app.clock.to_system(app.now());
        secret.check(&every_line(headers, self.signature), header(headers, self.timestamp), body, now).map_err(|rejected| {
            count(self.by, "rejected");
            tracing::warn!(provider = self.by.as_str(), ?rejected, "a webhook was not believed");
            codes::webhook_signature_invalid.into()
        })
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::new(codes::bad_request).because(without_values(error)))
}

fn count(provider: Provider, outcome: &'static str) {
    metrics::counter!("manao_webhooks_total", "provider" => provider.as_str(), "outcome" => outcome).increment(1);
}

/// An event verified as coming from its provider.
struct Hint {
    provider: Provider,
    event_id: String,
    /// A charge's id, or a transfer's; empty when it names neither
    subject: String,
    /// Whether there is anything to settle
    settles: bool,
}

/// Stores the event once, and settles its subject after answering.
async fn take(app: &App, hint: Hint, body: serde_json::Value) -> Result<StatusCode, Problem> {
    if !keep(app, &hint, body).await? {
        count(hint.provider, "repeated");
        return Ok(StatusCode::OK);
    }
    count(hint.provider, "kept");
    if hint.settles {
        settle_now(app, hint);
    }
    Ok(StatusCode::OK)
}

/// Stores an event with the job that settles it; false when it was already stored.
async fn keep(app: &App, hint: &Hint, body: serde_json::Value) -> Result<bool, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let kept = sqlx::query!(
        "insert into shop.webhook_events (provider, event_id, subject, received_at, processed_at, body) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        hint.provider.as_str(),
        hint.event_id,
        hint.subject,
        now,
        (!hint.settles).then_some(now),
        body
    )
    .execute(change.conn())
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(false);
    }
    if hint.settles {
        let job = SettleWebhook { provider: hint.provider, event_id: hint.event_id.clone() };
        change.job(&job, JobOptions::at(now + JOB_DELAY)).await?;
    }
    change.commit().await?;
    Ok(true)
}

/// Settles after answering. Nothing is queued in memory: when too many are running, the job handles this one.
fn settle_now(app: &App, hint: Hint) {
    let busy = app.shared_with(|| Busy(Arc::new(Semaphore::new(AT_ONCE))));
    let Ok(permit) = Arc::clone(&busy.0).try_acquire_owned() else { return };
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = process(&app, hint.provider, &hint.event_id, &hint.subject).await {
            tracing::warn!(event = hint.event_id, %error, "a webhook could not be settled yet");
        }
        drop(permit);
    });
}

struct Busy(Arc<Semaphore>);

async fn process(app: &App, provider: Provider, event_id: &str, subject: &str) -> Result<(), Problem> {
    if subject.starts_with(payouts::PREFIX) {
        payouts::settle(app, subject).await?;
    } else if settle(app, Subject::Charge(provider, subject)).await? == Settled::Unknown {
        tracing::warn!(event_id, charge_id = subject, "a webhook speaks of a charge that is none of ours");
    }
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!(
        "update shop.webhook_events set processed_at = $3 where provider = $1 and event_id = $2 and processed_at is null",
        provider.as_str(),
        event_id,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Settles a stored webhook that has not been settled yet.
#[derive(Serialize, Deserialize)]
pub struct SettleWebhook {
    #[serde(default)]
    provider: Provider,
    event_id: String,
}

impl Job for SettleWebhook {
    const NAME: &'static str = "payments.webhook";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let subject = sqlx::query_scalar!(
            "select subject from shop.webhook_events where provider = $1 and event_id = $2 and processed_at is null",
            self.provider.as_str(),
            self.event_id
        )
        .fetch_optional(&app.db)
        .await?;
        match subject {
            Some(subject) => Ok(process(&app, self.provider, &self.event_id, &subject).await?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn an_event_is_read_for_its_ids_alone() {
        // The subject, and whether it is settled; other fields of any API version are ignored
        for (event, expected) in [
            (
                json!({"key": "charge.complete", "data": {"object": "charge", "id": "chrg_1", "refunded": 0}}),
                Some(("chrg_1", true)),
            ),
            (json!({"key": "charge.create", "data": {"object": "charge", "id": "chrg_1"}}), Some(("chrg_1", false))),
            (json!({"key": "charge.foo", "data": {"id": "chrg_1"}}), Some(("chrg_1", true))),
            (
                json!({"key": "refund.create", "data": {"object": "refund", "id": "rfnd_1", "charge": "chrg_1"}}),
                Some(("chrg_1", true)),
            ),
            (
                json!({"key": "dispute.close", "data": {"object": "dispute", "id": "dspt_1", "charge": {"id": "chrg_1"}}}),
                Some(("chrg_1", true)),
            ),
            (json!({"key": "transfer.pay", "data": {"object": "transfer", "id": "trsf_1"}}), Some(("trsf_1", true))),
            (json!({"key": "refund.create", "data": {"object": "refund", "id": "rfnd_1"}}), Some(("", false))),
            (json!({"key": "customer.create", "data": {"object": "customer", "id": "cust_1"}}), Some(("", false))),
            (json!({"key": "charge.complete"}), Some(("", false))),
        ] {
            let mut signed = event.clone();
            signed["id"] = json!("evnt_1");
            let hint = super::opn_hint(&signed);
            assert_eq!(hint.as_ref().map(|hint| (hint.subject.as_str(), hint.settles)), expected, "{event}");
            assert!(super::opn_hint(&event).is_none(), "{event}");
        }
    }
}
