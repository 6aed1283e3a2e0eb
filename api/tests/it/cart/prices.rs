//! Prices that change while items are in the cart.

use std::time::Duration;

use serde_json::json;

use crate::cart::shop::{self, add, flash_sale};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_price_is_shown_until_it_is_agreed_to() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let id = add(&mali, shop.coupons, 2).await["items"][0]["id"].clone();
    let raise = "update shop.products set price_satang = 2500 where id = $1";
    sqlx::query(raise).bind(shop.coupons).execute(&world.app.db).await.unwrap();
    let item = mali.get("/cart/get-my-cart").await.ok()["items"][0].clone();
    assert_eq!((&item["seenPriceSatang"], &item["unitPriceSatang"]), (&json!(1900), &json!(2500)));
    assert_eq!((&item["priceChanged"], &item["totalSatang"]), (&json!(true), &json!(5000)));
    let cart = mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 2})).await.ok();
    assert_eq!(cart["items"][0]["priceChanged"], false);
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["items"][0]["seenPriceSatang"], 2500);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cart_that_rose_over_its_limit_can_be_made_smaller() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let id = add(&mali, shop.dear, 5).await["items"][0]["id"].clone();
    let raise = "update shop.products set price_satang = 2000000 where id = $1";
    sqlx::query(raise).bind(shop.dear).execute(&world.app.db).await.unwrap();
    mali.post("/payment/get-payment-channel-by", json!({})).await.refused(409, "cart_amount_limit");
    let cart = mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 3})).await.ok();
    assert_eq!(cart["totals"]["totalSatang"], 6_000_000);
    mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 4})).await.refused(409, "cart_amount_limit");
    mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 2})).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flash_price_holds_while_its_sale_runs_and_has_enough() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    let sale = flash_sale(&world, shop.coupons, 1_500, 3).await;
    let cart = add(&mali, shop.coupons, 3).await;
    let item = &cart["items"][0];
    assert_eq!((&item["unitPriceSatang"], &item["seenPriceSatang"]), (&json!(1500), &json!(1500)));
    assert_eq!((&item["regularPriceSatang"], &item["flashSale"]), (&json!(1900), &json!(true)));
    assert_eq!((&item["product"]["glyph"], &item["product"]["kind"]), (&json!("star"), &json!("topup")));
    let id = item["id"].clone();

    // Another buyer takes one: three pieces are no longer available at that price.
    sqlx::query("update shop.flash_sales set taken = 1 where id = $1").bind(sale).execute(&world.app.db).await.unwrap();
    let item = mali.get("/cart/get-my-cart").await.ok()["items"][0].clone();
    assert_eq!((&item["unitPriceSatang"], &item["priceChanged"]), (&json!(1900), &json!(true)));
    assert_eq!((&item["unavailable"], &item["flashSale"]), (&json!("flash_ended"), &json!(false)));
    let cart = mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 2})).await.ok();
    assert_eq!(cart["items"][0]["unitPriceSatang"], 1500);
    assert_eq!(cart["items"][0].get("unavailable"), None);

    world.app.clock.advance(Duration::from_secs(3601));
    let mali = world.session(mali.user_id).await;
    let item = mali.get("/cart/get-my-cart").await.ok()["items"][0].clone();
    assert_eq!((&item["unitPriceSatang"], &item["unavailable"]), (&json!(1900), &json!("flash_ended")));
    let cart = mali.post("/cart/update-qunity", json!({"itemId": id, "quantity": 2})).await.ok();
    assert_eq!(cart["items"][0].get("unavailable"), None, "agreed to the regular price");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_sold_out_meanwhile_says_so_and_is_not_counted() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    add(&mali, shop.coupons, 1).await;
    add(&mali, shop.scarce, 2).await;
    add(&mali, shop.taxed, 1).await;
    let set = async |sql: &'static str, id: i64| {
        sqlx::query(sql).bind(id).execute(&world.app.db).await.unwrap();
    };
    set("update shop.products set stock = 1 where id = $1", shop.scarce).await;
    set("update shop.products set state = 'withdrawn' where id = $1", shop.taxed).await;
    let cart = mali.get("/cart/get-my-cart").await.ok();
    assert_eq!(cart["items"][0].get("unavailable"), None);
    assert_eq!((&cart["items"][1]["unavailable"], &cart["items"][1]["remaining"]), (&json!("sold_out"), &json!(1)));
    assert_eq!(cart["items"][2]["unavailable"], "withdrawn");
    assert_eq!(cart["totals"]["totalSatang"], 1900);

    let rule = mali.post("/rule/check-rule", json!({"channel": "promptpay"})).await.ok();
    assert_eq!(rule["allowed"], false);
    let codes: Vec<&str> = rule["reasons"].as_array().unwrap().iter().map(|reason| reason["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["stock_insufficient", "product_withdrawn"]);
    set("update shop.games set active = false where id = $1", shop.rov).await;
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["items"][0]["unavailable"], "withdrawn");
}
