use manao_domain::money::VatRate;
use manao_domain::thai_id::ThaiId;

use super::super::documents::{ChangedGoods, ReceiptSeller};
use super::*;
use manao_kernel::typeface::take_apart;

const PAID: i64 = 1_795_000_000;

fn content(lines: usize) -> Content {
    let goods = DocumentGoods {
        name: Text::new("คูปอง 370 แถมฟรี 30 สำหรับผู้เล่นที่กลับมาใหม่อีกครั้งในสัปดาห์นี้", "370 Coupons"),
        game_name: Text::new("อาร์โอวี", "Arena of Valor"),
        seller: "Lime Games".into(),
        player_id: Some("801234567".into()),
        server: Some("Asia".into()),
        player_name: Some("Mintจอมเวท16".into()),
    };
    let line = ReceiptLine { goods, quantity: 2, unit_price_satang: 10_500, amount_satang: 21_000, changed_to: None };
    Content {
        order_number: "MN-54KZ-VRKH".into(),
        seller: ReceiptSeller {
            name: Text::new("บริษัท มะนาว เดโม จำกัด", "Manao Demo Co., Ltd."),
            address: Text::new("99/9 ถนนตัวอย่าง แขวงตัวอย่าง เขตพญาไท กรุงเทพมหานคร 10400", "99/9 Example Road, Bangkok 10400"),
            tax_id: "0105512345671".into(),
            branch: Text::new("สำนักงานใหญ่", "Head office"),
            phone: "02-000-0000".into(),
        },
        buyer: "มะลิ ซื้อเก่ง".into(),
        paid_at: DateTime::from_timestamp(PAID, 0).unwrap(),
        channel: Text::new("QR พร้อมเพย์", "QR PromptPay"),
        transaction_id: Some("chrg_test_5xyz0123456789".into()),
        provider_reference: None,
        lines: vec![line; lines],
        coupon_code: Some("LIME10".into()),
        subtotal_satang: 21_000 * i64::try_from(lines).unwrap(),
        discount_satang: 4_590,
        vat_satang: 0,
        vat_rate: VatRate(700),
        credited_satang: 0,
        credit: None,
    }
}

fn document(id: i64, kind: SalesDocumentKind, lines: usize) -> SalesDocument {
    let content = content(lines);
    let total_satang = content.subtotal_satang - content.discount_satang;
    SalesDocument {
        id,
        kind,
        number: kind.number(2026, id),
        issued_at: DateTime::from_timestamp(PAID, 0).unwrap(),
        total_satang,
        vat_satang: total_satang * 7 / 107,
        refers_to: (kind != SalesDocumentKind::Receipt).then_some(1),
        replaces: None,
        content,
        buyer: (kind == SalesDocumentKind::TaxInvoice).then(|| TaxBuyer {
            name: "บริษัท ผู้ซื้อที่ชื่อยาวมากและต้องขึ้นบรรทัดใหม่อย่างแน่นอน จำกัด (มหาชน)".into(),
            tax_id: ThaiId::parse("0105566123456").unwrap(),
            branch: "00012".into(),
            address: "123/45 หมู่ที่ 6 ซอยสุขุมวิท 77 ถนนสุขุมวิท แขวงพระโขนงเหนือ เขตวัฒนา กรุงเทพมหานคร 10110".into(),
        }),
    }
}

/// Returns all documents of an order: a receipt, a tax invoice, its replacement, and a credit and a debit note about that.
fn documents(lines: usize) -> Vec<SalesDocument> {
    let mut replacement = document(3, SalesDocumentKind::TaxInvoice, lines);
    replacement.replaces = Some(2);
    let mut note = document(4, SalesDocumentKind::CreditNote, lines);
    note.refers_to = Some(3);
    note.content.credit = Some(Credit { reason: NoteReason::NotDelivered, stated_satang: note.total_satang });
    let mut again = document(5, SalesDocumentKind::DebitNote, lines);
    again.refers_to = Some(3);
    again.total_satang = 100;
    again.vat_satang = 7;
    again.content.credit = Some(Credit { reason: NoteReason::MoneyReturned, stated_satang: 0 });
    let receipt = document(1, SalesDocumentKind::Receipt, lines);
    vec![receipt, document(2, SalesDocumentKind::TaxInvoice, lines), replacement, note, again]
}

fn printed(lines: usize) -> Vec<Printed> {
    let all = documents(lines);
    let documents = SalesDocuments::of_test(all.clone());
    all.iter().map(|document| Printed::new(&documents, document).unwrap()).collect()
}

#[test]
fn documents_are_drawn_in_both_languages_on_as_many_sheets_as_it_takes() {
    for lang in [Lang::Th, Lang::En] {
        for lines in [1, 60] {
            for document in printed(lines) {
                let pdf = draw(&document, lang).unwrap();
                assert!(pdf.starts_with(b"%PDF-") && pdf.len() < 400_000, "{} bytes", pdf.len());
            }
        }
    }
}

#[test]
fn a_document_says_what_became_of_it() {
    let mut documents = printed(1);
    assert_eq!(documents[0].state(Lang::En), [] as [&str; 0], "a part is owed again");
    for document in &mut documents {
        document.notes.retain(|note| note.credited_satang > 0);
    }
    let state = |index: usize| documents[index].state(Lang::En);
    assert_eq!(state(0), ["Credited in full"]);
    assert_eq!(state(1), ["Cancelled and replaced by tax invoice TI-2026-0000003 of 18 Nov 2026"]);
    assert_eq!(state(2), ["Cancels and replaces tax invoice TI-2026-0000002 of 18 Nov 2026", "Credited in full"]);
    for note in [3, 4] {
        assert_eq!(state(note), [] as [&str; 0]);
        assert_eq!(documents[note].buyer, documents[2].buyer, "a note goes to the buyer of the invoice");
    }
}

/// Reads a PDF with an independent program.
fn read_by(program: &str, arguments: &[&str], path: &std::path::Path) -> String {
    let path = path.to_str().unwrap();
    let arguments = arguments.iter().map(|argument| if *argument == "PDF" { path } else { argument });
    let output = std::process::Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program} is needed (poppler-utils, mupdf-tools): {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn text_is_copied_as_it_was_written() {
    let words = [
        "น้ำพุที่ปั้นด้วยปี่",
        "ผู้เล่นที่กำลังซื้อน้ำมันให้สำเร็จ",
        "ญี่ปุ่น ฐานะ ฎีกา ก็ตาม เสาร์ ๆ ฯลฯ",
        "ค่ำ ล้ำ ช้ำ คำ ป้ำ กิ๊ก จ๋า ซื้อ",
        "บริษัท มะนาว เดโม จำกัด (สำนักงานใหญ่)",
        "−1,234.50 บาท · MN-54KZ – 2 × 105.00",
    ];
    let mut document = printed(words.len()).remove(0);
    for (line, word) in document.content.lines.iter_mut().zip(words) {
        line.goods.name.th = word.into();
        line.goods.game_name.th = "ก".into();
    }
    let goods = DocumentGoods {
        name: Text::new("พาสรายสัปดาห์", "Weekly pass"), ..document.content.lines[0].goods.clone()
    };
    document.content.lines[0].changed_to = Some(ChangedGoods { at: document.issued_at, goods });
    let file = std::env::temp_dir().join(format!("manao-copied-{}.pdf", std::process::id()));
    std::fs::write(&file, draw(&document, Lang::Th).unwrap()).unwrap();
    let poppler = read_by("pdftotext", &["-layout", "PDF", "-"], &file);
    let mupdf = read_by("mutool", &["draw", "-q", "-F", "text", "PDF"], &file);
    for (reader, read) in [("poppler", poppler), ("mupdf", mupdf)] {
        for word in words.iter().copied().chain([
            "ใบเสร็จรับเงิน",
            "เลขประจำตัวผู้เสียภาษี 0-1055-12345-67-1",
            "จำนวนเงินรวมทั้งสิ้น",
            "เปลี่ยนเมื่อ 18 พ.ย. 2569 เป็น",
            "พาสรายสัปดาห์",
        ]) {
            // This reader ignores `ActualText`: it gets ำ in two parts, and puts blanks beside a tall letter's marks.
            let letters = |text: &str| take_apart(text).replace([' ', '\u{a0}'], "");
            let is_found = if reader == "mupdf" { letters(&read).contains(&letters(word)) } else { read.contains(word) };
            assert!(is_found, "{reader} does not find {word} in:\n{read}");
        }
        assert!(!read.contains(char::REPLACEMENT_CHARACTER), "{reader}: {read}");
    }
    std::fs::remove_file(file).unwrap();
}
