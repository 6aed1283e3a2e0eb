//! A full tax invoice, for a buyer who needs one for their books.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::thai_id::ThaiId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::documents::{HEAD_OFFICE, SalesDocument, TaxBuyer};
use super::issue::{Basis, issue_tax_invoice};
use super::snapshot::{OrderKey, Snapshot};
use super::{log, row};
use manao_kernel::app::App;
use manao_kernel::problem::{Form, Problem, codes, required};
use manao_people::user_log::{self, Kind};

/// Length limits, in characters.
const LONGEST_NAME: usize = 200;
const LONGEST_ADDRESS: usize = 500;

/// The tax invoice of an order: the newest one, which cancels those before it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxInvoice {
    pub number: String,
    pub issued_at: DateTime<Utc>,
    /// Name of the person or company that it is made out to
    pub name: String,
    /// Thirteen digits
    #[schema(value_type = String)]
    pub tax_id: ThaiId,
    /// Five digits; `00000` is the head office, or a person
    pub branch: String,
    pub address: String,
}

impl TaxInvoice {
    /// Returns None for another document, and when its tax ID cannot be opened.
    pub fn from_document(document: &SalesDocument) -> Option<Self> {
        let TaxBuyer { name, tax_id, branch, address } = document.buyer.clone()?;
        Some(Self { number: document.number.clone(), issued_at: document.issued_at, name, tax_id, branch, address })
    }
}

/// Returns the time until which one can be requested or replaced.
pub fn until(app: &App, paid_at: DateTime<Utc>) -> DateTime<Utc> {
    paid_at + TimeDelta::days(app.settings.tax_invoice_days.into())
}

/// The buyer for whom a tax invoice is to be made out.
// No `Debug`: a tax ID must not reach a log.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskTaxInvoice {
    /// The order's number
    pub number: String,
    /// Name of the person or company, at most 200 characters
    #[schema(extensions(("maxLength" = json!(LONGEST_NAME))))]
    pub name: String,
    /// Thirteen digits, the last of them a check digit
    pub tax_id: String,
    /// Five digits; without it the head office, or a person
    pub branch: Option<String>,
    /// At most 500 characters
    #[schema(extensions(("maxLength" = json!(LONGEST_ADDRESS))))]
    pub address: String,
}

/// Checks a request.
///
/// # Errors
/// 422 `fields_invalid`.
fn buyer(asked: &AskTaxInvoice) -> Result<TaxBuyer, Problem> {
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
    Ok(TaxBuyer { name: name.to_owned(), tax_id, branch: branch.to_owned(), address: address.to_owned() })
}

/// Issues a tax invoice, or one that cancels and replaces the previous one. The same buyer again gets the same document, unless other goods were
/// delivered since.
///
/// # Errors
/// 422 `fields_invalid`; 409 `receipt_not_ready` before it is paid, `tax_invoice_over` after its deadline, `tax_invoice_nothing_sold` when
/// everything was refunded.
pub async fn ask(app: &App, order_id: i64, asked: &AskTaxInvoice) -> Result<(), Problem> {
    let buyer = buyer(asked)?;
    let mut change = app.change().await?;
    let now = change.now();
    let order = row::lock(change.conn(), order_id).await?;
    let paid_at = order.paid_at.ok_or(codes::receipt_not_ready)?;
    let snapshot = Snapshot::load(change.conn(), OrderKey::Id(order_id)).await?.ok_or(codes::order_not_found)?;
    let basis = Basis::load(&mut change, &snapshot).await?.ok_or(codes::receipt_not_ready)?;
    let current = basis.documents.tax_invoice();
    if current.is_some_and(|invoice| invoice.buyer.as_ref() == Some(&buyer) && invoice.states_delivered_goods()) {
        return Ok(());
    }
    if now >= until(app, paid_at) {
        return Err(Problem::new(codes::tax_invoice_over).param("days", app.settings.tax_invoice_days));
    }
    if !basis.outcome.may_have_tax_invoice().map_err(Problem::internal)? {
        return Err(codes::tax_invoice_nothing_sold.into());
    }
    let replaces = current.map(|invoice| invoice.number.clone());
    user_log::write(&mut change, order.user_id, Kind::TaxInvoiceAsked, serde_json::json!({ "number": order.number })).await?;
    let number = issue_tax_invoice(&mut change, order_id, &basis, &buyer).await?;
    // Without the buyer: a person's tax number is that of their ID card.
    let detail = serde_json::json!({ "number": number, "replaces": replaces });
    log::write(&mut change, order_id, log::LogKind::TaxInvoice, &detail).await?;
    change.commit().await
}
