//! The products whose return to stock a person waits for.

use manao_domain::product::ProductState;
use sqlx::PgPool;

use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Most products that one person may wait for.
const MOST: i64 = 50;

pub async fn ids(db: &PgPool, user_id: i64) -> Result<Vec<i64>, Problem> {
    let ids = sqlx::query_scalar!("select product_id from shop.stock_alerts where user_id = $1 order by product_id", user_id)
        .fetch_all(db)
        .await?;
    Ok(ids)
}

/// # Errors
/// 404 `product_not_found`, 409 `product_withdrawn`, 409 `stock_alert_needless` for a product that can be bought now, 409
/// `stock_alert_limit`.
pub async fn add(app: &App, user_id: i64, product_id: i64) -> Result<(), Problem> {
    let product = sqlx::query!(
        r#"select case when g.active then p.sale_state else 'withdrawn' end as "state!: ProductState", p.stock is not distinct from 0 as "used_up!"
           from shop.products p join shop.games g on g.id = p.game_id where p.id = $1"#,
        product_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or_else(|| Problem::new(codes::product_not_found).param("productId", product_id))?;
    match product.state {
        ProductState::Withdrawn => return Err(codes::product_withdrawn.into()),
        ProductState::Active if !product.used_up => return Err(codes::stock_alert_needless.into()),
        ProductState::Active | ProductState::SoldOut => {}
    }
    let mut change = app.change().await?;
    let now = change.now();
    // One after another, so that two requests at once cannot exceed the limit.
    sqlx::query!("select id from people.users where id = $1 for no key update", user_id).fetch_one(change.conn()).await?;
    let others = sqlx::query_scalar!(
        r#"select count(*) as "count!" from shop.stock_alerts where user_id = $1 and product_id <> $2"#,
        user_id,
        product_id
    )
    .fetch_one(change.conn())
    .await?;
    if others >= MOST {
        return Err(Problem::new(codes::stock_alert_limit).param("most", MOST));
    }
    sqlx::query!(
        "insert into shop.stock_alerts (user_id, product_id, created_at) values ($1, $2, $3) on conflict do nothing",
        user_id,
        product_id,
        now
    )
    .execute(change.conn())
    .await?;
    change.commit().await?;
    Ok(())
}

pub async fn delete(db: &PgPool, user_id: i64, product_id: i64) -> Result<(), Problem> {
    sqlx::query!("delete from shop.stock_alerts where user_id = $1 and product_id = $2", user_id, product_id).execute(db).await?;
    Ok(())
}
