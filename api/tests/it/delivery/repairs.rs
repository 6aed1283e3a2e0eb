//! The repair queue: an operator's decisions, whatever the partner says before, during and after.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::delivery::{PLAYER, bought, decide, delivered_once, in_repair, no_faults, reference, until_line};
use crate::support::{Client, World};

/// Lets the partner take the order and stay silent until our patience ends; returns the line's number in the repair queue.
async fn accepted_and_silent(world: &World, buyer: &Client) -> (Value, i64) {
    world.fault(json!({"kind": "partner_late", "ms": 600_000})).await;
    let order = bought(world, buyer, "rov-185", Some(PLAYER)).await;
    until_line(world, buyer, &order, "sent").await;
    world.advance(Duration::from_secs(3 * 3600)).await;
    let buyer = world.session(buyer.user_id).await;
    let read = world.settled(&buyer, &order, "error").await;
    assert_eq!(read["lines"][0]["delivery"]["failureCode"], "time_out");
    (order, in_repair(world).await)
}

/// Lets the partner deliver with a lost callback, and be away at each of our calls.
async fn delivered_unheard(world: &World, buyer: &Client) -> (Value, i64) {
    world.fault(json!({"kind": "partner_lose_callback"})).await;
    let order = bought(world, buyer, "rov-185", Some(PLAYER)).await;
    until_line(world, buyer, &order, "sent").await;
    let reference = reference(world, &order).await;
    let delivered =
        || async { (world.delivered_by_partner(&reference, "siamplay").await["status"] == "delivered").then_some(()) };
    world.until("the partner has delivered", delivered).await;
    world.fault(json!({"kind": "partner_down"})).await;
    // The last of its tries.
    sqlx::query("update shop.deliveries set attempts = 12").execute(&world.app.db).await.unwrap();
    world.advance(Duration::from_secs(6)).await;
    world.settled(buyer, &order, "error").await;
    (order, in_repair(world).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_retry_is_given_its_whole_time() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let (order, id) = accepted_and_silent(&world, &buyer).await;
    let staff = world.operator("staff").await;
    decide(&staff, id, "close").await.refused(409, "delivery_under_way");
    assert_eq!(decide(&staff, id, "retry").await.status, 204);
    // The partner was asked again, and the next check is scheduled.
    let asked = "select d.status, exists (select from graphile_worker._private_jobs j where j.key = 'deliver:' || d.id
                                          and j.locked_at is null and j.run_at > now()) from shop.deliveries d";
    let look = || async {
        let (status, planned): (String, bool) = sqlx::query_as(asked).fetch_one(&world.app.db).await.unwrap();
        (status == "repair" || (status == "sent" && planned)).then_some(status)
    };
    assert_eq!(world.until("the partner was asked again", look).await, "sent");
    world.advance(Duration::from_secs(3600)).await;
    assert_eq!(world.until("the partner was asked once more", look).await, "sent");
    // This period ends as well.
    world.advance(Duration::from_secs(3600 + 60)).await;
    let buyer = world.session(buyer.user_id).await;
    until_line(&world, &buyer, &order, "repair").await;
    assert_eq!(world.audit().await, []);
}

/// During a rollout a process of the previous version, which did not know `tried_at`, may still send.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_the_version_before_sent_is_waited_for_as_long() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_late", "ms": 600_000})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    until_line(&world, &buyer, &order, "sent").await;
    sqlx::query("update shop.deliveries set tried_at = null").execute(&world.app.db).await.unwrap();
    world.advance(Duration::from_secs(3 * 3600)).await;
    let buyer = world.session(buyer.user_id).await;
    let read = world.settled(&buyer, &order, "error").await;
    assert_eq!(read["lines"][0]["delivery"]["failureCode"], "time_out");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_callback_for_a_line_in_repair_is_believed_when_the_partner_says_the_same() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let (order, id) = delivered_unheard(&world, &buyer).await;
    no_faults(&world).await;
    let body =
        json!({"event": "order.delivered", "partner": "siamplay", "order": {"reference": reference(&world, &order).await}});
    let body = body.to_string();
    let timestamp = chrono::Utc::now().timestamp();
    let secret = &world.app.settings.partners_callback_secret;
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{timestamp}.{body}").as_bytes());
    let request = world
        .anon()
        .http
        .post(format!("{}/api/webhooks/partners/siamplay", world.url))
        .header("x-partner-signature", hex::encode(mac.finalize().into_bytes()))
        .header("x-partner-timestamp", timestamp.to_string())
        .header("x-partner-delivery", "cb_late")
        .body(body);
    assert_eq!(request.send().await.unwrap().status(), 204);
    world.settled(&buyer, &order, "completed").await;
    delivered_once(&world, &order).await;
    let staff = world.operator("staff").await;
    decide(&staff, id, "close").await.refused(409, "delivery_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_partner_delivered_is_not_paid_back_too() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let (order, id) = delivered_unheard(&world, &buyer).await;
    let staff = world.operator("staff").await;
    decide(&staff, id, "close").await.refused(503, "partner_unavailable");
    assert_eq!(in_repair(&world).await, id, "it can be decided later");
    no_faults(&world).await;
    // The pause after several failures is over.
    world.advance(Duration::from_secs(15)).await;
    decide(&staff, id, "close").await.refused(409, "delivery_done");
    world.settled(&buyer, &order, "completed").await;
    delivered_once(&world, &order).await;
    assert_eq!(world.count("select count(*) from shop.journals where kind = 'closed'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_that_left_has_not_said_that_it_never_took_the_order() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let (order, id) = delivered_unheard(&world, &buyer).await;
    no_faults(&world).await;
    world.fault(json!({"kind": "partner_gone"})).await;
    world.advance(Duration::from_secs(15)).await;
    let staff = world.operator("staff").await;
    for action in ["close", "retry"] {
        decide(&staff, id, action).await.refused(503, "partner_unavailable");
    }
    assert_eq!(in_repair(&world).await, id, "it can be decided later");
    no_faults(&world).await;
    decide(&staff, id, "close").await.refused(409, "delivery_done");
    world.settled(&buyer, &order, "completed").await;
    delivered_once(&world, &order).await;
    assert_eq!(world.count("select count(*) from shop.journals where kind = 'closed'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_delivered_after_it_was_given_up_is_told() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_reject", "times": 1, "reason": "server_closed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "error").await;
    let staff = world.operator("staff").await;
    assert_eq!(decide(&staff, in_repair(&world).await, "close").await.status, 204);
    // The partner takes an order that it had called unknown, and calls back.
    let taken = json!({
        "reference": reference(&world, &order).await, "game": "rov", "sku": "rov-185", "playerId": PLAYER, "quantity": 1,
        "callbackUrl": format!("{}/api/webhooks/partners/siamplay", world.url)
    });
    let request = world.app.http.post(format!("{}/partners/siamplay/orders", world.sandbox.base_url));
    assert_eq!(request.bearer_auth("sandbox-partner-key").json(&taken).send().await.unwrap().status(), 202);
    let told = "select count(*) from shop.order_events where kind = 'line_delivered_closed'";
    world.until("it is told", || async { (world.count(told).await > 0).then_some(()) }).await;
    assert_eq!(world.count("select count(*) from shop.deliveries where status = 'closed'").await, 1);
    assert_eq!(world.count("select count(*) from shop.journals where kind = 'delivered'").await, 0);
    assert_eq!(world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_retry_does_not_rest_on_a_word_about_another_try() {
    let world = World::shop_with(|settings| settings.provider_timeout_ms = 60_000).await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_fail_delivery", "times": 2, "reason": "server_closed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "error").await;
    let (id, first) = (in_repair(&world).await, reference(&world, &order).await);
    let (slow, quick) = (world.operator("slow").await, world.operator("quick").await);
    // The partner is slow to report that the first try has failed.
    world.fault(json!({"kind": "partner_slow", "ms": 6_000, "times": 1})).await;
    let late = tokio::spawn(async move { decide(&slow, id, "retry").await });
    let asked = async || {
        let faults = world.anon().http.get(format!("{}/faults", world.sandbox.base_url)).send().await.unwrap();
        let faults: Value = faults.json().await.unwrap();
        let rules = faults["rules"].as_array().unwrap();
        rules.iter().any(|rule| rule["kind"] == "partner_slow" && rule["hits"] == 1).then_some(())
    };
    world.until("the partner is asked", asked).await;
    assert_eq!(decide(&quick, id, "retry").await.status, 204);
    // The second try has failed as well, under a reference of its own.
    world
        .until("it is in repair again", async || {
            (reference(&world, &order).await != first
                && world.count("select count(*) from shop.deliveries where status = 'repair'").await == 1)
                .then_some(())
        })
        .await;
    let second = reference(&world, &order).await;
    late.await.unwrap().refused(409, "delivery_state");
    assert_eq!(reference(&world, &order).await, second);
    assert_eq!(decide(&quick, id, "retry").await.status, 204);
    world.settled(&buyer, &order, "completed").await;
    assert_eq!(world.audit().await, []);
}
