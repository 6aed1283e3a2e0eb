//! The receipt of a paid order. Amounts are satang. Lines are at their full price, the discount is given once below them, and everything
//! adds up: subtotal − discount + VAT = total.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::documents::{DocumentGoods, ReceiptLine, ReceiptSeller, SalesDocumentSummary, SalesDocuments, branch_name};
use super::snapshot::{LineRow, Snapshot};
use super::tax_invoice::{self, TaxInvoice};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub receipt_number: String,
    pub order_number: String,
    pub paid_at: DateTime<Utc>,
    pub channel: Text,
    /// The provider's id of the charge
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    /// The provider's own reference of the charge, for disputes
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_reference: Option<String>,
    /// The company that issues the receipt
    pub seller: ReceiptSeller,
    pub buyer: String,
    pub lines: Vec<ReceiptLine>,
    /// The coupon behind the discount
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon_code: Option<String>,
    /// The sum of the lines
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    /// Tax on top of prices that exclude it; the other prices contain theirs
    pub vat_satang: i64,
    /// `subtotalSatang − discountSatang + vatSatang`
    pub total_satang: i64,
    /// All the tax included in the total
    pub vat_included_satang: i64,
    /// The rate when it was ordered
    pub vat_percent: f64,
    /// Amount refunded to the payer since
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_at: Option<DateTime<Utc>>,
    /// The tax invoice that the buyer requested
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_invoice: Option<TaxInvoice>,
    /// Time until which a tax invoice can be requested or replaced; absent when everything was refunded
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_invoice_until: Option<DateTime<Utc>>,
    /// All sales documents of the order in order of issue, the receipt first
    pub documents: Vec<SalesDocumentSummary>,
}

/// Returns the receipt as it was issued, with the refunds since, and the goods that were delivered instead.
///
/// # Errors
/// 409 `receipt_not_ready` before the order is paid.
pub async fn build(app: &App, snapshot: Snapshot) -> Result<Receipt, Problem> {
    let documents = documents(app, &snapshot).await?;
    let receipt = documents.receipt().ok_or(codes::receipt_not_ready)?;
    let tax_invoice = documents.tax_invoice().and_then(TaxInvoice::from_document);
    let is_sold = documents.credited_satang(receipt) < receipt.total_satang;
    let (number, total_satang, vat_included_satang) = (receipt.number.clone(), receipt.total_satang, receipt.vat_satang);
    let content = receipt.content.clone();
    Ok(Receipt {
        receipt_number: number,
        order_number: content.order_number,
        paid_at: content.paid_at,
        channel: content.channel,
        refunded_satang: snapshot.payment.as_ref().map(|payment| payment.refunded_satang).filter(|refunded| *refunded > 0),
        refunded_at: snapshot.payment.as_ref().and_then(|payment| payment.refunded_at),
        transaction_id: content.transaction_id,
        provider_reference: content.provider_reference,
        seller: content.seller,
        buyer: content.buyer,
        lines: content.lines,
        coupon_code: content.coupon_code,
        subtotal_satang: content.subtotal_satang,
        discount_satang: content.discount_satang,
        vat_satang: content.vat_satang,
        total_satang,
        vat_included_satang,
        vat_percent: f64::from(content.vat_rate.0) / 100.0,
        tax_invoice,
        tax_invoice_until: is_sold.then(|| tax_invoice::until(app, content.paid_at)),
        documents: documents.summaries(),
    })
}

/// Returns the sales documents of an order; none before it is paid.
pub async fn documents(app: &App, snapshot: &Snapshot) -> Result<SalesDocuments, Problem> {
    let mut conn = app.db.acquire().await?;
    SalesDocuments::load(app, &mut conn, snapshot.order.id).await
}

pub fn printed(line: &LineRow, seller: String) -> ReceiptLine {
    ReceiptLine {
        goods: goods(line, seller),
        quantity: line.quantity,
        unit_price_satang: line.unit_price_satang,
        amount_satang: line.unit_price_satang * i64::from(line.quantity),
        changed_to: None,
    }
}

pub fn goods(line: &LineRow, seller: String) -> DocumentGoods {
    DocumentGoods {
        server: line.server_shown().map(str::to_owned),
        name: Text::new(&line.name_th, &line.name_en),
        game_name: Text::new(&line.game_name_th, &line.game_name_en),
        seller,
        player_id: line.player_id.clone(),
        player_name: line.player_name.clone(),
    }
}

pub fn seller(app: &App) -> ReceiptSeller {
    let settings = &app.settings;
    ReceiptSeller {
        name: Text::new(&settings.company_name_th, &settings.company_name_en),
        address: Text::new(&settings.company_address_th, &settings.company_address_en),
        tax_id: settings.company_tax_id.clone(),
        branch: branch_name(&settings.company_branch),
        phone: settings.company_phone.clone(),
    }
}
