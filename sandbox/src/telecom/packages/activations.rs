//! Activations: accepted once per reference, active or refused a little later, renewed or ended when their time is over.

use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use serde_json::json;

use super::{
    catalogue::{self, Package},
    model::{Activation, Status},
};
use crate::{
    app::Shared,
    faults::{self, Kind},
    ids, outbox,
    refusal::Refusal,
    scheduler::Task,
    store::State,
    telecom::{
        events,
        numbers::{Network, Number},
    },
};

/// Beginning of the types of its notifications: `…-active`, `…-renewed`.
const EVENT: &str = "th.co.manao.sandbox.packages.v1.activation";

/// Returns why the number cannot have the package; None if it can. Besides the operator's own data, the last two digits decide.
pub fn refusal(state: &State, number: &Number, package: &str) -> Option<&'static str> {
    let occupied = || state.activations.values().any(|activation| activation.occupies(&number.msisdn, package));
    if number.network == Network::Other {
        return Some("wrong_network");
    }
    if number.suspended {
        return Some("number_suspended");
    }
    if state.telecom_blocked.contains_key(&number.msisdn) {
        return Some("number_blocked");
    }
    match ending(&number.msisdn) {
        "96" => Some("not_eligible"),
        "95" => Some("already_active"),
        _ => occupied().then_some("already_active"),
    }
}

fn ending(msisdn: &str) -> &str {
    msisdn.get(msisdn.len().saturating_sub(2)..).unwrap_or_default()
}

/// Accepts an activation, unless the reference is known: then that one is returned, and `false`.
pub async fn accept(
    app: &Shared,
    reference: String,
    number: &Number,
    package: &'static Package,
    callback_url: Option<String>,
) -> Result<(Arc<Activation>, bool), Refusal> {
    let now = Utc::now();
    let usual = i64::try_from(app.settings.partner_delay_ms).unwrap_or(i64::MAX);
    let (delay, refused) = match ending(&number.msisdn) {
        "94" => (usual.saturating_mul(2), Some("not_eligible".to_owned())),
        "93" => (usual.saturating_mul(20), None),
        _ => (usual, None),
    };
    let activation = Arc::new(Activation {
        id: ids::with("act_"),
        reference: reference.clone(),
        msisdn: number.msisdn.clone(),
        package: package.code.to_owned(),
        status: Status::Accepted,
        reason: None,
        callback_url,
        created_at: now,
        activated_at: None,
        expires_at: None,
        renews: package.renews,
        price: package.price,
        days: package.days,
        version: 1,
        due_at: Some(now + TimeDelta::milliseconds(delay)),
        refusal: refused,
    });
    let taken = app
        .store
        .change(|state| {
            if let Some(known) = state.activations.get(&reference) {
                return Ok((known.clone(), false));
            }
            if let Some(reason) = refusal(state, number, package.code) {
                return Err(Refusal::new(409, reason, "the number cannot have the package"));
            }
            state.activations.put(reference.clone(), activation.clone());
            Ok((activation, true))
        })
        .await?;
    if taken.1 {
        schedule(app, &taken.0);
    }
    Ok(taken)
}

pub fn find(app: &Shared, reference: &str) -> Result<Arc<Activation>, Refusal> {
    app.store.read(|state| state.activations.get(reference).cloned()).ok_or_else(unknown)
}

fn unknown() -> Refusal {
    Refusal::new(404, "activation_unknown", "no activation of this reference")
}

/// Schedules what happens to it by itself.
pub fn schedule(app: &Shared, activation: &Activation) {
    if let Some(due_at) = activation.due_at {
        app.scheduler.at(due_at, Task::TurnActivation(activation.reference.clone()));
    }
}

/// Turns an activation that is due; called by the scheduler.
pub async fn turn_if_due(app: &Shared, reference: &str) {
    let Ok(activation) = find(app, reference) else { return };
    if activation.due_at.is_none_or(|due_at| due_at > Utc::now()) {
        return;
    }
    let turned = match activation.status {
        Status::Accepted => {
            let failed = faults::hit(app, Kind::PackageFail, &activation.subject()).map(|rule| rule.reason("not_eligible"));
            start(app, reference, failed.or_else(|| activation.refusal.clone())).await
        }
        Status::Active if activation.renews => renew(app, reference).await,
        Status::Active | Status::Cancelled => end(app, reference).await,
        Status::Refused | Status::Ended => return,
    };
    if let Err(refusal) = turned {
        // Turned by somebody else in this very moment.
        tracing::info!(reference, code = refusal.code, "an activation did not turn");
    }
}

async fn start(app: &Shared, reference: &str, refused: Option<String>) -> Result<Arc<Activation>, Refusal> {
    let now = Utc::now();
    turn(app, reference, "turned", |activation| {
        if activation.status != Status::Accepted {
            return Err(not_open());
        }
        match refused {
            Some(reason) => {
                activation.status = Status::Refused;
                activation.reason = Some(reason);
                activation.due_at = None;
            }
            None => {
                let expires_at = now + TimeDelta::days(activation.days);
                activation.status = Status::Active;
                activation.activated_at = Some(now);
                activation.expires_at = Some(expires_at);
                activation.due_at = Some(expires_at);
            }
        }
        Ok(())
    })
    .await
}

/// Renews it for another period, billed to the number.
pub async fn renew(app: &Shared, reference: &str) -> Result<Arc<Activation>, Refusal> {
    turn(app, reference, "renewed", |activation| {
        if !activation.is_cancellable() {
            return Err(not_open());
        }
        let expires_at = activation.expires_at.unwrap_or_else(Utc::now) + TimeDelta::days(activation.days);
        activation.expires_at = Some(expires_at);
        activation.due_at = Some(expires_at);
        Ok(())
    })
    .await
}

/// Ends its renewals; one that is cancelled already is returned as it is.
pub async fn cancel(app: &Shared, reference: &str) -> Result<Arc<Activation>, Refusal> {
    let activation = find(app, reference)?;
    if activation.status == Status::Cancelled {
        return Ok(activation);
    }
    turn(app, reference, "turned", |activation| {
        if !activation.is_cancellable() {
            return Err(Refusal::new(409, "not_cancellable", "nothing of it can be cancelled"));
        }
        activation.status = Status::Cancelled;
        Ok(())
    })
    .await
}

pub async fn end(app: &Shared, reference: &str) -> Result<Arc<Activation>, Refusal> {
    turn(app, reference, "turned", |activation| {
        if !matches!(activation.status, Status::Active | Status::Cancelled) {
            return Err(not_open());
        }
        activation.status = Status::Ended;
        activation.expires_at = activation.expires_at.map(|at| at.min(Utc::now()));
        activation.due_at = None;
        Ok(())
    })
    .await
}

fn not_open() -> Refusal {
    Refusal::new(409, "activation_not_open", "the activation does not allow this now")
}

/// Changes an activation, with the callback that reports it. `event` is `renewed`, or `turned` for an event of the new status's name.
async fn turn(
    app: &Shared,
    reference: &str,
    event: &str,
    act: impl FnOnce(&mut Activation) -> Result<(), Refusal>,
) -> Result<Arc<Activation>, Refusal> {
    // The fault rules are asked before the change; another change in between is caught by the version.
    let before = find(app, reference)?;
    let mut after = (*before).clone();
    act(&mut after)?;
    after.version += 1;
    let name = if event == "renewed" { event } else { after.status.word() };
    let kind = format!("{EVENT}-{name}");
    let deliveries = events::plan(app, after.callback_url.clone(), &kind, json!({"activation": after.show()}), &after.subject());
    let after = Arc::new(after);
    let done = app
        .store
        .change(|state| {
            let stands = state.activations.get(reference).cloned().ok_or_else(unknown)?;
            if stands.version != before.version {
                return Err(not_open());
            }
            state.activations.put(reference, after.clone());
            outbox::enqueue(state, &deliveries);
            Ok(after)
        })
        .await?;
    outbox::schedule(app, deliveries);
    schedule(app, &done);
    tracing::info!(reference, event = name, "an activation turned");
    Ok(done)
}

/// Returns the package's row of the price list.
pub fn price_list() -> Vec<serde_json::Value> {
    let row = |package: &Package| json!({"package": package.code, "name": package.name, "days": package.days, "price": package.price, "renews": package.renews});
    catalogue::PACKAGES.iter().map(row).collect()
}
