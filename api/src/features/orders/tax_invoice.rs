//! A full tax invoice, for a buyer who needs one for their books.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::thai_id::ThaiId;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::{log, row};
use crate::app::App;
use crate::features::user_log::{self, Kind};
use crate::problem::{Form, Problem, codes, required};
use crate::sealing::Sealer;
use crate::text::Text;

/// Characters.
const LONGEST_NAME: usize = 200;
const LONGEST_ADDRESS: usize = 500;

/// The branch number of a head office.
pub const HEAD_OFFICE: &str = "00000";

/// To whom the invoice is made out.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxInvoice {
    pub name: String,
    /// Thirteen digits
    #[schema(value_type = String)]
    pub tax_id: ThaiId,
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

/// Binds a sealed tax ID to its order: it does not open in another row.
fn belongs_to(order_id: i64) -> Vec<u8> {
    format!("tax_invoice:{order_id}").into_bytes()
}

/// The request for an order, if there is one. None, too, when its tax ID was sealed with another key: the receipt can still be read, and the
/// buyer ask anew.
pub async fn of(app: &App, conn: &mut PgConnection, order_id: i64) -> Result<Option<TaxInvoice>, Problem> {
    let kept =
        sqlx::query!("select name, tax_id_sealed, branch, address, requested_at from tax_invoices where order_id = $1", order_id)
            .fetch_optional(conn)
            .await?;
    let Some(kept) = kept else { return Ok(None) };
    let opened = Sealer::of(app)?.open(&kept.tax_id_sealed, &belongs_to(order_id));
    let tax_id = match opened.and_then(|digits| Ok(ThaiId::parse(&digits)?)) {
        Ok(tax_id) => tax_id,
        Err(error) => {
            tracing::error!(order_id, %error, "a sealed tax ID does not open");
            return Ok(None);
        }
    };
    Ok(Some(TaxInvoice { name: kept.name, tax_id, branch: kept.branch, address: kept.address, requested_at: kept.requested_at }))
}

/// For whom a tax invoice is to be made out.
// No `Debug`: a tax ID must not reach a log.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskTaxInvoice {
    /// The order's number
    pub number: String,
    /// Of the person or company, at most 200 characters
    pub name: String,
    /// Thirteen digits, the last of them a check digit
    pub tax_id: String,
    /// Five digits; without it the head office, or a person
    pub branch: Option<String>,
    /// At most 500 characters
    pub address: String,
}

/// Takes down, or corrects, for whom the invoice of an order is.
///
/// # Errors
/// 422 `fields_invalid`; 409 `receipt_not_ready` before it is paid, `tax_invoice_over` after its time.
pub async fn ask(app: &App, order_id: i64, asked: &AskTaxInvoice) -> Result<(), Problem> {
    let mut form = Form::default();
    let name = form.field("name", required(&asked.name, LONGEST_NAME));
    let tax_id = form.field("taxId", ThaiId::parse(&asked.tax_id).map_err(|_| codes::tax_id_invalid));
    let branch = asked.branch.as_deref().map(str::trim).filter(|branch| !branch.is_empty()).unwrap_or(HEAD_OFFICE);
    if branch.len() != 5 || !branch.bytes().all(|byte| byte.is_ascii_digit()) {
        form.refuse("branch", codes::field_invalid);
    }
    let address = form.field("address", required(&asked.address, LONGEST_ADDRESS));
    form.check()?;
    let (Some(name), Some(tax_id), Some(address)) = (name, tax_id, address) else {
        return Err(Problem::internal("a form without its fields"));
    };

    let tax_id = Sealer::of(app)?.seal(tax_id.digits().as_bytes(), &belongs_to(order_id)).map_err(Problem::internal)?;

    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    let paid_at = order.paid_at.ok_or(codes::receipt_not_ready)?;
    if now >= until(app, paid_at) {
        return Err(Problem::new(codes::tax_invoice_over).param("days", app.settings.tax_invoice_days));
    }
    let corrected = sqlx::query_scalar!(
        r#"insert into tax_invoices (order_id, name, tax_id_sealed, branch, address, requested_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (order_id) do update set name = excluded.name, tax_id_sealed = excluded.tax_id_sealed, branch = excluded.branch,
             address = excluded.address, requested_at = excluded.requested_at
           returning old.order_id is not null as "corrected!""#,
        order_id,
        name,
        tax_id,
        branch,
        address,
        now
    )
    .fetch_one(change.conn())
    .await?;
    // Not for whom: a person's tax number is that of their ID card.
    log::write(&mut change, order_id, log::LogKind::TaxInvoice, &serde_json::json!({ "corrected": corrected })).await?;
    user_log::write(&mut change, order.user_id, Kind::TaxInvoiceAsked, serde_json::json!({ "number": order.number })).await?;
    change.commit().await
}
