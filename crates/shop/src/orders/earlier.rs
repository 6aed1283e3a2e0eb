//! Documents of orders that got a receipt from an earlier version: each is issued under its old number.

use super::documents::{TaxBuyer, open_tax_id};
use super::issue::{self, Basis};
use super::row;
use super::snapshot::{OrderKey, Snapshot};
use manao_kernel::app::App;

/// Number of orders per round.
const BATCH: i64 = 200;

/// Issues them, a batch each time; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select o.id from shop.orders o where o.earlier_receipt_number is not null
         and not exists (select from shop.sales_documents d where d.order_id = o.id and d.kind = 'receipt') order by o.id limit $1",
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for order_id in due {
        // The rest do not wait for a failed one, which is retried in the next round.
        if let Err(error) = issue_documents(&app, order_id).await {
            tracing::error!(order_id, error = format!("{error:#}"), "the documents of an earlier order were not issued");
        }
    }
    Ok(())
}

async fn issue_documents(app: &App, order_id: i64) -> anyhow::Result<()> {
    let mut change = app.change().await?;
    row::lock(change.conn(), order_id).await?;
    let Some(mut snapshot) = Snapshot::load(change.conn(), OrderKey::Id(order_id)).await? else { return Ok(()) };
    issue::issue_due(&mut change, &mut snapshot).await?;
    let asked = sqlx::query!("select name, tax_id_sealed, branch, address from shop.tax_invoices where order_id = $1", order_id)
        .fetch_optional(change.conn())
        .await?;
    if let Some(asked) = asked
        && let Some(tax_id) = open_tax_id(app, order_id, &asked.tax_id_sealed)?
    {
        let buyer = TaxBuyer { name: asked.name, tax_id, branch: asked.branch, address: asked.address };
        if let Some(basis) = Basis::load(&mut change, &snapshot).await?
            && basis.documents.tax_invoice().is_none()
            && basis.outcome.sold().is_ok_and(|sold| sold.get() > 0)
        {
            issue::issue_tax_invoice(&mut change, order_id, &basis, &buyer).await?;
        }
    }
    change.commit().await?;
    Ok(())
}
