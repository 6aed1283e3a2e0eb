//! Checks that the books agree with the orders, and with the payments that the provider reports. Run by the scheduler, so that we find our
//! own mistakes.

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::Result;
use chrono::TimeDelta;

use super::books;
use super::settle::{self, Subject};
use crate::ledger;
use crate::orders::issue;
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;

/// Age up to which charges are compared.
const SPAN: TimeDelta = TimeDelta::hours(24);
/// Age below which news of a payment may still be on its way to us.
const UNDER_WAY: TimeDelta = TimeDelta::minutes(5);

/// Runs one audit, by the scheduler: reports differences in the log and the metrics.
pub async fn round(app: App) -> Result<()> {
    let unbalanced = ledger::audit(&app.db).await?;
    for order in &unbalanced {
        tracing::error!(?order, "the books do not agree with an order");
    }
    let differing = differences(&app, UNDER_WAY).await?;
    for charge in &differing {
        tracing::error!(charge, "the provider and our books do not agree about a charge");
    }
    let charges = ledger::audit_charges(&app.db).await?;
    for charge in &charges {
        tracing::error!(?charge, "the books do not agree with a charge");
    }
    let series = issue::audit(&app.db).await?;
    for fault in &series {
        tracing::error!(%fault, "a series of sales documents has a fault");
    }
    let open = ledger::open_amounts(&app.db).await?;
    metrics::gauge!("manao_ledger_unbalanced_charges").set(charges.len() as f64);
    for provider in Provider::ALL {
        let receivable = ledger::receivable(&app.db, provider.as_str()).await?;
        metrics::gauge!("manao_ledger_receivable_satang", "provider" => provider.as_str()).set(receivable as f64);
    }
    metrics::gauge!("manao_ledger_claim_satang").set(open.claim_satang as f64);
    metrics::gauge!("manao_ledger_series_faults").set(series.len() as f64);
    metrics::gauge!("manao_ledger_owed_back_satang").set(open.owed_back_satang as f64);
    metrics::gauge!("manao_ledger_unowed_satang").set(open.unowed_satang as f64);
    metrics::gauge!("manao_ledger_open_refunds").set(open.refunds as f64);
    metrics::gauge!("manao_ledger_unbalanced_orders").set(unbalanced.len() as f64);
    metrics::gauge!("manao_ledger_differing_charges").set(differing.len() as f64);
    Ok(())
}

/// Returns the providers' charges of the last day where the two sides differ in the amount paid or refunded. Payments within `under_way` are
/// left out. Payments are made and booked while the whole list is read. Therefore each apparent difference is settled
/// individually, and only a remaining difference is reported.
pub async fn differences(app: &App, under_way: TimeDelta) -> Result<Vec<String>> {
    let mut differing = Vec::new();
    for provider in Provider::ALL {
        for charge_id in suspects(app, *provider, under_way).await? {
            if differs(app, *provider, &charge_id).await? {
                differing.push(charge_id);
            }
        }
    }
    Ok(differing)
}

/// Returns the amount of a paid charge that was refunded or charged back, satang; the fee is covered by the charge's own audit.
fn returned(charge: &Charge) -> i64 {
    charge.money.refunded.get().saturating_add(charge.money.charged_back.get())
}

/// Returns the charges whose amounts differ between the provider's list and our books, read at about the same time.
async fn suspects(app: &App, provider: Provider, under_way: TimeDelta) -> Result<BTreeSet<String>> {
    let now = app.clock.to_system(app.now());
    let paid: HashMap<String, Charge> = provider
        .list(app, now - SPAN)
        .await?
        .into_iter()
        .filter(is_money)
        .filter(|charge| charge.paid_at.is_none_or(|paid_at| paid_at <= now - under_way))
        .map(|charge| (charge.id.clone(), charge))
        .collect();
    let asked: Vec<String> = paid.keys().cloned().collect();
    let booked = sqlx::query!(
        r#"select p.charge_id as "charge_id!", true as "of_the_span!", null::bigint as returned
           from shop.payments p where p.charge_id is not null and p.provider = $4 and p.status = 'captured'
             and p.created_at > $2 and p.captured_at <= $3
           union all
           select charge_id, false, refunded_satang + charged_back_satang from shop.captured_charges where provider = $4 and charge_id = any($1)"#,
        &asked,
        // An attempt is older than its charge, so this close to the edge only the provider's list counts.
        app.now() - SPAN + UNDER_WAY,
        app.now() - under_way,
        provider.as_str()
    )
    .fetch_all(&app.db)
    .await?;
    let known: HashSet<&str> = booked.iter().filter(|row| row.returned.is_some()).map(|row| row.charge_id.as_str()).collect();
    let unbooked = paid.values().filter(|charge| !known.contains(charge.id.as_str()));
    let unlike = booked.iter().filter(|row| match (paid.get(&row.charge_id), row.returned) {
        (None, _) => row.of_the_span,
        (Some(charge), Some(booked)) => returned(charge) != booked,
        (Some(_), None) => false,
    });
    Ok(unbooked.map(|charge| charge.id.clone()).chain(unlike.map(|row| row.charge_id.clone())).collect())
}

/// Whether the charge is money that the books must hold, even if it was returned since.
fn is_money(charge: &Charge) -> bool {
    charge.was_paid() && charge.currency == books::CURRENCY
}

/// Whether one charge really differs. We may not have heard of its latest change yet, so it is settled once, and people only look at
/// differences that remain.
async fn differs(app: &App, provider: Provider, charge_id: &str) -> Result<bool> {
    if !is_unlike(app, provider, charge_id).await? {
        return Ok(false);
    }
    if let Err(problem) = settle::settle(app, Subject::Charge(provider, charge_id)).await {
        tracing::warn!(charge_id, %problem, "a charge that differs could not be settled");
    }
    is_unlike(app, provider, charge_id).await
}

/// Whether one charge, read individually, differs from the books as they are afterwards.
async fn is_unlike(app: &App, provider: Provider, charge_id: &str) -> Result<bool> {
    let charge = match provider.charge(app, charge_id).await {
        Ok(charge) => Some(charge).filter(is_money),
        Err(ProviderError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    let booked = sqlx::query!(
        r#"select exists (select from shop.payments where charge_id = $1 and provider = $2 and status = 'captured') as "paid!",
                  (select refunded_satang + charged_back_satang from shop.captured_charges where charge_id = $1 and provider = $2) as returned"#,
        charge_id,
        provider.as_str()
    )
    .fetch_one(&app.db)
    .await?;
    Ok(match charge {
        None => booked.paid || booked.returned.is_some(),
        Some(charge) => booked.returned != Some(returned(&charge)),
    })
}
