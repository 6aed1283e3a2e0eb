//! The buyer's own decision about a line that was not delivered, whatever the partner, staff and another tab do at the same time.

use std::time::Duration;

use serde_json::{Value, json};

use crate::delivery::{PLAYER, bought, decide, delivered_once, in_repair, no_faults, reference, until_line};
use crate::support::{Answer, Client, World};

const OTHER: &str = "20394818";

/// Makes the partner refuse the next order, and buys; returns the order with the line in repair.
async fn refused(world: &World, buyer: &Client, reason: &str) -> Value {
    world.fault(json!({"kind": "partner_reject", "times": 1, "reason": reason})).await;
    let order = bought(world, buyer, "rov-185", Some(PLAYER)).await;
    world.settled(buyer, &order, "error").await
}

fn wish(order: &Value, choice: &str, more: Value) -> Value {
    let mut wish =
        json!({"number": order["number"], "lineId": order["lines"][0]["id"], "version": order["version"], "choice": choice});
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wish
}

async fn correct(buyer: &Client, order: &Value, choice: &str, more: Value) -> Answer {
    buyer.post("/purchase/correct", wish(order, choice, more)).await
}

/// Adds a product at the price of another, with this stock.
async fn another(world: &World, sku: &str, like: &str, stock: Option<i32>) -> i64 {
    sqlx::query_scalar(
        "insert into shop.products (game_id, seller_id, sku, name_th, name_en, price_satang, vat_excluded, commission_bp, stock)
         select game_id, seller_id, $1, 'อื่น', 'Another', price_satang, vat_excluded, commission_bp, $3 from shop.products where sku = $2
         returning id",
    )
    .bind(sku)
    .bind(like)
    .bind(stock)
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_buyer_names_another_player_or_product_or_has_the_money_back() {
    let world = World::shop().await;
    let (buyer, stranger) = (world.user("ploy").await, world.user("thief").await);
    let scarce = another(&world, "rov-186", "rov-185", Some(1)).await;

    // Another player, confirmed by the partner first.
    let order = refused(&world, &buyer, "player_unknown").await;
    let open = &order["lines"][0]["correctable"];
    assert_eq!((&open["player"], &open["refund"]), (&json!(true), &json!(true)), "{open:#}");
    assert_eq!(open["products"][0]["id"], scarce, "{open:#}");
    correct(&stranger, &order, "refund", json!({})).await.refused(404, "order_not_found");
    correct(&buyer, &order, "player", json!({"playerId": "20390000"})).await.refused(422, "player_unknown");
    correct(&buyer, &order, "player", json!({"playerId": "x"})).await.refused(422, "player_id_invalid");
    correct(&buyer, &order, "product", json!({})).await.refused(422, "fields_invalid");
    let foreign = world.product("steam-100").await;
    correct(&buyer, &order, "product", json!({"productId": foreign})).await.refused(404, "product_not_found");
    let mut old = order.clone();
    old["version"] = json!(1);
    correct(&buyer, &old, "refund", json!({})).await.refused(409, "order_changed");
    let mut page = world.socket(&buyer).await;
    page.subscribe(&order["live"]).await;
    let answer = correct(&buyer, &order, "player", json!({"playerId": OTHER})).await.ok();
    assert_eq!(answer["lines"][0]["playerId"], OTHER);
    // The first may be the state that the page has already.
    while page.event("order.changed").await["data"]["version"].as_i64() <= order["version"].as_i64() {}
    assert_eq!(correct(&buyer, &order, "player", json!({"playerId": OTHER})).await.status, 409, "the order has changed");
    let done = world.settled(&buyer, &order, "completed").await;
    assert!(done["lines"][0]["correctable"].is_null());
    assert!(done["timeline"].as_array().unwrap().iter().any(|step| step["step"] == "corrected"), "{done:#}");
    let placed = world.delivered_by_partner(&reference(&world, &order).await, "siamplay").await;
    assert_eq!((&placed["status"], &placed["playerId"]), (&json!("delivered"), &json!(OTHER)));
    delivered_once(&world, &order).await;
    let kept = "select count(*) from shop.line_corrections where before ->> 'playerId' = '20394817' and after ->> 'playerId' = '20394818'
                and reference = new_reference and failure_code = 'player_unknown'";
    assert_eq!(world.count(kept).await, 1);

    // Another product, whose last piece is taken; the coupon's use and the price stay.
    world.fault(json!({"kind": "partner_fail_delivery", "times": 1, "reason": "delivery_failed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    let order = world.settled(&buyer, &order, "error").await;
    let before = reference(&world, &order).await;
    let invoice = json!({"number": order["number"], "name": "Ploy", "taxId": "0105566123456", "address": "1 Rama I Road"});
    let stated = buyer.post("/purchase/tax-invoice", invoice.clone()).await.ok();
    let answer = correct(&buyer, &order, "product", json!({"productId": scarce})).await.ok();
    assert_eq!((&answer["lines"][0]["productId"], &answer["lines"][0]["name"]["en"]), (&json!(scarce), &json!("Another")));
    assert_eq!(answer["totalSatang"], order["totalSatang"]);
    world.settled(&buyer, &order, "completed").await;
    assert_ne!(reference(&world, &order).await, before, "the old reference has failed");
    assert_eq!(world.count("select stock::bigint from shop.products where sku = 'rov-186'").await, 0);
    delivered_once(&world, &order).await;
    // The receipt was issued for the first product: it says what was delivered instead. A tax invoice can be made out for that.
    let receipt = buyer.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    let line = &receipt["lines"][0];
    let (bought, delivered) = (&order["lines"][0], &line["changedTo"]);
    assert_eq!((&line["name"]["en"], &delivered["name"]["en"]), (&bought["name"]["en"], &json!("Another")), "{receipt:#}");
    assert_eq!((&delivered["playerId"], delivered["at"].is_string()), (&json!(PLAYER), true), "{receipt:#}");
    assert_eq!(stated["lines"][0].get("changedTo"), None);
    let renewed = buyer.post("/purchase/tax-invoice", invoice.clone()).await.ok();
    assert_ne!(renewed["taxInvoice"]["number"], stated["taxInvoice"]["number"], "it stated the first product");
    assert_eq!(buyer.post("/purchase/tax-invoice", invoice).await.ok()["taxInvoice"], renewed["taxInvoice"]);
    let order = refused(&world, &buyer, "out_of_stock").await;
    let offered = order["lines"][0]["correctable"]["products"].as_array().unwrap();
    assert!(offered.iter().all(|product| product["id"] != scarce), "none is left");
    correct(&buyer, &order, "product", json!({"productId": scarce})).await.refused(404, "product_not_found");

    // The money back, which the books owe once.
    let answer = correct(&buyer, &order, "refund", json!({})).await.ok();
    assert_eq!(answer["lines"][0]["delivery"]["status"], "closed");
    let owed = "select -sum(amount_satang)::bigint from shop.ledger_entries where account = 'refund_payable'";
    assert_eq!(world.count(owed).await, order["totalSatang"].as_i64().unwrap());
    assert_eq!(world.audit().await, []);
    let kinds: Vec<String> = sqlx::query_scalar("select kind from people.inbox_messages where user_id = $1 order by id")
        .bind(buyer.user_id)
        .fetch_all(&world.app.db)
        .await
        .unwrap();
    let told = |kind: &str| kinds.iter().filter(|told| *told == kind).count();
    assert_eq!((told("order_repair"), told("order_corrected"), told("order_failed")), (3, 2, 1), "{kinds:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_corrections_then_only_the_money() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_reject", "reason": "server_closed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    for time in 1..=3 {
        let order = world.until("it is in repair", async || {
            let read = world.read(&buyer, &order).await;
            (read["lines"][0]["delivery"]["status"] == "repair").then_some(read)
        });
        let answer = correct(&buyer, &order.await, "player", json!({"playerId": format!("2039481{time}")})).await;
        answer.ok();
    }
    until_line(&world, &buyer, &order, "repair").await;
    let read = world.read(&buyer, &order).await;
    let open = &read["lines"][0]["correctable"];
    assert_eq!((&open["player"], &open["products"], &open["refund"]), (&json!(false), &json!([]), &json!(true)), "{open:#}");
    let limit = correct(&buyer, &read, "player", json!({"playerId": OTHER})).await.refused(409, "correction_limit");
    assert_eq!(limit["params"]["limit"], 3);
    correct(&buyer, &read, "refund", json!({})).await.ok();
    assert_eq!(world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_loses_against_the_partner_staff_and_another_tab() {
    let world = World::shop_with(|settings| settings.provider_timeout_ms = 60_000).await;
    let (buyer, staff) = (world.user("ploy").await, world.operator("staff").await);
    // The partner has the order: nothing can be decided.
    world.fault(json!({"kind": "partner_late", "ms": 600_000, "times": 1})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    until_line(&world, &buyer, &order, "sent").await;
    let read = world.read(&buyer, &order).await;
    assert!(read["lines"][0]["correctable"].is_null(), "{read:#}");
    correct(&buyer, &read, "refund", json!({})).await.refused(409, "correction_too_late");

    // The partner takes an order that it had refused, and delivers it.
    for choice in ["player", "refund"] {
        let order = refused(&world, &buyer, "server_closed").await;
        world.fault(json!({"kind": "partner_lose_callback", "times": 1})).await;
        let reference = reference(&world, &order).await;
        let taken = json!({"reference": reference, "game": "rov", "sku": "rov-185", "playerId": PLAYER, "quantity": 1,
                           "callbackUrl": format!("{}/api/webhooks/partners/siamplay", world.url)});
        let request = world.app.http.post(format!("{}/partners/siamplay/orders", world.sandbox.base_url));
        assert_eq!(request.bearer_auth("sandbox-partner-key").json(&taken).send().await.unwrap().status(), 202);
        world
            .until("the partner has delivered", async || {
                (world.delivered_by_partner(&reference, "siamplay").await["status"] == "delivered").then_some(())
            })
            .await;
        correct(&buyer, &order, choice, json!({"playerId": OTHER})).await.refused(409, "correction_too_late");
        let done = world.settled(&buyer, &order, "completed").await;
        assert_eq!(done["lines"][0]["playerId"], PLAYER);
        delivered_once(&world, &order).await;
    }

    // Staff are faster, while the partner is slow to answer the correction.
    for action in ["close", "retry"] {
        let order = refused(&world, &buyer, "server_closed").await;
        let id = in_repair(&world).await;
        world.fault(json!({"kind": "partner_slow", "ms": 2_500, "times": 1, "scope": {"order": order["number"]}})).await;
        let late = tokio::spawn({
            let (buyer, body) = (world.session(buyer.user_id).await, wish(&order, "refund", json!({})));
            async move { buyer.post("/purchase/correct", body).await }
        });
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(decide(&staff, id, action).await.status, 204);
        let refused = late.await.unwrap();
        assert_eq!(refused.status, 409, "{action}: {:#}", refused.body);
        assert!(["order_changed", "correction_too_late"].contains(&refused.body["code"].as_str().unwrap()), "{:#}", refused.body);
        no_faults(&world).await;
        if action == "retry" {
            world.settled(&buyer, &order, "completed").await;
        }
    }
    assert_eq!(world.count("select count(*) from shop.journals where kind = 'closed'").await, 1);

    // Two tabs at once: one wins, whichever.
    let order = refused(&world, &buyer, "server_closed").await;
    let (one, two) =
        tokio::join!(correct(&buyer, &order, "refund", json!({})), correct(&buyer, &order, "player", json!({"playerId": OTHER})));
    let won = [&one, &two].iter().filter(|answer| answer.status == 200).count();
    assert_eq!(won, 1, "{:#} {:#}", one.body, two.body);
    assert_eq!(world.count("select count(*) from shop.line_corrections").await, 1);
    assert_eq!(world.audit().await, []);
}
