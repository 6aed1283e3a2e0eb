//! How unpaid orders end, and the effect of late money.

use std::time::Duration;

use serde_json::json;

use crate::orders::shop::{Shop, direct};
use crate::support::Client;

#[tokio::test(flavor = "multi_thread")]
async fn a_code_ends_after_ten_minutes_and_the_order_after_thirty() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.wait(601).await;
    let expired = shop.until_payment(&mali, &order, "expired").await;
    assert_eq!(expired["status"], "pending");
    assert!(expired["payment"].get("qrPayload").is_none(), "nobody shall pay it any more");
    // A piece whose order has no valid code is released to others; a new code reserves it again.
    let let_go = async || {
        shop.world.run_task("orders.let_go").await;
        (shop.count("select stock::bigint from shop.products where stock is not null").await == 1).then_some(())
    };
    shop.world.until("the piece is given back", let_go).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 0);

    // The order's own time: the second code does not outlive it.
    shop.world.advance(Duration::from_secs(700)).await;
    let mali = shop.world.session(mali.user_id).await;
    let too_early = mali.post("/purchase/check-order-timeout", json!({"number": order["number"]})).await.ok();
    assert_eq!(too_early["status"], "pending");
    shop.world.advance(Duration::from_secs(500)).await;
    let mali = shop.world.session(mali.user_id).await;
    let expired = mali.post("/purchase/check-order-timeout", json!({"number": order["number"]})).await.ok();
    assert_eq!(expired["status"], "incomplete");
    assert_eq!(expired["timeline"].as_array().unwrap().last().unwrap()["step"], "expired");
    shop.wait(10).await;
    // Released, and once only.
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    assert_eq!(shop.count("select count(*) from shop.holds where state = 'released'").await, 2);
    shop.update(&mali, &order, "new_code").await.refused(409, "order_state");
    // Cancelling an ended order changes nothing.
    let version = shop.read(&mali, &order).await["version"].clone();
    shop.wait(60).await;
    assert_eq!(shop.read(&mali, &order).await["version"], version);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_gives_everything_back() {
    let shop = Shop::open().await;
    let product = shop.cards(10_000, 3).await;
    let sale = shop.flash_sale(product, 8_000, 2).await;
    let mali = shop.world.user("mali").await;
    let mut stock = shop.world.socket(&mali).await;
    stock.subscribe(&json!({"topic": format!("public:stock:{sale}")})).await;
    let order = mali.post_once("/purchase/create-order", "two-of-them", direct(product, 2, 16_000)).await.ok();
    assert_eq!(stock.event("stock.changed").await["data"]["remaining"], 0);
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where state = 'held'").await, 2);
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 2);
    let mut page = shop.world.socket(&mali).await;
    page.subscribe(&order["live"]).await;

    let cancelled = shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!((&cancelled["status"], &cancelled["payment"]["status"]), (&json!("incomplete"), &json!("expired")));
    let last = cancelled["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["step"], &last["state"], &last["at"]), (&json!("cancelled"), &json!("failed"), &cancelled["cancelledAt"]));
    let told = loop {
        let told = page.event("order.changed").await["data"].clone();
        if told["version"] == cancelled["version"] {
            break told;
        }
    };
    assert_eq!((&told["cancelledAt"], &told["timeline"]), (&cancelled["cancelledAt"], &cancelled["timeline"]));
    assert_eq!(stock.event("stock.changed").await["data"]["remaining"], 2);
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where state = 'free'").await, 3);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 3);
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 0);
    let refused = shop.pay(&order).await;
    assert!(refused.status.is_client_error(), "the bank refuses it: {:#}", refused.body);
    // A second tap changes nothing.
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 0);
    pieces_come_back_as_pieces(&shop).await;
}

/// Holds several pieces with one order each: what expires or is cancelled gives back as many as it held, once.
async fn pieces_come_back_as_pieces(shop: &Shop) {
    let product = shop.product(10_000).await;
    let sale = shop.flash_sale(product, 8_000, 10).await;
    let free = async || {
        let sql = "select quantity - taken as free, taken = (select coalesce(sum(quantity), 0) from shop.holds
                          where kind = 'flash_sale' and ref_id = f.id and state <> 'released') from shop.flash_sales f where id = $1";
        let (free, adds_up): (i32, bool) = sqlx::query_as(sql).bind(sale).fetch_one(&shop.world.app.db).await.unwrap();
        assert!(adds_up, "what is held, sold and free is all there is");
        free
    };
    let (anna, ben, chai) = (shop.world.user("anna").await, shop.world.user("ben").await, shop.world.user("chai").await);
    let hold = async |client: &Client, pieces: i64| {
        let key = format!("{pieces}-pieces-of-ten");
        client.post_once("/purchase/create-order", &key, direct(product, pieces, 8_000 * pieces)).await.ok()
    };
    hold(&anna, 2).await;
    assert_eq!(free().await, 8);
    shop.world.advance(Duration::from_secs(400)).await;
    let order = hold(&ben, 3).await;
    assert_eq!(free().await, 5);
    shop.world.advance(Duration::from_secs(202)).await;
    let expired = async || {
        shop.world.run_task("payments.reconcile").await;
        shop.world.run_task("orders.let_go").await;
        (free().await == 7).then_some(())
    };
    shop.world.until("anna's two are given back", expired).await;
    shop.pay(&order).await.ok();
    shop.until_paid(&ben, &order).await;
    assert_eq!(free().await, 7);
    let order = hold(&chai, 5).await;
    assert_eq!(free().await, 2);
    let (one, two) = tokio::join!(shop.update(&chai, &order, "cancel"), shop.update(&chai, &order, "cancel"));
    assert_eq!([one.ok()["status"].clone(), two.ok()["status"].clone()], ["incomplete", "incomplete"]);
    assert_eq!(free().await, 7);
    shop.wait(1_801).await;
    assert_eq!(free().await, 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_after_the_code_ended_is_delivered() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.wait(601).await;
    shop.until_payment(&mali, &order, "expired").await;
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!(paid["payment"]["status"], "captured");
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.captured().await, 4_900);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_after_the_order_expired_is_delivered_if_there_is_stock() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    assert_ne!(paid["status"], "incomplete", "late money opens the order again");
    assert_eq!(
        shop.count("select stock::bigint from shop.products where stock is not null").await,
        0,
        "its piece is taken again"
    );
    assert_eq!(shop.count("select count(*) from shop.holds where state = 'used'").await, 1);
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.captured().await, 4_900);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_after_the_order_expired_and_the_stock_went_is_an_operators() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.update(&mali, &order, "cancel").await.ok();
    let chai = shop.world.user("chai").await;
    shop.buy(&chai, product, 4_900).await;
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!((&paid["status"], &paid["lines"][0]["delivery"]["status"]), (&json!("error"), &json!("repair")));
    assert_eq!(paid["lines"][0]["delivery"]["failureCode"], "stock_gone");
    assert_eq!(paid["timeline"].as_array().unwrap().last().unwrap()["step"], "repair");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 0);
    assert_eq!(shop.balance("customer_prepaid").await, -4_900, "the money is the customer's until somebody decides");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_waits_for_a_provider_that_is_away_but_not_for_ever() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.fault(json!({"kind": "opn_down"})).await;
    shop.update(&mali, &order, "cancel").await.refused(503, "payment_unavailable");
    shop.wait(1_801).await;
    let mali = shop.world.session(mali.user_id).await;
    assert_eq!(shop.read(&mali, &order).await["status"], "pending", "perhaps it was paid");
    shop.wait(301).await;
    shop.until(&mali, &order, "expired", |order| order["status"] == "incomplete").await;
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    // Once back, the provider is told to end the charge.
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(20)).await;
    shop.world.until("the charge is over", async || (shop.charges(&order).await[0]["status"] == "expired").then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_money_for_several_lines_delivers_what_is_still_there() {
    let shop = Shop::open().await;
    let (cards, plenty) = (shop.cards(10_000, 1).await, shop.product(4_900).await);
    let mali = shop.world.user("mali").await;
    mali.post("/cart/add", json!({"productId": cards, "quantity": 1})).await.ok();
    mali.post("/cart/add", json!({"productId": plenty, "quantity": 1, "playerId": "20394817"})).await.ok();
    let order = mali.post_once("/purchase/create-order", "both-of-them", crate::orders::shop::cart(14_900)).await.ok();
    shop.update(&mali, &order, "cancel").await.ok();
    let chai = shop.world.user("chai").await;
    let other = shop.buy(&chai, cards, 10_000).await;
    shop.pay(&other).await.ok();
    let other = shop.until(&chai, &other, "completed", |order| order["status"] == "completed").await;
    assert_eq!(other["lines"][0]["delivery"]["hasCode"], true);

    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let ended = shop.until(&mali, &order, "error", |order| order["status"] == "error").await;
    let of = |product: i64| {
        ended["lines"].as_array().unwrap().iter().find(|line| line["productId"] == product).unwrap()["delivery"].clone()
    };
    assert_eq!((&of(cards)["status"], &of(cards)["failureCode"]), (&json!("repair"), &json!("stock_gone")));
    assert_eq!(of(plenty)["status"], "delivered");
    assert_eq!(shop.balance("customer_prepaid").await, -10_000, "what is not delivered is still the customer's");
    assert!(manao_shop::ledger::audit(&shop.world.app.db).await.unwrap().is_empty());
}
