//! A full tax invoice, for a buyer who needs one for their books.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::Problem;
use crate::text::Text;

/// The branch number of a head office.
pub const HEAD_OFFICE: &str = "00000";

/// To whom the invoice is made out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxInvoice {
    pub name: String,
    /// Thirteen digits
    pub tax_id: String,
    /// Five digits; `00000` is the head office, or a person
    pub branch: String,
    pub address: String,
    pub requested_at: DateTime<Utc>,
}

/// What a branch number is called on paper.
pub fn branch_name(number: &str) -> Text {
    if number == HEAD_OFFICE {
        return Text::new("สำนักงานใหญ่", "Head office");
    }
    Text::new(format!("สาขาที่ {number}"), format!("Branch {number}"))
}

/// Until when one can be asked for, or corrected.
pub fn until(app: &App, paid_at: DateTime<Utc>) -> DateTime<Utc> {
    paid_at + TimeDelta::days(app.settings.tax_invoice_days.into())
}

/// The request for an order, if there is one.
pub async fn of(conn: &mut PgConnection, order_id: i64) -> Result<Option<TaxInvoice>, Problem> {
    let invoice = sqlx::query_as!(
        TaxInvoice,
        "select name, tax_id, branch, address, requested_at from tax_invoices where order_id = $1",
        order_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(invoice)
}
