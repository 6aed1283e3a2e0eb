//! Placing orders: stored data, refusals, and repeated answers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::orders::shop::{Shop, cart, direct};
use crate::support::Client;

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_placed_with_its_code() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!((&order["status"], &order["payment"]["status"]), (&json!("pending"), &json!("awaiting")));
    assert_eq!((&order["totalSatang"], &order["payment"]["amountSatang"]), (&json!(4_900), &json!(4_900)));
    names_one_order(&shop, &mali, product, &order).await;
    let line = &order["lines"][0];
    assert_eq!((&line["playerId"], &line["quantity"]), (&json!("20394817"), &json!(1)));
    assert!(line["playerName"].as_str().is_some_and(|name| !name.is_empty()), "the partner's name for the player");
    assert_eq!(line["delivery"], json!({"status": "waiting", "hasCode": false}));
    let steps: Vec<_> = order["timeline"].as_array().unwrap().iter().map(|step| (&step["step"], &step["state"])).collect();
    assert_eq!(
        steps[..3],
        [(&json!("created"), &json!("done")), (&json!("code_shown"), &json!("done")), (&json!("paid"), &json!("current")),]
    );

    // Every way to read it gives the same.
    let by_number = shop.read(&mali, &order).await;
    assert_eq!((&by_number["version"], &by_number["payment"]), (&order["version"], &order["payment"]));
    let transaction = json!({"transactionId": order["payment"]["transactionId"]});
    assert_eq!(mali.post("/purchase/get-by-transaction-id", transaction.clone()).await.ok()["number"], order["number"]);
    let typed = order["number"].as_str().unwrap().to_lowercase().replace('-', "");
    assert_eq!(mali.post("/purchase/get-by-id", json!({"number": typed})).await.ok()["number"], order["number"]);
    let list = mali.post("/purchase/get-my-purchase", json!({"page": 1, "perPage": 10})).await.ok();
    assert_eq!((&list["total"], &list["items"][1]["number"]), (&json!(2), &order["number"]));
    assert_eq!(list["items"][1]["lines"][0]["quantity"], 1);
    let none = mali.post("/purchase/get-my-purchase", json!({"status": "completed"})).await.ok();
    assert_eq!(none["total"], 0);

    // To other users it is as unknown as a missing order.
    let chai = shop.world.user("chai").await;
    let number = json!({"number": order["number"]});
    for path in ["/purchase/get-by-id", "/purchase/check-order", "/purchase/check-order-timeout"] {
        chai.post(path, number.clone()).await.refused(404, "order_not_found");
    }
    chai.post("/purchase/get-by-transaction-id", transaction).await.refused(404, "order_not_found");
    shop.update(&chai, &order, "cancel").await.refused(404, "order_not_found");
    chai.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.refused(404, "order_not_found");
    for number in ["", "MN-0000-0000", "'; drop table orders", "ก"] {
        mali.post("/purchase/get-by-id", json!({"number": number})).await.refused(404, "order_not_found");
    }
    mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.refused(409, "receipt_not_ready");
}

/// Checks that a code asks for this order's amount alone: another order of the same amount in the same second has another reference.
async fn names_one_order(shop: &Shop, mali: &Client, product: i64, order: &Value) {
    let other = shop.buy(mali, product, 4_900).await;
    let [one, two] = [order, &other].map(|order| {
        let code = fields(order["payment"]["qrPayload"].as_str().unwrap());
        // Dynamic, in baht and satang, in Thailand; a bill, and nobody's number.
        for (tag, value) in [("00", "01"), ("01", "12"), ("53", "764"), ("54", "49.00"), ("58", "TH")] {
            assert_eq!(code[tag], value, "{code:?}");
        }
        assert!(!code.contains_key("29"), "{code:?}");
        let bill = fields(code["30"]);
        assert_eq!((bill["00"], bill["01"].len()), ("A000000677010112", 15), "{bill:?}");
        (bill["02"].to_owned(), bill["03"].to_owned())
    });
    assert!(one.0 != two.0 && one.1 != two.1, "{one:?} {two:?}");
    shop.update(mali, &other, "cancel").await.ok();
}

/// Returns the fields of an EMVCo code by their tags.
fn fields(mut code: &str) -> BTreeMap<&str, &str> {
    let mut fields = BTreeMap::new();
    while let Some((head, rest)) = code.split_at_checked(4) {
        let (value, rest) = rest.split_at(head[2..].parse().unwrap());
        fields.insert(&head[..2], value);
        code = rest;
    }
    fields
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_bought_is_refused_by_its_reason() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let place = async |body| mali.post_once("/purchase/create-order", &uuid::Uuid::new_v4().to_string(), body).await;

    for (quantity, status, code) in [
        (json!(0), 422, "quantity_invalid"),
        (json!(-1), 422, "quantity_invalid"),
        (json!(1.5), 422, "quantity_invalid"),
        (json!(11), 409, "cart_product_limit"),
        (json!(9_223_372_036_854_775_808_u64), 409, "cart_product_limit"),
    ] {
        let mut body = direct(product, 1, 4_900);
        body["direct"]["quantity"] = quantity;
        place(body).await.refused(status, code);
    }
    place(direct(999_999, 1, 4_900)).await.refused(404, "product_not_found");
    place(direct(product, 1, 4_800)).await.refused(409, "price_changed");
    let mut body = direct(product, 1, 4_900);
    body["direct"]["playerId"] = json!("20390000");
    place(body).await.refused(422, "player_unknown");
    let mut body = direct(product, 1, 4_900);
    body["direct"]["playerId"] = json!("abc");
    place(body).await.refused(422, "player_id_invalid");
    let mut body = direct(product, 1, 4_900);
    body["channel"] = json!("cheque");
    place(body).await.refused(404, "channel_not_found");
    place(cart(4_900)).await.refused(422, "cart_empty");

    // 20 THB is the least that the channel takes.
    let cheap = shop.product(1_999).await;
    let refused = place(direct(cheap, 1, 1_999)).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_minimum");
    sqlx::query("update shop.payment_channels set open = false").execute(&shop.world.app.db).await.unwrap();
    let refused = place(direct(product, 1, 4_900)).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_closed");
    sqlx::query("update shop.payment_channels set open = true").execute(&shop.world.app.db).await.unwrap();

    for (state, code) in [("withdrawn", "product_withdrawn"), ("sold_out", "product_sold_out")] {
        sqlx::query("update shop.products set state = $1 where id = $2")
            .bind(state)
            .bind(product)
            .execute(&shop.world.app.db)
            .await
            .unwrap();
        place(direct(product, 1, 4_900)).await.refused(409, code);
    }
    let two_left = shop.counted(4_900, 2).await;
    let refused = place(direct(two_left, 3, 14_700)).await.refused(409, "stock_insufficient");
    assert_eq!(refused["params"]["remaining"], 2);

    // Keys.
    let body = direct(two_left, 1, 4_900);
    mali.post("/purchase/create-order", body.clone()).await.refused(400, "idempotency_key_required");
    mali.post_once("/purchase/create-order", "short", body.clone()).await.refused(400, "idempotency_key_invalid");
    mali.post_once("/purchase/create-order", &"x".repeat(129), body.clone()).await.refused(400, "idempotency_key_invalid");

    // People.
    let someone = shop.world.unverified("someone").await;
    someone.post_once("/purchase/create-order", "key-of-somebody", body.clone()).await.refused(403, "verification_required");
    let suspended = shop.world.suspended("suspended").await;
    suspended.post_once("/purchase/create-order", "key-of-somebody", body).await.refused(403, "account_suspended");

    // None of this left a trace.
    assert_eq!(shop.count("select count(*) from shop.orders").await, 0);
    assert_eq!(shop.count("select count(*) from shop.holds").await, 0);
    assert_eq!(shop.count("select count(*) from kernel.idempotency_keys").await, 0);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cart_is_bought_and_a_changed_price_is_told_before() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let add = json!({"productId": product, "quantity": 2, "playerId": "20394817"});
    let item = mali.post("/cart/add", add).await.ok()["items"][0]["id"].clone();
    sqlx::query("update shop.products set price_satang = 5900 where id = $1")
        .bind(product)
        .execute(&shop.world.app.db)
        .await
        .unwrap();

    let refused = mali.post_once("/purchase/create-order", "first-try-1", cart(9_800)).await.refused(409, "price_changed");
    assert_eq!(refused["params"]["totalSatang"], 11_800);
    assert_eq!(refused["changes"], json!([{"cartItemId": item, "productId": product, "oldSatang": 4_900, "newSatang": 5_900}]));
    // The customer agrees to the new price; the refused try did not use up the key.
    let order = mali.post_once("/purchase/create-order", "first-try-1", cart(11_800)).await;
    assert_eq!(order.status, 201);
    assert_eq!(order.body["lines"][0]["unitPriceSatang"], 5_900);
    assert_eq!(mali.get("/cart/get-my-cart").await.ok()["count"], 0);

    // The order keeps its data, whatever the catalogue says later.
    sqlx::query("update shop.products set price_satang = 9900, name_en = 'Other' where id = $1")
        .bind(product)
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    let later = shop.read(&mali, &order.body).await;
    assert_eq!(later["lines"], order.body["lines"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_must_do_for_all_lines_of_a_product() {
    let shop = Shop::open().await;
    let product = shop.counted(4_900, 4).await;
    let mali = shop.world.user("mali").await;
    let mut items = Vec::new();
    for player in ["20394817", "20394818"] {
        let add = json!({"productId": product, "quantity": 2, "playerId": player});
        items.push(mali.post("/cart/add", add).await.ok()["items"].as_array().unwrap().last().unwrap()["id"].clone());
    }
    // Enough for either, and not for both.
    sqlx::query("update shop.products set stock = 2 where id = $1").bind(product).execute(&shop.world.app.db).await.unwrap();
    for item in mali.get("/cart/get-my-cart").await.ok()["items"].as_array().unwrap() {
        assert_eq!((&item["unavailable"], &item["remaining"]), (&json!("sold_out"), &json!(2)));
    }
    let rule = mali.post("/rule/check-rule", json!({"channel": "promptpay"})).await.ok();
    let codes: Vec<&str> = rule["reasons"].as_array().unwrap().iter().map(|reason| reason["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["stock_insufficient"], "told once");
    let refused = mali.post_once("/purchase/create-order", "two-for-each", cart(19_600)).await.refused(409, "stock_insufficient");
    assert_eq!((&refused["params"]["remaining"], &refused["params"]["productId"]), (&json!(2), &json!(product)));
    // More of one is refused for the same reason; with less, the stock suffices.
    let more = json!({"itemId": items[0], "quantity": 3});
    mali.post("/cart/update-qunity", more).await.refused(409, "stock_insufficient");
    for item in &items {
        mali.post("/cart/update-qunity", json!({"itemId": item, "quantity": 1})).await.ok();
    }
    let order = mali.post_once("/purchase/create-order", "one-for-each", cart(9_800)).await;
    assert_eq!(order.status, 201, "{:#}", order.body);
    assert_eq!(shop.count("select stock::bigint from shop.products").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_chosen_items_leave_the_cart() {
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let mut items = Vec::new();
    for price in [3_000, 4_000] {
        let product = shop.product(price).await;
        let cart = mali.post("/cart/add", json!({"productId": product, "quantity": 1, "playerId": "20394817"})).await.ok();
        items.push(cart["items"].as_array().unwrap().last().unwrap()["id"].clone());
    }
    let request = json!({"cartItemIds": [items[0]], "channel": "promptpay", "expectedTotalSatang": 3_000});
    mali.post_once("/purchase/create-order", "only-the-first", request).await.ok();
    let left = mali.get("/cart/get-my-cart").await.ok();
    assert_eq!(left["items"].as_array().unwrap().iter().map(|item| &item["id"]).collect::<Vec<_>>(), [&items[1]]);
    // Another user's item does not exist here.
    let chai = shop.world.user("chai").await;
    let request = json!({"cartItemIds": [items[1]], "channel": "promptpay", "expectedTotalSatang": 4_000});
    chai.post_once("/purchase/create-order", "not-my-items", request).await.refused(404, "cart_item_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_places_one_order() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let first = mali.post_once("/purchase/create-order", "one-wish-only", direct(product, 1, 4_900)).await.ok();
    let again = mali.post_once("/purchase/create-order", "one-wish-only", direct(product, 1, 4_900)).await.ok();
    assert_eq!(first["number"], again["number"]);
    assert_eq!(first["payment"]["reference"], again["payment"]["reference"]);
    mali.post_once("/purchase/create-order", "one-wish-only", direct(product, 2, 9_800))
        .await
        .refused(409, "idempotency_key_conflict");
    // A key belongs to its user: another user's is a different one.
    let chai = shop.world.user("chai").await;
    let other = chai.post_once("/purchase/create-order", "one-wish-only", direct(product, 1, 4_900)).await.ok();
    assert_ne!(first["number"], other["number"]);
    assert_eq!(shop.charges(&first).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn tax_stands_on_its_own_line_where_a_price_excludes_it_and_a_closed_shop_takes_no_orders() {
    let shop = Shop::with(|settings| settings.vat_basis_points = 1_000).await;
    let product = shop.product(10_000).await;
    sqlx::query("update shop.products set vat_excluded = true where id = $1")
        .bind(product)
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    let mali = shop.world.user("mali").await;
    shop.order(&mali, product, 10_000).await.refused(409, "price_changed");
    let before = shop.buy(&mali, product, 11_000).await;
    assert_eq!((&before["subtotalSatang"], &before["vatSatang"]), (&json!(10_000), &json!(1_000)), "at the rate of the settings");
    assert_eq!(shop.charges(&before).await[0]["amount"], 11_000);

    let close = "insert into shop.app_config (key, value) values ('maintenance', jsonb_build_object('message',
                 jsonb_build_object('th', 'ปิดปรับปรุง', 'en', 'Closed'), 'until', now() + interval '1 hour'))";
    sqlx::query(close).execute(&shop.world.app.db).await.unwrap();
    let asked = json!({"query": "{ maintenance { message { en } } }"});
    let closed = async |yes: bool| {
        let said = shop.world.anon().post("/maintenance", asked.clone()).await.ok();
        (said["data"]["maintenance"].is_object() == yes).then_some(())
    };
    shop.world.until("the shop is closed", async || closed(true).await).await;
    let refused = shop.order(&mali, product, 11_000).await;
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3600).contains(&wait), "{wait}");
    refused.refused(503, "maintenance");
    // An earlier order can still be paid, and is delivered.
    shop.pay(&before).await.ok();
    shop.until_paid(&mali, &before).await;

    shop.world.advance(std::time::Duration::from_secs(3_700)).await;
    shop.world.until("the shop is open again", async || closed(false).await).await;
    let mali = shop.world.session(mali.user_id).await;
    shop.buy(&mali, product, 11_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_lines_do_not_count_on_the_same_pieces_of_a_flash_sale() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    shop.flash_sale(product, 3_000, 3).await;
    let mali = shop.world.user("mali").await;
    let mut cart_now = json!(null);
    for player in ["20394817", "20394818"] {
        let add = json!({"productId": product, "quantity": 2, "playerId": player});
        cart_now = mali.post("/cart/add", add).await.ok();
    }
    let prices: Vec<_> = cart_now["items"].as_array().unwrap().iter().map(|item| &item["unitPriceSatang"]).collect();
    assert_eq!(prices, [&json!(4_900), &json!(4_900)]);
    assert_eq!(cart_now["totals"]["totalSatang"], 19_600);
    let both_on_sale = mali.post_once("/purchase/create-order", "both-on-sale", cart(12_000)).await;
    assert_eq!(both_on_sale.refused(409, "flash_sale_sold_out")["params"]["totalSatang"], 19_600);
    // Alone, each of them has enough stock.
    let one = json!({"cartItemIds": [cart_now["items"][0]["id"]], "channel": "promptpay", "expectedTotalSatang": 6_000});
    let order = mali.post_once("/purchase/create-order", "one-on-sale", one).await.ok();
    assert_eq!(order["lines"][0]["unitPriceSatang"], 3_000);
    shop.update(&mali, &order, "cancel").await.ok();
    mali.post("/cart/add", json!({"productId": product, "quantity": 2, "playerId": "20394817"})).await.ok();
    mali.post_once("/purchase/create-order", "both-at-full-price", cart(19_600)).await.ok();
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_does_a_deed_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.world.advance(std::time::Duration::from_secs(10)).await;
    let update = |action: &str| json!({"number": order["number"], "action": action});
    let path = "/purchase/update-order-status";
    let renewed = mali.post_once(path, "another-code", update("new_code")).await.ok();
    assert_ne!(renewed["payment"]["reference"], order["payment"]["reference"]);
    // The answer was lost, and the same request comes again after a while.
    shop.world.advance(std::time::Duration::from_secs(10)).await;
    let again = mali.post_once(path, "another-code", update("new_code")).await.ok();
    assert_eq!(again["payment"]["reference"], renewed["payment"]["reference"]);
    mali.post_once(path, "another-code", update("cancel")).await.refused(409, "idempotency_key_conflict");
    mali.post_once(path, "short", update("cancel")).await.refused(400, "idempotency_key_invalid");
    assert_eq!(shop.read(&mali, &order).await["status"], "pending");
    // Another key is another request, and so is none.
    let newest = mali.post_once(path, "one-more-code", update("new_code")).await.ok();
    assert_ne!(newest["payment"]["reference"], renewed["payment"]["reference"]);
    assert_eq!(mali.post(path, update("cancel")).await.ok()["status"], "incomplete");
    // A failed request leaves its key free.
    mali.post_once(path, "too-late-now", update("new_code")).await.refused(409, "order_state");
    mali.post_once(path, "too-late-now", update("cancel")).await.ok();
}
