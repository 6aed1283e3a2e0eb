//! Events: stored for `GET /events`, sent as webhooks.

use std::sync::Arc;

use chrono::Utc;
use serde_json::{Value, json};

use super::{
    model::{Charge, Event},
    render,
};
use crate::{
    app::Shared,
    faults::{self, Kind, Subject},
    ids,
    outbox::{self, Delivery, Parcel, Sender},
};

/// Returns an event of this charge, and its webhooks.
pub fn about(app: &Shared, charge: &Arc<Charge>, key: &str) -> (Event, Vec<Delivery>) {
    with_object(app, charge, key, None)
}

/// Does the same for an event whose object is not the charge.
pub fn with_object(app: &Shared, charge: &Arc<Charge>, key: &str, object: Option<Value>) -> (Event, Vec<Delivery>) {
    let event = Event { charge: Some(charge.clone()), object, ..new(key) };
    let mut subject = charge.subject();
    subject.event = Some(key.to_owned());
    let deliveries = deliveries(app, &event, endpoints(app, charge), &subject);
    (event, deliveries)
}

/// Returns an event of an object that belongs to no single charge.
pub fn of_object(app: &Shared, key: &str, object: Value, urls: Vec<String>) -> (Event, Vec<Delivery>) {
    let event = Event { object: Some(object), ..new(key) };
    let subject = Subject { event: Some(key.to_owned()), ..Subject::default() };
    let deliveries = deliveries(app, &event, urls, &subject);
    (event, deliveries)
}

/// Returns the addresses to which events of this charge are sent.
pub fn endpoints(app: &Shared, charge: &Charge) -> Vec<String> {
    if charge.webhook_endpoints.is_empty() {
        app.settings.opn_webhook_url.iter().cloned().collect()
    } else {
        charge.webhook_endpoints.clone()
    }
}

fn new(key: &str) -> Event {
    Event { id: ids::with("evnt_test_"), key: key.to_owned(), charge: None, object: None, created_at: Utc::now() }
}

fn deliveries(app: &Shared, event: &Event, urls: Vec<String>, subject: &Subject) -> Vec<Delivery> {
    if urls.is_empty() {
        return Vec::new();
    }
    let mut body = render::event(event);
    if let Some(charge) = &event.charge
        && let Some(rule) = faults::hit(app, Kind::WebhookWrongAmount, subject)
    {
        let wrong = json!(rule.wrong(charge.amount));
        body["data"]["amount"] = wrong.clone();
        body["data"]["funding_amount"] = wrong;
    }
    if faults::hit(app, Kind::WebhookIn2017, subject).is_some() {
        render::in_2017(&mut body["data"]);
    }
    let body = body.to_string();
    let group = event.charge.as_ref().map(|charge| charge.id.clone());
    urls.into_iter()
        .flat_map(|url| {
            let parcel = Parcel { sender: Sender::Opn, url, event: event.id.clone(), group: group.clone(), body: body.clone() };
            outbox::plan(app, parcel, subject)
        })
        .collect()
}
