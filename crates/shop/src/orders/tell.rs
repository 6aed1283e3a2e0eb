//! Inbox messages for a buyer when something happens to an order they may not be looking at.

use crate::pages;
use manao_domain::Satang;
use manao_domain::delivery::DeliveryStatus;
use manao_domain::order::OrderStatus;

use super::snapshot::Snapshot;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// An event that the buyer is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notification {
    Delivered,
    /// A line failed for good: an operator looks at it
    Repair,
    /// A line failed for good: the buyer decides what becomes of it
    RepairChoice,
    /// A line is on its way again, as the buyer decided
    Corrected,
    /// A line takes longer than usual: a thread with staff was opened
    Late,
    /// Paid after it expired
    LatePayment,
    /// Paid a second time
    PaidTwice,
    /// Paid with a different amount than was due
    WrongAmount,
    /// An operator gave up on a line; its money is refunded
    Closed,
    /// This amount was returned to the payer
    PaidBack(Satang),
    /// This amount was paid back from our bank account
    PaidBackOutside(Satang),
    /// The payer's bank disputes the payment
    Disputed,
    /// The dispute was decided
    DisputeOver,
    /// A code that was already used was exchanged for another
    CodeExchanged,
    /// The claim that a code was already used was refused, for a reason that the order's page shows
    ClaimRefused,
}

impl Notification {
    /// Returns the messages for a status change, if any; the buyer already knows about their own payment or cancellation.
    pub fn for_status(
        before: OrderStatus,
        after: OrderStatus,
        late: bool,
        repair: Option<Notification>,
    ) -> impl Iterator<Item = Notification> {
        let delivered = before != OrderStatus::Completed && after == OrderStatus::Completed;
        let late = late && !delivered;
        [late.then_some(Notification::LatePayment), repair, delivered.then_some(Notification::Delivered)].into_iter().flatten()
    }

    /// Returns the message about lines in repair: their buyer decides about all of them, or staff look into them.
    pub fn for_repair(snapshot: &Snapshot) -> Notification {
        let mut repairs = snapshot.lines.iter().filter(|line| line.delivery_status == DeliveryStatus::Repair);
        if repairs.all(|line| line.choice().is_some()) { Notification::RepairChoice } else { Notification::Repair }
    }

    pub(super) fn message(self, number: &str, goods: &Text) -> Message {
        let (kind, title, body) = match self {
            Notification::Delivered => (
                "order_delivered",
                Text::new("คำสั่งซื้อสำเร็จแล้ว", "Your order has been delivered"),
                Text::new(
                    format!("{} ส่งถึงเรียบร้อยแล้ว (คำสั่งซื้อ {number})", goods.th),
                    format!("{} has been delivered (order {number}).", goods.en),
                ),
            ),
            Notification::Repair => (
                "order_repair",
                Text::new("คำสั่งซื้อของคุณล่าช้า", "Your order is delayed"),
                Text::new(
                    format!("พาร์ตเนอร์ยังส่ง {} ให้คุณไม่สำเร็จ เงินของคุณปลอดภัย ทีมงานกำลังตรวจสอบคำสั่งซื้อ {number}", goods.th),
                    format!(
                        "Our partner has not been able to deliver {} yet. Your money is safe; our team is looking into order {number}.",
                        goods.en
                    ),
                ),
            ),
            Notification::RepairChoice => (
                "order_repair",
                Text::new("เลือกได้ว่าจะทำอย่างไรกับคำสั่งซื้อ", "Choose what happens to your order"),
                Text::new(
                    format!(
                        "พาร์ตเนอร์ส่ง {} ไม่สำเร็จ เงินของคุณปลอดภัย เปิดคำสั่งซื้อ {number} เพื่อแก้ไอดี เลือกสินค้าอื่นราคาเท่ากัน หรือขอเงินคืน",
                        goods.th
                    ),
                    format!(
                        "Our partner could not deliver {}. Your money is safe: open order {number} to correct the ID, choose another item of the same price, or get your money back.",
                        goods.en
                    ),
                ),
            ),
            Notification::Corrected => (
                "order_corrected",
                Text::new("แก้ไขคำสั่งซื้อแล้ว", "Your order was corrected"),
                Text::new(
                    format!("เราส่ง {} ของคำสั่งซื้อ {number} ตามที่คุณแก้ไขแล้ว และจะแจ้งเมื่อสำเร็จ", goods.th),
                    format!(
                        "We are delivering {} from order {number} as you corrected it, and will tell you when it is done.",
                        goods.en
                    ),
                ),
            ),
            Notification::Late => (
                "order_late",
                Text::new("คำสั่งซื้อของคุณใช้เวลานานกว่าปกติ", "Your order takes longer than usual"),
                Text::new(
                    format!(
                        "{} ยังส่งไม่ถึง เงินของคุณปลอดภัย เราเปิดเรื่องกับทีมงานให้แล้วพร้อมข้อมูลทั้งหมดของคำสั่งซื้อ {number} คุณไม่ต้องทำอะไรเพิ่ม",
                        goods.th
                    ),
                    format!(
                        "{} has not arrived yet. Your money is safe. We have opened a conversation with our team that has everything about order {number}; there is nothing you need to do.",
                        goods.en
                    ),
                ),
            ),
            Notification::LatePayment => (
                "order_late_payment",
                Text::new("ได้รับเงินหลังหมดเวลาชำระ", "Your payment arrived late"),
                Text::new(
                    format!("เราได้รับเงินของคำสั่งซื้อ {number} แล้ว และกำลังดำเนินการให้หากสินค้ายังมีอยู่"),
                    format!("We received your payment for order {number} and will process it if the items are still in stock."),
                ),
            ),
            Notification::PaidTwice => (
                "order_paid_twice",
                Text::new("คำสั่งซื้อถูกชำระซ้ำ", "Your order was paid twice"),
                Text::new(
                    format!("คำสั่งซื้อ {number} ถูกชำระเงินสองครั้ง เรากำลังคืนเงินส่วนที่เกินให้คุณ ดูความคืบหน้าได้ที่หน้าคำสั่งซื้อ"),
                    format!(
                        "Order {number} was paid twice. We are refunding the second payment; the order's page shows its progress."
                    ),
                ),
            ),
            Notification::WrongAmount => (
                "order_wrong_amount",
                Text::new("ยอดชำระไม่ตรงกับคำสั่งซื้อ", "Your payment did not match the amount due"),
                Text::new(
                    format!(
                        "เราได้รับเงินของคำสั่งซื้อ {number} แล้ว แต่ยอดไม่ตรงกับที่ต้องชำระ จึงยังส่งสินค้าให้ไม่ได้ เงินของคุณปลอดภัย ทีมงานจะตรวจสอบและติดต่อกลับ"
                    ),
                    format!(
                        "We received a payment for order {number}, but it did not match the amount due, so we could not deliver it. Your money is safe; our team will check it and contact you."
                    ),
                ),
            ),
            Notification::PaidBack(amount) => (
                "order_refunded",
                Text::new("คืนเงินให้คุณแล้ว", "Your money has been refunded"),
                Text::new(
                    format!("เราคืนเงิน {} บาทของคำสั่งซื้อ {number} ไปยังช่องทางที่คุณชำระแล้ว อาจใช้เวลาสักครู่กว่าเงินจะเข้าบัญชี", amount),
                    format!(
                        "{} baht for order {number} was refunded to your original payment method. It may take a while to reach your account.",
                        amount
                    ),
                ),
            ),
            Notification::PaidBackOutside(amount) => (
                "order_refunded",
                Text::new("คืนเงินให้คุณแล้ว", "Your money has been refunded"),
                Text::new(
                    format!("เราโอนเงินคืน {amount} บาทของคำสั่งซื้อ {number} ให้คุณแล้ว"),
                    format!("We have transferred {amount} baht for order {number} back to you."),
                ),
            ),
            Notification::Disputed => (
                "order_disputed",
                Text::new("ธนาคารของคุณขอเงินคืน", "Your bank has asked for your money back"),
                Text::new(
                    format!(
                        "ธนาคารของคุณขอเงินของคำสั่งซื้อ {number} คืน ระหว่างรอผลการพิจารณา คุณยังสั่งซื้อใหม่ไม่ได้ และจะยังดูโค้ดที่ไม่เคยเปิดดูไม่ได้ หากคุณไม่ได้แจ้งขอเงินคืน กรุณาติดต่อธนาคารหรือทีมงานของเรา"
                    ),
                    format!(
                        "Your bank has disputed the payment for order {number}. Until that is decided you cannot place new orders, and codes that you have not revealed stay hidden. If you did not ask for this, please contact your bank or our team."
                    ),
                ),
            ),
            Notification::DisputeOver => (
                "order_dispute_over",
                Text::new("การขอเงินคืนพิจารณาเสร็จแล้ว", "The dispute has been decided"),
                Text::new(
                    format!("การขอเงินคืนของคำสั่งซื้อ {number} พิจารณาเสร็จแล้ว หากไม่มีรายการอื่นที่รอพิจารณา คุณสั่งซื้อได้ตามปกติ"),
                    format!(
                        "The dispute about order {number} has been decided. You can order again unless another of your payments is disputed."
                    ),
                ),
            ),
            Notification::CodeExchanged => (
                "code_exchanged",
                Text::new("แลกโค้ดใหม่ให้คุณแล้ว", "We have exchanged your code"),
                Text::new(
                    format!("โค้ดที่คุณแจ้งว่าถูกใช้ไปแล้วในคำสั่งซื้อ {number} ได้รับการแลกเป็นโค้ดใหม่แล้ว เปิดดูได้ที่หน้าคำสั่งซื้อ"),
                    format!(
                        "The used code that you reported for order {number} was exchanged. You can reveal the new one on the order's page."
                    ),
                ),
            ),
            Notification::ClaimRefused => (
                "code_claim_refused",
                Text::new("เราตรวจสอบโค้ดที่คุณแจ้งแล้ว", "We have checked the code that you reported"),
                Text::new(
                    format!("โค้ดที่คุณแจ้งในคำสั่งซื้อ {number} แลกใหม่ไม่ได้ ดูเหตุผลได้ที่หน้าคำสั่งซื้อ หากมีข้อสงสัย ตอบกลับในเรื่องที่แจ้งไว้ได้เลย"),
                    format!(
                        "The code that you reported for order {number} cannot be exchanged. The order's page says why; if you have questions, reply in your thread with us."
                    ),
                ),
            ),
            Notification::Closed => (
                "order_failed",
                Text::new("ส่งสินค้าไม่สำเร็จ", "We could not deliver your order"),
                Text::new(
                    format!("ขออภัย เราส่ง {} ของคำสั่งซื้อ {number} ไม่สำเร็จ เรากำลังคืนเงินให้คุณ ดูความคืบหน้าได้ที่หน้าคำสั่งซื้อ", goods.th),
                    format!(
                        "Sorry, we could not deliver {} from order {number}. We are refunding your money; the order's page shows its progress.",
                        goods.en
                    ),
                ),
            ),
        };
        let href = Some(format!("{}?number={number}", pages::ORDER_RESULT.path()));
        Message { stream: Stream::Shop, kind, title, body, href, subject: None }
    }
}

/// Writes the notification to the buyer's inbox; must be the last step of a change.
pub async fn tell(change: &mut Change, snapshot: &Snapshot, notification: Notification) -> Result<(), Problem> {
    let message = notification.message(&snapshot.order.number, &goods(snapshot));
    inbox::write(change, snapshot.order.user_id, &message).await
}

/// Returns the first line's name, and the number of other lines.
pub(super) fn goods(snapshot: &Snapshot) -> Text {
    let Some(first) = snapshot.lines.first() else { return Text::new("สินค้า", "Your purchase") };
    let (th, en) = (format!("{} {}", first.game_name_th, first.name_th), format!("{} {}", first.game_name_en, first.name_en));
    match snapshot.lines.len() - 1 {
        0 => Text::new(th, en),
        1 => Text::new(format!("{th} และอีก 1 รายการ"), format!("{en} and 1 other item")),
        more => Text::new(format!("{th} และอีก {more} รายการ"), format!("{en} and {more} other items")),
    }
}
