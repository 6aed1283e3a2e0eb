//! The queue of webhooks and callbacks: signed when sent, retried until accepted, kept across restarts.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    ids,
    scheduler::Task,
    signature,
    store::State,
};

/// The longest wait of an event that another one should overtake.
const LONGEST_HOLD: TimeDelta = TimeDelta::seconds(30);

/// The sender of a callback: decides headers and secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sender {
    Opn,
    Partner,
    Telecom,
}

/// One callback in the queue.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Delivery {
    pub id: String,
    pub sender: Sender,
    pub url: String,
    /// The event's ID, the same when it is repeated.
    pub event: String,
    /// The charge it is about, so that events of one charge can overtake each other.
    pub group: Option<String>,
    pub body: String,
    pub tries: u32,
    pub due_at: DateTime<Utc>,
    pub held: bool,
    pub false_signature: bool,
}

/// A callback to be sent.
pub struct Parcel {
    pub sender: Sender,
    pub url: String,
    pub event: String,
    pub group: Option<String>,
    pub body: String,
}

/// Returns the deliveries of this event as the faults demand: none, one, or two. Call it once per event.
pub fn plan(app: &Shared, parcel: Parcel, subject: &Subject) -> Vec<Delivery> {
    let (lose, twice, forge) = match parcel.sender {
        Sender::Opn => (Kind::WebhookLose, Kind::WebhookTwice, Kind::WebhookFalseSignature),
        Sender::Partner => (Kind::PartnerLoseCallback, Kind::PartnerTwiceCallback, Kind::PartnerFalseSignature),
        Sender::Telecom => (Kind::TelecomLoseCallback, Kind::TelecomTwiceCallback, Kind::TelecomFalseSignature),
    };
    if faults::hit(app, lose, subject).is_some() {
        return Vec::new();
    }
    let copies = if faults::hit(app, twice, subject).is_some() { 2 } else { 1 };
    let false_signature = faults::hit(app, forge, subject).is_some();
    let mut due_at = Utc::now();
    let mut held = false;
    if parcel.sender == Sender::Opn {
        if let Some(rule) = faults::hit(app, Kind::WebhookLate, subject) {
            due_at += rule.wait(5_000);
        }
        // Only one of a charge's events is held back: the next must be free to overtake it.
        let waits = app.store.read(|state| state.outbox.values().any(|other| other.held && other.group == parcel.group));
        if !waits && faults::hit(app, Kind::WebhookOutOfOrder, subject).is_some() {
            due_at += LONGEST_HOLD;
            held = true;
        }
    }
    (0..copies)
        .map(|_| Delivery {
            id: ids::with("dlv_"),
            sender: parcel.sender,
            url: parcel.url.clone(),
            event: parcel.event.clone(),
            group: parcel.group.clone(),
            body: parcel.body.clone(),
            tries: 0,
            due_at,
            held,
            false_signature,
        })
        .collect()
}

/// Puts planned deliveries into the state, in the same change as the event that they report.
pub fn enqueue(state: &mut State, deliveries: &[Delivery]) {
    for delivery in deliveries {
        state.outbox.put(delivery.id.clone(), delivery.clone());
    }
}

/// Schedules queued deliveries for when they are due.
pub fn schedule(app: &Shared, deliveries: Vec<Delivery>) {
    for delivery in deliveries {
        app.scheduler.at(delivery.due_at, Task::Send(delivery.id));
    }
}

/// Sends a delivery that is due; one that is not accepted is retried later.
pub async fn send(app: &Shared, id: &str) {
    let Some(delivery) = app.store.read(|state| state.outbox.get(id).cloned()) else {
        return;
    };
    if delivery.due_at > Utc::now() {
        return;
    }
    let outcome = attempt(app, &delivery).await;
    let tries = delivery.tries + 1;
    let taken = outcome.is_ok_and(|status| (200..300).contains(&status));
    let released = if taken || tries >= app.settings.retry_tries {
        if !taken {
            tracing::warn!(url = delivery.url, event = delivery.event, "given up");
        }
        app.store
            .change(|state| {
                state.outbox.take(id);
                release(state, &delivery)
            })
            .await
    } else {
        let wait = app.settings.retry_base_ms.saturating_mul(1 << delivery.tries.min(16));
        let due_at = Utc::now() + Duration::from_millis(wait);
        app.store.change_soon(|state| {
            if let Some(delivery) = state.outbox.row(id) {
                delivery.tries = tries;
                delivery.due_at = due_at;
            }
        });
        app.scheduler.at(due_at, Task::Send(id.to_owned()));
        Vec::new()
    };
    for id in released {
        app.scheduler.at(Utc::now(), Task::Send(id));
    }
}

/// Releases events that were held back until another event of the same charge was sent.
fn release(state: &mut State, sent: &Delivery) -> Vec<String> {
    let now = Utc::now();
    let mut released = Vec::new();
    let overtaken = |held: &Delivery| held.held && held.group == sent.group && held.event != sent.event;
    while let Some(delivery) = state.outbox.find_mut(overtaken) {
        delivery.held = false;
        delivery.due_at = now;
        released.push(delivery.id.clone());
    }
    released
}

async fn attempt(app: &Shared, delivery: &Delivery) -> Result<u16, reqwest::Error> {
    let settings = &app.settings;
    let mut secret = match delivery.sender {
        Sender::Opn => STANDARD.decode(&settings.opn_webhook_secret).unwrap_or_default(),
        Sender::Partner => settings.partners_callback_secret.as_bytes().to_vec(),
        Sender::Telecom => settings.telecom_callback_secret.as_bytes().to_vec(),
    };
    if delivery.false_signature {
        secret = b"somebody else's secret".to_vec();
    }
    let timestamp = Utc::now().timestamp();
    let signature = signature::sign(&secret, timestamp, &delivery.body);
    let content_type = match delivery.sender {
        Sender::Opn | Sender::Partner => "application/json; charset=utf-8",
        Sender::Telecom => "application/cloudevents+json",
    };
    let request = app.http.post(&delivery.url).header("Content-Type", content_type).body(delivery.body.clone());
    let request = match delivery.sender {
        Sender::Opn => request.header("Omise-Signature", signature).header("Omise-Signature-Timestamp", timestamp),
        Sender::Partner => request
            .header("X-Partner-Delivery", &delivery.event)
            .header("X-Partner-Timestamp", timestamp)
            .header("X-Partner-Signature", signature),
        Sender::Telecom => request.header("X-Telecom-Timestamp", timestamp).header("X-Telecom-Signature", signature),
    };
    let outcome = request.send().await.map(|response| response.status().as_u16());
    match &outcome {
        Ok(status) => {
            tracing::info!(url = delivery.url, event = delivery.event, status, "callback sent");
        }
        Err(error) => {
            tracing::warn!(url = delivery.url, event = delivery.event, %error, "callback not sent");
        }
    }
    outcome
}
