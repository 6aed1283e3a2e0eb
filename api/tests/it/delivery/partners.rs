//! Lines that take too long, a second partner that steps in, and our money at the partners.

use std::time::Duration;

use serde_json::{Value, json};

use crate::delivery::{PLAYER, bought, delivered_once, in_repair, no_faults, reference};
use crate::support::World;

/// Lets a second partner sell a product too.
async fn second(world: &World, sku: &str) {
    let supply = "insert into shop.product_supplies (product_id, partner_code, partner_game, sku, priority)
                  select p.id, 'moonpin', g.partner_game, p.sku, 2 from shop.products p join shop.games g on g.id = p.game_id where p.sku = $1";
    sqlx::query(supply).bind(sku).execute(&world.app.db).await.unwrap();
}

async fn float(world: &World, partner: &str, balance: i64) {
    world.phone(&format!("/partners/{partner}/dashboard/float"), json!({"balance": balance})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_too_long_is_told_unasked_once() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_late", "ms": 600_000})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    crate::delivery::until_line(&world, &buyer, &order, "sent").await;
    let read = world.read(&buyer, &order).await;
    assert!(read["lines"][0]["overdueAt"].is_string() && read["lines"][0]["supportThreadId"].is_null(), "{read:#}");
    world.run_task("delivery.late").await;
    assert_eq!(world.count("select count(*) from people.support_threads").await, 0, "it has its time");
    world.advance(Duration::from_secs(601)).await;
    for _ in 0..2 {
        world.run_task("delivery.late").await;
    }
    let buyer = world.session(buyer.user_id).await;
    let read = world.read(&buyer, &order).await;
    let thread = read["lines"][0]["supportThreadId"].as_i64().expect("a thread");
    let shown = buyer.get(&format!("/support/thread/{thread}")).await.ok();
    assert_eq!(shown["order"]["number"], order["number"], "{shown:#}");
    let text = shown["items"][0]["text"].as_str().unwrap();
    assert!(text.contains(&reference(&world, &order).await) && text.contains("SiamPlay"), "{text}");
    assert_eq!(world.count("select count(*) from people.support_threads").await, 1);
    assert_eq!(world.count("select count(*) from people.inbox_messages where kind = 'order_late'").await, 1);

    // A line that its buyer can settle was told at once, with the choice.
    no_faults(&world).await;
    world.fault(json!({"kind": "partner_reject", "times": 1, "reason": "server_closed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "error").await;
    let told = "select count(*) from people.inbox_messages where kind = 'order_repair' and title_en like 'Choose%'";
    assert_eq!(world.count(told).await, 1);
    world.advance(Duration::from_secs(601)).await;
    world.run_task("delivery.late").await;
    assert_eq!(world.count("select count(*) from people.support_threads").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_partner_steps_in_only_when_the_first_surely_has_no_order() {
    let world = World::shop_with(|settings| settings.provider_timeout_ms = 2_000).await;
    let buyer = world.user("ploy").await;
    second(&world, "rov-185").await;
    // It refused the order for a reason of its own.
    world.fault(json!({"kind": "partner_reject", "times": 1, "reason": "out_of_stock", "scope": {"partner": "siamplay"}})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "completed").await;
    let placed = world.delivered_by_partner(&reference(&world, &order).await, "moonpin").await;
    assert_eq!(placed["status"], "delivered", "{placed:#}");
    delivered_once(&world, &order).await;
    let tried = "select count(*) from shop.delivery_tries where partner_code = 'siamplay' and failure_code = 'out_of_stock'";
    assert_eq!(world.count(tried).await, 1);

    // The player is no matter of the partner.
    world
        .fault(json!({"kind": "partner_reject", "times": 1, "reason": "player_unknown", "scope": {"partner": "siamplay"}}))
        .await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "error").await;
    in_repair(&world).await;

    // It took the order silently: the other must not deliver it too.
    world
        .fault(json!({"kind": "partner_timeout_after_create", "times": 1, "ms": 20_000, "scope": {"partner": "siamplay"}}))
        .await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    let silence = || async {
        let read = world.read(&buyer, &order).await;
        (read["lines"][0]["delivery"]["status"] != "sent" && read["paidAt"].is_string()).then_some(())
    };
    world.until("the silence is over", silence).await;
    world.advance(Duration::from_secs(10)).await;
    world.settled(&buyer, &order, "completed").await;
    let placed = world.delivered_by_partner(&reference(&world, &order).await, "siamplay").await;
    assert_eq!(placed["status"], "delivered", "{placed:#}");
    delivered_once(&world, &order).await;
    assert_eq!(world.count("select count(*) from shop.delivery_tries").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_float_covers_is_not_sold() {
    let world = World::shop().await;
    let (buyer, staff) = (world.user("ploy").await, world.operator("staff").await);
    second(&world, "rov-370").await;
    let state = async |sku: &'static str| {
        let sql = "select sale_state from shop.products where sku = $1";
        sqlx::query_scalar::<_, String>(sql).bind(sku).fetch_one(&world.app.db).await.unwrap()
    };
    world.run_task("partners.floats").await;
    assert_eq!(state("rov-185").await, "active");
    let order = world.order(&buyer, "rov-185", 1, Some(PLAYER)).await;
    float(&world, "siamplay", 100).await;
    // An order that it refuses makes us look at once.
    world.pay(&order).await;
    world.until("it is sold out", async || (state("rov-185").await == "sold_out").then_some(())).await;
    assert_eq!(state("rov-370").await, "active", "another partner has money");
    let mut body = world.direct("rov-185", 1, Some(PLAYER)).await;
    body["channel"] = json!("promptpay");
    body["expectedTotalSatang"] = json!(1);
    buyer.insist("/purchase/create-order", &body).await.refused(409, "product_paused");
    let told: Vec<i64> = sqlx::query_scalar("select user_id from people.inbox_messages where kind = 'partner_float_low'")
        .fetch_all(&world.app.db)
        .await
        .unwrap();
    assert_eq!(told, [staff.user_id]);
    world
        .until("the catalogue says so", async || {
            let query = json!({"query": "{game(id:\"rov\"){products{sku state}}}"});
            let answer: Value = world.anon().post("/home", query).await.ok();
            let products = answer["data"]["game"]["products"].as_array().cloned().unwrap_or_default();
            products.iter().any(|product| product["sku"] == "rov-185" && product["state"] == "SOLD_OUT").then_some(())
        })
        .await;
    // It opens again by itself, and the order goes on.
    float(&world, "siamplay", 10_000_000_000).await;
    world.run_task("partners.floats").await;
    assert_eq!(state("rov-185").await, "active");
    world.advance(Duration::from_secs(60)).await;
    world.settled(&buyer, &order, "completed").await;
    delivered_once(&world, &order).await;
    assert_eq!(world.count("select count(*) from people.inbox_messages where kind = 'partner_float_low'").await, 1);
}
