//! Reconciliation: changes that no webhook reported are asked for. Every payment that may have changed is checked when it is due, and the
//! provider's own list of charges is compared with ours.

use anyhow::Result;
use chrono::TimeDelta;
use futures_util::StreamExt as _;
use manao_domain::payment::PaymentStatus;
use manao_domain::settle::ChargeStatus;

use super::settle::{self, Subject};
use super::{books, charge, unmatched};
use crate::providers::charges::{Charge, Provider};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Number of payments checked in one round.
const BATCH: i64 = 400;
/// Number of simultaneous calls to the provider.
const AT_ONCE: usize = 8;
/// Time for which other processes skip a payment that is being checked.
const CLAIM: TimeDelta = TimeDelta::seconds(15);
/// Time before the last reading from which the list is read again: the provider's clock is not ours.
const OVERLAP: TimeDelta = TimeDelta::seconds(90);
/// Time that the first reading goes back.
const FIRST: TimeDelta = TimeDelta::hours(24);

/// Checks every payment that is due.
pub async fn ask_due(app: &App) -> Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let due = sqlx::query!(
        r#"update shop.payments set check_at = $2
           where id in (select id from shop.payments where check_at <= $1 order by check_at limit $3 for update skip locked)
           returning id, status as "status: PaymentStatus""#,
        now,
        now + CLAIM,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    change.commit().await?;
    let asked = due.into_iter().map(|payment| async move {
        // Its code was never shown: this attempt makes the charge, or finds one that a dead attempt made, or gives up when it has expired.
        let result = if payment.status == PaymentStatus::Created {
            charge::attempt(app, payment.id).await.map(|_| ())
        } else {
            settle::settle(app, Subject::Payment(payment.id)).await.map(|_| ())
        };
        if let Err(problem) = result {
            tell_failed(&problem, "payment", &payment.id);
        }
    });
    futures_util::stream::iter(asked).buffer_unordered(AT_ONCE).collect::<()>().await;
    Ok(())
}

/// Reports a failed check. An unavailable provider is asked again soon and has its own metric; anything else is our failure, for the log.
fn tell_failed(problem: &Problem, kind: &str, subject: &dyn std::fmt::Display) {
    if [codes::payment_unavailable, codes::telecom_unavailable].contains(&problem.code()) {
        tracing::debug!(kind, %subject, %problem, "asked again soon");
    } else {
        tracing::warn!(kind, %subject, %problem, "could not be settled, and is asked about again");
    }
}

/// Checks every captured charge that is due: its money may have been returned.
pub async fn follow_due(app: &App) -> Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let due = sqlx::query!(
        r#"update shop.captured_charges set check_at = $2
           where id in (select id from shop.captured_charges where check_at <= $1 order by check_at limit $3 for update skip locked)
           returning provider as "provider: Provider", charge_id"#,
        now,
        now + CLAIM,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    change.commit().await?;
    let asked = due.into_iter().map(|charge| async move {
        if let Err(problem) = settle::settle(app, Subject::Charge(charge.provider, &charge.charge_id)).await {
            tell_failed(&problem, "charge", &charge.charge_id);
        }
    });
    futures_util::stream::iter(asked).buffer_unordered(AT_ONCE).collect::<()>().await;
    Ok(())
}

/// Compares each provider's charges, made since the last comparison, with ours.
pub async fn compare_lists(app: &App) -> Result<()> {
    let mut compared = Ok(());
    for provider in Provider::ALL {
        // One that cannot be asked does not keep the other waiting.
        compared = compared.and(compare_list(app, *provider).await);
    }
    compared
}

async fn compare_list(app: &App, provider: Provider) -> Result<()> {
    let listed = sqlx::query_scalar!("select listed_until from shop.provider_cursors where provider = $1", provider.as_str())
        .fetch_optional(&app.db)
        .await?;
    let from = listed.map_or(app.clock.to_system(app.now()) - FIRST, |until| until - OVERLAP);
    let charges = provider.list(app, from).await?;
    let mut failed = None;
    for charge in &charges {
        if let Err(problem) = compare(app, charge).await {
            tell_failed(&problem, "charge", &charge.id);
            // An unavailable provider would only keep the others waiting for it too.
            let is_away = problem.code().status == 503;
            failed.get_or_insert(problem);
            if is_away {
                break;
            }
        }
    }
    // The list is read from the same place again, so that none is skipped.
    if let Some(problem) = failed {
        return Err(problem.into());
    }
    let mut change = app.change().await?;
    sqlx::query!(
        "insert into shop.provider_cursors (provider, listed_until) values ($1, $2)
         on conflict (provider) do update set listed_until = greatest(provider_cursors.listed_until, excluded.listed_until)",
        provider.as_str(),
        charges.iter().map(|charge| charge.created_at).max().unwrap_or(from)
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(())
}

async fn compare(app: &App, charge: &Charge) -> Result<(), Problem> {
    let ours = sqlx::query!(
        r#"select status as "status: PaymentStatus", charge_id,
                  exists (select from shop.captured_charges c where c.charge_id = $1 and c.provider = $3) as "booked!"
           from shop.payments where (charge_id = $1 or reference = $2) and provider = $3 order by charge_id = $1 desc nulls last limit 1"#,
        charge.id,
        charge.reference,
        charge.provider.as_str()
    )
    .fetch_optional(&app.db)
    .await?;
    let Some(ours) = ours else {
        let mut change = app.change().await?;
        unmatched::note_unknown(&mut change, charge).await?;
        books::follow(&mut change, charge).await?;
        change.commit().await?;
        return Ok(());
    };
    let same = ours.charge_id.as_deref() == Some(charge.id.as_str());
    let alive = ours.status.is_alive();
    let agrees = match charge.status {
        ChargeStatus::Pending => alive && (same || ours.charge_id.is_none()),
        ChargeStatus::Successful | ChargeStatus::Reversed => ours.booked,
        ChargeStatus::Failed | ChargeStatus::Expired => !same || !alive,
    };
    if !agrees {
        // Read again: listing took a while, and the charge may have changed since.
        settle::settle(app, Subject::Charge(charge.provider, &charge.id)).await?;
    }
    Ok(())
}
