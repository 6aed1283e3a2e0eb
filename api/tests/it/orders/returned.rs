//! Captured money goes back: by a refund on the provider's dashboard, by the provider itself, by a dispute. And late corrections, lost webhooks,
//! and payouts.

use std::time::Duration;

use chrono::TimeDelta;
use manao_shop::payments::webhook::catch_up;
use serde_json::{Value, json};

use crate::orders::paying::told;
use crate::orders::shop::Shop;
use crate::orders::webhooks::{SECRET, post};
use crate::support::Client;

const PRICE: i64 = 4_900;
/// The sandbox's fee: 1.65 %, and 7 % VAT on that.
const FEES: i64 = 81 + 5;

/// Returns an order of one piece, paid and delivered, and its charge's id.
async fn delivered(shop: &Shop, mali: &Client, product: i64) -> (Value, String) {
    let order = shop.buy(mali, product, PRICE).await;
    shop.pay(&order).await.ok();
    let done = shop.until(mali, &order, "completed", |order| order["status"] == "completed").await;
    let charge = done["payment"]["transactionId"].as_str().unwrap().to_owned();
    (done, charge)
}

async fn until_refunded(shop: &Shop, mali: &Client, order: &Value, satang: i64) -> Value {
    shop.until(mali, order, "refunded", |order| order["payment"]["refundedSatang"] == satang).await
}

async fn refunds(staff: &Client) -> Vec<Value> {
    staff.get("/console/refunds").await.ok()["items"].as_array().unwrap().clone()
}

fn steps(order: &Value) -> Vec<&str> {
    order["timeline"].as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap()).collect()
}

async fn sound(shop: &Shop) {
    assert_eq!(shop.world.audit().await, []);
    assert_eq!(shop.world.audit_charges().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_on_the_dashboard_is_seen_in_parts_and_whole() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let (order, charge) = delivered(&shop, &mali, product).await;
    assert_eq!(shop.balance("provider_receivable").await, PRICE - FEES, "the books are net of the fee");

    // Its event names the refund, and its charge beside it; the second one is in the account's old version.
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({"amount": 900})).await;
    let part = until_refunded(&shop, &mali, &order, 900).await;
    assert_eq!((&part["status"], steps(&part).last()), (&json!("completed"), Some(&"refunded")));
    shop.fault(json!({"kind": "webhook_in2017"})).await;
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({})).await;
    let whole = until_refunded(&shop, &mali, &order, PRICE).await;
    assert_eq!(whole["status"], "completed", "nothing takes a delivery back");
    let more = json!({"amount": 1});
    let more = shop.outside(reqwest::Method::POST, &format!("/opn/dashboard/charges/{charge}/refund"), more).await;
    assert_eq!((more.status.as_u16(), &more.body["code"]), (400, &json!("failed_action")), "no more than was paid");
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'refunded'").await, 2);
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!(receipt["refundedSatang"], PRICE);
    assert_eq!(shop.balance("provider_receivable").await, -FEES);
    sound(&shop).await;
    let told = told(&mali).await;
    assert_eq!(told.iter().filter(|kind| *kind == "order_refunded").count(), 2, "{told:?}");

    // Nothing was owed: the staff see it, and give it up once.
    let [open] = refunds(&staff).await.try_into().unwrap();
    assert_eq!((&open["key"], &open["owedSatang"]), (&order["number"], &json!(-PRICE)));
    let path = format!("/console/refunds/{}", order["number"].as_str().unwrap());
    let decide = async |owed: i64, note: &str| staff.post(&path, json!({"owedSatang": owed, "note": note})).await;
    decide(PRICE, "seen").await.refused(409, "refund_changed");
    decide(-PRICE, " ").await.refused(422, "fields_invalid");
    staff.post("/console/refunds/MN-NONE", json!({"owedSatang": 1, "note": "?"})).await.refused(404, "refund_not_found");
    assert_eq!(decide(-PRICE, "goodwill").await.status, 204);
    decide(-PRICE, "goodwill").await.refused(409, "refund_changed");
    assert_eq!((refunds(&staff).await, shop.balance("losses").await), (vec![], PRICE));
    sound(&shop).await;

    // Paid, and all of it refunded before we heard of either. It is in the books, on a list, and in the buyer's inbox, whether or not the order
    // could still be paid.
    for (way, cancelled, status) in
        [("refund", false, "failed"), ("reverse", false, "failed"), ("refund", true, "expired"), ("reverse", true, "expired")]
    {
        let order = shop.buy(&mali, product, PRICE).await;
        let charge = order["payment"]["transactionId"].as_str().unwrap();
        if cancelled {
            shop.update(&mali, &order, "cancel").await.ok();
        }
        for _ in 0..2 {
            shop.fault(json!({"kind": "webhook_lose"})).await;
        }
        shop.pay_late(&order["payment"]["transactionId"]).await.ok();
        shop.dashboard(&format!("/charges/{charge}/{way}"), json!({})).await;
        for _ in 0..2 {
            shop.world.run_task("payments.compare").await;
        }
        let after = shop.until_payment(&mali, &order, status).await;
        assert_eq!((&after["payment"]["refundedSatang"], after.get("paidAt")), (&json!(PRICE), None), "{way} {cancelled}");
        sound(&shop).await;
    }
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (5 * PRICE, 0));
    assert_eq!(shop.balance("provider_receivable").await, -3 * FEES, "nothing is kept of what was reversed");
    let kinds = crate::orders::paying::told(&mali).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "order_refunded").count(), 2 + 4, "{kinds:?}");
    let listed = staff.get("/console/unmatched-charges").await.ok()["items"].as_array().unwrap().clone();
    assert_eq!(listed.iter().map(|charge| charge["reason"].as_str().unwrap()).collect::<Vec<_>>(), ["returned"; 4]);
    for charge in listed {
        let path = format!("/console/unmatched-charges/{}", charge["id"]);
        assert_eq!(staff.post(&path, json!({"action": "close", "note": "seen"})).await.status, 204);
    }
    assert_eq!((refunds(&staff).await, shop.captured().await), (vec![], 5 * PRICE), "closing it books nothing");
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repair_that_was_given_up_rests_when_the_money_has_gone_back() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed"})).await;
    let order = shop.buy(&mali, product, PRICE).await;
    shop.pay(&order).await.ok();
    let stuck = shop.until(&mali, &order, "in repair", |order| order["status"] == "error").await;
    let charge = stuck["payment"]["transactionId"].as_str().unwrap();
    let [repair] = staff.get("/console/repairs").await.ok()["items"].as_array().unwrap().clone().try_into().unwrap();
    let close = json!({"action": "close", "note": "server closed"});
    let closed = staff.post(&format!("/console/repairs/{}", repair["deliveryId"]), close).await;
    assert_eq!(closed.status, 204, "{:#}", closed.body);
    let [open] = refunds(&staff).await.try_into().unwrap();
    assert_eq!((&open["owedSatang"], &open["chargeIds"]), (&json!(PRICE), &json!([charge])));

    // The webhook of its refund is lost: the charge is checked an hour later.
    shop.fault(json!({"kind": "webhook_lose"})).await;
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({})).await;
    shop.world.advance(Duration::from_secs(3_500)).await;
    // Access tokens do not live so long.
    let (mali, staff) = (shop.world.session(mali.user_id).await, shop.world.fresh_session(&staff).await);
    shop.world.run_task("payments.follow").await;
    assert_eq!(refunds(&staff).await.len(), 1);
    shop.world.advance(Duration::from_secs(200)).await;
    shop.world.run_task("payments.follow").await;
    let rest = until_refunded(&shop, &mali, &order, PRICE).await;
    assert_eq!(
        (&rest["status"], steps(&rest)),
        (&json!("error"), vec!["created", "code_shown", "paid", "sent", "repair", "refunded"])
    );
    assert_eq!((refunds(&staff).await, shop.balance("refund_payable").await), (vec![], 0));
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_takes_the_money_and_holds_codes_until_it_is_won() {
    let shop = Shop::open().await;
    let cards = shop.cards(PRICE, 5).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let (order, charge) = delivered(&shop, &mali, cards).await;
    let (seen, other) = delivered(&shop, &mali, cards).await;
    let reveal = async |order: &Value| {
        mali.post("/purchase/reveal-code", json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1}))
            .await
    };
    reveal(&seen).await.ok();
    for charge in [&charge, &other] {
        shop.dashboard(&format!("/charges/{charge}/dispute"), json!({})).await;
    }
    let is_disputed = |order: &Value| order["payment"]["disputedAt"].is_string();
    for order in [&order, &seen] {
        let now = shop.until(&mali, order, "disputed", is_disputed).await;
        assert_eq!(steps(&now).last(), Some(&"disputed"));
    }
    reveal(&order).await.refused(409, "codes_frozen");
    reveal(&seen).await.ok();
    assert_eq!(shop.balance("refund_payable").await, 2 * PRICE);
    // A buyer who disputes a charge buys nothing more until that is decided; others do.
    let refused = shop.order(&mali, cards, PRICE).await.refused(409, "dispute_open");
    assert_eq!(refused["params"]["number"], order["number"]);
    // The same holds for another account of the same person, which does not learn the order's number.
    let again = shop.world.user("again").await;
    shop.verify_email(&mali, "mali@lime.example").await;
    shop.verify_email(&again, "Mali+2@lime.example").await;
    let refused = shop.order(&again, cards, PRICE).await.refused(409, "dispute_open_elsewhere");
    assert!(!refused.to_string().contains(order["number"].as_str().unwrap()), "{refused:#}");
    let chai = shop.world.user("chai").await;
    shop.buy(&chai, cards, PRICE).await;
    sound(&shop).await;
    for order in [&order, &seen] {
        assert_eq!(papers(&mali, order).await.len(), 1, "nothing is decided yet");
    }
    // Money that may come back must not be given up.
    let give_up = async |order: &Value| {
        let path = format!("/console/refunds/{}", order["number"].as_str().unwrap());
        staff.post(&path, json!({"owedSatang": -PRICE, "note": "lost the dispute"})).await
    };
    for order in [&order, &seen] {
        give_up(order).await.refused(409, "refund_disputed");
    }

    shop.dashboard(&format!("/charges/{charge}/dispute/won"), json!({})).await;
    shop.dashboard(&format!("/charges/{other}/dispute/lost"), json!({})).await;
    let won = shop.until(&mali, &order, "won", |order| !is_disputed(order)).await;
    assert!(!steps(&won).contains(&"disputed"), "{won:#}");
    reveal(&order).await.ok();
    let lost = "select count(*) from shop.captured_charges where dispute = 'lost'";
    shop.world.until("the other is lost", async || (shop.count(lost).await == 1).then_some(())).await;
    assert_eq!(shop.balance("refund_payable").await, PRICE);
    give_up(&order).await.refused(409, "refund_changed");
    assert_eq!(give_up(&seen).await.status, 204);
    assert_eq!((refunds(&staff).await, shop.balance("losses").await), (vec![], PRICE));
    shop.buy(&mali, cards, PRICE).await;
    shop.buy(&again, cards, PRICE).await;
    let kinds = told(&mali).await;
    for (kind, times) in [("order_disputed", 2), ("order_dispute_over", 2)] {
        assert_eq!(kinds.iter().filter(|told| *told == kind).count(), times, "{kinds:?}");
    }
    sound(&shop).await;

    // A lost dispute yields a credit note. If it is won after all, a debit note follows, and there is no loss.
    assert_eq!(papers(&mali, &order).await.len(), 1);
    let issued = papers(&mali, &seen).await;
    assert_eq!((&issued[1]["kind"], &issued[1]["totalSatang"]), (&json!("credit_note"), &json!(PRICE)));
    shop.dashboard(&format!("/charges/{other}/dispute/won"), json!({})).await;
    shop.until(&mali, &seen, "won after all", |order| !is_disputed(order)).await;
    let issued = papers(&mali, &seen).await;
    assert_eq!((&issued[2]["kind"], &issued[2]["totalSatang"]), (&json!("debit_note"), &json!(PRICE)));
    assert_eq!((refunds(&staff).await, shop.balance("refund_payable").await, shop.balance("losses").await), (vec![], 0, 0));
    sound(&shop).await;
}

/// Returns the sales documents of an order.
async fn papers(buyer: &Client, order: &Value) -> Vec<Value> {
    let receipt = buyer.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    receipt["documents"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_shown_as_far_as_the_money_that_is_left_covers_them() {
    let shop = Shop::open().await;
    let (one, two) = (shop.cards(PRICE, 2).await, shop.cards(PRICE, 2).await);
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let both = async || {
        for product in [one, two] {
            mali.post("/cart/add", json!({"productId": product, "quantity": 1})).await.ok();
        }
        let key = uuid::Uuid::new_v4().to_string();
        let order = mali.post_once("/purchase/create-order", &key, crate::orders::shop::cart(2 * PRICE)).await.ok();
        shop.pay(&order).await.ok();
        shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await
    };
    let refund = async |order: &Value, satang: i64, of: i64| {
        let charge = order["payment"]["transactionId"].as_str().unwrap();
        shop.dashboard(&format!("/charges/{charge}/refund"), json!({"amount": satang})).await;
        until_refunded(&shop, &mali, order, of).await;
    };
    let reveal = async |order: &Value, line: usize| {
        mali.post("/purchase/reveal-code", json!({"number": order["number"], "lineId": order["lines"][line]["id"], "index": 1}))
            .await
    };
    // One satang is left of both.
    let order = both().await;
    refund(&order, 2 * PRICE - 1, 2 * PRICE - 1).await;
    for line in [0, 1] {
        reveal(&order, line).await.refused(409, "codes_frozen");
    }
    // The price of one is left: the first is shown, and stays so whatever else is refunded.
    let order = both().await;
    refund(&order, PRICE, PRICE).await;
    reveal(&order, 1).await.refused(409, "codes_frozen");
    reveal(&order, 0).await.ok();
    reveal(&order, 1).await.refused(409, "codes_frozen");
    // Staff give up that part: it was a favour, and the goods stay with the buyer.
    let path = format!("/console/refunds/{}", order["number"].as_str().unwrap());
    assert_eq!(staff.post(&path, json!({"owedSatang": -PRICE, "note": "goodwill"})).await.status, 204);
    reveal(&order, 1).await.ok();
    refund(&order, 100, PRICE + 100).await;
    for line in [0, 1] {
        reveal(&order, line).await.ok();
    }
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_went_back_before_it_was_sent_is_not_sent() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    // Ordered first: a busy partner is not asked about players either.
    let orders = [shop.buy(&mali, product, PRICE).await, shop.buy(&mali, product, PRICE).await];
    let part = shop.buy(&mali, product, PRICE).await;
    shop.fault(json!({"kind": "partner_busy"})).await;
    for (order, way) in orders.into_iter().zip(["void", "reverse"]) {
        shop.pay(&order).await.ok();
        let retrying = |order: &Value| order["lines"][0]["delivery"]["status"] == "retrying";
        let paid = shop.until(&mali, &order, "retrying", retrying).await;
        let charge = paid["payment"]["transactionId"].as_str().unwrap();
        shop.dashboard(&format!("/charges/{charge}/{way}"), json!({})).await;
        let held = until_refunded(&shop, &mali, &order, PRICE).await;
        let delivery = &held["lines"][0]["delivery"];
        assert_eq!((&held["status"], &delivery["failureCode"]), (&json!("error"), &json!("payment_returned")), "{way}");
    }
    assert_eq!(shop.balance("provider_receivable").await, 0, "no fee is kept of what was never settled");
    sound(&shop).await;

    // A part was refunded before we heard of the payment: the rest does not cover the line, and it is never sent.
    for _ in 0..2 {
        shop.fault(json!({"kind": "webhook_lose"})).await;
    }
    shop.pay(&part).await.ok();
    let charge = part["payment"]["transactionId"].as_str().unwrap();
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({"amount": 1})).await;
    shop.world.run_task("payments.compare").await;
    let held = until_refunded(&shop, &mali, &part, 1).await;
    let delivery = &held["lines"][0]["delivery"];
    assert_eq!((&held["status"], &delivery["failureCode"]), (&json!("error"), &json!("payment_returned")));
    let sent = "select attempts::bigint from shop.deliveries order by id desc limit 1";
    assert_eq!((held["paidAt"].is_string(), shop.count(sent).await), (true, 0));
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_failed_days_ago_may_turn_out_to_be_paid() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, PRICE).await;
    let charge = order["payment"]["transactionId"].as_str().unwrap();
    shop.outside(reqwest::Method::POST, "/phone/decline", json!({"chargeId": charge})).await.ok();
    shop.until_payment(&mali, &order, "failed").await;
    shop.wait(2 * 86_400).await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    shop.dashboard(&format!("/charges/{charge}/correct"), json!({})).await;
    shop.wait(86_400 + 60).await;
    // The buyer's session has expired by now.
    let done = "select count(*) from shop.orders o join shop.payments p on p.order_id = o.id where o.status = 'completed' and p.status = 'captured'";
    shop.world.until("it is delivered", async || (shop.count(done).await == 1).then_some(())).await;
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_events_are_caught_up_with_and_strange_ones_change_nothing() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    let order = shop.buy(&mali, product, PRICE).await;
    shop.pay(&order).await.ok();
    catch_up(&shop.world.app, TimeDelta::seconds(-5)).await.unwrap();
    let paid = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    let charge = &paid["payment"]["transactionId"];
    shop.dashboard(&format!("/charges/{}/refund", charge.as_str().unwrap()), json!({"amount": 100})).await;
    catch_up(&shop.world.app, TimeDelta::seconds(-5)).await.unwrap();
    until_refunded(&shop, &mali, &order, 100).await;
    let known = shop.count("select count(*) from shop.webhook_events").await;
    catch_up(&shop.world.app, TimeDelta::seconds(-5)).await.unwrap();
    assert_eq!(shop.count("select count(*) from shop.webhook_events").await, known, "each event is taken once");

    // An event of a kind that is not known yet has its charge read all the same.
    let now = chrono::Utc::now().timestamp();
    let other = shop.buy(&mali, product, PRICE).await;
    shop.pay(&other).await.ok();
    let data = json!({"object": "charge", "id": other["payment"]["transactionId"], "status": "foo"});
    let event = json!({"object": "event", "id": "evnt_foo", "key": "charge.foo", "data": data});
    assert_eq!(post(&shop, &event, SECRET, now).await.status, 200);
    shop.until(&mali, &other, "completed", |order| order["status"] == "completed").await;

    let journals = shop.count("select count(*) from shop.journals").await;
    for (id, key, data) in [
        ("evnt_bar", "charge.bar", json!({"object": "charge", "id": charge})),
        ("evnt_transfer", "transfer.create", json!({"object": "transfer", "id": "trsf_test_nobody"})),
        ("evnt_refund", "refund.create", json!({"object": "refund", "id": "rfnd_test_1"})),
        ("evnt_schedule", "schedule.suspend", json!({"object": "schedule", "id": "schd_test_1"})),
    ] {
        let event = json!({"object": "event", "id": id, "key": key, "data": data});
        assert_eq!(post(&shop, &event, SECRET, now).await.status, 200, "{key}");
    }
    let open = "select count(*) from shop.webhook_events where processed_at is null";
    shop.world.until("all are looked into", async || (shop.count(open).await == 0).then_some(())).await;
    assert_eq!(shop.count("select count(*) from shop.journals").await, journals);
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_brings_what_the_provider_owes_to_rest() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let (_, first) = delivered(&shop, &mali, product).await;
    delivered(&shop, &mali, product).await;
    let transfer = shop.dashboard("/transfers", json!({})).await;
    let booked = async |payouts: i64| {
        let is_booked = async || (shop.count("select count(*) from shop.payouts").await == payouts).then_some(());
        shop.world.until("the payout is booked", is_booked).await;
        assert_eq!(shop.balance("provider_receivable").await, 0);
        sound(&shop).await;
    };
    booked(1).await;
    assert_eq!(transfer["amount"], 2 * (PRICE - FEES));
    assert_eq!(shop.balance("bank").await, transfer["net"].as_i64().unwrap());
    // A later refund is taken off the next transfer.
    shop.dashboard(&format!("/charges/{first}/refund"), json!({})).await;
    let refunded = "select count(*) from shop.captured_charges where refunded_satang > 0";
    shop.world.until("the refund is seen", async || (shop.count(refunded).await == 1).then_some(())).await;
    assert_eq!(shop.balance("provider_receivable").await, -PRICE);
    delivered(&shop, &mali, product).await;
    delivered(&shop, &mali, product).await;
    let next = shop.dashboard("/transfers", json!({})).await;
    assert_eq!(next["amount"], 2 * (PRICE - FEES) - PRICE);
    booked(2).await;
    shop.world.run_task("payments.audit").await;
}
