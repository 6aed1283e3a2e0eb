//! The telecom's callback about a package: a signed hint that makes us read the activation.

use axum::http::HeaderMap;
use bytes::Bytes;
use manao_domain::delivery::DeliveryStatus;
use serde::Deserialize;

use super::refresh::{RefreshActivation, refresh_key};
use crate::delivery::{Deliver, job_key};
use crate::providers::packages::Packages;
use manao_kernel::app::App;
use manao_kernel::database::JobOptions;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::providers::signature::every_line;

/// Name of the sender among the stored webhooks.
const PROVIDER: &str = "packages";
/// Most bytes of an event's id.
const LONGEST_ID: usize = 100;

/// A CloudEvent.
#[derive(Deserialize)]
struct Callback {
    id: String,
    data: CallbackData,
}

#[derive(Deserialize)]
struct CallbackData {
    activation: CallbackBody,
}

#[derive(Deserialize)]
struct CallbackBody {
    reference: String,
}

/// Stores the callback once by its id and queues a reading, in one transaction; a repeat, or a callback for an unknown reference, changes nothing
/// and gets the same answer.
///
/// # Errors
/// 401 `webhook_signature_invalid`, 400 `bad_request`.
pub async fn receive(app: &App, headers: &HeaderMap, body: &Bytes) -> Result<(), Problem> {
    verify(app, headers, body)?;
    let callback: Callback = serde_json::from_slice(body).map_err(|_| Problem::from(codes::bad_request))?;
    let raw: serde_json::Value = serde_json::from_slice(body).map_err(|_| Problem::from(codes::bad_request))?;
    let reference = callback.data.activation.reference;
    if !(1..=LONGEST_ID).contains(&callback.id.len()) {
        return Err(Problem::new(codes::bad_request).because("an event without an id"));
    }
    let mut change = app.change().await?;
    let now = change.now();
    let kept = sqlx::query!(
        "insert into shop.webhook_events (provider, event_id, subject, received_at, processed_at, body) values ($1, $2, $3, $4, $4, $5) on conflict do nothing",
        PROVIDER,
        callback.id,
        reference,
        now,
        without_number(raw)
    )
    .execute(change.conn())
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    let delivery = sqlx::query!(
        r#"select id, order_line_id, status as "status: DeliveryStatus" from shop.deliveries where reference = $1"#,
        reference
    )
    .fetch_optional(change.conn())
    .await?;
    match delivery {
        Some(delivery) if delivery.status == DeliveryStatus::Delivered => {
            let line_id = delivery.order_line_id;
            change.job(&RefreshActivation { line_id }, JobOptions::default().key(refresh_key(line_id))).await?;
        }
        Some(delivery) => {
            change.job(&Deliver { delivery_id: delivery.id }, JobOptions::default().key(job_key(delivery.id))).await?;
        }
        None => tracing::warn!("a callback for a package that is not ours"),
    }
    change.commit().await
}

/// Verifies a callback. `X-Telecom-Signature` is the hex HMAC-SHA256 of `<timestamp>.<raw body>`.
fn verify(app: &App, headers: &HeaderMap, body: &[u8]) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // The sender's clock matches the system's, not ours.
    let now = app.clock.to_system(app.now());
    let signatures = every_line(headers, "x-telecom-signature");
    let checked = Packages::from_app(app).callback_secret.check(&signatures, text("x-telecom-timestamp"), body, now);
    checked.map_err(|rejected| Problem::from(codes::webhook_signature_invalid).because(format!("{rejected:?}")))
}

/// Removes the number from a body, which is kept for the record: the number is kept only with the order's line.
fn without_number(mut body: serde_json::Value) -> serde_json::Value {
    if let Some(activation) = body.pointer_mut("/data/activation").and_then(serde_json::Value::as_object_mut) {
        activation.remove("msisdn");
    }
    body
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn numbers_are_not_kept_with_the_callback() {
        let body = json!({"id": "cb_1", "data": {"activation": {"reference": "MN-1-1", "msisdn": "+66812345671"}}});
        let kept = json!({"id": "cb_1", "data": {"activation": {"reference": "MN-1-1"}}});
        assert_eq!(super::without_number(body), kept);
    }
}
