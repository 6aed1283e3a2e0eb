//! Mails to a buyer about an order, each sent once: the receipt with the delivered goods, a late payment, a line waiting for repair, and its
//! outcome. Mails never contain codes, only a link to them.

use crate::pages;
use manao_domain::delivery::DeliveryStatus;
use manao_domain::product::Target;

use super::snapshot::{LineRow, Snapshot};
use super::tell::{Notification, goods};
use manao_kernel::database::Change;
use manao_kernel::problem::{Lang, Problem, baht};
use manao_kernel::text::Text;
use manao_people::mail::{self, Block, Item, Kind, Letter, moment};

/// Events of an order that are mailed about.
#[derive(Clone, Copy, Debug)]
pub struct LetterOccasions {
    /// Whether it was paid after it expired
    pub late: bool,
    /// A line went to the repair queue, the first of this order
    pub repair: bool,
    /// An operator gave up on a line
    pub closed: bool,
}

pub async fn write(change: &mut Change, snapshot: &Snapshot, occasions: LetterOccasions) -> Result<(), Problem> {
    let (user_id, number) = (snapshot.order.user_id, snapshot.order.number.as_str());
    if occasions.late {
        let notification = |lang| told(snapshot, Notification::LatePayment, lang);
        mail::tell(change, user_id, Kind::PaidLate, number, notification).await?;
    }
    if occasions.repair {
        let notification = |lang| told(snapshot, Notification::for_repair(snapshot), lang);
        mail::tell(change, user_id, Kind::RepairBegun, number, notification).await?;
    }
    // An order that ended earlier is not mailed about again, whatever else happens to it.
    let now = change.now();
    let just = occasions.closed || snapshot.lines.iter().any(|line| line.delivered_at == Some(now));
    let ended = snapshot.lines.iter().all(|line| is(line, DeliveryStatus::Delivered) || is(line, DeliveryStatus::Closed));
    if !just || !ended {
        return Ok(());
    }
    if snapshot.order.repair_at.is_some() {
        mail::tell(change, user_id, Kind::RepairEnded, number, |lang| repaired(snapshot, lang)).await?;
    }
    if snapshot.lines.iter().any(|line| is(line, DeliveryStatus::Delivered)) {
        let channel = snapshot.order.channel_name(change.app());
        mail::tell(change, user_id, Kind::Receipt, number, |lang| receipt(snapshot, &channel, lang)).await?;
    }
    Ok(())
}

fn is(line: &LineRow, status: DeliveryStatus) -> bool {
    line.delivery_status == status
}

/// Returns a letter with the inbox message's text.
fn told(snapshot: &Snapshot, notification: Notification, lang: Lang) -> Letter {
    let message = notification.message(&snapshot.order.number, &goods(snapshot));
    let (title, body) = (lang.pick(message.title.th, message.title.en), lang.pick(message.body.th, message.body.en));
    letter(snapshot, title, vec![Block::Text(body)], lang)
}

fn repaired(snapshot: &Snapshot, lang: Lang) -> Letter {
    let (delivered, closed): (Vec<&LineRow>, Vec<&LineRow>) =
        snapshot.lines.iter().partition(|line| is(line, DeliveryStatus::Delivered));
    if closed.is_empty() {
        let (title, text) = lang.pick(
            ("คำสั่งซื้อที่ล่าช้าสำเร็จแล้ว", "ขอบคุณที่รอ เราส่งสินค้าครบทุกรายการแล้ว"),
            ("Your delayed order has been delivered", "Thank you for waiting. Everything has been delivered."),
        );
        return letter(snapshot, title.to_owned(), vec![Block::Text(text.to_owned())], lang);
    }
    let (title, text) = lang.pick(
        ("ส่งสินค้าไม่สำเร็จ", "ขออภัย สินค้าต่อไปนี้ส่งไม่สำเร็จ เรากำลังคืนเงินให้คุณ"),
        ("We could not deliver your order", "Sorry, we could not deliver the following. We are refunding your money."),
    );
    let mut blocks = vec![Block::Text(text.to_owned()), Block::Items(items(&closed, lang))];
    if !delivered.is_empty() {
        let rest = lang.pick("สินค้าอื่นส่งถึงเรียบร้อยแล้ว", "Everything else has been delivered.");
        blocks.push(Block::Text(rest.to_owned()));
    }
    letter(snapshot, title.to_owned(), blocks, lang)
}

fn receipt(snapshot: &Snapshot, channel: &Text, lang: Lang) -> Letter {
    let order = &snapshot.order;
    let delivered: Vec<&LineRow> = snapshot.lines.iter().filter(|line| is(line, DeliveryStatus::Delivered)).collect();
    let codes = delivered.iter().any(|line| line.has_code);
    let names = lang.pick(
        ["เลขที่ใบเสร็จ", "ชำระเมื่อ", "ชำระโดย", "ส่วนลด", "ภาษีมูลค่าเพิ่ม", "ยอดชำระ"],
        ["Receipt", "Paid", "Paid by", "Discount", "VAT", "Total paid"],
    );
    let mut rows = Vec::new();
    let mut row = |name: &str, value: Option<String>| rows.extend(value.map(|value| (name.to_owned(), value)));
    row(names[0], order.receipt_number.clone());
    row(names[1], order.paid_at.map(|at| moment(at, lang)));
    row(names[2], Some(lang.pick(&channel.th, &channel.en).clone()));
    row(names[3], (order.discount_satang > 0).then(|| format!("−{}", money(order.discount_satang, lang))));
    row(names[4], (order.vat_satang > 0).then(|| money(order.vat_satang, lang)));
    row(names[5], Some(money(order.total_satang, lang)));
    let mut blocks = vec![
        Block::Text(
            lang.pick("ขอบคุณที่ซื้อกับ Manao สินค้าส่งถึงเรียบร้อยแล้ว", "Thank you for your order. Everything has been delivered.")
                .to_owned(),
        ),
        Block::Items(items(&delivered, lang)),
        Block::Rows(rows),
    ];
    if codes {
        let text = lang.pick(
            "โค้ดของคุณอยู่ในหน้าคำสั่งซื้อ เพื่อความปลอดภัย เราไม่ส่งโค้ดทางอีเมล",
            "Your codes are on the order's page. To keep them safe, we never send them by e-mail.",
        );
        blocks.push(Block::Text(text.to_owned()));
    }
    letter(snapshot, lang.pick("ใบเสร็จของคุณ", "Your receipt").to_owned(), blocks, lang)
}

/// Adds the order's number and a link to its page.
fn letter(snapshot: &Snapshot, title: String, mut blocks: Vec<Block>, lang: Lang) -> Letter {
    let number = &snapshot.order.number;
    let (order, button) = lang.pick(("คำสั่งซื้อ", "ดูคำสั่งซื้อ"), ("Order", "View order"));
    blocks.push(Block::Rows(vec![(order.to_owned(), number.clone())]));
    blocks.push(Block::Button(button.to_owned(), format!("{}?number={number}", pages::ORDER_RESULT.path())));
    Letter { subject: format!("{title} · {number}"), title, blocks }
}

fn items(lines: &[&LineRow], lang: Lang) -> Vec<Item> {
    let (player, number, server) = lang.pick(("ไอดีผู้เล่น", "เบอร์มือถือ", "เซิร์ฟเวอร์"), ("Player ID", "Mobile number", "Server"));
    let item = |line: &&LineRow| {
        let name =
            lang.pick(format!("{} {}", line.game_name_th, line.name_th), format!("{} {}", line.game_name_en, line.name_en));
        let times = if line.quantity > 1 { format!(" × {}", line.quantity) } else { String::new() };
        let recipient = if line.target() == Target::Number { number } else { player };
        let given = [(recipient, line.player_id.as_deref()), (server, line.server_shown())];
        let detail: Vec<String> = given
            .into_iter()
            .filter_map(|(name, value)| value.filter(|value| !value.is_empty()).map(|value| format!("{name} {value}")))
            .collect();
        Item { name: format!("{name}{times}"), detail: detail.join(" · "), amount: money(line.total_satang, lang) }
    };
    lines.iter().map(item).collect()
}

fn money(satang: i64, lang: Lang) -> String {
    let amount = baht(satang);
    lang.pick(format!("{amount} บาท"), format!("฿{amount}"))
}
