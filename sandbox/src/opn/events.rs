//! Events: kept for `GET /events`, sent as webhooks.

use std::sync::Arc;

use chrono::Utc;
use serde_json::json;

use super::{
    model::{Charge, Event},
    render,
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids,
    outbox::{self, Delivery, Parcel, Sender},
};

/// An event of this charge, and the webhooks that tell of it.
pub fn about(app: &Shared, charge: &Arc<Charge>, key: &str) -> (Event, Vec<Delivery>) {
    let event = Event { id: ids::with("evnt_test_"), key: key.to_owned(), charge: charge.clone(), created_at: Utc::now() };
    let mut subject = charge.subject();
    subject.event = Some(key.to_owned());
    let urls = if charge.webhook_endpoints.is_empty() {
        app.settings.opn_webhook_url.iter().cloned().collect()
    } else {
        charge.webhook_endpoints.clone()
    };
    if urls.is_empty() {
        return (event, Vec::new());
    }
    let mut body = render::event(&event);
    if let Some(rule) = faults::hit(app, Kind::WebhookWrongAmount, &subject) {
        let wrong = json!(rule.wrong(charge.amount));
        body["data"]["amount"] = wrong.clone();
        body["data"]["funding_amount"] = wrong;
    }
    let body = body.to_string();
    let deliveries = urls
        .into_iter()
        .flat_map(|url| {
            let parcel =
                Parcel { sender: Sender::Opn, url, event: event.id.clone(), group: Some(charge.id.clone()), body: body.clone() };
            outbox::plan(app, parcel, &subject)
        })
        .collect();
    (event, deliveries)
}
