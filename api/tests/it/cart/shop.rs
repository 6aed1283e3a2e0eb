//! A small shop with one product of each kind of trouble.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::{Client, World};

pub struct Shop {
    /// A top-up game without servers, one with a typed server, one with a list of servers, and gift cards
    pub rov: i64,
    pub legends: i64,
    pub genshin: i64,
    pub steam: i64,
    /// 19 baht
    pub coupons: i64,
    /// 100 baht and 7 % VAT on top
    pub taxed: i64,
    /// 9,999 baht
    pub dear: i64,
    /// Three pieces left, 50 baht
    pub scarce: i64,
    pub sold_out: i64,
    pub withdrawn: i64,
    /// Needs a server, 30 baht
    pub diamonds: i64,
    /// A voucher, 100 baht
    pub card: i64,
}

pub async fn open(world: &World) -> Shop {
    let db = &world.app.db;
    sqlx::raw_sql(
        "insert into shop.sellers (name) values ('Manao');
         insert into shop.partners (code, name) values ('siamplay', 'SiamPlay'), ('voucherhub', 'VoucherHub')",
    )
    .execute(db)
    .await
    .unwrap();
    let rov = game(db, "rov", "siamplay", "rov", "topup", Servers::None).await;
    let legends = game(db, "mobile-legends", "siamplay", "mobile-legends", "topup", Servers::Typed).await;
    let genshin = game(db, "genshin-impact", "siamplay", "genshin-impact", "topup", Servers::Listed).await;
    let steam = game(db, "steam", "voucherhub", "steam", "voucher", Servers::None).await;
    Shop {
        rov,
        legends,
        genshin,
        steam,
        coupons: product(db, rov, "rov-60", 1_900, "active", None).await,
        taxed: {
            let id = product(db, rov, "rov-185", 10_000, "active", None).await;
            sqlx::query("update shop.products set vat_excluded = true where id = $1").bind(id).execute(db).await.unwrap();
            id
        },
        dear: product(db, rov, "rov-9000", 999_900, "active", None).await,
        scarce: product(db, rov, "rov-370", 5_000, "active", Some(3)).await,
        sold_out: product(db, rov, "rov-620", 17_500, "sold_out", None).await,
        withdrawn: product(db, rov, "rov-940", 25_900, "withdrawn", None).await,
        diamonds: product(db, legends, "mobile-legends-50", 3_000, "active", None).await,
        card: product(db, steam, "steam-100", 10_000, "active", None).await,
    }
}

#[derive(PartialEq)]
enum Servers {
    None,
    Listed,
    Typed,
}

async fn game(db: &PgPool, slug: &str, partner: &str, code: &str, kind: &str, servers: Servers) -> i64 {
    sqlx::query_scalar(
        "insert into shop.games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif,
                            target, needs_server, player_pattern, server_typed, server_pattern)
         values ($1, $2, $3, $4, $1 || ' ไทย', $1, 'Someone', 'x', 'x', 12, 'rings', case when $4 = 'topup' then 'player' else 'none' end, $5,
                 case when $4 = 'topup' then '^[0-9]{6,17}$' end, $6, case when $6 then '^[0-9]{4,5}$' end)
         returning id",
    )
    .bind(slug)
    .bind(partner)
    .bind(code)
    .bind(kind)
    .bind(servers != Servers::None)
    .bind(servers == Servers::Typed)
    .fetch_one(db)
    .await
    .unwrap()
}

pub async fn product(db: &PgPool, game: i64, sku: &str, price: i64, state: &str, stock: Option<i32>) -> i64 {
    sqlx::query_scalar(
        "insert into shop.products (game_id, seller_id, sku, name_th, name_en, price_satang, commission_bp, state, stock)
         select $1, id, $2, $2, $2, $3, 500, $4, $5 from shop.sellers limit 1 returning id",
    )
    .bind(game)
    .bind(sku)
    .bind(price)
    .bind(state)
    .bind(stock)
    .fetch_one(db)
    .await
    .unwrap()
}

/// Starts a sale of a product, from now for an hour.
pub async fn flash_sale(world: &World, product: i64, price: i64, quantity: i32) -> i64 {
    sqlx::query_scalar(
        "insert into shop.flash_sales (product_id, price_satang, quantity, starts_at, ends_at)
         values ($1, $2, $3, $4, $4 + interval '1 hour') returning id",
    )
    .bind(product)
    .bind(price)
    .bind(quantity)
    .bind(world.app.now())
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

/// Adds a product for the usual player.
pub async fn add(client: &Client, product: i64, quantity: i64) -> Value {
    client.post("/cart/add", topup(product, quantity)).await.ok()
}

pub fn topup(product: i64, quantity: i64) -> Value {
    json!({"productId": product, "quantity": quantity, "playerId": "20394817"})
}

pub async fn fault(world: &World, rule: Value) {
    let sent = world.anon().http.post(format!("{}/faults", world.sandbox.base_url)).json(&rule).send().await.unwrap();
    assert!(sent.status().is_success());
}

pub async fn no_faults(world: &World) {
    world.anon().http.delete(format!("{}/faults", world.sandbox.base_url)).send().await.unwrap();
}
