//! The receipt of a paid order. Amounts are satang. Lines are at their full price, the discount stands once below them, and everything adds
//! up: subtotal − discount + VAT = total.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::money::VatRate;
use serde::Serialize;
use utoipa::ToSchema;

use super::snapshot::{LineRow, Snapshot};
use super::tax_invoice::{self, TaxInvoice};
use crate::app::App;
use crate::problem::{Problem, codes};
use crate::text::Text;

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
    /// All the tax that the total contains
    pub vat_included_satang: i64,
    /// The rate when it was ordered
    pub vat_percent: f64,
    /// Refunded to the payer since
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_satang: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_at: Option<DateTime<Utc>>,
    /// The tax invoice that the buyer asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_invoice: Option<TaxInvoice>,
    /// Until when a tax invoice can be asked for or corrected
    pub tax_invoice_until: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSeller {
    pub name: Text,
    pub address: Text,
    /// Thirteen digits
    pub tax_id: String,
    /// Head office or a branch
    pub branch: Text,
    pub phone: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    pub name: Text,
    pub game_name: Text,
    /// Who sells the product: it is sold by third parties
    pub seller: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    /// What people call the server
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
    pub quantity: i32,
    pub unit_price_satang: i64,
    /// At the full price: pieces × price of one
    pub amount_satang: i64,
}

/// # Errors
/// 409 `receipt_not_ready` before the order is paid.
pub async fn of(app: &App, snapshot: Snapshot) -> Result<Receipt, Problem> {
    let Snapshot { order, lines, payment } = snapshot;
    let channel = order.channel_name(app);
    let (Some(receipt_number), Some(paid_at)) = (order.receipt_number, order.paid_at) else {
        return Err(codes::receipt_not_ready.into());
    };
    let mut conn = app.db.acquire().await?;
    let more = sqlx::query!(
        r#"select u.display_name, (o.rules->>'vatBasisPoints')::int as vat_basis_points,
                  array(select s.name from order_lines l join sellers s on s.id = l.seller_id where l.order_id = o.id order by l.position) as "sellers!"
           from orders o join users u on u.id = o.user_id where o.id = $1"#,
        order.id
    )
    .fetch_one(&mut *conn)
    .await?;
    let tax_invoice = tax_invoice::of(app, &mut conn, order.id).await?;
    drop(conn);
    // Orders from before the rate was kept with them have the one of now.
    let rate = more.vat_basis_points.and_then(|points| u16::try_from(points).ok()).map_or(app.settings.vat(), VatRate);
    let vat_included = contained(&lines, rate)?;
    let lines: Vec<ReceiptLine> = lines.into_iter().zip(more.sellers).map(|(line, seller)| printed(line, seller)).collect();
    Ok(Receipt {
        receipt_number,
        order_number: order.number,
        paid_at,
        channel,
        refunded_satang: payment.as_ref().map(|payment| payment.refunded_satang).filter(|refunded| *refunded > 0),
        refunded_at: payment.as_ref().and_then(|payment| payment.refunded_at),
        transaction_id: payment.and_then(|payment| payment.charge_id),
        seller: seller(app),
        buyer: more.display_name,
        lines,
        coupon_code: order.coupon_code,
        subtotal_satang: order.subtotal_satang,
        discount_satang: order.discount_satang,
        vat_satang: order.vat_satang,
        total_satang: order.total_satang,
        vat_included_satang: vat_included.0,
        vat_percent: f64::from(rate.0) / 100.0,
        tax_invoice,
        tax_invoice_until: tax_invoice::until(app, paid_at),
    })
}

/// The tax in what was paid: added to lines whose price excludes it, contained in the others.
fn contained(lines: &[LineRow], rate: VatRate) -> Result<Satang, Problem> {
    let of_line = |line: &LineRow| {
        if line.vat_excluded { Ok(Satang(line.vat_satang)) } else { rate.contained(Satang(line.total_satang)) }
    };
    let taxes: Vec<Satang> = lines.iter().map(of_line).collect::<Result<_, _>>().map_err(Problem::internal)?;
    Satang::sum(taxes).map_err(Problem::internal)
}

fn printed(line: LineRow, seller: String) -> ReceiptLine {
    ReceiptLine {
        server: line.server_shown().map(str::to_owned),
        name: Text::new(line.name_th, line.name_en),
        game_name: Text::new(line.game_name_th, line.game_name_en),
        seller,
        player_id: line.player_id,
        player_name: line.player_name,
        quantity: line.quantity,
        unit_price_satang: line.unit_price_satang,
        amount_satang: line.unit_price_satang * i64::from(line.quantity),
    }
}

fn seller(app: &App) -> ReceiptSeller {
    let settings = &app.settings;
    ReceiptSeller {
        name: Text::new(&settings.company_name_th, &settings.company_name_en),
        address: Text::new(&settings.company_address_th, &settings.company_address_en),
        tax_id: settings.company_tax_id.clone(),
        branch: tax_invoice::branch_name(&settings.company_branch),
        phone: settings.company_phone.clone(),
    }
}
