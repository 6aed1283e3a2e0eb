//! Changes of a charge: each one change of the state, with its event and webhooks in it.

use std::sync::Arc;

use chrono::{SubsecRound, Utc};

use super::{
    events,
    model::{Charge, Failure, Status},
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids, outbox,
    scheduler::Task,
};

/// The end of a charge.
#[derive(Debug, Clone)]
pub enum Outcome {
    Paid,
    /// The provider's staff find out, perhaps days later, that a charge that ended unpaid was paid.
    Corrected,
    Failed {
        code: &'static str,
        message: &'static str,
    },
    Expired,
}

/// Reason why a charge cannot be ended.
#[derive(Debug)]
pub enum Unsettled {
    Unknown,
    /// It has ended already, as this status.
    Ended(Status),
}

/// Stores a new charge and sends its event. A known idempotency key returns the charge of that key.
pub async fn create(app: &Shared, charge: Charge, key: Option<String>) -> Arc<Charge> {
    let known =
        key.as_ref().and_then(|key| app.store.read(|state| state.charges.get(state.idempotency.get(key)?.as_str()).cloned()));
    if let Some(charge) = known {
        return charge;
    }
    let charge = Arc::new(charge);
    let (event, deliveries) = events::about(app, &charge, "charge.create");
    let (kept, fresh) = app
        .store
        .change(|state| {
            if let Some(key) = key {
                let id = state.idempotency.get(&key).cloned();
                if let Some(earlier) = id.and_then(|id| state.charges.get(id.as_str())) {
                    return (earlier.clone(), false);
                }
                state.idempotency.put(key, charge.id.clone());
            }
            if let Some(source) = state.sources.row(&charge.source.id) {
                source.charge = Some(charge.id.clone());
            }
            state.charges.put(charge.id.clone(), charge.clone());
            state.events.put(event.id.clone(), event);
            outbox::enqueue(state, &deliveries);
            (charge.clone(), true)
        })
        .await;
    if fresh {
        app.scheduler.at(charge.expires_at, Task::ExpireCharge(charge.id.clone()));
        outbox::schedule(app, deliveries);
    }
    kept
}

/// Ends a charge. `late` lets money arrive after the charge has expired.
pub async fn settle(app: &Shared, id: &str, outcome: Outcome, late: bool) -> Result<Arc<Charge>, Unsettled> {
    let corrected = matches!(outcome, Outcome::Corrected);
    let open = |charge: &Charge| match charge.status {
        Status::Pending => !corrected,
        Status::Expired => late || corrected,
        Status::Failed => corrected,
        Status::Successful | Status::Reversed => false,
    };
    let before = app.store.read(|state| state.charges.get(id).cloned());
    let before = before.ok_or(Unsettled::Unknown)?;
    if !open(&before) {
        return Err(Unsettled::Ended(before.status));
    }
    let mut after = (*before).clone();
    let now = Utc::now().trunc_subsecs(3);
    let key = match outcome {
        Outcome::Paid | Outcome::Corrected => {
            after.status = Status::Successful;
            after.paid_at = Some(now);
            after.expired_at = None;
            after.failure = None;
            after.transaction = Some(ids::with("trxn_test_"));
            if let Some(rule) = faults::hit(app, Kind::ChargeWrongAmount, &before.subject()) {
                after.amount = rule.wrong(before.amount);
            }
            "charge.complete"
        }
        Outcome::Failed { code, message } => {
            after.status = Status::Failed;
            after.failure = Some(Failure { code: code.into(), message: message.into() });
            "charge.complete"
        }
        Outcome::Expired => {
            after.status = Status::Expired;
            after.expired_at = Some(now);
            "charge.expire"
        }
    };
    let after = Arc::new(after);
    let (event, deliveries) = events::about(app, &after, key);
    app.store
        .change(|state| {
            let slot = state.charges.row(id).ok_or(Unsettled::Unknown)?;
            // Another change may have come first.
            if !open(slot) {
                return Err(Unsettled::Ended(slot.status));
            }
            *slot = (*after).clone();
            state.events.put(event.id.clone(), event);
            outbox::enqueue(state, &deliveries);
            Ok(())
        })
        .await?;
    outbox::schedule(app, deliveries);
    tracing::info!(charge = id, key, status = ?after.status, "a charge ended");
    Ok(after)
}

/// Expires a charge that is due; called by the scheduler.
pub async fn expire_if_due(app: &Shared, id: &str) {
    let due =
        app.store.read(|state| state.charges.get(id).is_some_and(|c| c.status == Status::Pending && c.expires_at <= Utc::now()));
    if due {
        // Paid in this very moment: then it does not expire, which is right.
        let _ = settle(app, id, Outcome::Expired, false).await;
    }
}
