//! Settlements: the operator pays the shop the money it took, less its share, and reports it charge by charge.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query, State},
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    http::gate,
    model::{SettledCharge, Settlement, Status},
};
use crate::{app::Shared, faults::Subject, ids, refusal::Refusal};

type Answer = Result<Json<Value>, Refusal>;

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
    /// The operator's share of each charge, satang without VAT; absent for the usual one. It may be more than the charge.
    #[serde(default)]
    fee: Option<i64>,
}

/// Pays out everything that was captured and is not settled yet, as the operator does on schedule.
pub async fn settle(State(app): State<Shared>, share: Option<Json<Share>>) -> Answer {
    let Json(share) = share.unwrap_or_default();
    let id = ids::with("ts_");
    let settlement = app
        .store
        .change(|state| {
            let is_due = |status: Status, settlement: &Option<String>| status == Status::Captured && settlement.is_none();
            let due: Vec<String> = state
                .telecom_charges
                .values()
                .filter(|charge| is_due(charge.status, &charge.settlement))
                .map(|charge| charge.id.clone())
                .collect();
            let mut charges: Vec<SettledCharge> = Vec::new();
            for charge_id in due {
                if let Some(charge) = state.telecom_charges.row(&charge_id) {
                    charge.settlement = Some(id.clone());
                    charge.own_fee = share.fee;
                    charges.push(charge.settled());
                }
            }
            if charges.is_empty() {
                return Err(Refusal::new(409, "nothing_to_settle", "no captured charge is unsettled"));
            }
            let settlement = Settlement { id: id.clone(), paid_at: Utc::now(), charges };
            state.telecom_settlements.put(id.clone(), settlement.clone());
            Ok(settlement)
        })
        .await?;
    tracing::info!(settlement = id, charges = settlement.charges.len(), "captured charges were settled");
    Ok(Json(settlement.show()))
}
