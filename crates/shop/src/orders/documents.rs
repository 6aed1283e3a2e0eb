//! The sales documents of an order as they were issued, and the later changes to each.

use chrono::{DateTime, Utc};
use manao_domain::money::VatRate;
use manao_domain::sales_document::{NoteReason, SalesDocumentKind};
use manao_domain::thai_id::ThaiId;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::receipt::goods;
use super::snapshot;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::sealing::Sealer;
use manao_kernel::text::Text;

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
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

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    #[serde(flatten)]
    pub goods: DocumentGoods,
    pub quantity: i32,
    pub unit_price_satang: i64,
    /// Amount at the full price: pieces × price of one piece
    pub amount_satang: i64,
    /// The goods that the buyer had delivered instead, decided after the document was issued. Never stored with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_to: Option<ChangedGoods>,
}

/// Goods that took the place of those on a document, for the same price.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedGoods {
    /// Time of the decision
    pub at: DateTime<Utc>,
    #[serde(flatten)]
    pub goods: DocumentGoods,
}

/// Goods as a document names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentGoods {
    pub name: Text,
    pub game_name: Text,
    /// The company that sells the product: products are sold by third parties
    pub seller: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    /// The server's name as players know it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
}

/// The branch number of a head office.
pub const HEAD_OFFICE: &str = "00000";

/// Returns the name of a branch number on paper.
pub fn branch_name(number: &str) -> Text {
    if number == HEAD_OFFICE {
        return Text::new("สำนักงานใหญ่", "Head office");
    }
    Text::new(format!("สาขาที่ {number}"), format!("Branch {number}"))
}

/// Everything that a document states besides its number and totals. Stored with the document, so it never follows later changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Content {
    pub order_number: String,
    pub seller: ReceiptSeller,
    /// Display name of the member.
    pub buyer: String,
    pub paid_at: DateTime<Utc>,
    pub channel: Text,
    pub transaction_id: Option<String>,
    /// The provider's own reference of the charge. Documents from before it was stored have none.
    #[serde(default)]
    pub provider_reference: Option<String>,
    pub lines: Vec<ReceiptLine>,
    pub coupon_code: Option<String>,
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    /// Tax on top of prices that exclude it.
    pub vat_satang: i64,
    pub vat_rate: VatRate,
    /// Amount credited before a tax invoice was issued, which therefore does not state it.
    pub credited_satang: i64,
    /// Only on a credit or debit note.
    pub credit: Option<Credit>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Credit {
    pub reason: NoteReason,
    /// The amount that the corrected document stated until now, after earlier notes.
    pub stated_satang: i64,
}

/// The buyer on a tax invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxBuyer {
    pub name: String,
    pub tax_id: ThaiId,
    pub branch: String,
    pub address: String,
}

/// A sales document in the list of an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesDocumentSummary {
    pub number: String,
    pub kind: SalesDocumentKind,
    pub issued_at: DateTime<Utc>,
    pub total_satang: i64,
    /// The tax included in the total
    pub vat_satang: i64,
    /// Number of the receipt that a tax invoice is for, or of the document that a credit or debit note corrects
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refers_to: Option<String>,
    /// Number of the cancelled tax invoice that this one replaces
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Number of the tax invoice that replaces this one; it is cancelled
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// Amount credited since by credit notes, less the amount added again by debit notes
    pub credited_satang: i64,
}

#[derive(Clone, Debug)]
pub struct SalesDocument {
    pub id: i64,
    pub kind: SalesDocumentKind,
    pub number: String,
    pub issued_at: DateTime<Utc>,
    pub total_satang: i64,
    pub vat_satang: i64,
    pub refers_to: Option<i64>,
    pub replaces: Option<i64>,
    pub content: Content,
    /// None also if the sealed tax ID cannot be opened with the key of the settings.
    pub buyer: Option<TaxBuyer>,
}

impl SalesDocument {
    /// Whether its lines are the goods that were delivered, or will be.
    pub fn states_delivered_goods(&self) -> bool {
        self.content.lines.iter().all(|line| line.changed_to.is_none())
    }

    /// Returns the amount by which this document lowers another one's; negative if it raises it.
    pub fn credited_satang(&self) -> i64 {
        match self.kind {
            SalesDocumentKind::CreditNote => self.total_satang,
            SalesDocumentKind::DebitNote => -self.total_satang,
            SalesDocumentKind::Receipt | SalesDocumentKind::TaxInvoice => 0,
        }
    }
}

/// The sales documents of one order, in order of issue.
#[derive(Clone, Debug)]
pub struct SalesDocuments(Vec<SalesDocument>);

impl SalesDocuments {
    pub async fn load(app: &App, conn: &mut PgConnection, order_id: i64) -> Result<Self, Problem> {
        let rows = sqlx::query!(
            r#"select id, kind as "kind: SalesDocumentKind", number, issued_at, total_satang, vat_satang, refers_to, replaces,
                      buyer_name, buyer_tax_id_sealed, buyer_branch, buyer_address, content as "content: Json<Content>"
               from shop.sales_documents where order_id = $1 order by id"#,
            order_id
        )
        .fetch_all(&mut *conn)
        .await?;
        let changed = changed_goods(conn, order_id).await?;
        let mut documents = Vec::with_capacity(rows.len());
        for mut row in rows {
            for (line, changed) in row.content.0.lines.iter_mut().zip(&changed) {
                let later = changed.as_ref().filter(|changed| changed.at > row.issued_at && changed.goods != line.goods);
                line.changed_to = later.cloned();
            }
            let buyer = match (row.buyer_name, row.buyer_tax_id_sealed, row.buyer_branch, row.buyer_address) {
                (Some(name), Some(sealed), Some(branch), Some(address)) => {
                    open_tax_id(app, order_id, &sealed)?.map(|tax_id| TaxBuyer { name, tax_id, branch, address })
                }
                _ => None,
            };
            documents.push(SalesDocument {
                id: row.id,
                kind: row.kind,
                number: row.number,
                issued_at: row.issued_at,
                total_satang: row.total_satang,
                vat_satang: row.vat_satang,
                refers_to: row.refers_to,
                replaces: row.replaces,
                content: row.content.0,
                buyer,
            });
        }
        Ok(Self(documents))
    }

    #[cfg(test)]
    pub fn of_test(documents: Vec<SalesDocument>) -> Self {
        Self(documents)
    }

    pub fn receipt(&self) -> Option<&SalesDocument> {
        self.0.iter().find(|document| document.kind == SalesDocumentKind::Receipt)
    }

    /// Returns the valid tax invoice: the one that no other replaces.
    pub fn tax_invoice(&self) -> Option<&SalesDocument> {
        self.0.iter().rfind(|document| document.kind == SalesDocumentKind::TaxInvoice)
    }

    pub fn by_number(&self, number: &str) -> Option<&SalesDocument> {
        self.0.iter().find(|document| document.number == number)
    }

    /// Returns the document that this one is for, or corrects.
    pub fn referred(&self, document: &SalesDocument) -> Option<&SalesDocument> {
        self.0.iter().find(|other| Some(other.id) == document.refers_to)
    }

    pub fn replaced(&self, document: &SalesDocument) -> Option<&SalesDocument> {
        self.0.iter().find(|other| Some(other.id) == document.replaces)
    }

    pub fn replacement(&self, document: &SalesDocument) -> Option<&SalesDocument> {
        self.0.iter().find(|other| other.replaces == Some(document.id))
    }

    /// Returns the credit and debit notes that correct what this document states. A receipt states the whole sale, so all of the order's do.
    pub fn notes(&self, document: &SalesDocument) -> impl Iterator<Item = &SalesDocument> {
        let (id, is_receipt) = (document.id, document.kind == SalesDocumentKind::Receipt);
        let notes = self.0.iter().filter(|other| other.credited_satang() != 0);
        notes.filter(move |note| is_receipt || note.refers_to == Some(id))
    }

    pub fn credited_satang(&self, document: &SalesDocument) -> i64 {
        self.notes(document).map(SalesDocument::credited_satang).sum()
    }

    pub fn summaries(&self) -> Vec<SalesDocumentSummary> {
        let number = |document: &SalesDocument| document.number.clone();
        let summary = |document: &SalesDocument| SalesDocumentSummary {
            number: number(document),
            kind: document.kind,
            issued_at: document.issued_at,
            total_satang: document.total_satang,
            vat_satang: document.vat_satang,
            refers_to: self.referred(document).map(number),
            replaces: self.replaced(document).map(number),
            replaced_by: self.replacement(document).map(number),
            credited_satang: self.credited_satang(document),
        };
        self.0.iter().map(summary).collect()
    }
}

/// Returns the goods of each line whose buyer decided on others, in the order of the lines; nothing where none did.
async fn changed_goods(conn: &mut PgConnection, order_id: i64) -> Result<Vec<Option<ChangedGoods>>, Problem> {
    let changes = sqlx::query!(
        r#"select s.name as seller,
                  (select max(c.at) from shop.line_corrections c where c.order_line_id = l.id and c.choice <> 'refund') as at
           from shop.order_lines l join shop.sellers s on s.id = l.seller_id where l.order_id = $1 order by l.position"#,
        order_id
    )
    .fetch_all(&mut *conn)
    .await?;
    if changes.iter().all(|change| change.at.is_none()) {
        return Ok(Vec::new());
    }
    let lines = snapshot::lines(conn, &[order_id]).await?;
    let changed = lines.iter().zip(changes).map(|(line, change)| {
        let goods = goods(line, change.seller);
        change.at.map(|at| ChangedGoods { at, goods })
    });
    Ok(changed.collect())
}

/// Binds a sealed tax ID to its order: it cannot be opened in another order's document.
fn tax_id_context(order_id: i64) -> Vec<u8> {
    format!("tax_invoice:{order_id}").into_bytes()
}

pub fn seal_tax_id(app: &App, order_id: i64, tax_id: &ThaiId) -> Result<Vec<u8>, Problem> {
    Sealer::from_app(app)?.seal(tax_id.digits().as_bytes(), &tax_id_context(order_id)).map_err(Problem::internal)
}

/// Seals the tax IDs of buyers again that another key sealed; returns their number.
///
/// # Errors
/// When the database is unavailable.
pub async fn reseal_tax_ids(app: &App) -> Result<u64, Problem> {
    let sealer = Sealer::from_app(app)?;
    let (mut after, mut count) = (0, 0);
    loop {
        let mut change = app.change().await?;
        let rows = sqlx::query!(
            r#"select order_id as "order_id!", sealed as "sealed!" from (
                 select order_id, tax_id_sealed as sealed from shop.tax_invoices
                 union select order_id, buyer_tax_id_sealed from shop.sales_documents where buyer_tax_id_sealed is not null) t
               where order_id > $1 and substring(sealed from 1 for 8) <> $2 order by order_id limit 200"#,
            after,
            sealer.prefix()
        )
        .fetch_all(change.conn())
        .await?;
        let Some(last) = rows.last() else { return Ok(count) };
        // The rest of an order whose rows were cut off is found again, since they are still of the other key.
        after = if rows.len() < 200 { last.order_id } else { last.order_id - 1 };
        for row in &rows {
            let Ok(fresh) = sealer.renew(&row.sealed, &tax_id_context(row.order_id)) else { continue };
            sqlx::query!(
                "update shop.tax_invoices set tax_id_sealed = $3 where order_id = $1 and tax_id_sealed = $2",
                row.order_id,
                row.sealed,
                fresh
            )
            .execute(change.conn())
            .await?;
            sqlx::query!(
                "update shop.sales_documents set buyer_tax_id_sealed = $3 where order_id = $1 and buyer_tax_id_sealed = $2",
                row.order_id,
                row.sealed,
                fresh
            )
            .execute(change.conn())
            .await?;
            count += 1;
        }
        change.commit().await?;
    }
}

/// Opens a tax ID. None if it was sealed with another key: the order's other documents can still be read, and the buyer can ask again.
pub fn open_tax_id(app: &App, order_id: i64, sealed: &[u8]) -> Result<Option<ThaiId>, Problem> {
    let opened = Sealer::from_app(app)?.open(sealed, &tax_id_context(order_id));
    match opened.and_then(|digits| Ok(ThaiId::parse(&digits)?)) {
        Ok(tax_id) => Ok(Some(tax_id)),
        Err(error) => {
            tracing::error!(order_id, %error, "a sealed tax ID does not open");
            Ok(None)
        }
    }
}
