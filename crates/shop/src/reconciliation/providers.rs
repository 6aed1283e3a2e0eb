//! What a payment provider lists for a day, and what our books have of it.

use std::collections::HashSet;
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::Satang;
use manao_domain::reconciliation::ListedKind;

use super::days::{Sides, theirs};
use crate::payments::books::CURRENCY;
use crate::payments::settle::{self, Subject};
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Most charges of a day that are settled or asked for one by one.
const MOST: usize = 300;
/// Time after a payout in which we may have booked it.
const BOOKED_LATE: TimeDelta = TimeDelta::days(2);

/// Compares a day. What seems to differ is settled once, and compared again.
pub async fn compare(app: &App, provider: Provider, time: Range<DateTime<Utc>>) -> Result<Sides, Problem> {
    let mut sides = compare_charges(app, provider, &time).await?;
    let differing = sides.differences();
    for difference in differing.iter().take(MOST) {
        match settle::settle(app, Subject::Charge(provider, &difference.subject)).await {
            Ok(_) => {}
            Err(problem) if problem.code().status == 503 => return Err(problem),
            // It stays a difference.
            Err(problem) => tracing::warn!(charge = difference.subject, %problem, "a charge that differs could not be settled"),
        }
    }
    if !differing.is_empty() {
        sides = compare_charges(app, provider, &time).await?;
    }
    sides.extend(compare_payouts(app, provider, &time).await?);
    Ok(sides)
}

/// Returns the amount that a charge brings: after fees, refunds and disputes.
fn net(charge: &Charge) -> Result<Satang, Problem> {
    let money = &charge.money;
    let taken = Satang::sum([money.fee, money.fee_vat, money.refunded, money.charged_back]).map_err(Problem::internal)?;
    Satang(charge.amount).minus(taken).map_err(Problem::internal)
}

async fn compare_charges(app: &App, provider: Provider, time: &Range<DateTime<Utc>>) -> Result<Sides, Problem> {
    let there = theirs(app, time.start)..theirs(app, time.end);
    let listed = provider.charges(app, there.clone()).await.map_err(|error| provider.away(error))?;
    let mut sides = Sides::default();
    let key = |id: &str| (ListedKind::Charge, id.to_owned());
    let is_money = |charge: &Charge| charge.was_paid() && charge.currency == CURRENCY;
    for charge in listed.iter().filter(|charge| is_money(charge) && there.contains(&charge.created_at)) {
        sides.theirs.insert(key(&charge.id), net(charge)?);
    }
    let ids: Vec<String> = sides.theirs.keys().map(|(_, id)| id.clone()).collect();
    let booked = sqlx::query!(
        r#"select charge_id, (receivable_satang + paid_out_satang)::bigint as "net!" from shop.captured_charges
           where provider = $1 and (charge_id = any($2) or (captured_at >= $3 and captured_at < $4))"#,
        provider.as_str(),
        &ids,
        time.start,
        time.end
    )
    .fetch_all(&app.db)
    .await?;
    let known: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let mut asked = 0;
    for row in booked {
        if known.contains(row.charge_id.as_str()) {
            sides.ours.insert(key(&row.charge_id), Satang(row.net));
            continue;
        }
        // Paid on this day, and perhaps made on another: then it is compared with that one.
        asked += 1;
        if asked > MOST {
            break;
        }
        match provider.charge(app, &row.charge_id).await {
            Ok(charge) if is_money(&charge) => {}
            Ok(_) | Err(ProviderError::NotFound) => {
                sides.ours.insert(key(&row.charge_id), Satang(row.net));
            }
            Err(error) => return Err(provider.away(error)),
        }
    }
    Ok(sides)
}

async fn compare_payouts(app: &App, provider: Provider, time: &Range<DateTime<Utc>>) -> Result<Sides, Problem> {
    let there = theirs(app, time.start)..theirs(app, time.end);
    let listed = provider.payouts(app, there.start - BOOKED_LATE).await.map_err(|error| provider.away(error))?;
    let mut sides = Sides::default();
    let key = |id: &str| (ListedKind::Payout, id.to_owned());
    for (_, payout) in listed.iter().filter(|(at, payout)| payout.is_paid && there.contains(at)) {
        sides.theirs.insert(key(&payout.id), Satang(payout.amount));
    }
    let of_day: Vec<String> = sides.theirs.keys().map(|(_, id)| id.clone()).collect();
    let listed: Vec<String> = listed.into_iter().map(|(_, payout)| payout.id).collect();
    let booked = sqlx::query!(
        "select transfer_id, amount_satang from shop.payouts
         where provider = $1 and (transfer_id = any($2) or (booked_at >= $3 and booked_at < $4 and transfer_id <> all($5)))",
        provider.as_str(),
        &of_day,
        time.start,
        time.end,
        &listed
    )
    .fetch_all(&app.db)
    .await?;
    sides.ours.extend(booked.into_iter().map(|row| (key(&row.transfer_id), Satang(row.amount_satang))));
    Ok(sides)
}
