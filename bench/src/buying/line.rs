//! The cost of a long line in which nothing happens but waiting.

use std::time::Duration;

use anyhow::Result;
use sqlx::PgPool;

use super::seed;
use crate::shop::Shop;

pub const WATCHED: Duration = Duration::from_secs(30);

/// How long a started shop is left alone first: it catches up with what it missed.
const SETTLES: Duration = Duration::from_secs(20);

/// Shares of a core.
#[derive(Clone, Copy)]
pub struct Cost {
    pub shop: f64,
    pub database: f64,
}

/// Returns the cost without the line, and with it.
pub async fn run(shop: &Shop, db: &PgPool, waiting: i32) -> Result<(Cost, Cost)> {
    tokio::time::sleep(SETTLES).await;
    let without = watch(shop).await?;
    let (ids, _) = seed::buyers(db, "line", waiting).await?;
    let package = seed::package(db).await?;
    let sale = seed::sale(db, &package, 1).await?;
    // Its only piece is promised to somebody whose turn outlasts the measurement.
    sqlx::query(
        "insert into shop.waiting_rooms (flash_sale_id, last_ticket, serving, waiting, promised) values ($1, $2 + 1, 1, $2, 1)",
    )
    .bind(sale)
    .bind(waiting - 1)
    .execute(db)
    .await?;
    sqlx::query(
        "with places as (
           insert into shop.waiting_places (flash_sale_id, ticket, user_id, state, joined_at, admitted_at, pay_until, near_notified)
           select $1, place, id, case when place = 1 then 'admitted' else 'waiting' end, now(), case when place = 1 then now() end,
                  case when place = 1 then now() + interval '5 minutes' end, true
           from unnest($2::bigint[]) with ordinality as person (id, place) returning id, user_id)
         insert into shop.waiting_accounts (flash_sale_id, user_id, place_id) select $1, user_id, id from places",
    )
    .bind(sale)
    .bind(&ids)
    .execute(db)
    .await?;
    sqlx::query("analyze").execute(db).await?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let with = watch(shop).await?;
    sqlx::query("update shop.flash_sales set ends_at = now() where id = $1").bind(sale).execute(db).await?;
    Ok((without, with))
}

async fn watch(shop: &Shop) -> Result<Cost> {
    let (server, database) = (shop.server.cpu()?, shop.database_cpu()?);
    tokio::time::sleep(WATCHED).await;
    let share = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64() / WATCHED.as_secs_f64();
    Ok(Cost { shop: share(server, shop.server.cpu()?), database: share(database, shop.database_cpu()?) })
}
