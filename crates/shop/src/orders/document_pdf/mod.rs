//! Sales documents as PDFs: A4, real text in an embedded font, in the reader's language.

mod face;
mod sheet;

use chrono::{DateTime, Utc};
use krilla::metadata::Metadata;
use manao_domain::sales_document::{NoteReason, SalesDocumentKind};

use super::documents::{Content, Credit, DocumentGoods, ReceiptLine, SalesDocument, SalesDocuments, TaxBuyer, branch_name};
use face::Face;
use manao_kernel::app::App;
use manao_kernel::problem::{Lang, Problem, baht_exact};
use manao_kernel::text::{Text, day, moment};
use manao_kernel::typeface::{PLEX, PLEX_SEMI_BOLD};
use manao_kernel::worker_pool::WorkerPool;
use sheet::{Ink, MARGIN, RIGHT, Sheets, Style};

/// Number of documents drawn at once, and of those that may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;
struct Printers(WorkerPool);

/// Right edges of the number columns.
const PIECES: f32 = 356.0;
const PRICE: f32 = 450.0;
/// Width of the column of names.
const NAMES: f32 = 250.0;
/// Left edge of the header's right half.
const HALF: f32 = 320.0;

/// A document with its state: the others of its order that refer to it, and that it refers to.
#[derive(Clone, Debug)]
pub struct Printed {
    kind: SalesDocumentKind,
    number: String,
    issued_at: DateTime<Utc>,
    total_satang: i64,
    vat_satang: i64,
    /// The amount by which it lowers another document's
    credited_satang: i64,
    content: Content,
    buyer: Option<TaxBuyer>,
    refers_to: Option<Reference>,
    replaces: Option<Reference>,
    replaced_by: Option<Reference>,
    notes: Vec<Reference>,
}

#[derive(Clone, Debug)]
struct Reference {
    number: String,
    issued_at: DateTime<Utc>,
    /// The amount by which it lowers another document's
    credited_satang: i64,
}

impl Reference {
    fn to(document: &SalesDocument) -> Self {
        Self { number: document.number.clone(), issued_at: document.issued_at, credited_satang: document.credited_satang() }
    }
}

impl Printed {
    /// # Errors
    /// 500 for a tax invoice whose tax ID cannot be opened: it would be printed without it.
    pub fn new(documents: &SalesDocuments, document: &SalesDocument) -> Result<Self, Problem> {
        let referred = documents.referred(document);
        let buyer = document.buyer.as_ref().or_else(|| referred?.buyer.as_ref()).cloned();
        if document.kind == SalesDocumentKind::TaxInvoice && buyer.is_none() {
            return Err(Problem::internal(format!("{} cannot be printed without its buyer", document.number)));
        }
        Ok(Self {
            kind: document.kind,
            number: document.number.clone(),
            issued_at: document.issued_at,
            total_satang: document.total_satang,
            vat_satang: document.vat_satang,
            credited_satang: document.credited_satang(),
            content: document.content.clone(),
            buyer,
            refers_to: referred.map(Reference::to),
            replaces: documents.replaced(document).map(Reference::to),
            replaced_by: documents.replacement(document).map(Reference::to),
            notes: documents.notes(document).map(Reference::to).collect(),
        })
    }

    fn title(&self, lang: Lang) -> &'static str {
        match self.kind {
            SalesDocumentKind::Receipt => lang.pick("ใบเสร็จรับเงิน", "Receipt"),
            SalesDocumentKind::TaxInvoice => lang.pick("ใบกำกับภาษี", "Tax invoice"),
            SalesDocumentKind::CreditNote => lang.pick("ใบลดหนี้", "Credit note"),
            SalesDocumentKind::DebitNote => lang.pick("ใบเพิ่มหนี้", "Debit note"),
        }
    }

    /// Returns notes on replacement and credits: later changes to it, and the document it cancels.
    fn state(&self, lang: Lang) -> Vec<String> {
        let mut state = Vec::new();
        if let Some(other) = &self.replaced_by {
            let (number, day) = (&other.number, day(other.issued_at));
            state.push(lang.pick(
                format!("ยกเลิกแล้ว และออกใบกำกับภาษีเลขที่ {number} ลงวันที่ {} แทน", day.th),
                format!("Cancelled and replaced by tax invoice {number} of {}", day.en),
            ));
        }
        if let Some(other) = &self.replaces {
            let (number, day) = (&other.number, day(other.issued_at));
            state.push(lang.pick(
                format!("เป็นการยกเลิกและออกใบกำกับภาษีฉบับใหม่แทนฉบับเดิมเลขที่ {number} ลงวันที่ {}", day.th),
                format!("Cancels and replaces tax invoice {number} of {}", day.en),
            ));
        }
        let credited: i64 = self.notes.iter().map(|note| note.credited_satang).sum();
        if credited > 0 && credited >= self.total_satang {
            state.push(lang.pick("ลดหนี้เต็มจำนวนแล้ว", "Credited in full").to_owned());
        }
        state
    }
}

/// Draws a document.
///
/// # Errors
/// 503 `service_unavailable` when too many wait.
pub async fn print(app: &App, document: Printed, lang: Lang) -> Result<Vec<u8>, Problem> {
    let printers = app.shared_with(|| Printers(WorkerPool::new("receipts", AT_ONCE, WAITING)));
    printers.0.run(move || draw(&document, lang)).await?
}

fn draw(document: &Printed, lang: Lang) -> Result<Vec<u8>, Problem> {
    let faces = Faces { regular: Face::new(PLEX)?, bold: Face::new(PLEX_SEMI_BOLD)? };
    let mut print = Print { document, lang, faces: &faces, sheets: Sheets::new() };
    print.head()?;
    print.parties()?;
    match document.content.credit {
        Some(credit) => print.credit(credit)?,
        None => {
            print.lines()?;
            print.totals()?;
        }
    }
    let foot = lang
        .pick("เอกสารนี้ออกโดยระบบอิเล็กทรอนิกส์ ไม่ต้องลงลายมือชื่อ", "This document was issued electronically and needs no signature.");
    print.sheets.foot(foot, faces.small())?;
    let metadata = Metadata::new()
        .title(format!("{} {}", document.title(lang), document.number))
        .language(lang.as_str().to_owned())
        .authors(vec![print.text(&document.content.seller.name).to_owned()])
        .creator("Manao".to_owned());
    print.sheets.into_pdf(metadata)
}

struct Faces {
    regular: Face,
    bold: Face,
}

impl Faces {
    fn style(&self, size: f32) -> Style<'_> {
        Style { face: &self.regular, size, ink: Ink::Dark }
    }

    fn small(&self) -> Style<'_> {
        Style { face: &self.regular, size: 8.5, ink: Ink::Grey }
    }

    fn strong(&self, size: f32) -> Style<'_> {
        Style { face: &self.bold, size, ink: Ink::Dark }
    }
}

struct Print<'a> {
    document: &'a Printed,
    lang: Lang,
    faces: &'a Faces,
    sheets: Sheets<'a>,
}

impl<'a> Print<'a> {
    fn text<'t>(&self, text: &'t Text) -> &'t str {
        self.lang.pick(&text.th, &text.en)
    }

    /// Draws a text from the left in as many lines as it takes; returns the position of the next line.
    fn left(&mut self, x: f32, y: f32, width: f32, text: &str, style: Style<'a>) -> Result<f32, Problem> {
        let lines = style.face.typeface.wrap(text, style.size, width)?;
        Ok(self.sheets.left(x, y, lines, style))
    }

    /// Draws one line that ends at the right.
    fn right(&mut self, x: f32, y: f32, text: &str, style: Style<'a>) -> Result<f32, Problem> {
        let line = style.face.typeface.shape(text)?;
        Ok(self.sheets.right(x, y, vec![line], style))
    }

    /// Draws the issuer, and the kind and number of the document.
    fn head(&mut self) -> Result<(), Problem> {
        let (document, faces) = (self.document, self.faces);
        let seller = &document.content.seller;
        self.sheets.bar();
        let top = self.sheets.y + 14.0;
        let wide = HALF - MARGIN - 24.0;
        let mut y = self.left(MARGIN, top, wide, self.text(&seller.name), faces.strong(12.0))?;
        y = self.left(MARGIN, y, wide, self.text(&seller.address), faces.small())?;
        let (id, phone) = self.lang.pick(("เลขประจำตัวผู้เสียภาษี", "โทร."), ("Tax ID", "Tel."));
        let numbers = format!("{id} {} · {}", tax_id(&seller.tax_id), self.text(&seller.branch));
        y = self.left(MARGIN, y, wide, &numbers, faces.small())?;
        y = self.left(MARGIN, y, wide, &format!("{phone} {}", seller.phone), faces.small())?;
        let below = self.right(RIGHT, top - 3.0, document.title(self.lang), faces.strong(19.0))?;
        let below = self.right(RIGHT, below, &document.number, faces.style(10.0))?;
        self.sheets.y = y.max(below) + 14.0;
        for state in document.state(self.lang) {
            self.sheets.y = self.left(MARGIN, self.sheets.y, RIGHT - MARGIN, &state, faces.strong(10.0))? + 4.0;
        }
        self.sheets.rule();
        self.sheets.y += 12.0;
        Ok(())
    }

    /// Draws the buyer, the date, and the payment channel.
    fn parties(&mut self) -> Result<(), Problem> {
        let (document, faces) = (self.document, self.faces);
        let content = &document.content;
        let top = self.sheets.y;
        let wide = HALF - MARGIN - 24.0;
        let mut left = self.left(MARGIN, top, wide, self.lang.pick("ลูกค้า", "Customer"), faces.small())?;
        match &document.buyer {
            Some(buyer) => {
                left = self.left(MARGIN, left, wide, &buyer.name, faces.strong(10.0))?;
                left = self.left(MARGIN, left, wide, &buyer.address, faces.style(9.0))?;
                let id = self.lang.pick("เลขประจำตัวผู้เสียภาษี", "Tax ID");
                let numbers = format!("{id} {} · {}", tax_id(buyer.tax_id.digits()), self.text(&branch_name(&buyer.branch)));
                left = self.left(MARGIN, left, wide, &numbers, faces.style(9.0))?;
            }
            None => left = self.left(MARGIN, left, wide, &content.buyer, faces.strong(10.0))?,
        }
        let names = self.lang.pick(
            ["วันที่ออกเอกสาร", "อ้างถึง", "เลขที่คำสั่งซื้อ", "วันที่ชำระเงิน", "ชำระโดย", "เลขอ้างอิง"],
            ["Issued on", "Refers to", "Order", "Paid on", "Paid by", "Reference"],
        );
        let reference = |reference: &Reference| format!("{} ({})", reference.number, self.text(&day(reference.issued_at)));
        let references: Vec<&str> =
            [&content.transaction_id, &content.provider_reference].into_iter().flatten().map(String::as_str).collect();
        let facts = [
            Some(self.text(&day(document.issued_at)).to_owned()),
            document.refers_to.as_ref().map(reference),
            Some(content.order_number.clone()),
            Some(self.text(&moment(content.paid_at)).to_owned()),
            Some(self.text(&content.channel).to_owned()),
            (!references.is_empty()).then(|| references.join(" · ")),
        ];
        let mut right = top;
        for (name, fact) in names.into_iter().zip(facts) {
            let Some(fact) = fact else { continue };
            self.left(HALF, right, 90.0, name, faces.small())?;
            right = self.left(HALF + 76.0, right, RIGHT - HALF - 76.0, &fact, faces.style(9.0))?;
        }
        self.sheets.y = left.max(right) + 16.0;
        Ok(())
    }

    fn table_head(&mut self) -> Result<(), Problem> {
        let style = self.faces.small();
        let words = self
            .lang
            .pick(["รายการ", "จำนวน", "ราคาต่อหน่วย", "จำนวนเงิน (บาท)"], ["Item", "Quantity", "Unit price", "Amount (THB)"]);
        let y = self.sheets.y;
        self.left(MARGIN, y, NAMES, words[0], style)?;
        self.right(PIECES, y, words[1], style)?;
        self.right(PRICE, y, words[2], style)?;
        self.sheets.y = self.right(RIGHT, y, words[3], style)? + 4.0;
        self.sheets.rule();
        self.sheets.y += 6.0;
        Ok(())
    }

    fn lines(&mut self) -> Result<(), Problem> {
        self.table_head()?;
        let document = self.document;
        for line in &document.content.lines {
            self.line(line)?;
        }
        self.sheets.rule();
        self.sheets.y += 8.0;
        Ok(())
    }

    /// Draws a line of goods, which stays on one sheet.
    fn line(&mut self, line: &ReceiptLine) -> Result<(), Problem> {
        let (style, small) = (self.faces.style(10.0), self.faces.small());
        let name = style.face.typeface.wrap(&self.name(&line.goods), style.size, NAMES)?;
        let mut details = Vec::new();
        for detail in self.details(line) {
            details.extend(small.face.typeface.wrap(&detail, small.size, NAMES)?);
        }
        let height = Sheets::height(style, name.len()) + Sheets::height(small, details.len()) + 8.0;
        if self.sheets.make_room(height) {
            self.table_head()?;
        }
        let y = self.sheets.y;
        self.right(PIECES, y, &line.quantity.to_string(), style)?;
        self.right(PRICE, y, &baht_exact(line.unit_price_satang), style)?;
        self.right(RIGHT, y, &baht_exact(line.amount_satang), style)?;
        let below = self.sheets.left(MARGIN, y, name, style);
        self.sheets.y = self.sheets.left(MARGIN, below, details, small) + 8.0;
        Ok(())
    }

    fn name(&self, goods: &DocumentGoods) -> String {
        format!("{} · {}", self.text(&goods.game_name), self.text(&goods.name))
    }

    /// Returns the recipient and the seller of goods, and those that were delivered instead.
    fn details(&self, line: &ReceiptLine) -> Vec<String> {
        let (player, number, server, seller) =
            self.lang.pick(("ไอดีผู้เล่น", "เบอร์มือถือ", "เซิร์ฟเวอร์", "ขายโดย"), ("Player ID", "Mobile number", "Server", "Sold by"));
        let of = |goods: &DocumentGoods| {
            // A masked number is its own name.
            let is_number = goods.player_name.is_some() && goods.player_name == goods.player_id;
            let target = [
                goods.player_id.as_ref().map(|id| format!("{} {id}", if is_number { number } else { player })),
                goods.server.as_ref().map(|name| format!("{server} {name}")),
                goods.player_name.clone().filter(|_| !is_number),
            ];
            [target.into_iter().flatten().collect::<Vec<_>>().join(" · "), format!("{seller} {}", goods.seller)]
        };
        let mut details = Vec::from(of(&line.goods));
        if let Some(changed) = &line.changed_to {
            let (day, name) = (day(changed.at), self.name(&changed.goods));
            details.push(self.lang.pick(format!("เปลี่ยนเมื่อ {} เป็น {name}", day.th), format!("Changed on {} to {name}", day.en)));
            details.extend(of(&changed.goods));
        }
        details.retain(|detail| !detail.is_empty());
        details
    }

    fn totals(&mut self) -> Result<(), Problem> {
        let (document, faces) = (self.document, self.faces);
        let content = &document.content;
        let words = self.lang.pick(
            ["รวมค่าสินค้า", "ส่วนลด", "ภาษีมูลค่าเพิ่ม", "หักที่ลดหนี้ไปก่อนแล้ว", "จำนวนเงินรวมทั้งสิ้น"],
            ["Subtotal", "Discount", "VAT", "Less earlier credit notes", "Total"],
        );
        let discount = match &content.coupon_code {
            Some(code) => format!("{} ({code})", words[1]),
            None => words[1].to_owned(),
        };
        // The whole sum stays together.
        self.sheets.make_room(Sheets::height(faces.style(10.0), 9 + document.notes.len()));
        self.sum(words[0], content.subtotal_satang, faces.style(10.0))?;
        if content.discount_satang > 0 {
            self.sum(&discount, -content.discount_satang, faces.style(10.0))?;
        }
        if content.vat_satang > 0 {
            self.sum(&format!("{} {}%", words[2], self.percent()), content.vat_satang, faces.style(10.0))?;
        }
        if content.credited_satang > 0 {
            self.sum(words[3], -content.credited_satang, faces.style(10.0))?;
        }
        self.sum(words[4], document.total_satang, faces.strong(12.0))?;
        self.tax()?;
        for note in &document.notes {
            let words = if note.credited_satang < 0 {
                ("ใบเพิ่มหนี้", "Debit note")
            } else {
                ("ใบลดหนี้", "Credit note")
            };
            let word = self.lang.pick(words.0, words.1);
            let name = format!("{word} {} ({})", note.number, self.text(&day(note.issued_at)));
            self.sum(&name, -note.credited_satang, faces.style(10.0))?;
        }
        Ok(())
    }

    /// Draws the amounts of a note in place of goods: the stated one, the correct one, and the difference.
    fn credit(&mut self, credit: Credit) -> Result<(), Problem> {
        let (document, faces) = (self.document, self.faces);
        let reason = match credit.reason {
            NoteReason::NotDelivered => self.lang.pick("ไม่ได้ส่งสินค้าตามคำสั่งซื้อ", "The goods ordered were not delivered"),
            NoteReason::Refunded => self.lang.pick("คืนเงินให้ผู้ซื้อ", "Money was refunded to the buyer"),
            NoteReason::ChargedBack => self.lang.pick("ธนาคารของผู้ชำระเงินเรียกเงินคืน", "The payer's bank took the payment back"),
            NoteReason::MoneyReturned => {
                self.lang.pick("ได้รับเงินที่เคยคืนหรือถูกเรียกคืนกลับมาแล้ว", "Money that was refunded or taken back was received again")
            }
        };
        let words = if document.kind == SalesDocumentKind::DebitNote {
            self.lang.pick(
                ["เหตุผลที่เพิ่มหนี้", "มูลค่าตามเอกสารเดิม", "มูลค่าที่ถูกต้อง", "ผลต่างที่เพิ่มหนี้"],
                ["Reason", "Value stated before", "Correct value", "Difference debited"],
            )
        } else {
            self.lang.pick(
                ["เหตุผลที่ลดหนี้", "มูลค่าตามเอกสารเดิม", "มูลค่าที่ถูกต้อง", "ผลต่างที่ลดหนี้"],
                ["Reason", "Value stated before", "Correct value", "Difference credited"],
            )
        };
        let y = self.left(MARGIN, self.sheets.y, NAMES, words[0], faces.small())?;
        self.sheets.y = self.left(MARGIN, y, RIGHT - MARGIN, reason, faces.style(10.0))? + 8.0;
        self.sheets.rule();
        self.sheets.y += 8.0;
        self.sum(words[1], credit.stated_satang, faces.style(10.0))?;
        self.sum(words[2], credit.stated_satang - document.credited_satang, faces.style(10.0))?;
        self.sum(words[3], document.total_satang, faces.strong(12.0))?;
        self.tax()
    }

    /// Draws the tax in the total.
    fn tax(&mut self) -> Result<(), Problem> {
        let (document, small) = (self.document, self.faces.small());
        let words = self.lang.pick(["มูลค่าก่อนภาษี", "ภาษีมูลค่าเพิ่ม"], ["Value before VAT", "VAT included"]);
        self.sum(words[0], document.total_satang - document.vat_satang, small)?;
        self.sum(&format!("{} {}%", words[1], self.percent()), document.vat_satang, small)
    }

    fn percent(&self) -> f64 {
        f64::from(self.document.content.vat_rate.0) / 100.0
    }

    fn sum(&mut self, name: &str, satang: i64, style: Style<'a>) -> Result<(), Problem> {
        let y = self.sheets.y;
        self.right(PRICE, y, name, style)?;
        self.sheets.y = self.right(RIGHT, y, &baht_exact(satang), style)? + 1.0;
        Ok(())
    }
}

/// Formats a tax ID as it is written on paper: `0-1055-12345-67-1`.
fn tax_id(digits: &str) -> String {
    let groups = [0..1, 1..5, 5..10, 10..12, 12..13];
    groups.map(|group| digits.get(group).unwrap_or_default()).join("-")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
