//! Notifies people that a product is back.

use crate::pages;
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};

/// Number of people who are notified in one change.
const BATCH: i64 = 500;

/// Notifies everybody who waits for a product that can be bought now; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    while tell_some(&app).await? {}
    Ok(())
}

/// Notifies some of those who wait for one product; false when nobody waits any more.
async fn tell_some(app: &App) -> Result<bool, Problem> {
    let mut change = app.change().await?;
    let told = sqlx::query!(
        r#"with back as (
             select p.id, p.name_th, p.name_en, g.slug, g.name_th as game_th, g.name_en as game_en
             from shop.products p join shop.games g on g.id = p.game_id
             where g.active and p.sale_state = 'active' and p.stock is distinct from 0
               and exists (select from shop.stock_alerts a where a.product_id = p.id)
             order by p.id limit 1),
           waiting as (
             select a.user_id, a.product_id from shop.stock_alerts a join back on back.id = a.product_id
             order by a.created_at, a.user_id limit $1 for update of a skip locked),
           gone as (
             delete from shop.stock_alerts a using waiting w where a.user_id = w.user_id and a.product_id = w.product_id returning a.user_id)
           select gone.user_id as "user_id!", back.id as "id!", back.name_th as "name_th!", back.name_en as "name_en!", back.slug as "slug!",
                  back.game_th as "game_th!", back.game_en as "game_en!"
           from gone cross join back"#,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    let Some(product) = told.first() else { return Ok(false) };
    let message = Message {
        stream: Stream::Shop,
        kind: "back_in_stock",
        title: Text::new(format!("{} กลับมาแล้ว", product.name_th), format!("Back in stock: {}", product.name_en)),
        body: Text::new(
            format!("{} ของ {} สั่งซื้อได้แล้ว จำนวนอาจมีจำกัด", product.name_th, product.game_th),
            format!("You can buy {} for {} again. Stock may be limited.", product.name_en, product.game_en),
        ),
        href: Some(format!("{}?product={}", pages::GAME.address([&product.slug]), product.id)),
        subject: None,
    };
    let people: Vec<i64> = told.iter().map(|told| told.user_id).collect();
    inbox::write_to_many(&mut change, &people, &message).await?;
    change.commit().await?;
    Ok(true)
}
