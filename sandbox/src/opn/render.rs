//! The provider's objects, field by field as API version 2019-05-29 has them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::model::{
    BRANDS, CARD, Card, Charge, Customer, Dispute, DisputeStatus, Event, Refund, Source, Status, Token, Transfer, flow,
};

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
        "mobile_number": null, "phone_number": source.phone_number, "platform_type": source.platform_type,
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
    let (fee, fee_vat) = charge.fees();
    let refunds: Vec<Value> = charge.refunds.iter().map(|of| refund(charge, of)).collect();
    let refundable = charge.can_refund && charge.left() > 0;
    let authorized = if charge.status == Status::Pending || paid { charge.amount } else { 0 };
    json!({
        "object": "charge", "id": charge.id, "livemode": false, "location": format!("/charges/{}", charge.id),
        "amount": charge.amount, "acquirer_reference_number": null, "net": charge.amount - fee - fee_vat, "fee": fee, "fee_vat": fee_vat,
        "interest": 0, "interest_vat": 0, "funding_amount": charge.amount, "refunded_amount": charge.refunded(),
        "authorization_type": null, "authorized_amount": authorized, "captured_amount": if paid { charge.amount } else { 0 },
        "transaction_fees": {"fee_flat": "0.0", "fee_rate": "1.65", "vat_rate": "7.0"},
        "platform_fee": {"fixed": null, "amount": null, "percentage": null},
        "currency": "THB", "funding_currency": "THB", "ip": null,
        "refunds": {
            "object": "list", "data": refunds, "limit": 20, "offset": 0, "total": charge.refunds.len(),
            "location": format!("/charges/{}/refunds", charge.id),
            "order": "chronological", "from": "1970-01-01T00:00:00Z", "to": time(charge.created_at)
        },
        "link": null, "description": charge.description, "metadata": charge.metadata,
        "card": charge.card.as_ref().map(|of| card(of, charge.customer.as_deref())),
        "source": charge.source.as_ref().map(|of| source(of, Some(charge))),
        "missing_3ds_fields": charge.card.as_ref().filter(|_| charge.return_uri.is_some()).map(Card::missing_fields).unwrap_or_default(),
        "schedule": null, "linked_account": null, "customer": charge.customer,
        "dispute": charge.dispute.as_ref().map(|of| dispute(charge, of)), "transaction": charge.transaction,
        "failure_code": charge.failure.as_ref().map(|failure| &failure.code),
        "failure_message": charge.failure.as_ref().map(|failure| &failure.message),
        "merchant_advice": null, "merchant_advice_code": null,
        "status": charge.status,
        "authorize_uri": charge.authorize_uri(),
        "return_uri": charge.return_uri, "created_at": time(charge.created_at), "paid_at": times(charge.paid_at),
        "authorized_at": times(charge.paid_at), "expires_at": time(charge.expires_at), "expired_at": times(charge.expired_at),
        "reversed_at": times(charge.reversed_at), "zero_interest_installments": false, "branch": null, "terminal": null, "device": null,
        "authorized": paid, "capturable": false, "capture": true, "disputable": charge.left() > 0 && charge.dispute.is_none(), "refundable": refundable,
        "partially_refundable": refundable,
        "reversed": charge.status == Status::Reversed, "reversible": false, "voided": charge.voided(), "paid": paid, "expired": charge.status == Status::Expired,
        "can_perform_void": false, "approval_code": null, "webhook_endpoints": charge.webhook_endpoints
    })
}

/// Returns what the account can do: its payment methods and limits.
pub fn capability(methods: &[&str]) -> Value {
    let method = |name: &&str| {
        let brands = if *name == CARD { json!(BRANDS) } else { Value::Null };
        json!({
            "object": "payment_method", "name": name, "currencies": ["THB"], "card_brands": brands, "installment_terms": null,
            "banks": [], "provider": null
        })
    };
    json!({
        "object": "capability", "location": "/capability", "country": "TH",
        "banks": ["test", "bbl", "kbank", "ktb", "ttb", "scb", "citi", "cimb", "uob", "bay", "gsb", "ghb", "baac", "tisco", "kk", "lhb"],
        "limits": {
            "charge_amount": {"min": 2_000, "max": 15_000_000}, "transfer_amount": {"min": 3_000, "max": 5_000_000_000_i64},
            "installment_amount": {"min": 200_000}
        },
        "payment_methods": methods.iter().map(method).collect::<Vec<_>>(),
        "tokenization_methods": [], "zero_interest_installments": false
    })
}

pub fn card(card: &Card, customer: Option<&str>) -> Value {
    json!({
        "object": "card", "id": card.id, "livemode": false,
        "location": customer.map(|customer| format!("/customers/{customer}/cards/{}", card.id)), "deleted": false,
        "street1": null, "street2": null, "city": null, "state": null, "phone_number": card.phone_number, "email": card.email,
        "postal_code": null, "country": "th", "financing": "credit", "bank": "SANDBOX BANK", "brand": card.brand,
        "fingerprint": card.fingerprint, "first_digits": null, "last_digits": card.last_digits, "name": card.name,
        "expiration_month": card.expiration_month, "expiration_year": card.expiration_year, "security_code_check": true,
        "tokenization_method": null, "created_at": time(card.created_at)
    })
}

pub fn token(token: &Token) -> Value {
    json!({
        "object": "token", "id": token.id, "livemode": false, "location": format!("/tokens/{}", token.id), "used": token.used,
        "charge_status": "unknown", "card": card(&token.card, None), "created_at": time(token.created_at)
    })
}

pub fn customer(customer: &Customer) -> Value {
    let cards: Vec<Value> = customer.cards.iter().map(|of| card(of, Some(&customer.id))).collect();
    json!({
        "object": "customer", "id": customer.id, "livemode": false, "location": format!("/customers/{}", customer.id), "deleted": false,
        "cards": {
            "object": "list", "data": cards, "limit": 20, "offset": 0, "total": customer.cards.len(),
            "location": format!("/customers/{}/cards", customer.id),
            "order": "chronological", "from": "1970-01-01T00:00:00Z", "to": time(customer.created_at)
        },
        "default_card": customer.default_card, "description": customer.description, "email": customer.email,
        "linked_account": null, "linked_accounts": [], "metadata": customer.metadata, "created_at": time(customer.created_at)
    })
}

pub fn refund(charge: &Charge, refund: &Refund) -> Value {
    json!({
        "object": "refund", "id": refund.id, "livemode": false, "location": format!("/charges/{}/refunds/{}", charge.id, refund.id),
        "amount": refund.amount, "charge": charge.id, "created_at": time(refund.created_at), "currency": "THB",
        "funding_amount": refund.amount, "funding_currency": "THB", "metadata": refund.metadata, "status": "closed",
        "transaction": refund.id.replace("rfnd_", "trxn_"), "voided": refund.voided
    })
}

pub fn dispute(charge: &Charge, dispute: &Dispute) -> Value {
    let moved = |key: &str, direction: &str| {
        json!({
            "object": "transaction", "id": format!("{}_{direction}", dispute.id.replace("dspt_", "trxn_")), "livemode": false,
            "amount": dispute.amount, "currency": "THB", "direction": direction, "key": key, "origin": dispute.id
        })
    };
    let mut transactions = vec![moved("dispute.started.debit", "debit")];
    if dispute.status == DisputeStatus::Won {
        transactions.push(moved("dispute.won.credit", "credit"));
    }
    json!({
        "object": "dispute", "id": dispute.id, "livemode": false, "location": format!("/disputes/{}", dispute.id),
        "amount": dispute.amount, "currency": "THB", "funding_amount": dispute.amount, "funding_currency": "THB",
        "admin_message": null, "charge": charge.id, "closed_at": times(dispute.closed_at), "created_at": time(dispute.created_at),
        "documents": {
            "object": "list", "data": [], "limit": 20, "offset": 0, "total": 0, "location": format!("/disputes/{}/documents", dispute.id),
            "order": "chronological", "from": "1970-01-01T00:00:00Z", "to": time(dispute.created_at)
        },
        "message": null, "metadata": {}, "reason_code": "other", "reason_message": "Other", "status": dispute.status,
        "transactions": transactions
    })
}

pub fn transfer(transfer: &Transfer) -> Value {
    let total_fee = transfer.fee + transfer.fee_vat;
    let paid = transfer.paid_at.is_some();
    json!({
        "object": "transfer", "id": transfer.id, "livemode": false, "location": format!("/transfers/{}", transfer.id),
        "deleted": false, "amount": transfer.amount, "currency": "THB", "created_at": time(transfer.created_at), "fail_fast": false,
        "failure_code": null, "failure_message": null, "fee": transfer.fee, "fee_vat": transfer.fee_vat, "total_fee": total_fee,
        "net": transfer.amount - total_fee, "metadata": {}, "paid": paid, "paid_at": times(transfer.paid_at),
        "recipient": "recp_test_manao", "schedule": null, "sendable": true, "sent": paid, "sent_at": times(transfer.paid_at),
        "transactions": []
    })
}

pub fn event(event: &Event) -> Value {
    let object = event.object.clone().or_else(|| event.charge.as_deref().map(charge));
    json!({
        "object": "event", "id": event.id, "livemode": false, "location": format!("/events/{}", event.id),
        "webhook_deliveries": [], "data": object, "key": event.key, "created_at": time(event.created_at)
    })
}

/// Rewrites an object in API version 2017-11-02: events have the account's version, even if another version made the charge.
pub fn in_2017(object: &mut Value) {
    let Some(members) = object.as_object_mut() else { return };
    for (name, before) in [("created_at", "created"), ("refunded_amount", "refunded")] {
        if let Some(value) = members.remove(name) {
            members.insert(before.to_owned(), value);
        }
    }
    for unknown in [
        "net",
        "fee",
        "fee_vat",
        "interest",
        "interest_vat",
        "funding_amount",
        "funding_currency",
        "authorized_amount",
        "captured_amount",
        "transaction_fees",
        "platform_fee",
        "voided",
        "disputable",
        "refundable",
    ] {
        members.remove(unknown);
    }
}
