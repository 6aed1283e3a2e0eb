//! Many requests at once: exactly one wins, and nothing is counted twice.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::shop::{Shop, cart, direct};

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_with_one_key_place_one_order() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 5).await;
    let mali = shop.world.user("mali").await;
    let answers =
        join_all((0..8).map(|_| mali.post_once("/purchase/create-order", "the-same-wish", direct(product, 1, 4_900)))).await;
    let numbers: std::collections::HashSet<_> = answers.into_iter().map(|answer| answer.ok()["number"].to_string()).collect();
    assert_eq!(numbers.len(), 1);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 4);
    assert_eq!(shop.count("select count(*) from shop.payments").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_buy_one_cart_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    mali.post("/cart/add", json!({"productId": product, "quantity": 1, "playerId": "20394817"})).await.ok();
    let keys = ["the-first-tab", "the-second-tab", "the-third-tab"];
    let answers = join_all(keys.map(|key| mali.post_once("/purchase/create-order", key, cart(4_900)))).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status.is_success());
    assert_eq!(won.len(), 1);
    for answer in lost {
        answer.refused(422, "cart_empty");
    }
    assert_eq!(shop.count("select count(*) from shop.orders").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_piece_has_one_buyer() {
    let shop = Shop::open().await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    for product in [shop.counted(4_900, 1).await, shop.cards(4_900, 1).await] {
        let (first, second) = tokio::join!(shop.order(&mali, product, 4_900), shop.order(&chai, product, 4_900));
        let (won, lost) = if first.status.is_success() { (first, second) } else { (second, first) };
        won.ok();
        lost.refused(409, "product_sold_out");
    }
    assert_eq!(shop.count("select count(*) from shop.orders").await, 2);
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where state = 'held'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_buyers_of_ten_flash_pieces() {
    let shop = Shop::open().await;
    let product = shop.product(10_000).await;
    shop.flash_sale(product, 5_000, 10).await;
    let mut buyers = Vec::new();
    for number in 0..50 {
        buyers.push(shop.world.user(&format!("buyer{number}")).await);
    }
    // In a rush some clients have to retry in a moment.
    let request = direct(product, 1, 5_000);
    let answers = join_all(buyers.iter().map(|buyer| buyer.insist("/purchase/create-order", &request))).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status.is_success());
    assert_eq!(won.len(), 10);
    for answer in lost {
        // The pieces are not paid for yet: somebody may still get one.
        answer.refused(409, "flash_sale_line");
    }
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 10);
    assert_eq!(
        shop.count("select coalesce(sum(quantity), 0)::bigint from shop.holds where kind = 'flash_sale' and state = 'held'")
            .await,
        10
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_and_paying_at_once_ends_in_one_of_the_two() {
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let (mut paid_orders, mut ended_orders) = (0, 0);
    for round in 0..12 {
        let product = shop.counted(4_900, 1).await;
        let order = shop.buy(&mali, product, 4_900).await;
        let end = async || {
            if round % 2 == 0 {
                shop.update(&mali, &order, "cancel").await;
            } else {
                // Its time is over in this second.
                let over = "update shop.orders set expires_at = $2 where number = $1";
                let over = sqlx::query(over).bind(order["number"].as_str()).bind(shop.world.app.now());
                over.execute(&shop.world.app.db).await.unwrap();
                shop.world.run_task("orders.expire").await;
            }
        };
        let ((), paid) = tokio::join!(end(), shop.pay(&order));
        if paid.status.is_success() {
            // The money came: whatever the end assumed, the order is paid and its piece is taken.
            shop.until_paid(&mali, &order).await;
            paid_orders += 1;
        } else {
            shop.until(&mali, &order, "over", |order| order["status"] == "incomplete").await;
            ended_orders += 1;
        }
        let stock: i32 = sqlx::query_scalar("select stock from shop.products where id = $1")
            .bind(product)
            .fetch_one(&shop.world.app.db)
            .await
            .unwrap();
        assert_eq!(stock, i32::from(!paid.status.is_success()), "round {round}");
    }
    assert_eq!(shop.captured().await, paid_orders * 4_900);
    assert_eq!(paid_orders + ended_orders, 12);
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_the_same_products_in_any_sequence_do_not_lock_each_other_out() {
    let shop = Shop::open().await;
    let (a, b) = (shop.counted(3_000, 100).await, shop.counted(4_000, 100).await);
    let mut buyers = Vec::new();
    for number in 0..12 {
        let buyer = shop.world.user(&format!("buyer{number}")).await;
        let sequence = if number % 2 == 0 { [a, b] } else { [b, a] };
        for product in sequence {
            buyer.post("/cart/add", json!({"productId": product, "quantity": 2, "playerId": "20394817"})).await.ok();
        }
        buyers.push(buyer);
    }
    let keys: Vec<String> = buyers.iter().map(|_| Uuid::new_v4().to_string()).collect();
    let placed =
        join_all(buyers.iter().zip(&keys).map(|(buyer, key)| buyer.post_once("/purchase/create-order", key, cart(14_000)))).await;
    let orders: Vec<_> = placed.into_iter().map(crate::support::Answer::ok).collect();
    let ended = join_all(buyers.iter().zip(&orders).map(|(buyer, order)| shop.update(buyer, order, "cancel"))).await;
    for answer in ended {
        answer.ok();
    }
    assert_eq!(shop.count("select sum(stock)::bigint from shop.products").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_comes_after_its_order_was_cancelled_cannot_be_paid() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 1).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_slow", "ms": 1_500, "times": 1})).await;
    let (_, cancelled) = tokio::join!(shop.order(&mali, product, 4_900), async {
        let list = shop
            .world
            .until("the order is there", async || {
                let list = mali.post("/purchase/get-my-purchase", json!({})).await.ok();
                (list["total"] == 1).then_some(list)
            })
            .await;
        // Its charge is being made at this moment.
        shop.update(&mali, &list["items"][0], "cancel").await.ok()
    });
    assert_eq!((&cancelled["status"], &cancelled["payment"]["status"]), (&json!("incomplete"), &json!("expired")));
    shop.world
        .until("its charge is ended", async || {
            let charges = shop.charges(&cancelled).await;
            (charges.len() == 1 && charges[0]["status"] == "expired").then_some(())
        })
        .await;
    assert_eq!(shop.read(&mali, &cancelled).await["status"], "incomplete");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_of_the_same_moment_as_its_count() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = shop.buy(&mali, product, 4_900).await;
    let number = order["number"].as_str().unwrap();
    // The order enters and leaves both lists all the time.
    let moving = async {
        loop {
            for (status, delivery) in [("error", "repair"), ("pending", "waiting")] {
                sqlx::query(
                    "with moved as (update shop.orders set status = $2 where number = $1 returning id)
                     update shop.deliveries set status = $3 where order_id = (select id from moved)",
                )
                .bind(number)
                .bind(status)
                .bind(delivery)
                .execute(&shop.world.app.db)
                .await
                .unwrap();
            }
        }
    };
    let reading = join_all((0..3).map(|_| async {
        for _ in 0..60 {
            let purchases = mali.post("/purchase/get-my-purchase", json!({"status": "error"})).await.ok();
            let repairs = staff.get("/console/repairs").await.ok();
            for list in [purchases, repairs] {
                assert_eq!(list["items"].as_array().unwrap().len(), list["total"].as_u64().unwrap() as usize, "{list:#}");
            }
        }
    }));
    tokio::select! {
        _ = reading => {}
        () = moving => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_that_ask_for_a_new_code_get_one() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let begun = Instant::now();
    for answer in join_all((0..4).map(|_| shop.update(&mali, &order, "new_code"))).await {
        answer.ok();
    }
    // A request more than three seconds later asks for another code.
    if begun.elapsed() < Duration::from_secs(3) {
        assert_eq!(shop.count("select count(*) from shop.payments").await, 2);
    }
    let renewed = shop.until_payment(&mali, &order, "awaiting").await;
    let charges = shop.charges(&order).await;
    let pending: Vec<_> = charges.iter().filter(|charge| charge["status"] == "pending").collect();
    assert_eq!((pending.len(), &pending[0]["id"]), (1, &renewed["payment"]["transactionId"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_comes_twice_at_once_does_one_deed() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let path = "/purchase/update-order-status";
    let update = |order: &Value, action: &str| json!({"number": order["number"], "action": action});
    let order = shop.buy(&mali, product, 4_900).await;
    shop.until_payment(&mali, &order, "awaiting").await;
    shop.world.advance(std::time::Duration::from_secs(10)).await;
    // Slow enough for the second to come while the first is at it.
    shop.fault(json!({"kind": "opn_slow", "ms": 700})).await;
    let request = update(&order, "new_code");
    let patient = async || loop {
        let answer = mali.post_once(path, "same-wish", request.clone()).await;
        if answer.body["code"] != "idempotency_key_busy" {
            break answer;
        }
    };
    let answers = join_all((0..3).map(|_| patient())).await;
    let references: Vec<Value> = answers.into_iter().map(|answer| answer.ok()["payment"]["reference"].clone()).collect();
    assert_eq!(references, vec![references[0].clone(); 3]);
    assert_ne!(references[0], order["payment"]["reference"]);
    assert_eq!(shop.count("select count(*) from shop.payments").await, 2);

    // Two requests with one key: one of them is refused, whichever comes first.
    shop.world.advance(std::time::Duration::from_secs(10)).await;
    let (renew, cancel) = (update(&order, "new_code"), update(&order, "cancel"));
    let (renewed, cancelled) =
        tokio::join!(mali.post_once(path, "two-wishes", renew), mali.post_once(path, "two-wishes", cancel));
    let (done, refused) = if renewed.status.is_success() { (renewed, cancelled) } else { (cancelled, renewed) };
    done.ok();
    refused.refused(409, "idempotency_key_conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_died_at_a_deed_keeps_its_key_for_a_minute() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    let cancel = json!({"number": order["number"], "action": "cancel"});
    let post = || mali.post_once("/purchase/update-order-status", "held-by-the-dead", cancel.clone());
    post().await.ok();
    // As if the process had ended before it could record the result.
    sqlx::query("update kernel.idempotency_keys set held_until = $1 where operation = 'update_order_status'")
        .bind(shop.world.app.now() + chrono::TimeDelta::seconds(60))
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    post().await.refused(409, "idempotency_key_busy");
    shop.world.advance(std::time::Duration::from_secs(61)).await;
    assert_eq!(post().await.ok()["status"], "incomplete");
    assert_eq!(shop.count("select count(*) from kernel.idempotency_keys where held_until is not null").await, 0);
}
