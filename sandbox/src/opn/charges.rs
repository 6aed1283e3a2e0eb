//! Changes of a charge: each one change of the state, with its event and webhooks in it.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, SubsecRound, Utc};

use super::{
    error::Error,
    events,
    model::{Charge, Failure, Plan, Status, Step, has_opening_deadline},
    money,
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
    Failed(Failure),
    Expired,
}

/// Reason why a charge cannot be ended.
#[derive(Debug)]
pub enum Unsettled {
    Unknown,
    /// It has ended already, as this status.
    Ended(Status),
}

/// Returns the charge that was created with this idempotency key.
pub fn with_key(app: &Shared, key: &str) -> Option<Arc<Charge>> {
    app.store.read(|state| state.charges.get(state.idempotency.get(key)?.as_str()).cloned())
}

/// Stores a new charge and sends its event. A known idempotency key returns the charge of that key.
///
/// # Errors
/// Returns `used_token` if the source or the card token has paid another charge.
pub async fn create(app: &Shared, charge: Charge, key: Option<String>) -> Result<Arc<Charge>, Error> {
    let charge = Arc::new(charge);
    let (event, deliveries) = events::about(app, &charge, "charge.create");
    let (kept, fresh) = app
        .store
        .change(|state| {
            if let Some(key) = &key {
                let id = state.idempotency.get(key).cloned();
                if let Some(earlier) = id.and_then(|id| state.charges.get(id.as_str())) {
                    return Ok((earlier.clone(), false));
                }
            }
            if let Some(source) = charge.source.as_ref().and_then(|source| state.sources.row(&source.id)) {
                if source.charge.is_some() {
                    return Err(Error::bad("used_token", "the source was used by another charge"));
                }
                source.charge = Some(charge.id.clone());
            }
            if let Some(token) = charge.token.as_ref().and_then(|token| state.tokens.row(token)) {
                if token.used {
                    return Err(Error::bad("used_token", "the token was used before"));
                }
                token.used = true;
            }
            if let Some(key) = key {
                state.idempotency.put(key, charge.id.clone());
            }
            state.charges.put(charge.id.clone(), charge.clone());
            state.events.put(event.id.clone(), event);
            outbox::enqueue(state, &deliveries);
            Ok((charge.clone(), true))
        })
        .await?;
    if fresh {
        schedule_expiry(app, &kept, Utc::now());
        outbox::schedule(app, deliveries);
    }
    Ok(kept)
}

/// Schedules the expiry of a pending charge that was created at this time.
pub fn schedule_expiry(app: &Shared, charge: &Charge, created_at: DateTime<Utc>) {
    app.scheduler.at(charge.expires_at, Task::ExpireCharge(charge.id.clone()));
    if has_opening_deadline(charge.kind()) && charge.opened_at.is_none() {
        let patience = Duration::from_millis(app.settings.wallet_timeout_ms);
        app.scheduler.at(created_at + patience, Task::ExpireUnopenedCharge(charge.id.clone()));
    }
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
        Outcome::Failed(failure) => {
            after.status = Status::Failed;
            after.failure = Some(failure);
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
    let correction = app
        .store
        .change(|state| {
            let slot = state.charges.row(id).ok_or(Unsettled::Unknown)?;
            // Another change may have come first.
            if !open(slot) {
                return Err(Unsettled::Ended(slot.status));
            }
            let (opened_at, mut plan) = (slot.opened_at, slot.plan.take());
            let mut due_at = None;
            if let Some(plan) = plan.as_mut().filter(|plan| plan.step == Step::Correct && after.status == Status::Expired) {
                due_at = Some(now + Duration::from_millis(plan.delay_ms));
                plan.due_at = due_at;
            }
            *slot = Charge { opened_at, plan, ..(*after).clone() };
            state.events.put(event.id.clone(), event);
            outbox::enqueue(state, &deliveries);
            Ok(due_at)
        })
        .await?;
    outbox::schedule(app, deliveries);
    if let Some(due_at) = correction {
        app.scheduler.at(due_at, Task::ContinueCharge(id.to_owned()));
    }
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

/// Expires a wallet's charge whose page was not opened in time; called by the scheduler.
pub async fn expire_if_unopened(app: &Shared, id: &str) {
    let unopened =
        app.store.read(|state| state.charges.get(id).is_some_and(|c| c.status == Status::Pending && c.opened_at.is_none()));
    if unopened {
        // A charge that ended in this moment stays as it is.
        let _ = settle(app, id, Outcome::Expired, false).await;
    }
}

/// Stores a later step of a charge, and schedules it. A correction waits until the charge has expired.
pub async fn plan(app: &Shared, id: &str, step: Step, delay_ms: u64) {
    let due_at = Utc::now() + Duration::from_millis(delay_ms);
    let due_at = app
        .store
        .change(|state| {
            let charge = state.charges.row(id)?;
            let waits = step == Step::Correct && charge.status == Status::Pending;
            let due_at = (!waits).then_some(due_at);
            charge.plan = Some(Plan { step, delay_ms, due_at });
            due_at
        })
        .await;
    if let Some(due_at) = due_at {
        app.scheduler.at(due_at, Task::ContinueCharge(id.to_owned()));
    }
}

/// Takes the planned step of a charge that is due; called by the scheduler.
pub async fn continue_plan(app: &Shared, id: &str) {
    let due = app.store.read(|state| {
        let plan = state.charges.get(id)?.plan.clone()?;
        plan.due_at.is_some_and(|due_at| due_at <= Utc::now()).then_some(plan)
    });
    let Some(plan) = due else { return };
    // A charge that went another way meanwhile stays as it is.
    match plan.step {
        Step::Pay => drop(settle(app, id, Outcome::Paid, true).await),
        Step::Correct => drop(settle(app, id, Outcome::Corrected, false).await),
        Step::Reverse => drop(money::reverse(app, id).await),
    }
    app.store
        .change(|state| {
            if let Some(charge) = state.charges.row(id) {
                charge.plan = None;
            }
        })
        .await;
}
