//! A partner's callback: a signed hint that makes us ask about an order's outcome.

use axum::http::HeaderMap;
use bytes::Bytes;
use serde::Deserialize;

use super::send::{Deliver, job_key};
use crate::providers::partners::Partners;
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::providers::signature::every_line;

#[derive(Deserialize)]
struct Callback {
    order: CallbackBody,
}

#[derive(Deserialize)]
struct CallbackBody {
    reference: String,
    #[serde(default)]
    status: Option<String>,
}

/// Stores the callback once by its id and queues a check with the partner, in one transaction; a repeat, or a callback for an unknown
/// order, changes nothing and gets the same answer.
///
/// # Errors
/// 401 `webhook_signature_invalid`, 400 `bad_request`.
pub async fn receive(app: &App, partner: &str, headers: &HeaderMap, body: &Bytes) -> Result<(), Problem> {
    let event_id = verify(app, headers, body)?;
    let callback: Callback = serde_json::from_slice(body).map_err(|_| Problem::from(codes::bad_request))?;
    let raw: serde_json::Value = serde_json::from_slice(body).map_err(|_| Problem::from(codes::bad_request))?;
    let mut change = app.change().await?;
    let now = change.now();
    let kept = sqlx::query!(
        "insert into shop.webhook_events (provider, event_id, subject, received_at, processed_at, body) values ($1, $2, $3, $4, $4, $5) on conflict do nothing",
        format!("partner:{partner}"),
        event_id,
        callback.order.reference,
        now,
        without_codes(raw)
    )
    .execute(change.conn())
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    let delivery = sqlx::query_scalar!(
        "select d.id from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id where d.reference = $1 and l.partner_code = $2",
        callback.order.reference,
        partner
    )
    .fetch_optional(change.conn())
    .await?;
    match delivery {
        Some(delivery_id) => change.job(&Deliver { delivery_id }, JobOptions::default().key(job_key(delivery_id))).await?,
        None => report_stray(&mut change, partner, &callback.order).await?,
    }
    change.commit().await
}

/// Reports a callback that belongs to no delivery. A delivery of a try that another partner took over was paid twice: staff must look into it.
async fn report_stray(change: &mut Change, partner: &str, order: &CallbackBody) -> Result<(), Problem> {
    let reference = order.reference.as_str();
    let was_ours = sqlx::query_scalar!(
        r#"select exists (select from shop.delivery_tries where reference = $1 and partner_code = $2) as "ours!""#,
        reference,
        partner
    )
    .fetch_one(change.conn())
    .await?;
    if was_ours && order.status.as_deref() == Some("delivered") {
        metrics::counter!("manao_deliveries_twice_total").increment(1);
        tracing::error!(partner, reference, "a partner delivered what another had taken over");
    } else if !was_ours {
        tracing::warn!(partner, reference, "a callback for an order that is not ours");
    }
    Ok(())
}

/// Verifies a callback; returns the event's id. `X-Partner-Signature` is the hex HMAC-SHA256 of `<timestamp>.<raw body>`.
fn verify(app: &App, headers: &HeaderMap, body: &[u8]) -> Result<String, Problem> {
    let refused = || Problem::from(codes::webhook_signature_invalid);
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // The sender's clock matches the system's, not ours.
    let now = app.clock.to_system(app.now());
    let signatures = every_line(headers, "x-partner-signature");
    let checked = Partners::from_app(app).callback_secret.check(&signatures, text("x-partner-timestamp"), body, now);
    checked.map_err(|rejected| refused().because(format!("{rejected:?}")))?;
    Some(text("x-partner-delivery")).filter(|id| (1..=100).contains(&id.len())).map(str::to_owned).ok_or_else(refused)
}

/// Removes the codes from a body, which is kept for the record: codes are money. They come again, and are sealed, when the partner is
/// asked.
fn without_codes(mut body: serde_json::Value) -> serde_json::Value {
    let vouchers = body.pointer_mut("/order/vouchers").and_then(serde_json::Value::as_array_mut);
    for voucher in vouchers.into_iter().flatten() {
        if let Some(voucher) = voucher.as_object_mut() {
            voucher.remove("code");
        }
    }
    body
}

#[cfg(test)]
mod unit {
    use serde_json::json;

    #[test]
    fn codes_are_not_kept_with_the_callback() {
        let body =
            json!({"event": "order.delivered", "order": {"reference": "MN-1", "vouchers": [{"code": "K7QF", "serial": "S1"}]}});
        assert_eq!(
            super::without_codes(body),
            json!({"event": "order.delivered", "order": {"reference": "MN-1", "vouchers": [{"serial": "S1"}]}})
        );
    }
}
