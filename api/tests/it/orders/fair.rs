//! What one person may keep from others without paying.

use serde_json::json;

use crate::orders::shop::{Shop, direct};

#[tokio::test(flavor = "multi_thread")]
async fn a_flash_sale_is_one_piece_a_person_unless_it_says_otherwise() {
    let shop = Shop::with(|settings| settings.flash_per_person = 1).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let product = shop.product(10_000).await;
    shop.flash_sale(product, 8_000, 40).await;
    sqlx::query("update flash_sales set per_person = null").execute(&shop.world.app.db).await.unwrap();
    // Two of them, and one after the other; what would be paid then is told.
    let both = mali.post_once("/purchase/create-order", "two-of-them", direct(product, 2, 16_000)).await;
    let both = both.refused(409, "flash_sale_limit");
    assert_eq!((&both["params"]["limit"], &both["params"]["totalSatang"]), (&json!(1), &json!(20_000)));
    let order = shop.buy(&mali, product, 8_000).await;
    shop.order(&mali, product, 8_000).await.refused(409, "flash_sale_limit");
    shop.buy(&chai, product, 8_000).await;
    // At the usual price there are more.
    let usual = shop.buy(&mali, product, 10_000).await;
    assert_eq!(shop.count("select taken::bigint from flash_sales").await, 2);
    // Given up, it is theirs to have again; two at once are one.
    shop.update(&mali, &usual, "cancel").await.ok();
    shop.update(&mali, &order, "cancel").await.ok();
    let (one, other) = tokio::join!(shop.order(&mali, product, 8_000), shop.order(&mali, product, 8_000));
    let refused = if one.status == 201 { other } else { one };
    refused.refused(409, "flash_sale_limit");
    assert_eq!(shop.count("select taken::bigint from flash_sales").await, 2);
    sqlx::query("update flash_sales set per_person = 2").execute(&shop.world.app.db).await.unwrap();
    shop.buy(&mali, product, 8_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_unpaid_orders_are_enough_and_the_refusal_names_them() {
    let shop = Shop::with(|settings| settings.open_orders_per_person = 3).await;
    let mali = shop.world.user("mali").await;
    let product = shop.product(4_900).await;
    let (one, other) = (shop.buy(&mali, product, 4_900).await, shop.buy(&mali, product, 4_900).await);
    // Of two more at once, one is the third.
    let (third, fourth) = tokio::join!(shop.order(&mali, product, 4_900), shop.order(&mali, product, 4_900));
    let (third, fourth) = if third.status == 201 { (third, fourth) } else { (fourth, third) };
    let refused = fourth.refused(409, "open_orders_limit");
    let named: Vec<_> = refused["orders"].as_array().unwrap().iter().map(|order| order["number"].clone()).collect();
    assert_eq!(named, [third.body["number"].clone(), other["number"].clone(), one["number"].clone()]);
    assert_eq!((&refused["params"]["limit"], &refused["orders"][0]["channel"]), (&json!(3), &json!("promptpay")));
    shop.update(&mali, &one, "cancel").await.ok();
    let next = shop.buy(&mali, product, 4_900).await;
    shop.pay(&next).await.ok();
    shop.until_paid(&mali, &next).await;
    shop.buy(&mali, product, 4_900).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_ends_with_its_code_and_late_money_or_a_new_code_takes_it_again() {
    let shop = Shop::open().await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let stock = "select stock::bigint from products where stock is not null";
    let product = shop.counted(4_900, 1).await;
    let order = shop.buy(&mali, product, 4_900).await;
    // As long as the provider does not say that nobody can pay any more, nothing is given away.
    shop.fault(json!({"kind": "opn_down"})).await;
    shop.wait(601).await;
    assert_eq!((shop.count(stock).await, &shop.read(&mali, &order).await["status"]), (0, &json!("pending")));
    shop.no_faults().await;
    shop.world.advance(std::time::Duration::from_secs(20)).await;
    let let_go = async || {
        shop.world.run_task("orders.let_go").await;
        (shop.count(stock).await == 1).then_some(())
    };
    shop.world.until("the piece is given back", let_go).await;
    assert_eq!(shop.charges(&order).await[0]["status"], "expired", "at the provider first");

    let theirs = shop.buy(&chai, product, 4_900).await;
    shop.update(&mali, &order, "new_code").await.refused(409, "product_sold_out");
    shop.update(&chai, &theirs, "cancel").await.ok();
    // Late money of an order that still waits, without its pieces: they are taken again, once.
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!((shop.count(stock).await, shop.count("select count(*) from holds where state = 'used'").await), (0, 1));
    assert_eq!(shop.world.audit().await, []);
}
