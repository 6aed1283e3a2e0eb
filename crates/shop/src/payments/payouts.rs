//! Payouts: the money that a provider owes us arrives in our bank account. Where the provider names the charges of a payout, it is booked
//! on these; else on the oldest. A negative payout is collected from the account, and is booked like the others.

use chrono::TimeDelta;
use manao_domain::Satang;
use manao_domain::charge_books::lay_payout;
use manao_domain::ledger::Journal;

use super::settle::{self, Subject};
use crate::ledger;
use crate::providers::charges::{Payout, PayoutPart, Provider, ProviderError};
use crate::providers::payments::Opn;
use crate::providers::telecom_charges::TelecomCharges;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Prefix of the payment provider's ids of transfers.
pub const PREFIX: &str = "trsf_";
/// Time before the last reading from which the telecom's list is read again: its clock is not ours.
const OVERLAP: TimeDelta = TimeDelta::minutes(10);
/// Time that the first reading goes back.
const FIRST: TimeDelta = TimeDelta::days(60);

/// Reads a transfer from the payment provider and books it, once it was paid.
///
/// # Errors
/// 503 `payment_unavailable` when the provider cannot be asked.
pub async fn settle(app: &App, transfer_id: &str) -> Result<(), Problem> {
    match Opn::from_app(app).payout(transfer_id).await {
        Ok(payout) if payout.is_paid => book(app, &payout).await,
        Ok(_) | Err(ProviderError::NotFound) => Ok(()),
        Err(error) => Err(Provider::Opn.away(error)),
    }
}

/// Books the telecom's payouts since the last reading; run by the scheduler.
pub async fn read_telecom(app: App) -> anyhow::Result<()> {
    let read = sqlx::query_scalar!("select listed_until from shop.provider_cursors where provider = 'telecom_payouts'")
        .fetch_optional(&app.db)
        .await?;
    let from = read.map_or(app.clock.to_system(app.now()) - FIRST, |read| read - OVERLAP);
    let mut read_until = read.unwrap_or(from);
    let mut failed = None;
    for (paid_at, payout) in TelecomCharges::new(&app).payouts(from).await? {
        match settle_and_book(&app, &payout).await {
            // Payouts after a failed one are read again with it, so that none is skipped.
            Ok(()) if failed.is_none() => read_until = read_until.max(paid_at),
            Ok(()) => {}
            // The telecom is unavailable, or the database: the next payout would only wait for it too.
            Err(problem) if problem.code().status == 503 => {
                failed = Some(problem);
                break;
            }
            Err(problem) => {
                tracing::error!(payout = payout.id, %problem, "a payout could not be booked");
                failed.get_or_insert(problem);
            }
        }
    }
    let mut change = app.change().await?;
    sqlx::query!(
        "insert into shop.provider_cursors (provider, listed_until) values ('telecom_payouts', $1)
         on conflict (provider) do update set listed_until = greatest(provider_cursors.listed_until, excluded.listed_until)",
        read_until
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    failed.map_or(Ok(()), |problem| Err(problem.into()))
}

async fn settle_and_book(app: &App, payout: &Payout) -> Result<(), Problem> {
    settle_charges(app, payout).await?;
    book(app, payout).await
}

/// Settles the charges of a payout: their fees are known now, and a charge that we never heard of is booked.
async fn settle_charges(app: &App, payout: &Payout) -> Result<(), Problem> {
    if is_booked(app, payout).await? {
        return Ok(());
    }
    for part in payout.parts.iter().flatten() {
        settle::settle(app, Subject::Charge(payout.provider, &part.charge_id)).await?;
    }
    Ok(())
}

async fn is_booked(app: &App, payout: &Payout) -> Result<bool, Problem> {
    let booked = sqlx::query_scalar!(
        r#"select exists (select from shop.payouts where provider = $1 and transfer_id = $2) as "booked!""#,
        payout.provider.as_str(),
        payout.id
    )
    .fetch_one(&app.db)
    .await?;
    Ok(booked)
}

/// Books a payout, once.
async fn book(app: &App, payout: &Payout) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let new = sqlx::query!(
        "insert into shop.payouts (provider, transfer_id, amount_satang, fee_satang, fee_vat_satang, booked_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        payout.provider.as_str(),
        payout.id,
        payout.amount,
        payout.fee,
        payout.fee_vat,
        now
    )
    .execute(change.conn())
    .await?;
    if new.rows_affected() == 0 {
        return Ok(());
    }
    let amount = Satang(payout.amount);
    let (parts, rest) = match &payout.parts {
        Some(told) => {
            let parts = named(&mut change, payout.provider, told).await?;
            let sum = Satang::sum(parts.iter().map(|(_, part)| *part)).map_err(Problem::internal)?;
            (parts, amount.minus(sum).map_err(Problem::internal)?)
        }
        None => lay_payout(amount, &owed(&mut change, payout.provider).await?).map_err(Problem::internal)?,
    };
    let journal = Journal::payout(amount, Satang(payout.fee), Satang(payout.fee_vat), &parts, rest).map_err(Problem::internal)?;
    if let Some(journal) = journal {
        ledger::post(&mut change, None, &payout.id, &journal).await?;
    }
    let (ids, amounts): (Vec<i64>, Vec<i64>) = parts.into_iter().map(|(id, part)| (id, part.get())).unzip();
    sqlx::query!(
        "update shop.captured_charges c set paid_out_satang = paid_out_satang + part.amount
         from unnest($1::bigint[], $2::bigint[]) as part (id, amount) where c.id = part.id",
        &ids,
        &amounts
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    let provider = payout.provider.as_str();
    if !rest.is_zero() {
        tracing::error!(provider, payout = payout.id, %rest, "a payout is not what the provider owes us for the charges that we know");
    }
    tracing::info!(provider, payout = payout.id, %amount, charges = ids.len(), "a payout was booked");
    Ok(())
}

/// Returns the amount that the provider owes us for each charge, oldest first; locked.
async fn owed(change: &mut Change, provider: Provider) -> Result<Vec<(i64, Satang)>, Problem> {
    let owed = sqlx::query!(
        "select id, receivable_satang from shop.captured_charges where provider = $1 and receivable_satang <> 0
         order by captured_at, id for update",
        provider.as_str()
    )
    .fetch_all(change.conn())
    .await?;
    Ok(owed.into_iter().map(|row| (row.id, Satang(row.receivable_satang))).collect())
}

/// Returns the charges that a payout names, with their shares; unknown charges are left out. Locked.
async fn named(change: &mut Change, provider: Provider, told: &[PayoutPart]) -> Result<Vec<(i64, Satang)>, Problem> {
    let (charge_ids, amounts): (Vec<String>, Vec<i64>) = told.iter().map(|part| (part.charge_id.clone(), part.amount)).unzip();
    let parts = sqlx::query!(
        r#"select c.id, part.amount as "amount!" from shop.captured_charges c
           join unnest($2::text[], $3::bigint[]) as part (charge_id, amount) on part.charge_id = c.charge_id
           where c.provider = $1 and part.amount <> 0 order by c.captured_at, c.id for update of c"#,
        provider.as_str(),
        &charge_ids,
        &amounts
    )
    .fetch_all(change.conn())
    .await?;
    Ok(parts.into_iter().map(|row| (row.id, Satang(row.amount))).collect())
}
