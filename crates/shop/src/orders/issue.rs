//! Issues sales documents, and finds gaps in their numbers.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::delivery::DeliveryStatus;
use manao_domain::money::{OutOfRange, VatRate};
use manao_domain::sales_document::{ContainedTax, NoteDue, Outcome, SalesDocumentKind, series_year};
use serde_json::json;
use sqlx::PgPool;
use sqlx::types::Json;

use super::documents::{Content, Credit, SalesDocuments, TaxBuyer, seal_tax_id};
use super::log;
use super::receipt::{printed, seller};
use super::snapshot::Snapshot;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// The facts from which an order's documents are issued.
pub struct Basis {
    pub outcome: Outcome,
    pub documents: SalesDocuments,
    tax: ContainedTax,
    content: Content,
}

impl Basis {
    /// Loads them; None while the order is unpaid. The order is locked.
    pub async fn load(change: &mut Change, snapshot: &Snapshot) -> Result<Option<Self>, Problem> {
        let order = &snapshot.order;
        let Some(paid_at) = order.paid_at else { return Ok(None) };
        let app = change.app().clone();
        let row = sqlx::query!(
            r#"select u.display_name, (o.rules->>'vatBasisPoints')::int as vat_basis_points,
                      array(select s.name from shop.order_lines l join shop.sellers s on s.id = l.seller_id where l.order_id = o.id order by l.position) as "sellers!",
                      (charged.received - charged.lost - booked.paid_back - greatest(booked.owed, 0))::bigint as "kept!",
                      charged.lost::bigint as "charged_back!"
               from shop.orders o join people.users u on u.id = o.user_id
               cross join lateral (
                 select coalesce(sum(c.amount_satang - c.refunded), 0) as received,
                        coalesce(sum(least(c.charged_back_satang, c.amount_satang - c.refunded)) filter (where c.dispute = 'lost'), 0) as lost
                 from (select *, least(refunded_satang, amount_satang) as refunded from shop.captured_charges where order_id = o.id) c) charged
               cross join lateral (
                 select coalesce(sum(e.amount_satang) filter (where j.kind = 'paid_back'), 0) as paid_back,
                        coalesce(-sum(e.amount_satang), 0) as owed
                 from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
                 where j.order_id = o.id and e.account = 'refund_payable') booked
               where o.id = $1"#,
            order.id
        )
        .fetch_one(change.conn())
        .await?;
        let lines = &snapshot.lines;
        let sum = |amounts: &mut dyn Iterator<Item = i64>| Satang::sum(amounts.map(Satang)).map_err(Problem::internal);
        let closed = lines.iter().filter(|line| line.delivery_status == DeliveryStatus::Closed);
        let total = Satang(order.total_satang);
        // Orders from before the rate was stored with them have the current one.
        let rate = row.vat_basis_points.and_then(|points| u16::try_from(points).ok()).map_or(app.settings.vat(), VatRate);
        let tax = ContainedTax {
            rate,
            total,
            added: sum(&mut lines.iter().filter(|line| line.vat_excluded).map(|line| line.vat_satang))?,
            included_in: sum(&mut lines.iter().filter(|line| !line.vat_excluded).map(|line| line.total_satang))?,
        };
        let content = Content {
            order_number: order.number.clone(),
            seller: seller(&app),
            buyer: row.display_name,
            paid_at,
            channel: order.channel_name(&app),
            transaction_id: snapshot.payment.as_ref().and_then(|payment| payment.charge_id.clone()),
            provider_reference: snapshot.payment.as_ref().and_then(|payment| payment.server_reference.clone()),
            lines: lines.iter().zip(row.sellers).map(|(line, seller)| printed(line, seller)).collect(),
            coupon_code: order.coupon_code.clone(),
            subtotal_satang: order.subtotal_satang,
            discount_satang: order.discount_satang,
            vat_satang: order.vat_satang,
            vat_rate: rate,
            credited_satang: 0,
            credit: None,
        };
        let closed = sum(&mut closed.map(|line| line.total_satang))?;
        let (kept, charged_back) = (Satang(row.kept), Satang(row.charged_back));
        let outcome = Outcome { is_paid: true, total, closed, kept, charged_back };
        let documents = SalesDocuments::load(&app, change.conn(), order.id).await?;
        Ok(Some(Self { outcome, documents, tax, content }))
    }

    /// Returns the amount credited so far, less the amount debited again.
    fn credited(&self) -> Satang {
        Satang(self.documents.receipt().map_or(0, |receipt| self.documents.credited_satang(receipt)))
    }

    /// Returns the tax that a note of this kind states: the difference between the documents so far and the final sale.
    fn vat_moved(&self, kind: SalesDocumentKind) -> Result<Satang, OutOfRange> {
        let stated = self.tax.of(self.outcome.total.minus(self.credited())?)?;
        let sold = self.tax.of(self.outcome.sold()?)?;
        if kind == SalesDocumentKind::DebitNote { sold.minus(stated) } else { stated.minus(sold) }
    }
}

/// Issues the documents that the order's outcome calls for: the receipt once it is paid, a credit note for goods that are no longer sold, and
/// a debit note for goods that are sold after all. Needs no payment or charge, and issues nothing twice. The order is locked.
///
/// Call it late in a change: others who need a number wait from here to its commit.
pub async fn issue_due(change: &mut Change, snapshot: &mut Snapshot) -> Result<(), Problem> {
    let Some(mut basis) = Basis::load(change, snapshot).await? else { return Ok(()) };
    let order_id = snapshot.order.id;
    if basis.documents.receipt().is_none() {
        let tax = basis.tax.of_total().map_err(Problem::internal)?;
        let earlier_number = sqlx::query_scalar!("select earlier_receipt_number from shop.orders where id = $1", order_id)
            .fetch_one(change.conn())
            .await?;
        let draft = Draft::new(SalesDocumentKind::Receipt, &basis.content);
        let receipt = Draft { total: basis.outcome.total, vat: tax, earlier_number, ..draft };
        snapshot.order.receipt_number = Some(insert(change, order_id, receipt).await?);
        let app = change.app().clone();
        basis.documents = SalesDocuments::load(&app, change.conn(), order_id).await?;
    }
    let credited = basis.credited();
    match basis.outcome.note_due(credited).map_err(Problem::internal)? {
        Some(due) => issue_note(change, order_id, &basis, due).await,
        None => Ok(()),
    }
}

/// Corrects the tax invoice, or the receipt where there is none.
async fn issue_note(change: &mut Change, order_id: i64, basis: &Basis, due: NoteDue) -> Result<(), Problem> {
    let (kind, log_kind, amount, reason) = match due {
        NoteDue::Credit(amount, reason) => (SalesDocumentKind::CreditNote, log::LogKind::CreditNote, amount, reason),
        NoteDue::Debit(amount, reason) => (SalesDocumentKind::DebitNote, log::LogKind::DebitNote, amount, reason),
    };
    let documents = &basis.documents;
    let corrected = documents.tax_invoice().or(documents.receipt());
    let corrected = corrected.ok_or_else(|| Problem::internal("a note without a receipt"))?;
    let credit = Credit { reason, stated_satang: corrected.total_satang - documents.credited_satang(corrected) };
    let content = Content { credit: Some(credit), ..basis.content.clone() };
    let draft = Draft {
        total: amount,
        vat: basis.vat_moved(kind).map_err(Problem::internal)?,
        refers_to: Some(corrected.id),
        ..Draft::new(kind, &content)
    };
    let refers_to = corrected.number.clone();
    let number = insert(change, order_id, draft).await?;
    let detail = json!({ "number": number, "refersTo": refers_to, "amountSatang": amount.get(), "reason": reason });
    log::write(change, order_id, log_kind, &detail).await
}

/// Issues a tax invoice for the goods that stay sold, replacing the current one. The caller checked that the order may have one; it is
/// locked.
pub async fn issue_tax_invoice(change: &mut Change, order_id: i64, basis: &Basis, buyer: &TaxBuyer) -> Result<String, Problem> {
    let receipt = basis.documents.receipt().ok_or_else(|| Problem::internal("a paid order without a receipt"))?;
    let sold = basis.outcome.sold().map_err(Problem::internal)?;
    let content = Content { credited_satang: basis.credited().get(), ..basis.content.clone() };
    let draft = Draft {
        total: sold,
        vat: basis.tax.of(sold).map_err(Problem::internal)?,
        refers_to: Some(receipt.id),
        replaces: basis.documents.tax_invoice().map(|invoice| invoice.id),
        buyer: Some(buyer),
        ..Draft::new(SalesDocumentKind::TaxInvoice, &content)
    };
    insert(change, order_id, draft).await
}

/// A document without its number.
struct Draft<'a> {
    kind: SalesDocumentKind,
    total: Satang,
    vat: Satang,
    refers_to: Option<i64>,
    replaces: Option<i64>,
    buyer: Option<&'a TaxBuyer>,
    /// The number that an earlier version assigned.
    earlier_number: Option<String>,
    content: &'a Content,
}

impl<'a> Draft<'a> {
    fn new(kind: SalesDocumentKind, content: &'a Content) -> Self {
        Self {
            kind,
            total: Satang::ZERO,
            vat: Satang::ZERO,
            refers_to: None,
            replaces: None,
            buyer: None,
            earlier_number: None,
            content,
        }
    }
}

/// Takes the next number of the series, whose row stays locked until the commit, and stores the document under it.
async fn insert(change: &mut Change, order_id: i64, draft: Draft<'_>) -> Result<String, Problem> {
    let sealed = match draft.buyer {
        Some(buyer) => Some(seal_tax_id(change.app(), order_id, &buyer.tax_id)?),
        None => None,
    };
    let (year, serial, issued_at) = match draft.earlier_number.as_deref().and_then(parts_of) {
        Some((year, serial)) => (year, serial, draft.content.paid_at),
        None => {
            let year = series_year(change.now());
            let (serial, issued_at) = next_serial(change, draft.kind, year).await?;
            (year, serial, issued_at)
        }
    };
    let number = draft.kind.number(year, serial);
    change.warn_if_rolled_back(format!("{number} of order {order_id}"));
    sqlx::query!(
        "insert into shop.sales_documents (kind, year, serial, number, order_id, refers_to, replaces, total_satang, vat_satang, buyer_name,
                buyer_tax_id_sealed, buyer_branch, buyer_address, content, issued_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        draft.kind.as_str(),
        year,
        serial,
        number,
        order_id,
        draft.refers_to,
        draft.replaces,
        draft.total.get(),
        draft.vat.get(),
        draft.buyer.map(|buyer| buyer.name.as_str()),
        sealed,
        draft.buyer.map(|buyer| buyer.branch.as_str()),
        draft.buyer.map(|buyer| buyer.address.as_str()),
        Json(draft.content) as _,
        issued_at
    )
    .execute(change.conn())
    .await?;
    Ok(number)
}

/// Parses year and serial of a number such as `RC-2026-0000042`.
fn parts_of(number: &str) -> Option<(i32, i64)> {
    let mut parts = number.split('-').skip(1);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Returns the next serial with its date. Dates of a series rise with its numbers: a change that began earlier may take its number later.
async fn next_serial(change: &mut Change, kind: SalesDocumentKind, year: i32) -> Result<(i64, DateTime<Utc>), Problem> {
    let now = change.now();
    let next = sqlx::query!(
        "insert into shop.sales_document_series as series (kind, year, last_serial, last_issued_at) values ($1, $2, 1, $3)
         on conflict (kind, year) do update set last_serial = series.last_serial + 1,
           last_issued_at = greatest(series.last_issued_at, excluded.last_issued_at)
         returning last_serial, last_issued_at",
        kind.as_str(),
        year,
        now
    )
    .fetch_one(change.conn())
    .await?;
    Ok((next.last_serial, next.last_issued_at))
}

/// A number of a series that does not have exactly one document, or a series that does not end with its newest number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesFault {
    pub kind: SalesDocumentKind,
    pub year: i32,
    pub serial: i64,
    pub documents: i64,
}

impl std::fmt::Display for SeriesFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is borne by {} documents", self.kind.number(self.year, self.serial), self.documents)
    }
}

/// Finds gaps and duplicates in the numbers of all series, and documents beyond the last number; empty when there are none.
pub async fn audit(db: &PgPool) -> sqlx::Result<Vec<SeriesFault>> {
    sqlx::query_as!(
        SeriesFault,
        r#"with due as (
             select kind, year, generate_series(1, last_serial) as serial, true as is_due from shop.sales_document_series),
           borne as (select kind, year, serial, count(*) as documents from shop.sales_documents group by kind, year, serial)
           select kind as "kind!: SalesDocumentKind", year as "year!", serial as "serial!", coalesce(documents, 0) as "documents!"
           from due full join borne using (kind, year, serial)
           where is_due is null or documents is distinct from 1 order by 1, 2, 3 limit 1000"#
    )
    .fetch_all(db)
    .await
}

/// A series, with the count of its assigned numbers.
#[derive(Clone, Debug)]
pub struct Series {
    pub kind: SalesDocumentKind,
    pub year: i32,
    pub last_serial: i64,
}

pub async fn series(db: &PgPool) -> sqlx::Result<Vec<Series>> {
    sqlx::query_as!(
        Series,
        r#"select kind as "kind: SalesDocumentKind", year, last_serial from shop.sales_document_series order by year, kind"#
    )
    .fetch_all(db)
    .await
}
