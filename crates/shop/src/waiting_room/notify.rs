//! Inbox messages to people whose turn begins or comes near.

use manao_domain::bangkok;

use crate::pages;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// Number of people who are notified in one change.
const BATCH: i64 = 500;

/// Writes the messages that are due in a room. In a change of its own: badges are locked last.
pub async fn write_due(app: &App, flash_sale_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let due = sqlx::query!(
        r#"with due as (select id, message from shop.waiting_places where flash_sale_id = $1 and message is not null
                        order by id limit $2 for update skip locked)
           update shop.waiting_places p set message = null from due, shop.flash_sales s join shop.products d on d.id = s.product_id
           where p.id = due.id and s.id = $1
           returning p.user_id, p.state = 'admitted' as "admitted!", p.pay_until, due.message as "message!", d.name_th, d.name_en"#,
        flash_sale_id,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    let messages: Vec<(i64, Message)> = due
        .into_iter()
        .filter_map(|place| {
            let until = place.pay_until.filter(|_| place.message == "turn");
            let (kind, title, body) = match until {
                Some(until) if place.admitted => {
                    let time = bangkok::local(until).format("%H:%M");
                    let title = Text::new("ถึงคิวของคุณแล้ว", "It is your turn");
                    let body = Text::new(
                        format!("สั่งซื้อและชำระเงิน {} ราคาแฟลชเซลให้เสร็จก่อน {time} น.", place.name_th),
                        format!("Order and pay for {} at the flash sale price by {time}.", place.name_en),
                    );
                    ("flash_sale_turn", title, body)
                }
                // The turn has already been used or has passed.
                _ if place.message == "turn" => return None,
                _ => {
                    let title = Text::new("ใกล้ถึงคิวของคุณแล้ว", "Your turn is near");
                    let body = Text::new(
                        format!("เปิดหน้าคิวแฟลชเซล {} ไว้ได้เลย เมื่อถึงคิวจะมีเวลาจำกัดในการชำระเงิน", place.name_th),
                        format!("Open the waiting room for {}. When your turn comes, the time to pay is limited.", place.name_en),
                    );
                    ("flash_sale_near", title, body)
                }
            };
            let href = Some(format!("{}?sale={flash_sale_id}", pages::WAITING_ROOM.path()));
            Some((place.user_id, Message { stream: Stream::Shop, kind, title, body, href, subject: None }))
        })
        .collect();
    if !messages.is_empty() {
        inbox::write_each(&mut change, Stream::Shop, &messages).await?;
    }
    change.commit().await
}
