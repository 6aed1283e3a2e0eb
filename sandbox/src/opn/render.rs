//! The provider's objects, field by field as API version 2019-05-29 has them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::model::{Charge, Event, Source, Status, flow};

/// Fee of a charge in hundredths of a percent of the amount, and VAT on the fee in percent.
const FEE_RATE: i64 = 165;
const VAT_RATE: i64 = 7;

pub fn time(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn times(at: Option<DateTime<Utc>>) -> Value {
    at.map_or(Value::Null, |at| json!(time(at)))
}

pub fn source(source: &Source, charge: Option<&Charge>) -> Value {
    json!({
        "object": "source", "id": source.id, "livemode": false, "location": format!("/sources/{}", source.id),
        "amount": source.amount, "barcode": null, "bank": null, "created_at": time(source.created_at), "currency": "THB",
        "email": null, "flow": flow(&source.kind), "installment_term": null, "ip": null, "absorption_type": null, "name": null,
        "mobile_number": null, "phone_number": source.phone_number, "platform_type": null,
        "scannable_code": charge.map_or(Value::Null, scannable_code),
        "billing": null, "shipping": null, "items": [], "references": null, "provider_references": null,
        "store_id": null, "store_name": null, "terminal_id": null, "type": source.kind, "zero_interest_installments": null,
        "charge_status": charge.map_or(json!("unknown"), |charge| json!(charge.status)),
        "receipt_amount": null, "discounts": [], "promotion_code": null
    })
}

fn scannable_code(charge: &Charge) -> Value {
    if charge.payload.is_none() {
        return Value::Null;
    }
    let location = format!("/charges/{}/documents/{}", charge.id, charge.document);
    json!({
        "object": "barcode", "type": "qr",
        "image": {
            "object": "document", "livemode": false, "id": charge.document, "deleted": false, "filename": "qrcode.svg",
            "location": location, "kind": "qr",
            "download_uri": format!("{}/opn{location}/downloads/{}", charge.base, charge.download),
            "created_at": time(charge.created_at)
        }
    })
}

pub fn charge(charge: &Charge) -> Value {
    let paid = charge.status == Status::Successful;
    let fee = (charge.amount * FEE_RATE + 5_000) / 10_000;
    let fee_vat = fee * VAT_RATE / 100;
    let authorized = if charge.status == Status::Pending || paid { charge.amount } else { 0 };
    json!({
        "object": "charge", "id": charge.id, "livemode": false, "location": format!("/charges/{}", charge.id),
        "amount": charge.amount, "acquirer_reference_number": null, "net": charge.amount - fee - fee_vat, "fee": fee, "fee_vat": fee_vat,
        "interest": 0, "interest_vat": 0, "funding_amount": charge.amount, "refunded_amount": 0,
        "authorization_type": null, "authorized_amount": authorized, "captured_amount": if paid { charge.amount } else { 0 },
        "transaction_fees": {"fee_flat": "0.0", "fee_rate": "1.65", "vat_rate": "7.0"},
        "platform_fee": {"fixed": null, "amount": null, "percentage": null},
        "currency": "THB", "funding_currency": "THB", "ip": null,
        "refunds": {
            "object": "list", "data": [], "limit": 20, "offset": 0, "total": 0, "location": format!("/charges/{}/refunds", charge.id),
            "order": "chronological", "from": "1970-01-01T00:00:00Z", "to": time(charge.created_at)
        },
        "link": null, "description": charge.description, "metadata": charge.metadata, "card": null,
        "source": source(&charge.source, Some(charge)),
        "schedule": null, "linked_account": null, "customer": null, "dispute": null, "transaction": charge.transaction,
        "failure_code": charge.failure.as_ref().map(|failure| &failure.code),
        "failure_message": charge.failure.as_ref().map(|failure| &failure.message),
        "merchant_advice": null, "merchant_advice_code": null,
        "status": charge.status,
        "authorize_uri": format!("{}/opn/payments/{}/authorize", charge.base, charge.payment),
        "return_uri": charge.return_uri, "created_at": time(charge.created_at), "paid_at": times(charge.paid_at),
        "authorized_at": times(charge.paid_at), "expires_at": time(charge.expires_at), "expired_at": times(charge.expired_at),
        "reversed_at": null, "zero_interest_installments": false, "branch": null, "terminal": null, "device": null,
        "authorized": paid, "capturable": false, "capture": true, "disputable": paid, "refundable": false, "reversed": false,
        "reversible": false, "voided": false, "paid": paid, "expired": charge.status == Status::Expired,
        "can_perform_void": false, "approval_code": null, "webhook_endpoints": charge.webhook_endpoints
    })
}

pub fn event(event: &Event) -> Value {
    json!({
        "object": "event", "id": event.id, "livemode": false, "location": format!("/events/{}", event.id),
        "webhook_deliveries": [], "data": charge(&event.charge), "key": event.key, "created_at": time(event.created_at)
    })
}
