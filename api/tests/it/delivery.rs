//! Delivery: exactly once, whatever the partner, its callbacks and the clock do. The partner is the sandbox, over HTTP.

mod corrections;
mod known_codes;
mod partners;
mod repairs;

use std::time::Duration;

use crate::support::{Answer, Client, World};
use manao_shop::providers::partners::Partners;
use reqwest::Method;
use serde_json::{Value, json};

const PLAYER: &str = "20394817";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36";

async fn bought(world: &World, buyer: &Client, sku: &str, player: Option<&str>) -> Value {
    let order = world.order(buyer, sku, 1, player).await;
    world.pay(&order).await;
    order
}

async fn reference(world: &World, order: &Value) -> String {
    let sql = "select d.reference from shop.deliveries d join shop.orders o on o.id = d.order_id where o.number = $1";
    sqlx::query_scalar(sql).bind(order["number"].as_str()).fetch_one(&world.app.db).await.unwrap()
}

/// Checks that the delivery was booked once. How often the partner was asked under the reference does not matter.
async fn delivered_once(world: &World, order: &Value) {
    let line = "select count(*) from shop.journals j join shop.orders o on o.id = j.order_id where j.kind = 'delivered' and o.number = $1";
    let journals: i64 = sqlx::query_scalar(line).bind(order["number"].as_str()).fetch_one(&world.app.db).await.unwrap();
    assert_eq!(journals, 1);
    assert_eq!(world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_top_up_reaches_its_player_and_the_page_is_told() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    // As people type it; the zeros in front belong to it.
    let order = world.order(&buyer, "rov-370", 1, Some(" ๐๐1２3\u{200b}4 56 ")).await;
    let mut page = world.socket(&buyer).await;
    page.subscribe(&order["live"]).await;
    world.pay(&order).await;
    loop {
        let event = page.event("order.changed").await;
        if event["data"]["status"] == "completed" {
            assert_eq!(event["data"]["lines"][0]["delivery"]["status"], "delivered");
            break;
        }
    }
    let placed = world.delivered_by_partner(&reference(&world, &order).await, "siamplay").await;
    assert_eq!((placed["status"].as_str(), placed["playerId"].as_str()), (Some("delivered"), Some("00123456")));
    delivered_once(&world, &order).await;
    let receipt = buyer.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!(receipt["lines"][0]["playerId"], "00123456");
}

#[tokio::test(flavor = "multi_thread")]
async fn callbacks_may_be_lost_doubled_or_forged() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    for kind in ["partner_twice_callback", "partner_false_signature", "partner_lose_callback"] {
        world.anon().http.delete(format!("{}/faults", world.sandbox.base_url)).send().await.unwrap();
        world.fault(json!({"kind": kind})).await;
        let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
        if kind != "partner_twice_callback" {
            let sent = || async {
                let read = world.read(&buyer, &order).await;
                (read["lines"][0]["delivery"]["status"] == "sent").then_some(())
            };
            world.until("it is sent", sent).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
            assert_eq!(world.read(&buyer, &order).await["status"], "pending", "{kind}");
            world.advance(Duration::from_secs(6)).await;
        }
        world.settled(&buyer, &order, "completed").await;
        delivered_once(&world, &order).await;
    }
    assert_eq!(sent(&world, &buyer).await, ["receipt"; 3], "each is mailed once");
}

/// While the partner's answers are being stored, its callbacks arrive, and find all permits taken.
#[tokio::test(flavor = "multi_thread")]
async fn a_callback_is_not_put_off_with_the_next_look() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    // All requests are running when the lock is taken, even on a slow machine.
    world.fault(json!({"kind": "partner_slow", "ms": 3_000, "scope": {"partner": "siamplay"}})).await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(world.order(&buyer, "rov-185", 1, Some(PLAYER)).await);
    }
    futures_util::future::join_all(orders.iter().map(|order| world.pay(order))).await;
    let sent = "select count(*) from shop.deliveries where status = 'sent'";
    world.until("the partner has them", || async { (world.count(sent).await == 3).then_some(()) }).await;
    // The next check is as far away as the order is old.
    sqlx::query("update shop.deliveries set tried_at = tried_at - interval '1 hour'").execute(&world.app.db).await.unwrap();
    let mut held = world.app.db.acquire().await.unwrap();
    sqlx::query("begin").execute(&mut *held).await.unwrap();
    sqlx::query("select from shop.orders for update").execute(&mut *held).await.unwrap();
    no_faults(&world).await;
    let waiting =
        "select count(*) from graphile_worker._private_jobs where key like 'deliver:%' and locked_at is null and run_at > now()";
    world.until("the callbacks wait for their turn", || async { (world.count(waiting).await == 3).then_some(()) }).await;
    sqlx::query("rollback").execute(&mut *held).await.unwrap();
    for order in &orders {
        world.settled(&buyer, order, "completed").await;
        delivered_once(&world, order).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_callback_is_refused_and_a_strangers_changes_nothing() {
    let world = World::shop().await;
    let url = format!("{}/api/webhooks/partners/siamplay", world.url);
    let forged = world
        .app
        .http
        .post(&url)
        .header("x-partner-signature", "00")
        .header("x-partner-timestamp", "1")
        .body("{}")
        .send()
        .await
        .unwrap();
    assert_eq!(forged.status(), 401);
    assert_eq!(world.count("select count(*) from shop.webhook_events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_that_is_busy_or_takes_the_order_silently_delivers_once() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let order = world.order(&buyer, "rov-185", 1, Some(PLAYER)).await;
    world.fault(json!({"kind": "partner_busy", "times": 3})).await;
    world.pay(&order).await;
    let retrying = || async {
        let read = world.read(&buyer, &order).await;
        let status = read["lines"][0]["delivery"]["status"].as_str().unwrap_or_default().to_owned();
        (status == "retrying" || status == "delivered").then_some(())
    };
    world.until("another try is due", retrying).await;
    world.advance(Duration::from_secs(10)).await;
    world.settled(&buyer, &order, "completed").await;
    delivered_once(&world, &order).await;

    let silent = World::shop_with(|settings| settings.provider_timeout_ms = 2_000).await;
    let buyer = silent.user("ploy").await;
    let order = silent.order(&buyer, "rov-185", 1, Some(PLAYER)).await;
    silent.fault(json!({"kind": "partner_timeout_after_create", "times": 1, "ms": 20_000})).await;
    silent.pay(&order).await;
    let waiting = || async {
        let read = silent.read(&buyer, &order).await;
        (read["lines"][0]["delivery"]["status"] != "sent" && read["paidAt"].is_string()).then_some(())
    };
    silent.until("the silence is over", waiting).await;
    silent.advance(Duration::from_secs(10)).await;
    silent.settled(&buyer, &order, "completed").await;
    delivered_once(&silent, &order).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_for_good_waits_for_an_operator_who_sends_it_again() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    world.fault(json!({"kind": "partner_fail_delivery", "times": 1, "reason": "server_closed"})).await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    let read = world.settled(&buyer, &order, "error").await;
    assert_eq!(read["lines"][0]["delivery"]["status"], "repair");
    assert_eq!(read["lines"][0]["delivery"]["failureCode"], "server_closed");

    buyer.get("/console/repairs").await.refused(403, "staff_required");
    let staff = world.operator("staff").await;
    let queue = staff.get("/console/repairs").await.ok();
    assert_eq!(queue["total"], 1);
    let id = queue["items"][0]["deliveryId"].as_i64().unwrap();
    let before = reference(&world, &order).await;
    let decision = json!({"action": "retry", "note": "the server is open again"});
    let path = format!("/console/repairs/{id}");
    for note in [" ".to_owned(), "x".repeat(501)] {
        staff.post(&path, json!({"action": "retry", "note": note})).await.refused(422, "fields_invalid");
    }
    assert_eq!(staff.post_once(&path, "open-again", decision.clone()).await.status, 204);
    world.settled(&buyer, &order, "completed").await;
    // The same decision repeated, since its answer was lost; then another one under its key.
    assert_eq!(staff.post_once(&path, "open-again", decision.clone()).await.status, 204);
    let other = json!({"action": "close", "note": "paid back"});
    staff.post_once(&path, "open-again", other).await.refused(409, "idempotency_key_conflict");
    assert_ne!(reference(&world, &order).await, before, "under the old reference the partner would repeat its failure");
    delivered_once(&world, &order).await;
    staff.post(&format!("/console/repairs/{id}"), decision).await.refused(409, "delivery_state");
    assert_eq!(sent(&world, &buyer).await, ["repair_begun", "repair_ended", "receipt"], "each is mailed once");
    // The game refuses the player after all: the queue and the buyer's page say why.
    let order = bought(&world, &buyer, "rov-185", Some("20399916")).await;
    let read = world.settled(&buyer, &order, "error").await;
    assert_eq!(read["lines"][0]["delivery"]["failureCode"], "active_pass");
    assert_eq!(staff.get("/console/repairs").await.ok()["items"][0]["failureCode"], "active_pass");
}

/// Returns the kinds of mail that a user was sent, oldest first.
async fn sent(world: &World, person: &Client) -> Vec<String> {
    let sent = |(kind, outcome): (String, String)| (outcome == "sent").then_some(kind);
    world.mails(person).await.into_iter().filter_map(sent).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_given_up_is_owed_back_once() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let order = bought(&world, &buyer, "rov-185", Some("12349999")).await;
    world.settled(&buyer, &order, "error").await;
    let staff = world.operator("staff").await;
    let id = staff.get("/console/repairs").await.ok()["items"][0]["deliveryId"].as_i64().unwrap();
    for _ in 0..2 {
        let decision = json!({"action": "close", "note": "paid back by bank transfer"});
        assert!(staff.post(&format!("/console/repairs/{id}"), decision).await.status.is_success());
    }
    let owed = "select -sum(amount_satang)::bigint from shop.ledger_entries where account = 'refund_payable'";
    assert_eq!(world.count(owed).await, order["totalSatang"].as_i64().unwrap());
    assert_eq!(world.audit().await, []);
    assert_eq!(world.read(&buyer, &order).await["status"], "error");
    assert_eq!(sent(&world, &buyer).await, ["repair_begun", "repair_ended"], "nothing was delivered: no receipt");
    let mail = &world.mailed(&world.address(&buyer).await).await[0];
    assert!(mail["text"].as_str().unwrap().contains("คืนเงิน"), "{mail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_shown_to_their_buyer_alone_and_each_look_is_logged() {
    let world = World::shop().await;
    let (buyer, stranger) = (world.user("ploy").await, world.user("thief").await);
    // Both work in Thailand alone, which the buyer confirms.
    let mut unconfirmed = world.direct("steam-100", 1, None).await;
    unconfirmed["channel"] = json!("promptpay");
    unconfirmed["expectedTotalSatang"] = json!(1);
    buyer.post_once("/purchase/create-order", "which-country", unconfirmed).await.refused(422, "region_not_confirmed");
    // Our own codes, and a partner's.
    for sku in ["steam-100", "google-play-100"] {
        let order = world.order(&buyer, sku, 2, None).await;
        let ask = |index: i64| json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": index});
        buyer.post("/purchase/reveal-code", ask(1)).await.refused(409, "codes_not_ready");
        buyer.post("/purchase/codes", ask(1)).await.refused(409, "codes_not_ready");
        world.pay(&order).await;
        let read = world.settled(&buyer, &order, "completed").await;
        assert_eq!(read["lines"][0]["delivery"]["hasCode"], true, "{sku}");
        assert_eq!(read["lines"][0]["region"], "TH", "{sku}");
        let hidden = buyer.post("/purchase/codes", ask(1)).await.ok();
        assert_eq!((&hidden["codes"][1]["index"], &hidden["codes"][1]["of"]), (&json!(2), &json!(2)), "{hidden:#}");
        assert!(hidden["codes"][0]["code"].is_null() && hidden["codes"][0]["views"] == json!([]), "{hidden:#}");
        let shown =
            Answer::of(buyer.request(Method::POST, "/purchase/reveal-code").header("user-agent", PHONE).json(&ask(2))).await;
        assert_eq!(shown.headers["cache-control"], "no-store");
        let second = shown.ok();
        assert_eq!((&second["serial"], &second["views"][0]["userAgent"]), (&hidden["codes"][1]["serial"], &json!(PHONE)));
        // One code at a time: the first was not shown with it.
        let listed = buyer.post("/purchase/codes", ask(1)).await.ok();
        assert_eq!(listed["codes"][0]["views"], json!([]));
        assert_eq!(listed["codes"][1]["views"], second["views"]);
        let codes = [buyer.post("/purchase/reveal-code", ask(1)).await.ok(), second];
        assert_ne!(codes[0]["code"], codes[1]["code"]);
        buyer.post("/purchase/reveal-code", ask(3)).await.refused(404, "code_not_found");
        stranger.post("/purchase/reveal-code", ask(1)).await.refused(404, "order_not_found");
        stranger.post("/purchase/codes", ask(1)).await.refused(404, "order_not_found");
        let code = codes[0]["code"].as_str().unwrap().as_bytes().to_vec();
        let readable = "select count(*) from shop.voucher_codes v, shop.delivered_codes d where position($1 in v.code_sealed) > 0 or position($1 in d.code_sealed) > 0";
        let lying_open: i64 = sqlx::query_scalar(readable).bind(code).fetch_one(&world.app.db).await.unwrap();
        assert_eq!(lying_open, 0);
        receipt_without_codes(&world, &buyer, &order, &codes).await;
    }
    switched_off_by_one_click(&world, &buyer).await;
    assert_eq!(world.count("select count(*) from shop.code_reveals").await, 4);
    assert_eq!(world.count("select count(*) from shop.webhook_events where body::text like '%\"code\":%'").await, 0);
    assert_eq!(world.audit().await, []);
    shown_after_a_fresh_proof_alone(&world, &buyer, &stranger).await;
}

/// Lets a phone lie unlocked until its login is no proof any more.
async fn shown_after_a_fresh_proof_alone(world: &World, buyer: &Client, stranger: &Client) {
    let order = world.read(buyer, &last_order(world, buyer, "steam-100").await).await;
    let ask = json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1});
    assert!(buyer.get("/account/proof").await.ok()["freshUntil"].is_string());
    world.advance(Duration::from_secs(601)).await;
    let refused = buyer.post("/purchase/reveal-code", ask.clone()).await.refused(403, "fresh_proof_needed");
    assert_eq!(refused["params"]["minutes"], 10);
    let state = buyer.get("/account/proof").await.ok();
    assert!(state["freshUntil"].is_null() && state["mobileMasked"].is_null() && state["password"] == false, "{state:#}");
    assert!(state["emailMasked"].as_str().unwrap().contains("•••@"), "{state:#}");
    let prove = async |client: &Client, body: Value| client.post("/account/proof", body).await;
    prove(buyer, json!({})).await.refused(422, "fields_invalid");
    prove(buyer, json!({"password": "Abcdefg1"})).await.refused(422, "fields_invalid");
    buyer.post("/account/proof/send", json!({"to": "mobile"})).await.refused(409, "proof_channel_missing");
    let sent = buyer.post("/account/proof/send", json!({"to": "email"})).await.ok();
    let address = world.address(buyer).await;
    let code = world.until("the code is mailed", async || {
        let mails = world.mailed(&address).await;
        mails.first().and_then(|mail| mail["code"].as_str()).map(str::to_owned)
    });
    let body = json!({"reference": sent["reference"], "code": code.await});
    prove(stranger, body.clone()).await.refused(410, "otp_expired");
    buyer.post("/purchase/reveal-code", ask.clone()).await.refused(403, "fresh_proof_needed");
    prove(buyer, body.clone()).await.ok();
    buyer.post("/purchase/reveal-code", ask).await.ok();
    prove(buyer, body).await.refused(410, "otp_expired");
}

/// Returns the number of the buyer's newest order of this product.
async fn last_order(world: &World, buyer: &Client, sku: &str) -> Value {
    let sql = "select o.number from shop.orders o join shop.order_lines l on l.order_id = o.id where o.user_id = $1 and l.sku = $2 order by o.id desc limit 1";
    let number: String = sqlx::query_scalar(sql).bind(buyer.user_id).bind(sku).fetch_one(&world.app.db).await.unwrap();
    json!({"number": number})
}

/// Checks that the receipt lists the delivery and links to the codes; it is sent once, however often the order is checked again.
async fn receipt_without_codes(world: &World, buyer: &Client, order: &Value, codes: &[Value]) {
    let mut change = world.app.change().await.unwrap();
    let id: i64 = sqlx::query_scalar("select id from shop.orders where number = $1")
        .bind(order["number"].as_str())
        .fetch_one(change.conn())
        .await
        .unwrap();
    manao_shop::orders::refresh_status(&mut change, id).await.unwrap();
    change.commit().await.unwrap();
    world.mails(buyer).await;
    let mails = world.mailed(&world.address(buyer).await).await;
    let number = order["number"].as_str().unwrap();
    let of_order: Vec<&Value> = mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains(number)).collect();
    assert_eq!(of_order.len(), 1, "{mails:#?}");
    let mail = of_order[0];
    for body in [&mail["text"], &mail["html"]] {
        let body = body.as_str().unwrap();
        assert!(body.contains("ใบเสร็จของคุณ") && body.contains(&format!("/purchase/result?number={number}")), "{body}");
        for code in codes {
            assert!(!body.contains(code["code"].as_str().unwrap()), "a code is in the mail");
        }
    }
    assert_eq!(mail["from"], "มะนาว Manao <no-reply@manao.example>");
}

/// Acts like a mail program's button (RFC 8058): no session, a body that adds nothing, no redirect.
async fn switched_off_by_one_click(world: &World, buyer: &Client) {
    let visitor = world.anon();
    let address = world.address(buyer).await;
    let link = world.mailed(&address).await[0]["unsubscribe"].as_str().unwrap().to_owned();
    let click = |link: String| visitor.http.post(link).form(&[("List-Unsubscribe", "One-Click")]).send();
    // A scanner of mail opens the links: that alone changes nothing.
    let opened = visitor.http.get(&link).send().await.unwrap();
    assert_eq!(opened.status(), 303);
    assert!(opened.headers()["location"].to_str().unwrap().starts_with("/mail/unsubscribe?token="), "{opened:?}");
    assert_eq!(buyer.get("/account/mail").await.ok()["receipts"], true);
    for forged in [link.replace("receipts", "orders"), link.replace(&buyer.user_id.to_string(), "999999"), format!("{link}A")] {
        assert_eq!(click(forged.clone()).await.unwrap().status(), 404, "{forged}");
    }
    for _ in 0..2 {
        assert_eq!(click(link.clone()).await.unwrap().status(), 200);
    }
    let settings = buyer.get("/account/mail").await.ok();
    assert_eq!(
        (&settings["receipts"], &settings["orders"], &settings["address"]),
        (&json!(false), &json!(true), &json!(address))
    );
    let before = world.mailed(&address).await.len();
    let order = bought(world, buyer, "rov-185", Some(PLAYER)).await;
    world.settled(buyer, &order, "completed").await;
    assert_eq!(world.mails(buyer).await.last().unwrap(), &("receipt".to_owned(), "switched_off".to_owned()));
    assert_eq!(world.mailed(&address).await.len(), before);
    // And on again, in English.
    let choice = json!({"language": "en", "receipts": true, "orders": true});
    assert_eq!(buyer.post("/account/mail", choice).await.ok()["receipts"], true);
    let order = bought(world, buyer, "rov-185", Some(PLAYER)).await;
    world.settled(buyer, &order, "completed").await;
    world.mails(buyer).await;
    let mail = &world.mailed(&address).await[0];
    assert_eq!(mail["subject"], format!("Your receipt · {}", order["number"].as_str().unwrap()));
    assert!(mail["text"].as_str().unwrap().contains(&format!("{}/en/purchase/result?number=", world.url)), "{mail}");
}

async fn until_line(world: &World, buyer: &Client, order: &Value, status: &str) {
    let is = || async { (world.read(buyer, order).await["lines"][0]["delivery"]["status"] == status).then_some(()) };
    world.until(&format!("the line is {status}"), is).await;
}

async fn in_repair(world: &World) -> i64 {
    world.count("select id from shop.deliveries where status = 'repair'").await
}

async fn decide(staff: &Client, delivery_id: i64, action: &str) -> crate::support::Answer {
    staff.post(&format!("/console/repairs/{delivery_id}"), json!({"action": action, "note": "why"})).await
}

async fn no_faults(world: &World) {
    world.anon().http.delete(format!("{}/faults", world.sandbox.base_url)).send().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_no_partner_waits_for_no_turn() {
    let world = World::shop().await;
    let buyer = world.user("ploy").await;
    let order = bought(&world, &buyer, "rov-185", Some(PLAYER)).await;
    world.settled(&buyer, &order, "completed").await;
    let job = "select count(*) from shop.deliveries d join graphile_worker._private_jobs j on j.key = 'deliver:' || d.id";
    world.until("its job is done", || async { (world.count(job).await == 0).then_some(()) }).await;
    // Every permit is taken, and a repeated callback comes.
    let limit = Partners::from_app(&world.app).concurrency("siamplay");
    let mut taken = Vec::new();
    for _ in 0..3 {
        taken.push(limit.acquire().await.unwrap());
    }
    sqlx::query(
        "select graphile_worker.add_job(identifier => 'deliver', payload => json_build_object('delivery_id', id), job_key => 'deliver:' || id)
         from shop.deliveries",
    )
    .execute(&world.app.db)
    .await
    .unwrap();
    world.until("its job is done again", || async { (world.count(job).await == 0).then_some(()) }).await;
    drop(taken);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_partner_keeps_nobody_elses_buyers_waiting() {
    let world = World::shop_with(|settings| settings.provider_timeout_ms = 30_000).await;
    let buyer = world.user("ploy").await;
    let mut slow = Vec::new();
    for _ in 0..9 {
        slow.push(world.order(&buyer, "rov-185", 1, Some(PLAYER)).await);
    }
    let card = world.order(&buyer, "google-play-100", 1, None).await;
    world.fault(json!({"kind": "partner_slow", "ms": 7_000, "scope": {"partner": "siamplay"}})).await;
    for order in &slow {
        world.pay(order).await;
    }
    // More deliveries are due than there are workers, and all permits are in use.
    let at_it = "select count(*) from shop.deliveries d join shop.orders o on o.id = d.order_id where o.paid_at is not null and d.status = 'sent'";
    world.until("the partner is busy", || async { (world.count(at_it).await == 3).then_some(()) }).await;
    world.pay(&card).await;
    world.settled(&buyer, &card, "completed").await;
    no_faults(&world).await;
    world.until("the first are through", || async { (world.count(at_it).await < 3).then_some(()) }).await;
    // The others follow, and waiting has cost none of them a try.
    let open = "select count(*) from shop.orders where status <> 'completed'";
    let through = || async {
        world.advance(Duration::from_secs(2)).await;
        (world.count(open).await == 0).then_some(())
    };
    world.until("all are delivered", through).await;
    for order in &slow {
        delivered_once(&world, order).await;
    }
    assert_eq!(world.count("select count(*) from shop.deliveries where attempts > 1").await, 0);
}
