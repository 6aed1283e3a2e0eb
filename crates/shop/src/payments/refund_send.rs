//! Asks providers for refunds, once each. A refund whose answer was lost is looked for by its key before the provider is asked again, and no
//! money is booked here: the books follow the charge.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt as _;
use manao_domain::Satang;
use manao_domain::refund::RefundState;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::refund_requests::OrderBalance;
use super::settle::{self, Subject};
use crate::orders::{self, log, refresh_status};
use crate::providers::charges::{Provider, ProviderError, ProviderRefund, RefundStatus};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::jobs::Job;
use manao_kernel::problem::{Problem, codes};

/// Number of refunds looked at in one round, and at once.
const BATCH: i64 = 200;
const AT_ONCE: usize = 4;
/// Time for which other processes skip a refund that is being looked at.
const CLAIM: TimeDelta = TimeDelta::seconds(15);
/// Pause before the provider is asked again when no refund was found: another worker may be asking, or the lost request is still on its way.
/// Longer than the provider's clients wait for an answer.
const ASK_AGAIN: TimeDelta = TimeDelta::seconds(90);
/// Shortest and longest pause between two looks.
const SOON: TimeDelta = TimeDelta::seconds(5);
const LATE: TimeDelta = TimeDelta::hours(1);
/// Longest reason of a provider's refusal that is kept.
const LONGEST_CODE: usize = 64;

/// Asks the provider for a refund after the commit; what fails is tried again by [`round`].
#[derive(Serialize, Deserialize)]
pub struct AskRefund {
    pub refund_id: i64,
}

impl Job for AskRefund {
    const NAME: &'static str = "payments.refund";

    async fn run(self, app: App) -> anyhow::Result<()> {
        step_and_report(&app, self.refund_id).await;
        Ok(())
    }
}

/// Looks at every refund that is due.
pub async fn round(app: App) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    let now = change.now();
    let due = sqlx::query_scalar!(
        "update shop.refunds set check_at = $2
         where id in (select id from shop.refunds where check_at <= $1 order by check_at limit $3 for update skip locked) returning id",
        now,
        now + CLAIM,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    change.commit().await?;
    let looked_at = due.into_iter().map(|id| step_and_report(&app, id));
    futures_util::stream::iter(looked_at).buffer_unordered(AT_ONCE).collect::<()>().await;
    Ok(())
}

async fn step_and_report(app: &App, refund_id: i64) {
    let Err(problem) = step(app, refund_id).await else { return };
    if [codes::payment_unavailable, codes::telecom_unavailable].contains(&problem.code()) {
        tracing::debug!(refund_id, %problem, "a refund is asked for again soon");
    } else {
        tracing::warn!(refund_id, %problem, "a refund could not be asked for, and is tried again");
    }
    if let Err(problem) = look_later(app, refund_id).await {
        tracing::warn!(refund_id, %problem, "a refund keeps its time");
    }
}

/// A refund that is not over.
struct OpenRefund {
    id: i64,
    key: String,
    order_id: i64,
    amount: Satang,
    provider: Provider,
    charge_id: String,
    last_asked_at: Option<DateTime<Utc>>,
}

async fn open_refund(app: &App, refund_id: i64) -> Result<Option<OpenRefund>, Problem> {
    let row = sqlx::query!(
        r#"select r.id, r.key, r.order_id, r.amount_satang, p.provider as "provider: Provider", p.charge_id as "charge_id!", r.last_asked_at
           from shop.refunds r join shop.payments p on p.id = r.payment_id
           where r.id = $1 and r.state in ('asked', 'pending') and p.charge_id is not null"#,
        refund_id
    )
    .fetch_optional(&app.db)
    .await?;
    Ok(row.map(|row| OpenRefund {
        id: row.id,
        key: row.key,
        order_id: row.order_id,
        amount: Satang(row.amount_satang),
        provider: row.provider,
        charge_id: row.charge_id,
        last_asked_at: row.last_asked_at,
    }))
}

/// Takes a refund as far as it goes now.
///
/// # Errors
/// 503 `payment_unavailable` or `telecom_unavailable` when the provider cannot be asked.
async fn step(app: &App, refund_id: i64) -> Result<(), Problem> {
    let Some(refund) = open_refund(app, refund_id).await? else { return Ok(()) };
    let provider = refund.provider;
    if refund.last_asked_at.is_some()
        && let Some(found) =
            provider.find_refund(app, &refund.charge_id, &refund.key).await.map_err(|error| provider.away(error))?
    {
        return conclude(app, &refund, &found).await;
    }
    // The money may have gone back on the provider's dashboard meanwhile.
    settle::settle(app, Subject::Charge(provider, &refund.charge_id)).await?;
    let Some(amount) = claim(app, &refund).await? else { return Ok(()) };
    match provider.refund(app, &refund.charge_id, amount.get(), &refund.key).await {
        Ok(made) => conclude(app, &refund, &made).await,
        Err(ProviderError::Refused { code, .. }) => refused(app, &refund, &code).await,
        Err(ProviderError::NotFound) => refused(app, &refund, "charge_unknown").await,
        Err(error) => Err(provider.away(error)),
    }
}

/// Takes the right to ask the provider, unless it was asked a moment ago, or the money is not owed any more. Returns the amount to ask for.
async fn claim(app: &App, refund: &OpenRefund) -> Result<Option<Satang>, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    orders::row::lock(change.conn(), refund.order_id).await?;
    let row = sqlx::query!(
        r#"select last_asked_at, (select coalesce(sum(o.amount_satang), 0)::bigint from shop.refunds o
                                  where o.order_id = r.order_id and o.id < r.id and o.state in ('asked', 'pending')) as "earlier!"
           from shop.refunds r where id = $1 and state = 'asked' for update"#,
        refund.id
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let balance = OrderBalance::load(change.conn(), refund.order_id).await?;
    let wait_until = match row.last_asked_at {
        _ if balance.is_disputed => Some(now + LATE),
        Some(asked_at) => Some(asked_at + ASK_AGAIN).filter(|again| *again > now),
        None => None,
    };
    if let Some(wait_until) = wait_until {
        sqlx::query!("update shop.refunds set check_at = $2 where id = $1", refund.id, wait_until).execute(change.conn()).await?;
        change.commit().await?;
        return Ok(None);
    }
    let owed = balance.owed.minus(Satang(row.earlier)).map_err(Problem::internal)?;
    if owed <= Satang::ZERO {
        return gone_elsewhere(change, refund).await.map(|()| None);
    }
    let amount = owed.min(refund.amount);
    sqlx::query!(
        "update shop.refunds set amount_satang = $2, last_asked_at = $3, check_at = $4 where id = $1",
        refund.id,
        amount.get(),
        now,
        now + SOON
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(Some(amount))
}

/// Ends a refund whose money went back another way, such as on the provider's dashboard.
async fn gone_elsewhere(mut change: Change, refund: &OpenRefund) -> Result<(), Problem> {
    end(&mut change, refund, RefundState::Done, None, Some("elsewhere")).await?;
    change.commit().await
}

/// Concludes a refund by the provider's report.
async fn conclude(app: &App, refund: &OpenRefund, report: &ProviderRefund) -> Result<(), Problem> {
    match report.status {
        RefundStatus::Done => {
            // First the books, so that the money is never owed and gone at once.
            settle::settle(app, Subject::Charge(refund.provider, &refund.charge_id)).await?;
            let mut change = app.change().await?;
            end(&mut change, refund, RefundState::Done, Some(&report.id), None).await?;
            change.commit().await
        }
        RefundStatus::Refused => refused(app, refund, "refused_later").await,
        RefundStatus::Pending => {
            let mut change = app.change().await?;
            orders::row::lock(change.conn(), refund.order_id).await?;
            let moved = sqlx::query!(
                "update shop.refunds set state = 'pending', provider_refund_id = $2 where id = $1 and state = 'asked'",
                refund.id,
                report.id
            )
            .execute(change.conn())
            .await?;
            if moved.rows_affected() == 1 {
                refresh_status(&mut change, refund.order_id).await?;
            }
            change.commit().await?;
            look_later(app, refund.id).await
        }
    }
}

/// Ends a refund that the provider refused: the money stays owed, and staff pay it back another way.
async fn refused(app: &App, refund: &OpenRefund, code: &str) -> Result<(), Problem> {
    let code: String = code.chars().take(LONGEST_CODE).collect();
    let mut change = app.change().await?;
    if end(&mut change, refund, RefundState::Refused, None, Some(&code)).await? {
        tracing::error!(
            refund = refund.key,
            charge = refund.charge_id,
            code,
            "the provider refused a refund: it is to be paid back outside"
        );
    }
    change.commit().await
}

/// Ends a refund once, and updates its order. False when it was over already.
async fn end(
    change: &mut Change,
    refund: &OpenRefund,
    state: RefundState,
    provider_id: Option<&str>,
    code: Option<&str>,
) -> Result<bool, Problem> {
    let now = change.now();
    orders::row::lock(change.conn(), refund.order_id).await?;
    let ended = sqlx::query_scalar!(
        "update shop.refunds set state = $2, provider_refund_id = coalesce($3, provider_refund_id), failure_code = $4, done_at = $5, check_at = null
         where id = $1 and state in ('asked', 'pending') returning amount_satang",
        refund.id,
        state.as_str(),
        provider_id,
        code,
        (state == RefundState::Done).then_some(now)
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(amount) = ended else { return Ok(false) };
    let kind = if state == RefundState::Done { log::LogKind::RefundDone } else { log::LogKind::RefundRefused };
    let detail = json!({ "refund": refund.id, "charge": refund.charge_id, "amountSatang": amount, "code": code });
    log::write(change, refund.order_id, kind, &detail).await?;
    refresh_status(change, refund.order_id).await?;
    metrics::counter!("manao_refunds_total", "state" => state.as_str()).increment(1);
    Ok(true)
}

/// Looks at a refund again after a pause that grows with its age.
async fn look_later(app: &App, refund_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let created_at = sqlx::query_scalar!(
        "select created_at from shop.refunds where id = $1 and state in ('asked', 'pending') for update",
        refund_id
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(created_at) = created_at else { return Ok(()) };
    let pause = ((now - created_at) / 4).clamp(SOON, LATE);
    sqlx::query!("update shop.refunds set check_at = $2 where id = $1", refund_id, now + pause).execute(change.conn()).await?;
    change.commit().await
}
