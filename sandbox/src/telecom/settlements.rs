//! Settlements: the operator pays the shop the money it took, less refunds and its share, and reports it payment by payment.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Query, State},
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    http::{Answer, gate},
    model::{RefundStatus, SettledCharge, Settlement, Status},
};
use crate::{app::Shared, faults::Subject, ids, refusal::Refusal};

/// Number of settlements listed at once.
const PAGE: usize = 100;

#[derive(Debug, Deserialize)]
pub struct Since {
    from: DateTime<Utc>,
}

pub async fn list(State(app): State<Shared>, Query(since): Query<Since>) -> Answer {
    gate(&app, &Subject::default()).await?;
    let items: Vec<Value> = app.store.read(|state| {
        let mut items: Vec<&Arc<Settlement>> =
            state.telecom_settlements.values().filter(|settlement| settlement.paid_at >= since.from).collect();
        items.sort_by_key(|settlement| (settlement.paid_at, settlement.id.clone()));
        items.into_iter().take(PAGE).map(|settlement| settlement.show()).collect()
    });
    Ok(Json(json!({"items": items})))
}

#[derive(Debug, Default, Deserialize)]
pub struct Share {
    /// The operator's share of each payment, satang without VAT; absent for the usual one. It may be more than the payment.
    #[serde(default)]
    fee: Option<i64>,
}

/// Pays out everything that was taken or refunded and is not settled yet, as the operator does on schedule.
pub async fn settle(State(app): State<Shared>, share: Option<Json<Share>>) -> Answer {
    let Json(share) = share.unwrap_or_default();
    let id = ids::with("ts_");
    let settlement = app
        .store
        .change(|state| {
            let mut taken_off: BTreeMap<String, i64> = BTreeMap::new();
            while let Some(refund) =
                state.telecom_refunds.find_mut(|refund| refund.status == RefundStatus::Succeeded && refund.settlement.is_none())
            {
                refund.settlement = Some(id.clone());
                *taken_off.entry(refund.payment.clone()).or_default() += refund.amount;
            }
            let due: Vec<String> = state
                .telecom_payments
                .values()
                .filter(|payment| payment.status == Status::Succeeded)
                .filter(|payment| payment.settlement.is_none() || taken_off.contains_key(&payment.id))
                .map(|payment| payment.id.clone())
                .collect();
            let mut charges: Vec<SettledCharge> = Vec::new();
            for payment_id in due {
                let refunded = taken_off.get(&payment_id).copied().unwrap_or_default();
                let Some(payment) = state.telecom_payments.row(&payment_id) else { continue };
                let (mut amount, mut fees) = (0, (0, 0));
                if payment.settlement.is_none() {
                    payment.settlement = Some(id.clone());
                    payment.own_fee = share.fee;
                    (amount, fees) = (payment.amount, payment.fees());
                }
                let (reference, (fee, fee_vat)) = (payment.reference_code.clone(), fees);
                charges.push(SettledCharge { id: payment_id, reference, amount, refunded, fee, fee_vat });
            }
            if charges.is_empty() {
                return Err(Refusal::new(409, "nothing_to_settle", "no payment or refund is unsettled"));
            }
            let settlement = Settlement { id: id.clone(), paid_at: Utc::now(), charges };
            state.telecom_settlements.put(id.clone(), settlement.clone());
            Ok(settlement)
        })
        .await?;
    tracing::info!(settlement = id, charges = settlement.charges.len(), "payments were settled");
    Ok(Json(settlement.show()))
}
