//! Do the books agree with the orders, and with what the provider says was paid? Looked at by the clockwork, so that a
//! mistake of ours is found by us.

use std::collections::HashSet;

use anyhow::Result;
use chrono::TimeDelta;

use crate::app::App;
use crate::features::ledger;
use crate::providers::charges::ChargeStatus;
use crate::providers::payments::Opn;

/// How far back charges are compared.
const SPAN: TimeDelta = TimeDelta::hours(24);
/// What was paid so lately may still be on its way to us.
const UNDER_WAY: TimeDelta = TimeDelta::minutes(5);

/// One look, by the clockwork: tells what differs in the log and in the metrics.
///
/// # Errors
/// When the database or the provider cannot be asked; the next round tries again.
pub async fn round(app: App) -> Result<()> {
    let unbalanced = ledger::audit(&app.db).await?;
    for order in &unbalanced {
        tracing::error!(?order, "the books do not agree with an order");
    }
    let differing = differences(&app, UNDER_WAY).await?;
    for charge in &differing {
        tracing::error!(charge, "the provider and our books do not agree about a charge");
    }
    metrics::gauge!("manao_ledger_unbalanced_orders").set(unbalanced.len() as f64);
    metrics::gauge!("manao_ledger_differing_charges").set(differing.len() as f64);
    Ok(())
}

/// Charges of the payment provider's last day that one side has as paid and the other has not. What was paid within `under_way` is left out.
///
/// # Errors
/// When the database or the provider cannot be asked.
pub async fn differences(app: &App, under_way: TimeDelta) -> Result<Vec<String>> {
    let now = app.clock.to_system(app.now());
    let paid: HashSet<String> = Opn::of(app)
        .list(now - SPAN, None)
        .await?
        .into_iter()
        .filter(|charge| charge.status == ChargeStatus::Successful)
        .filter(|charge| charge.paid_at.is_none_or(|paid_at| paid_at <= now - under_way))
        .map(|charge| charge.id)
        .collect();
    let asked: Vec<String> = paid.iter().cloned().collect();
    let booked = sqlx::query!(
        r#"select charge_id as "charge_id!", created_at > $2 as "of_the_span!" from payments
           where charge_id is not null and provider = 'opn' and status in ('captured', 'mismatch')
             and (charge_id = any($1) or (created_at > $2 and captured_at <= $3))
           union all
           select charge_id, false from provider_strangers where provider = 'opn' and charge_id = any($1)"#,
        &asked,
        // An attempt is older than its charge: so close to the edge only the provider's list tells.
        app.now() - SPAN + UNDER_WAY,
        app.now() - under_way
    )
    .fetch_all(&app.db)
    .await?;
    let known: HashSet<&str> = booked.iter().map(|row| row.charge_id.as_str()).collect();
    let unbooked = paid.iter().filter(|charge| !known.contains(charge.as_str())).cloned();
    let unpaid = booked.iter().filter(|row| row.of_the_span && !paid.contains(&row.charge_id)).map(|row| row.charge_id.clone());
    let mut differing: Vec<String> = unbooked.chain(unpaid).collect();
    differing.sort();
    differing.dedup();
    Ok(differing)
}
