//! Our own codes: each is sold once, the soonest to expire first, and none that is about to expire.

use manao_kernel::sealing::Sealer;
use serde_json::{Value, json};

use crate::orders::shop::Shop;
use crate::support::Client;

/// Adds a code like an operator, or an earlier version: without a fingerprint.
async fn put(shop: &Shop, product: i64, serial: &str, code: &str, days: i32) {
    let sealer = Sealer::new(shop.world.app.settings.voucher_key.as_deref().unwrap()).unwrap();
    sqlx::query(
        "insert into shop.voucher_codes (product_id, code_sealed, serial, expires_on) values ($1, $2, $3, current_date + $4)",
    )
    .bind(product)
    .bind(sealer.seal(code.as_bytes(), serial.as_bytes()).unwrap())
    .bind(serial)
    .bind(days)
    .execute(&shop.world.app.db)
    .await
    .unwrap();
}

async fn bought(shop: &Shop, client: &Client, product: i64) -> Value {
    let order = shop.buy(client, product, 10_000).await;
    paid(shop, client, &order).await
}

/// Pays an order of one code, and returns that code.
async fn paid(shop: &Shop, client: &Client, order: &Value) -> Value {
    shop.pay(order).await.ok();
    let order = shop.until(client, order, "completed", |order| order["status"] == "completed").await;
    let ask = json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1});
    client.post("/purchase/reveal-code", ask).await.ok()["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_sold_once_and_the_soonest_to_expire_first() {
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let stock = "select coalesce(sum(stock), 0)::bigint from shop.products";
    let (cards, other) = (shop.cards(10_000, 0).await, shop.cards(10_000, 0).await);
    put(&shop, cards, "S-1", "K7QF-22XY", 400).await;
    put(&shop, cards, "S-2", "AAAA-BBBB", 60).await;
    put(&shop, cards, "S-3", "CCCC-DDDD", 10).await;
    // The same code in another batch, in another spelling, and for another product.
    put(&shop, cards, "S-4", "k7qf 22xy", 400).await;
    put(&shop, other, "S-5", "K7QF22XY", 400).await;
    shop.order(&mali, cards, 10_000).await.refused(409, "product_sold_out");

    shop.world.run_task("voucher_codes.count").await;
    assert_eq!(shop.count(stock).await, 2, "neither the same code twice nor one that is about to expire is counted");
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where duplicate").await, 2);
    assert_eq!(bought(&shop, &mali, cards).await, "AAAA-BBBB");
    // A code that was held and released counts as before.
    let order = shop.buy(&mali, cards, 10_000).await;
    assert_eq!(shop.count(stock).await, 0);
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(shop.count(stock).await, 1);
    assert_eq!(bought(&shop, &mali, cards).await, "K7QF-22XY");
    // A reserved code that has come too near its expiry in the meantime stays here.
    put(&shop, cards, "S-6", "DDDD-EEEE", 60).await;
    shop.world.run_task("voucher_codes.count").await;
    let order = shop.buy(&mali, cards, 10_000).await;
    sqlx::query("update shop.voucher_codes set expires_on = current_date + 10 where state = 'held'")
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    put(&shop, cards, "S-7", "FFFF-GGGG", 60).await;
    shop.world.run_task("voucher_codes.count").await;
    assert_eq!(paid(&shop, &mali, &order).await, "FFFF-GGGG");
    for product in [cards, other] {
        shop.order(&mali, product, 10_000).await.refused(409, "product_sold_out");
    }

    // A sold code stays sold, however it was added; and a code that was here is not accepted again.
    let db = &shop.world.app.db;
    for moved in [
        "update shop.voucher_codes set order_line_id = order_line_id + 1 where state = 'sold'",
        "update shop.voucher_codes set state = 'free', order_line_id = null where state = 'sold'",
        "delete from shop.voucher_codes where state = 'sold'",
    ] {
        assert!(sqlx::query(moved).execute(db).await.unwrap_err().to_string().contains("stays with its line"), "{moved}");
    }
    let again = "insert into shop.voucher_codes (product_id, code_sealed, serial, fingerprint)
                 select product_id, code_sealed, 'S-9', fingerprint from shop.voucher_codes where state = 'sold' limit 1";
    assert!(sqlx::query(again).execute(db).await.unwrap_err().to_string().contains("code_fingerprints"));
}
