//! Rows in bulk, made beside the demo's.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use sqlx::PgPool;

use crate::people;
use crate::shop::{Member, Shop};

/// Products of each game.
const EACH: i32 = 50;
/// How long the shop may take to read a changed catalogue.
const PATIENCE: Duration = Duration::from_secs(30);

/// A package for a player.
pub struct Package {
    pub id: i64,
    pub price_satang: i64,
}

/// Copies the demo's games and packages until there are so many more products, and waits until the shop has read them. Returns the number of
/// games made: `bench-1`, `bench-2`…
pub async fn catalogue(shop: &Shop, db: &PgPool, products: i32) -> Result<usize> {
    let games = products / EACH;
    sqlx::raw_sql(
        "create temporary table bench_source as
           select g.*, row_number() over (order by id) - 1 as place, count(*) over () as all_of_them from shop.games g where active and kind in ('topup', 'voucher')",
    )
    .execute(db)
    .await?;
    let columns: String = sqlx::query_scalar(
        "select string_agg(quote_ident(column_name), ', ') from information_schema.columns
         where table_schema = 'shop' and table_name = 'games' and column_name not in ('id', 'slug', 'name_th', 'name_en')",
    )
    .fetch_one(db)
    .await?;
    let made = format!(
        "insert into shop.games (slug, name_th, name_en, {columns})
         select 'bench-' || number, 'เกมทดสอบ ' || number, 'Bench game ' || number, {columns}
         from generate_series(1, $1) number join bench_source on place = number % all_of_them"
    );
    sqlx::query(sqlx::AssertSqlSafe(made)).bind(games).execute(db).await?;
    sqlx::query(
        "insert into shop.products (game_id, seller_id, sku, name_th, name_en, price_satang, commission_bp, position)
         select g.id, (select min(id) from shop.sellers), g.slug || '-' || number, 'แพ็กเกจ ' || number, 'Package ' || number, 1000 * number, 500, number
         from shop.games g, generate_series(1, $1) number where g.slug like 'bench-%'",
    )
    .bind(EACH)
    .execute(db)
    .await?;
    sqlx::query("select pg_notify('catalogue', '')").execute(db).await?;
    let start = Instant::now();
    let last = json!({"query": "query ($id: String!) { game(id: $id) { slug } }", "variables": {"id": format!("bench-{games}")}});
    while shop.post("/product", None, &last).await?["data"]["game"]["slug"].is_null() {
        ensure!(start.elapsed() < PATIENCE, "the shop does not read its catalogue");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(usize::try_from(games)?)
}

/// Creates people with a session and accepted terms.
pub async fn buyers(db: &PgPool, name: &str, count: i32) -> Result<(Vec<i64>, Vec<Member>)> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "insert into people.users (display_name, email, email_verified_at, created_at)
         select $1 || ' ' || number, ($1 || '-' || number || '@buyers.manao.example')::citext, now(), now() from generate_series(1, $2) number returning id",
    )
    .bind(name)
    .bind(count)
    .fetch_all(db)
    .await?;
    let members = people::sign_in(db, &ids).await?;
    sqlx::query("analyze").execute(db).await?;
    Ok((ids, members))
}

/// Returns a package with an endless supply and without a flash sale, dear enough for every channel at half of its price.
pub async fn package(db: &PgPool) -> Result<Package> {
    let (id, price_satang) = sqlx::query_as(
        "select p.id, p.price_satang from shop.products p join shop.games g on g.id = p.game_id
         where g.slug = 'rov' and p.state = 'active' and p.price_satang >= 10000 and p.stock is null and not p.vat_excluded
           and not exists (select from shop.flash_sales s where s.product_id = p.id) order by p.position limit 1",
    )
    .fetch_optional(db)
    .await?
    .context("no package")?;
    Ok(Package { id, price_satang })
}

/// Opens a flash sale of a package at half of its price.
pub async fn sale(db: &PgPool, package: &Package, pieces: i32) -> Result<i64> {
    let id = sqlx::query_scalar(
        "insert into shop.flash_sales (product_id, price_satang, quantity, starts_at, ends_at)
         values ($1, $2, $3, now() - interval '1 second', now() + interval '1 hour') returning id",
    )
    .bind(package.id)
    .bind(package.price_satang / 2)
    .bind(pieces)
    .fetch_one(db)
    .await?;
    sqlx::query("select pg_notify('catalogue', '')").execute(db).await?;
    // The shop gathers changes for a moment before it reads.
    tokio::time::sleep(Duration::from_secs(2)).await;
    Ok(id)
}
