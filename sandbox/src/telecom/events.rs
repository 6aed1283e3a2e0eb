//! Notifications to the client's `sink`: CloudEvents 1.0 of CAMARA's types, signed as the operator's other callbacks are.

use chrono::Utc;
use serde_json::{Value, json};

use super::model::{Payment, Refund, RefundStatus, Status};
use crate::{
    app::Shared,
    faults::Subject,
    ids,
    outbox::{self, Delivery, Parcel, Sender},
};

const PAYMENT: &str = "org.camaraproject.carrier-billing.v0";
const REFUND: &str = "org.camaraproject.carrier-billing-refund.v0";

/// Plans the notification that a payment has ended; none while it is open.
pub fn payment_ended(app: &Shared, payment: &Payment) -> Vec<Delivery> {
    let mut data = json!({"paymentId": payment.id, "status": "succeeded", "description": "Payment notification"});
    let kind = match payment.status {
        Status::Succeeded => {
            data["paymentDate"] = json!(payment.paid_at);
            "payment-completed"
        }
        Status::Denied => {
            data["status"] = json!("failed");
            data["denialReason"] = json!(payment.denial_reason);
            "payment-denied"
        }
        Status::Cancelled => "payment-cancelled",
        Status::PendingValidation | Status::Reserved => return Vec::new(),
    };
    plan(app, payment.sink.clone(), &format!("{PAYMENT}.{kind}"), data, &payment.subject())
}

/// Plans the notification that a refund has ended; none while it is processed.
pub fn refund_ended(app: &Shared, payment: &Payment, refund: &Refund) -> Vec<Delivery> {
    let mut data = json!({
        "paymentId": payment.id, "refundId": refund.id, "status": "succeeded", "description": "Refund notification"
    });
    let kind = match refund.status {
        RefundStatus::Succeeded => {
            data["refundDate"] = json!(refund.done_at);
            "refund-completed"
        }
        RefundStatus::Denied => {
            data["status"] = json!("failed");
            data["denialReason"] = json!(refund.denial);
            "refund-denied"
        }
        RefundStatus::Processing => return Vec::new(),
    };
    let sink = refund.sink.clone().or_else(|| payment.sink.clone());
    plan(app, sink, &format!("{REFUND}.{kind}"), data, &payment.subject())
}

/// Plans a notification of this type to the sink, or to the configured one.
pub fn plan(app: &Shared, sink: Option<String>, kind: &str, data: Value, subject: &Subject) -> Vec<Delivery> {
    let Some(url) = sink.or_else(|| app.settings.telecom_callback_url.clone()) else { return Vec::new() };
    let id = ids::with("cb_");
    let body = json!({
        "id": id, "source": "urn:manao-sandbox:telecom", "specversion": "1.0", "type": kind,
        "datacontenttype": "application/json", "time": Utc::now(), "data": data
    });
    let parcel = Parcel { sender: Sender::Telecom, url, event: id, group: None, body: body.to_string() };
    outbox::plan(app, parcel, subject)
}
