//! Payouts: what the provider owed us comes to our bank account. It does not say which charges they cover, so the oldest are settled first.

use manao_domain::Satang;
use manao_domain::charge_books::lay_payout;
use manao_domain::ledger::Journal;

use crate::app::App;
use crate::features::ledger;
use crate::problem::Problem;
use crate::providers::charges::{Provider, ProviderError};
use crate::providers::payments::Opn;

/// What the provider's ids of transfers begin with.
pub const PREFIX: &str = "trsf_";

/// Reads a transfer from the provider and books it, once it was paid.
///
/// # Errors
/// 503 `payment_unavailable` when the provider cannot be asked.
pub async fn settle(app: &App, transfer_id: &str) -> Result<(), Problem> {
    let transfer = match Opn::of(app).transfer(transfer_id).await {
        Ok(transfer) if transfer.paid => transfer,
        Ok(_) | Err(ProviderError::NotFound) => return Ok(()),
        Err(error) => return Err(Provider::Opn.away(error)),
    };
    let mut change = app.change().await?;
    let now = change.now();
    let new = sqlx::query!(
        "insert into payouts (provider, transfer_id, amount_satang, booked_at) values ('opn', $1, $2, $3) on conflict do nothing",
        transfer.id,
        transfer.amount,
        now
    )
    .execute(change.conn())
    .await?;
    if new.rows_affected() == 0 {
        return Ok(());
    }
    let owed = sqlx::query!(
        "select id, receivable_satang from captured_charges where provider = 'opn' and receivable_satang <> 0
         order by captured_at, id for update"
    )
    .fetch_all(change.conn())
    .await?;
    let owed: Vec<(i64, Satang)> = owed.into_iter().map(|row| (row.id, Satang(row.receivable_satang))).collect();
    let amount = Satang(transfer.amount);
    let (parts, rest) = lay_payout(amount, &owed).map_err(Problem::internal)?;
    let journal = Journal::payout(amount, Satang(transfer.fee), Satang(transfer.fee_vat), &parts, rest);
    ledger::post(&mut change, None, &transfer.id, &journal.map_err(Problem::internal)?).await?;
    let (ids, amounts): (Vec<i64>, Vec<i64>) = parts.into_iter().map(|(id, part)| (id, part.get())).unzip();
    sqlx::query!(
        "update captured_charges c set paid_out_satang = paid_out_satang + part.amount
         from unnest($1::bigint[], $2::bigint[]) as part (id, amount) where c.id = part.id",
        &ids,
        &amounts
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    if !rest.is_zero() {
        tracing::error!(transfer = transfer.id, %rest, "the provider paid out more than it owes us for the charges that we know");
    }
    tracing::info!(transfer = transfer.id, %amount, charges = ids.len(), "a payout was booked");
    Ok(())
}
