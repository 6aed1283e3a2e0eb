//! Refunds of confirmed payments, whole or in parts.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    events,
    http::{Answer, Charging, Parsed, gate, is_web, sized, unanswered},
    model::{Payment, Refund, RefundKind, RefundStatus, Status},
    money, payments, refuse,
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids, outbox,
    refusal::Refusal,
    scheduler::Task,
    store::State as Stored,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewRefund {
    #[serde(rename = "type")]
    kind: RefundKind,
    reason: Option<String>,
    sink: Option<String>,
    amount_transaction: Transaction,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    client_correlator: Option<String>,
    reference_code: String,
    refund_amount: Amount,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Amount {
    charging_information: Option<Charging>,
}

/// The refund to be made.
struct Wanted {
    correlator: Option<String>,
    reference_code: String,
    kind: RefundKind,
    /// None for all that is left.
    amount: Option<i64>,
    reason: Option<String>,
    sink: Option<String>,
}

/// Returns what is not refunded yet, nor about to be.
fn remaining(state: &Stored, payment: &Payment) -> i64 {
    let under_way: i64 = state
        .telecom_refunds
        .values()
        .filter(|refund| refund.payment == payment.id && refund.status == RefundStatus::Processing)
        .map(|refund| refund.amount)
        .sum();
    payment.amount - payment.refunded - under_way
}

pub async fn create(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Parsed(ask): Parsed<NewRefund>,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let payment = payments::find(&app, &id)?;
    let subject = payment.subject();
    gate(&app, &subject).await?;
    let transaction = ask.amount_transaction;
    sized("referenceCode", Some(&transaction.reference_code))?;
    sized("clientCorrelator", transaction.client_correlator.as_ref())?;
    is_web(ask.sink.as_ref())?;
    let amount = match (ask.kind, transaction.refund_amount.charging_information) {
        (RefundKind::Total, _) => payment.amount,
        (RefundKind::Partial, None) => return Err(refuse::invalid("a partial refund names its amount")),
        (RefundKind::Partial, Some(charging)) => {
            if charging.is_tax_included != payment.is_tax_included {
                let text = "Inconsistent isTaxIncluded value with regards to related payment.";
                return Err(refuse::refund(422, "TAXES_MANAGEMENT_MISMATCH", text));
            }
            charging.satang()?
        }
    };
    let wanted = Wanted {
        correlator: transaction.client_correlator,
        reference_code: transaction.reference_code,
        kind: ask.kind,
        amount: Some(amount),
        reason: ask.reason,
        sink: ask.sink,
    };
    let refund = make(&app, &payment, wanted).await?;
    unanswered(&app, Kind::TelecomTimeoutAfterRefund, &subject).await?;
    Ok((StatusCode::CREATED, Json(refund.show(payment.is_tax_included))))
}

/// Makes a refund, once for each key. It is processed for as long as a fault says, and else done at once.
async fn make(app: &Shared, payment: &Payment, wanted: Wanted) -> Result<Arc<Refund>, Refusal> {
    let subject = payment.subject();
    if faults::is_set(app, Kind::TelecomNoRefund, &subject) {
        return Err(refuse::refund(403, "PAYMENT_NOT_ELIGIBLE_FOR_REFUND", "Payment not eligible for refund."));
    }
    let slow = faults::hit(app, Kind::TelecomLateRefund, &subject);
    let now = Utc::now();
    let due_at: DateTime<Utc> = slow.as_ref().map_or(now, |rule| now + rule.wait(5_000));
    let refund = app
        .store
        .change(|state| {
            let key = wanted.correlator.as_ref();
            let known = state
                .telecom_refunds
                .values()
                .find(|refund| key.is_some() && refund.correlator.as_ref() == key && refund.payment == payment.id);
            if let Some(known) = known {
                let is_same = known.kind == wanted.kind && wanted.amount.is_none_or(|amount| amount == known.amount);
                return is_same
                    .then(|| known.clone())
                    .ok_or_else(|| refuse::already_exists("clientCorrelator is another refund's"));
            }
            let payment = state.telecom_payments.get(&payment.id).cloned().ok_or_else(refuse::not_found)?;
            if payment.status != Status::Succeeded {
                return Err(refuse::refund(422, "INVALID_PAYMENT_STATUS", "Payment is not yet completed."));
            }
            let left = remaining(state, &payment);
            let amount = wanted.amount.unwrap_or(left);
            if !(1..=left).contains(&amount) {
                return Err(refuse::refund(422, "UNAUTHORIZED_AMOUNT", "Unauthorized amount requested."));
            }
            let refund = Arc::new(Refund {
                id: ids::with("tr_"),
                payment: payment.id.clone(),
                correlator: wanted.correlator.clone(),
                reference_code: wanted.reference_code.clone(),
                kind: wanted.kind,
                amount,
                status: RefundStatus::Processing,
                reason: wanted.reason.clone(),
                denial: slow.as_ref().and_then(|rule| rule.reason.clone()),
                sink: wanted.sink.clone(),
                created_at: now,
                due_at,
                done_at: None,
                settlement: None,
            });
            state.telecom_refunds.put(refund.id.clone(), refund.clone());
            Ok(refund)
        })
        .await?;
    if refund.status == RefundStatus::Processing {
        if slow.is_none() {
            finish(app, &refund.id).await;
        } else {
            app.scheduler.at(refund.due_at, Task::FinishTelecomRefund(refund.id.clone()));
        }
    }
    find(app, &payment.id, &refund.id)
}

/// Ends a refund that is due: it succeeds, unless a fault denies it.
pub async fn finish(app: &Shared, id: &str) {
    let Some(refund) = app.store.read(|state| state.telecom_refunds.get(id).cloned()) else { return };
    if refund.status != RefundStatus::Processing || refund.due_at > Utc::now() {
        return;
    }
    let Ok(payment) = payments::find(app, &refund.payment) else { return };
    let mut after = (*refund).clone();
    after.status = if after.denial.is_some() { RefundStatus::Denied } else { RefundStatus::Succeeded };
    after.done_at = Some(Utc::now());
    let deliveries = events::refund_ended(app, &payment, &after);
    let done = app
        .store
        .change(|state| {
            if state.telecom_refunds.get(id).is_none_or(|stands| stands.status != RefundStatus::Processing) {
                return false;
            }
            if after.status == RefundStatus::Succeeded {
                if let Some(payment) = state.telecom_payments.row(&after.payment) {
                    payment.refunded += after.amount;
                }
                state.telecom_spent.add(&payment.msisdn, -after.amount);
            }
            state.telecom_refunds.put(id, after);
            outbox::enqueue(state, &deliveries);
            true
        })
        .await;
    if done {
        outbox::schedule(app, deliveries);
    }
}

fn find(app: &Shared, payment: &str, id: &str) -> Result<Arc<Refund>, Refusal> {
    let found = app.store.read(|state| state.telecom_refunds.get(id).cloned());
    found.filter(|refund| refund.payment == payment).ok_or_else(refuse::not_found)
}

pub async fn list(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let payment = payments::find(&app, &id)?;
    gate(&app, &payment.subject()).await?;
    let items: Vec<Value> = app.store.read(|state| {
        let own = state.telecom_refunds.values().filter(|refund| refund.payment == payment.id);
        own.map(|refund| refund.show(payment.is_tax_included)).collect()
    });
    Ok(Json(Value::Array(items)))
}

pub async fn one(State(app): State<Shared>, Path((id, refund)): Path<(String, String)>) -> Answer {
    let payment = payments::find(&app, &id)?;
    gate(&app, &payment.subject()).await?;
    Ok(Json(find(&app, &id, &refund)?.show(payment.is_tax_included)))
}

pub async fn remaining_amount(State(app): State<Shared>, Path(id): Path<String>) -> Answer {
    let payment = payments::find(&app, &id)?;
    gate(&app, &payment.subject()).await?;
    let left = app.store.read(|state| remaining(state, &payment));
    let left = if payment.status == Status::Succeeded { left } else { 0 };
    Ok(Json(json!({"amount": money::number(left), "currency": money::CURRENCY, "isTaxIncluded": payment.is_tax_included})))
}

#[derive(Debug, Default, Deserialize)]
pub struct ByStaff {
    /// Satang; absent for all that is left.
    #[serde(default)]
    amount: Option<i64>,
}

/// Refunds a payment, as the operator's own staff do.
pub async fn by_staff(State(app): State<Shared>, Path(id): Path<String>, ask: Option<Json<ByStaff>>) -> Answer {
    let payment = payments::find(&app, &id)?;
    let amount = ask.and_then(|Json(ask)| ask.amount);
    let wanted = Wanted {
        correlator: None,
        reference_code: ids::with("staff_"),
        kind: if amount.is_some() { RefundKind::Partial } else { RefundKind::Total },
        amount,
        reason: Some("by the operator's staff".to_owned()),
        sink: None,
    };
    Ok(Json(make(&app, &payment, wanted).await?.show(payment.is_tax_included)))
}
