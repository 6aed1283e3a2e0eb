//! The receipt as a PDF: A4, real text in an embedded font, in the language of who asks.

mod face;
mod sheet;

use krilla::metadata::Metadata;

use super::receipt::{Receipt, ReceiptLine};
use super::tax_invoice;
use crate::app::App;
use crate::problem::{Lang, Problem, baht_exact};
use crate::text::{Text, moment};
use crate::worker_pool::WorkerPool;
use face::Face;
use sheet::{Ink, MARGIN, RIGHT, Sheets, Style};

const REGULAR: &[u8] = include_bytes!("../../../../fonts/IBMPlexSansThai-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../../../fonts/IBMPlexSansThai-SemiBold.ttf");

/// Receipts drawn at once, and how many more may wait.
const AT_ONCE: usize = 2;
const WAITING: usize = 32;
struct Printers(WorkerPool);

/// Columns: where the numbers end.
const PIECES: f32 = 356.0;
const PRICE: f32 = 450.0;
/// How wide the names of goods may be.
const NAMES: f32 = 250.0;
/// Where the right half of the head begins.
const HALF: f32 = 320.0;

/// Draws a receipt.
///
/// # Errors
/// 503 `service_unavailable` when too many wait.
pub async fn print(app: &App, receipt: Receipt, lang: Lang) -> Result<Vec<u8>, Problem> {
    let printers = app.shared_with(|| Printers(WorkerPool::new("receipts", AT_ONCE, WAITING)));
    printers.0.run(move || draw(&receipt, lang)).await?
}

fn draw(receipt: &Receipt, lang: Lang) -> Result<Vec<u8>, Problem> {
    let faces = Faces { regular: Face::new(REGULAR)?, bold: Face::new(BOLD)? };
    let mut print = Print { receipt, lang, faces: &faces, sheets: Sheets::new() };
    print.head()?;
    print.parties()?;
    print.lines()?;
    print.totals()?;
    let foot = lang
        .pick("เอกสารนี้ออกโดยระบบอิเล็กทรอนิกส์ ไม่ต้องลงลายมือชื่อ", "This document was issued electronically and needs no signature.");
    print.sheets.foot(foot, faces.small())?;
    let title = format!("{} {}", title(receipt, lang), receipt.receipt_number);
    let metadata = Metadata::new()
        .title(title)
        .language(lang.as_str().to_owned())
        .authors(vec![print.text(&receipt.seller.name).to_owned()])
        .creator("Manao".to_owned());
    print.sheets.into_pdf(metadata)
}

fn title(receipt: &Receipt, lang: Lang) -> &'static str {
    if receipt.tax_invoice.is_some() {
        lang.pick("ใบเสร็จรับเงิน/ใบกำกับภาษี", "Receipt / Tax invoice")
    } else {
        lang.pick("ใบเสร็จรับเงิน", "Receipt")
    }
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
    receipt: &'a Receipt,
    lang: Lang,
    faces: &'a Faces,
    sheets: Sheets<'a>,
}

impl<'a> Print<'a> {
    fn text<'t>(&self, text: &'t Text) -> &'t str {
        self.lang.pick(&text.th, &text.en)
    }

    /// A text from the left in as many lines as it takes; answers where the next would stand.
    fn left(&mut self, x: f32, y: f32, width: f32, text: &str, style: Style<'a>) -> Result<f32, Problem> {
        let lines = style.face.wrap(text, style.size, width)?;
        Ok(self.sheets.left(x, y, lines, style))
    }

    /// One line that ends at the right.
    fn right(&mut self, x: f32, y: f32, text: &str, style: Style<'a>) -> Result<f32, Problem> {
        let line = style.face.shape(text)?;
        Ok(self.sheets.right(x, y, vec![line], style))
    }

    /// Who issues it, and what it is.
    fn head(&mut self) -> Result<(), Problem> {
        let (receipt, faces) = (self.receipt, self.faces);
        let seller = &receipt.seller;
        self.sheets.bar();
        let top = self.sheets.y + 14.0;
        let wide = HALF - MARGIN - 24.0;
        let mut y = self.left(MARGIN, top, wide, self.text(&seller.name), faces.strong(12.0))?;
        y = self.left(MARGIN, y, wide, self.text(&seller.address), faces.small())?;
        let (id, phone) = self.lang.pick(("เลขประจำตัวผู้เสียภาษี", "โทร."), ("Tax ID", "Tel."));
        let numbers = format!("{id} {} · {}", tax_id(&seller.tax_id), self.text(&seller.branch));
        y = self.left(MARGIN, y, wide, &numbers, faces.small())?;
        y = self.left(MARGIN, y, wide, &format!("{phone} {}", seller.phone), faces.small())?;
        let title_size = if receipt.tax_invoice.is_some() { 15.0 } else { 19.0 };
        let below = self.right(RIGHT, top - 3.0, title(receipt, self.lang), faces.strong(title_size))?;
        let below = self.right(RIGHT, below, &receipt.receipt_number, faces.style(10.0))?;
        self.sheets.y = y.max(below) + 14.0;
        self.sheets.rule();
        self.sheets.y += 12.0;
        Ok(())
    }

    /// To whom, when, and how it was paid.
    fn parties(&mut self) -> Result<(), Problem> {
        let (receipt, faces) = (self.receipt, self.faces);
        let top = self.sheets.y;
        let wide = HALF - MARGIN - 24.0;
        let mut left = self.left(MARGIN, top, wide, self.lang.pick("ลูกค้า", "Customer"), faces.small())?;
        match &receipt.tax_invoice {
            Some(invoice) => {
                left = self.left(MARGIN, left, wide, &invoice.name, faces.strong(10.0))?;
                left = self.left(MARGIN, left, wide, &invoice.address, faces.style(9.0))?;
                let id = self.lang.pick("เลขประจำตัวผู้เสียภาษี", "Tax ID");
                let branch = tax_invoice::branch_name(&invoice.branch);
                let numbers = format!("{id} {} · {}", tax_id(invoice.tax_id.digits()), self.text(&branch));
                left = self.left(MARGIN, left, wide, &numbers, faces.style(9.0))?;
            }
            None => left = self.left(MARGIN, left, wide, &receipt.buyer, faces.strong(10.0))?,
        }
        let names =
            self.lang.pick(["เลขที่คำสั่งซื้อ", "วันที่ชำระเงิน", "ชำระโดย", "เลขอ้างอิง"], ["Order", "Paid on", "Paid by", "Reference"]);
        let paid_at = moment(receipt.paid_at);
        let facts = [
            Some(receipt.order_number.as_str()),
            Some(self.text(&paid_at)),
            Some(self.text(&receipt.channel)),
            receipt.transaction_id.as_deref(),
        ];
        let mut right = top;
        for (name, fact) in names.into_iter().zip(facts) {
            let Some(fact) = fact else { continue };
            self.left(HALF, right, 90.0, name, faces.small())?;
            right = self.left(HALF + 84.0, right, RIGHT - HALF - 84.0, fact, faces.style(9.0))?;
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
        let receipt = self.receipt;
        for line in &receipt.lines {
            self.line(line)?;
        }
        self.sheets.rule();
        self.sheets.y += 8.0;
        Ok(())
    }

    /// A line stays on one sheet.
    fn line(&mut self, line: &ReceiptLine) -> Result<(), Problem> {
        let (style, small) = (self.faces.style(10.0), self.faces.small());
        let name = format!("{} · {}", self.text(&line.game_name), self.text(&line.name));
        let name = style.face.wrap(&name, style.size, NAMES)?;
        let (player, server, seller) = self.lang.pick(("ไอดีผู้เล่น", "เซิร์ฟเวอร์", "ขายโดย"), ("Player ID", "Server", "Sold by"));
        let target = [
            line.player_id.as_ref().map(|id| format!("{player} {id}")),
            line.server.as_ref().map(|name| format!("{server} {name}")),
            line.player_name.clone(),
        ];
        let target = target.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let mut details = small.face.wrap(&target, small.size, NAMES)?;
        details.extend(small.face.wrap(&format!("{seller} {}", line.seller), small.size, NAMES)?);
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

    fn totals(&mut self) -> Result<(), Problem> {
        let (receipt, faces) = (self.receipt, self.faces);
        let percent = receipt.vat_percent;
        let words = self.lang.pick(
            ["รวมค่าสินค้า", "ส่วนลด", "ภาษีมูลค่าเพิ่ม", "ยอดชำระ", "มูลค่าก่อนภาษี", "ภาษีมูลค่าเพิ่มในยอดชำระ", "คืนเงินแล้ว"],
            ["Subtotal", "Discount", "VAT", "Total paid", "Value before VAT", "VAT in the total", "Refunded"],
        );
        let discount = match &receipt.coupon_code {
            Some(code) => format!("{} ({code})", words[1]),
            None => words[1].to_owned(),
        };
        let before_tax = receipt.total_satang - receipt.vat_included_satang;
        // All of it stays together.
        self.sheets.make_room(Sheets::height(faces.style(10.0), 8));
        let small = faces.small();
        self.sum(words[0], receipt.subtotal_satang, faces.style(10.0))?;
        if receipt.discount_satang > 0 {
            self.sum(&discount, -receipt.discount_satang, faces.style(10.0))?;
        }
        if receipt.vat_satang > 0 {
            self.sum(&format!("{} {percent}%", words[2]), receipt.vat_satang, faces.style(10.0))?;
        }
        self.sum(words[3], receipt.total_satang, faces.strong(12.0))?;
        self.sum(words[4], before_tax, small)?;
        self.sum(&format!("{} {percent}%", words[5]), receipt.vat_included_satang, small)?;
        if let Some(refunded) = receipt.refunded_satang {
            self.sum(words[6], -refunded, faces.style(10.0))?;
        }
        Ok(())
    }

    fn sum(&mut self, name: &str, satang: i64, style: Style<'a>) -> Result<(), Problem> {
        let y = self.sheets.y;
        self.right(PRICE, y, name, style)?;
        self.sheets.y = self.right(RIGHT, y, &baht_exact(satang), style)? + 1.0;
        Ok(())
    }
}

/// `0-1055-12345-67-1`: as it is written on paper.
fn tax_id(digits: &str) -> String {
    let groups = [0..1, 1..5, 5..10, 10..12, 12..13];
    groups.map(|group| digits.get(group).unwrap_or_default()).join("-")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use manao_domain::thai_id::ThaiId;

    use super::super::receipt::ReceiptSeller;
    use super::super::tax_invoice::TaxInvoice;
    use super::*;

    fn receipt(lines: usize, tax_invoice: bool) -> Receipt {
        let line = ReceiptLine {
            name: Text::new("คูปอง 370 แถมฟรี 30 สำหรับผู้เล่นที่กลับมาใหม่อีกครั้งในสัปดาห์นี้", "370 Coupons"),
            game_name: Text::new("อาร์โอวี", "Arena of Valor"),
            seller: "Lime Games".into(),
            player_id: Some("801234567".into()),
            server: Some("Asia".into()),
            player_name: Some("Mintจอมเวท16".into()),
            quantity: 2,
            unit_price_satang: 10_500,
            amount_satang: 21_000,
        };
        let sum = 21_000 * i64::try_from(lines).unwrap();
        Receipt {
            receipt_number: "RC-2026-000042".into(),
            order_number: "MN-54KZ-VRKH".into(),
            paid_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            channel: Text::new("QR พร้อมเพย์", "QR PromptPay"),
            transaction_id: Some("chrg_test_5xyz0123456789".into()),
            seller: ReceiptSeller {
                name: Text::new("บริษัท มะนาว เดโม จำกัด", "Manao Demo Co., Ltd."),
                address: Text::new("99/9 ถนนตัวอย่าง แขวงตัวอย่าง เขตพญาไท กรุงเทพมหานคร 10400", "99/9 Example Road, Bangkok 10400"),
                tax_id: "0105512345671".into(),
                branch: Text::new("สำนักงานใหญ่", "Head office"),
                phone: "02-000-0000".into(),
            },
            buyer: "มะลิ ซื้อเก่ง".into(),
            lines: vec![line; lines],
            coupon_code: Some("LIME10".into()),
            subtotal_satang: sum,
            discount_satang: 4_590,
            vat_satang: 0,
            total_satang: sum - 4_590,
            vat_included_satang: 2_703,
            vat_percent: 7.0,
            refunded_satang: None,
            refunded_at: None,
            tax_invoice: tax_invoice.then(|| TaxInvoice {
                name: "บริษัท ผู้ซื้อที่ชื่อยาวมากและต้องขึ้นบรรทัดใหม่อย่างแน่นอน จำกัด (มหาชน)".into(),
                tax_id: ThaiId::parse("0105566123456").unwrap(),
                branch: "00012".into(),
                address: "123/45 หมู่ที่ 6 ซอยสุขุมวิท 77 ถนนสุขุมวิท แขวงพระโขนงเหนือ เขตวัฒนา กรุงเทพมหานคร 10110".into(),
                requested_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            }),
            tax_invoice_until: DateTime::from_timestamp(1_795_600_000, 0).unwrap(),
        }
    }

    #[test]
    fn a_receipt_is_drawn_in_both_languages_on_as_many_sheets_as_it_takes() {
        for lang in [Lang::Th, Lang::En] {
            for (lines, tax_invoice) in [(1, false), (3, true), (20, false), (200, true)] {
                let pdf = draw(&receipt(lines, tax_invoice), lang).unwrap();
                assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 300_000, "{} bytes", pdf.len());
            }
        }
    }
}
