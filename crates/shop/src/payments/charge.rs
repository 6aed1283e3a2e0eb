//! Makes the provider's charge for a payment, once, and fetches the buyer's instructions: a QR code, or the reference of the one-time
//! code that was texted.
//!
//! A missing answer says nothing about what the provider did: before creating again, we ask the provider for a charge with our reference.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::channel::{ChannelCode, Device};
use manao_domain::payment::PaymentStatus;
use manao_domain::settle::ChargeStatus;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use super::channels::{ChannelAdapter, PaymentInstructions};
use super::row::{PaymentRow, REFUSED};
use super::{settle, store, void};
use crate::orders::{log, refresh_status};
use crate::payment_channels::health;
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::{Lang, Problem, codes};

/// Time for which an attempt belongs to its worker, which keeps renewing it. If the worker dies, another takes over and the buyer has the
/// code a few seconds later. The new worker looks for the charge before making one.
const LEASE: TimeDelta = TimeDelta::seconds(5);
const RENEW: Duration = Duration::from_millis(1_500);
/// A slower renewal might arrive after the lease has ended.
const RENEWAL: Duration = Duration::from_secs(1);
/// Time limit of an attempt: covers a look-up, a creation and the picture.
const ATTEMPT: Duration = Duration::from_secs(20);
/// Pauses between tries inside one attempt: a brief failure of the provider should not reach the buyer.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(600)];
/// Time without a code after which the payment has failed; the buyer is notified and may get a new one.
const GIVE_UP: TimeDelta = TimeDelta::seconds(60);
/// Delay of the job that backs up the attempt made right after the commit.
const JOB_DELAY: TimeDelta = TimeDelta::seconds(5);

/// Makes the charge if it has not been made; queued with the payment, so a crash in between loses nothing.
#[derive(Serialize, Deserialize)]
pub struct MakeCharge {
    pub payment_id: i64,
}

impl Job for MakeCharge {
    const NAME: &'static str = "payments.charge";

    async fn run(self, app: App) -> anyhow::Result<()> {
        attempt(&app, self.payment_id).await?;
        Ok(())
    }
}

/// Queues the charge of a payment made in this change.
pub async fn enqueue(change: &mut Change, payment_id: i64) -> Result<(), Problem> {
    let run_at = change.now() + JOB_DELAY;
    change.job(&MakeCharge { payment_id }, JobOptions::at(run_at)).await
}

/// Limits how many charges this process makes at once.
struct ChargingLimit(Semaphore);
const AT_ONCE: usize = 32;

/// Starts at once after the commit and waits a little for the code (setting `CODE_WAIT_MS`); a slow provider's work continues in the
/// background. Returns the provider's refusal, if it arrived by then: the payment has then failed.
pub async fn start_and_wait(app: &App, payment_id: i64) -> Option<Problem> {
    let work = {
        let app = app.clone();
        let limit = app.shared_with(|| ChargingLimit(Semaphore::new(AT_ONCE)));
        let work = async move {
            // In a rush, charges queue here. The semaphore is never closed.
            let _permit = limit.0.acquire().await;
            attempt(&app, payment_id).await.unwrap_or_else(|error| {
                tracing::warn!(payment_id, %error, "the charge could not be made yet");
                None
            })
        };
        tokio::spawn(work.in_current_span())
    };
    // A timeout only ends the waiting.
    tokio::time::timeout(app.settings.code_wait(), work).await.ok()?.ok()?
}

/// Makes one attempt to get from `created` to `awaiting`. Does nothing when the payment is past that, or another worker has it. Returns a
/// refusal that the buyer can act on; the payment has then failed.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when it should be retried later.
pub async fn attempt(app: &App, payment_id: i64) -> Result<Option<Problem>, Problem> {
    let Some(payment) = claim(app, payment_id).await? else { return Ok(None) };
    let adapter = payment.adapter();
    let away = payment.provider.unavailable();
    // We were down for the code's whole lifetime: making it now would be useless.
    if app.now() >= payment.expires_at {
        return fail(app, &payment, UNAVAILABLE).await.map(|()| None);
    }
    let result = tokio::select! {
        result = tokio::time::timeout(ATTEMPT, make(app, adapter, &payment)) => {
            result.unwrap_or_else(|_| Err(ProviderError::Unavailable("no answer in time".to_owned())))
        }
        () = lost(app, &payment) => return Err(Problem::new(away).because("another is at it")),
    };
    let error = match result {
        Ok((charge, instructions)) => return show(app, &payment, charge, instructions).await.map(|()| None),
        Err(ProviderError::Unavailable(why)) => {
            health::did_not_answer(app, payment.channel).await?;
            let now = app.now();
            if now >= payment.created_at + GIVE_UP || now >= payment.expires_at {
                tracing::warn!(reference = payment.reference, why, "gave up making the charge");
                return fail(app, &payment, UNAVAILABLE).await.map(|()| None);
            }
            unclaim(app, &payment).await?;
            return Err(Problem::new(away).because(why));
        }
        Err(error) => error,
    };
    metrics::counter!("manao_charges_refused_total").increment(1);
    let (failure_code, told) = match &error {
        ProviderError::TooSoon { seconds } => {
            (codes::otp_too_soon.name, Some(Problem::new(codes::otp_too_soon).param("seconds", *seconds).retry_after(*seconds)))
        }
        ProviderError::CapReached { satang, resets_at } => {
            let reached = Problem::new(codes::mobile_cap_reached);
            let reached = satang.iter().fold(reached, |problem, satang| problem.param("capSatang", *satang));
            let reached = resets_at.iter().fold(reached, |problem, at| problem.param("resetsAt", at.to_rfc3339()));
            (CAP_REACHED, Some(reached))
        }
        ProviderError::Refused { code, .. } => match adapter.refusal(code) {
            Some(problem) => (code.as_str(), Some(problem)),
            None => (REFUSED, None),
        },
        _ => (REFUSED, None),
    };
    if told.is_none() {
        tracing::error!(reference = payment.reference, %error, "the provider refused the charge");
    }
    fail(app, &payment, failure_code).await?;
    Ok(told)
}

/// Failure reason: the provider could not be reached for a charge.
const UNAVAILABLE: &str = "payment_unavailable";
/// Failure reason: the paying number's monthly spending limit.
const CAP_REACHED: &str = "cap_reached";

/// Takes the payment for this worker, unless its charge is made or another worker has it. The try number proves the worker's claim: a
/// successor has a higher one.
async fn claim(app: &App, payment_id: i64) -> Result<Option<PaymentRow>, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let row = sqlx::query_as!(
        PaymentRow,
        r#"update shop.payments set charging_until = $2, check_at = $2, charge_tries = charge_tries + 1
           where id = $1 and status = 'created' and not awaits_card and (charging_until is null or charging_until <= $3)
           returning id, order_id, reference, status as "status: PaymentStatus", amount_satang, currency,
                     provider as "provider: Provider", channel as "channel: ChannelCode", charge_id, msisdn, device as "device: Device", language as "language: Lang", created_at, expires_at, charge_tries"#,
        payment_id,
        now + LEASE,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    change.commit().await?;
    Ok(row)
}

/// Keeps the payment for this worker, and returns when it is lost: another worker took it, or it could not be renewed in time.
async fn lost(app: &App, payment: &PaymentRow) {
    let mut until = app.now() + LEASE;
    loop {
        tokio::time::sleep(RENEW).await;
        match tokio::time::timeout(RENEWAL, renew(app, payment)).await {
            Ok(Ok(Some(renewed))) => until = renewed,
            Ok(Ok(None)) => return,
            Ok(Err(_)) | Err(_) if app.now() >= until => return,
            Ok(Err(_)) | Err(_) => {}
        }
    }
}

/// Renews the claim; returns its new end, None when another worker has it.
async fn renew(app: &App, payment: &PaymentRow) -> Result<Option<DateTime<Utc>>, Problem> {
    let mut change = app.change().await?;
    let until = change.now() + LEASE;
    // A payment ended meanwhile keeps its own time for the next check; its charge is still made, and then ended.
    let kept = sqlx::query!(
        "update shop.payments set charging_until = $3, check_at = case when status = 'created' then $3 else check_at end
         where id = $1 and charge_tries = $2",
        payment.id,
        payment.charge_tries,
        until
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok((kept.rows_affected() == 1).then_some(until))
}

async fn unclaim(app: &App, payment: &PaymentRow) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    sqlx::query!(
        "update shop.payments set charging_until = null, check_at = case when status = 'created' then $3 else check_at end
         where id = $1 and charge_tries = $2",
        payment.id,
        payment.charge_tries,
        store::next_check(store::ask_every(app), PaymentStatus::Created, payment.created_at, payment.expires_at, now)
    )
    .execute(change.conn())
    .await?;
    change.commit().await
}

/// Makes the charge and fetches its payment instructions. The first try of the first attempt creates; every other looks first, unless
/// creating again would find it too.
async fn make(
    app: &App,
    adapter: &dyn ChannelAdapter,
    payment: &PaymentRow,
) -> Result<(Charge, Option<PaymentInstructions>), ProviderError> {
    let mut pauses = PAUSES.iter();
    let mut look_first = payment.charge_tries > 1;
    loop {
        let error = match make_once(app, adapter, payment, look_first && !payment.provider.is_repeatable()).await {
            Ok(made) => return Ok(made),
            Err(ProviderError::Unavailable(why)) => ProviderError::Unavailable(why),
            Err(error) => return Err(error),
        };
        match pauses.next() {
            Some(pause) => tokio::time::sleep(*pause).await,
            None => return Err(error),
        }
        look_first = true;
    }
}

async fn make_once(
    app: &App,
    adapter: &dyn ChannelAdapter,
    payment: &PaymentRow,
    look_first: bool,
) -> Result<(Charge, Option<PaymentInstructions>), ProviderError> {
    let provider = payment.provider;
    let found = if look_first { Charge::best(provider.find(app, &payment.reference, &payment.lived()).await?) } else { None };
    let charge = match found {
        Some(charge) => charge,
        None => adapter.start(app, payment).await?,
    };
    if charge.status != ChargeStatus::Pending {
        return Ok((charge, None));
    }
    let instructions = adapter.instructions(app, payment, &charge).await?;
    Ok((charge, Some(instructions)))
}

/// Shows the code. A payment that ended meanwhile (cancelled, a new code taken) must not become payable
/// again: then the charge is ended at the provider.
async fn show(app: &App, payment: &PaymentRow, charge: Charge, instructions: Option<PaymentInstructions>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let (order, payment) = store::lock(change.conn(), payment.order_id, payment.id).await?;
    if payment.status == PaymentStatus::Awaiting && payment.charge_id.as_deref() == Some(charge.id.as_str()) {
        // A successor found the same charge first: its code is shown and must stay valid.
        return Ok(());
    }
    let shown = payment.status == PaymentStatus::Created && instructions.is_some();
    let PaymentInstructions { qr_payload, qr_image_url, authorize_url, otp_reference, authorization_id } =
        instructions.unwrap_or_default();
    sqlx::query!(
        r#"update shop.payments set charge_id = coalesce(charge_id, $2), charging_until = null, version = version + 1,
                  status = case when $4 then 'awaiting' else status end,
                  qr_payload = case when $4 then $5 else qr_payload end,
                  qr_image_url = case when $4 then $3 else qr_image_url end,
                  otp_reference = case when $4 then $8 else otp_reference end,
                  authorize_url = case when $4 then $9 else authorize_url end,
                  authorization_id = case when $4 then $13 else authorization_id end,
                  server_reference = coalesce($14, server_reference),
                  card_token = null, card_brand = $10, card_last_digits = $11, card_fingerprint = $12,
                  awaiting_at = case when $4 then $6 else awaiting_at end,
                  check_at = case when $4 then $7 else check_at end
           where id = $1"#,
        payment.id,
        charge.id,
        qr_image_url,
        shown,
        qr_payload,
        now,
        store::next_check(store::ask_every(app), PaymentStatus::Awaiting, payment.created_at, payment.expires_at, now),
        otp_reference,
        authorize_url,
        charge.card.as_ref().map(|card| card.brand.as_str()),
        charge.card.as_ref().map(|card| card.last_digits.as_str()),
        charge.card.as_ref().map(|card| card.fingerprint.as_str()),
        authorization_id,
        charge.server_reference
    )
    .execute(change.conn())
    .await?;
    if shown {
        log::write(
            &mut change,
            order.id,
            log::LogKind::CodeShown,
            &serde_json::json!({ "payment": payment.reference, "charge": charge.id }),
        )
        .await?;
        refresh_status(&mut change, order.id).await?;
    } else if charge.status == ChargeStatus::Pending {
        void::enqueue(&mut change, charge.provider, &charge.id).await?;
    }
    health::answered(&mut change, payment.channel).await?;
    change.commit().await?;
    if !shown && charge.status != ChargeStatus::Pending {
        settle::apply(app, &charge).await?;
    }
    Ok(())
}

/// Records that the attempt failed: the buyer is notified and may get a new code.
async fn fail(app: &App, payment: &PaymentRow, failure_code: &str) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let (order, payment) = store::lock(change.conn(), payment.order_id, payment.id).await?;
    if payment.status != PaymentStatus::Created {
        return Ok(());
    }
    sqlx::query!(
        "update shop.payments set status = 'failed', failure_code = $2, charging_until = null, ended_at = $4, check_at = $3,
                unsure = $5, version = version + 1
         where id = $1",
        payment.id,
        failure_code,
        // The charge may exist unseen: it is looked for like that of any dead attempt.
        store::next_check(store::ask_every(app), PaymentStatus::Failed, payment.created_at, payment.expires_at, now),
        now,
        // Without an answer it may even be paid: a card needs nobody for that.
        failure_code == UNAVAILABLE && payment.charge_id.is_none()
    )
    .execute(change.conn())
    .await?;
    log::write(
        &mut change,
        order.id,
        log::LogKind::PaymentFailed,
        &serde_json::json!({ "payment": payment.reference, "code": failure_code }),
    )
    .await?;
    refresh_status(&mut change, order.id).await?;
    change.commit().await
}
