//! Money that is owed goes back the way it came, once; what a channel does not give back waits for staff; and favours.

use std::time::Duration;

use serde_json::{Value, json};

use crate::orders::paying::told;
use crate::orders::redirects::{at_the_bank, buy};
use crate::orders::shop::Shop;
use crate::support::{Answer, Client};

const PRICE: i64 = 4_900;

/// Returns an order paid by LINE Pay, which gives money back in whole and in parts.
async fn paid(shop: &Shop, mali: &Client, product: i64, status: &str) -> Value {
    let order = buy(mali, product, "linepay", "android").await;
    at_the_bank(&order["payment"]["authorizeUrl"], "pay").await;
    shop.until(mali, &order, status, |order| order["status"] == status).await
}

/// Returns an order whose line could not be delivered.
async fn stuck(shop: &Shop, mali: &Client, product: i64) -> Value {
    shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed", "times": 1})).await;
    paid(shop, mali, product, "error").await
}

async fn close(staff: &Client) {
    let repairs = staff.get("/console/repairs").await.ok();
    let decision = json!({"action": "close", "note": "server closed"});
    let closed = staff.post(&format!("/console/repairs/{}", repairs["items"][0]["deliveryId"]), decision).await;
    assert_eq!(closed.status, 204, "{:#}", closed.body);
}

async fn open(staff: &Client) -> Vec<Value> {
    staff.get("/console/refunds").await.ok()["items"].as_array().unwrap().clone()
}

async fn settle(staff: &Client, order: &Value, body: Value) -> Answer {
    staff.post(&format!("/console/refunds/{}", order["number"].as_str().unwrap()), body).await
}

async fn favour(staff: &Client, order: &Value, body: Value) -> Answer {
    staff.post(&format!("/console/orders/{}/refund", order["number"].as_str().unwrap()), body).await
}

/// Waits until the order's newest refund is in this state.
async fn until_refund(shop: &Shop, mali: &Client, order: &Value, state: &str) -> Value {
    let is_there = |order: &Value| order["refunds"].as_array().unwrap().last().is_some_and(|refund| refund["state"] == state);
    shop.until(mali, order, state, is_there).await
}

/// Returns the refunds at the provider.
async fn at_provider(shop: &Shop, order: &Value) -> Vec<i64> {
    let charge = &shop.charges(order).await[0];
    charge["refunds"]["data"].as_array().unwrap().iter().map(|refund| refund["amount"].as_i64().unwrap()).collect()
}

async fn sound(shop: &Shop) {
    assert_eq!((shop.world.audit().await, shop.world.audit_charges().await), (vec![], vec![]));
}

async fn later(shop: &Shop, seconds: u64) {
    shop.world.advance(Duration::from_secs(seconds)).await;
    shop.world.run_task("payments.refunds").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_whose_answer_is_lost_is_made_once() {
    let shop = Shop::with(|settings| settings.provider_timeout_ms = 1_500).await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = stuck(&shop, &mali, product).await;
    assert_eq!(order["refunds"], json!([]));
    // The provider refunds it, and its answer and its webhook are lost.
    shop.fault(json!({"kind": "opn_timeout_after_refund", "ms": 6_000, "times": 1})).await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    close(&staff).await;
    let made = async || (at_provider(&shop, &order).await == [PRICE]).then_some(());
    shop.world.until("the provider has refunded it", made).await;
    let asked = shop.read(&mali, &order).await;
    let refund = &asked["refunds"][0];
    assert_eq!((&refund["amountSatang"], &refund["way"]), (&json!(PRICE), &json!("channel")));
    assert_eq!((&refund["lineId"], &asked["status"]), (&order["lines"][0]["id"], &json!("error")));
    // Nobody pays it back too while the provider is being asked.
    let [listed] = open(&staff).await.try_into().unwrap();
    assert_eq!((&listed["owedSatang"], &listed["requestedSatang"]), (&json!(PRICE), &json!(PRICE)));
    let refused = settle(&staff, &order, json!({"owedSatang": PRICE, "way": "outside", "note": "bank transfer"})).await;
    assert_eq!(refused.refused(409, "refund_too_much")["params"]["maxSatang"], 0);
    let done = async || {
        later(&shop, 6).await;
        let now = shop.read(&mali, &order).await;
        (now["refunds"][0]["state"] == "done").then_some(now)
    };
    let done = shop.world.until("it is found at the provider", done).await;
    assert_eq!((at_provider(&shop, &order).await, &done["payment"]["refundedSatang"]), (vec![PRICE], &json!(PRICE)));
    assert!(done["refunds"][0]["doneAt"].is_string() && done["refunds"].as_array().unwrap().len() == 1, "{done:#}");
    assert_eq!((open(&staff).await, shop.balance("refund_payable").await), (vec![], 0));
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'refunded'").await, 1);
    shop.no_faults().await;

    // The request never came to the provider: it is asked again, but not before a lost one could not come any more.
    let order = stuck(&shop, &mali, product).await;
    shop.fault(json!({"kind": "opn_down"})).await;
    close(&staff).await;
    later(&shop, 6).await;
    sqlx::query("update shop.refunds set last_asked_at = $1, check_at = $1 where state = 'asked'")
        .bind(shop.world.app.now())
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    shop.no_faults().await;
    later(&shop, 20).await;
    assert_eq!(at_provider(&shop, &order).await, Vec::<i64>::new(), "another request may still be on its way");
    later(&shop, 120).await;
    until_refund(&shop, &mali, &order, "done").await;
    assert_eq!(at_provider(&shop, &order).await, [PRICE]);

    // It was refunded on the dashboard before the provider could be asked.
    let order = stuck(&shop, &mali, product).await;
    shop.fault(json!({"kind": "opn_down"})).await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    close(&staff).await;
    let charge = order["payment"]["transactionId"].as_str().unwrap();
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({})).await;
    shop.no_faults().await;
    later(&shop, 120).await;
    until_refund(&shop, &mali, &order, "done").await;
    assert_eq!((at_provider(&shop, &order).await, shop.balance("refund_payable").await), (vec![PRICE], 0));
    let kinds = told(&mali).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "order_refunded").count(), 3, "once an order: {kinds:?}");
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_choose_the_way_and_the_part() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let gives_back = async |gives: bool| {
        let sql = "update shop.payment_channels set refund_whole = $1, refund_part = $1 where code = 'linepay'";
        sqlx::query(sql).bind(gives).execute(&shop.world.app.db).await.unwrap();
    };
    // A channel that gives nothing back: it waits for staff.
    gives_back(false).await;
    let order = stuck(&shop, &mali, product).await;
    close(&staff).await;
    let [listed] = open(&staff).await.try_into().unwrap();
    assert_eq!((&listed["ways"], &listed["requestedSatang"]), (&json!(["outside"]), &json!(0)));
    let by_channel = json!({"owedSatang": PRICE, "way": "channel", "note": "please"});
    settle(&staff, &order, by_channel.clone()).await.refused(409, "refund_channel");
    let part =
        |amount: i64, owed: i64| json!({"owedSatang": owed, "amountSatang": amount, "way": "outside", "note": "bank transfer"});
    for wrong in [0, -1, PRICE + 1] {
        settle(&staff, &order, part(wrong, PRICE)).await.refused(409, "refund_too_much");
    }
    let mut elsewhere = part(900, PRICE);
    elsewhere["lineId"] = json!(4_711);
    settle(&staff, &order, elsewhere).await.refused(404, "order_line_not_found");
    assert_eq!(settle(&staff, &order, part(900, PRICE)).await.status, 204);
    settle(&staff, &order, part(900, PRICE)).await.refused(409, "refund_changed");
    let now = shop.read(&mali, &order).await;
    let [refund] = now["refunds"].as_array().unwrap().clone().try_into().unwrap();
    assert_eq!((&refund["way"], &refund["state"], &refund["amountSatang"]), (&json!("outside"), &json!("done"), &json!(900)));
    assert_eq!((shop.balance("bank").await, shop.balance("refund_payable").await), (-900, 900 - PRICE));
    assert_eq!(told(&mali).await.iter().filter(|kind| *kind == "order_refunded").count(), 1);

    // It gives money back after all: a part, then the rest, by two operators at once.
    gives_back(true).await;
    let [listed] = open(&staff).await.try_into().unwrap();
    assert_eq!(listed["ways"], json!(["channel", "outside"]));
    let left = PRICE - 900;
    let body = json!({"owedSatang": left, "amountSatang": 1_000, "lineId": order["lines"][0]["id"], "note": "a part"});
    assert_eq!(settle(&staff, &order, body).await.status, 204);
    until_refund(&shop, &mali, &order, "done").await;
    let second = shop.world.operator("second").await;
    let rest = json!({"owedSatang": left - 1_000, "note": "the rest"});
    let (one, two) = tokio::join!(settle(&staff, &order, rest.clone()), settle(&second, &order, rest));
    let mut outcomes = [one.status.as_u16(), two.status.as_u16()];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [204, 409], "{:#} {:#}", one.body, two.body);
    let done = until_refund(&shop, &mali, &order, "done").await;
    assert_eq!(at_provider(&shop, &order).await, [1_000, left - 1_000]);
    assert_eq!((done["refunds"].as_array().unwrap().len(), open(&staff).await), (3, vec![]));
    assert_eq!(shop.balance("refund_payable").await, 0);
    sound(&shop).await;

    // The provider refuses, whatever the channel's data say: the money stays owed.
    sqlx::query("update shop.payment_channels set refund_whole = true where code = 'promptpay'")
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed", "times": 1})).await;
    let order = shop.buy(&mali, product, PRICE).await;
    shop.pay(&order).await.ok();
    shop.until(&mali, &order, "error", |order| order["status"] == "error").await;
    close(&staff).await;
    until_refund(&shop, &mali, &order, "refused").await;
    let [listed] = open(&staff).await.try_into().unwrap();
    assert_eq!((&listed["failureCode"], &listed["owedSatang"]), (&json!("failed_refund"), &json!(PRICE)));
    assert_eq!(settle(&staff, &order, part(PRICE, PRICE)).await.status, 204);
    assert_eq!((open(&staff).await, shop.balance("refund_payable").await), (vec![], 0));
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_favour_is_refunded_of_what_was_delivered() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let unpaid = shop.buy(&mali, product, PRICE).await;
    let wish = |amount: i64, version: &Value| json!({"amountSatang": amount, "version": version, "reason": "waited two days"});
    favour(&staff, &unpaid, wish(100, &unpaid["version"])).await.refused(409, "order_state");
    let order = paid(&shop, &mali, product, "completed").await;
    let version = |order: &Value| order["version"].clone();
    favour(&mali, &order, wish(900, &order["version"])).await.refused(403, "staff_required");
    favour(&staff, &order, wish(900, &json!(1))).await.refused(409, "refund_changed");
    favour(&staff, &json!({"number": "MN-NONE"}), wish(900, &json!(1))).await.refused(404, "order_not_found");
    let nothing = json!({"amountSatang": 900, "version": order["version"], "reason": " "});
    favour(&staff, &order, nothing).await.refused(422, "fields_invalid");
    let most = favour(&staff, &order, wish(PRICE + 1, &order["version"])).await.refused(409, "refund_too_much");
    assert_eq!(most["params"]["maxSatang"], PRICE);
    // Two operators at once grant one.
    let second = shop.world.operator("second").await;
    let body = wish(900, &version(&order));
    let (one, two) = tokio::join!(favour(&staff, &order, body.clone()), favour(&second, &order, body));
    let refused = if one.status == 204 { two } else { one };
    refused.refused(409, "refund_changed");
    let done = until_refund(&shop, &mali, &order, "done").await;
    assert_eq!((at_provider(&shop, &order).await, &done["payment"]["refundedSatang"]), (vec![900], &json!(900)));
    assert_eq!((shop.balance("losses").await, shop.balance("refund_payable").await), (900, 0));
    assert_eq!((open(&staff).await, &done["status"]), (vec![], &json!("completed")));
    let papers = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!(papers["documents"][1]["totalSatang"], 900, "a credit note");

    // The line has that much less left, and its seller keeps its share.
    let read = async |number: &Value| staff.get(&format!("/console/orders/{}", number.as_str().unwrap())).await;
    let seen = read(&order["number"]).await.ok();
    assert_eq!((&seen["version"], &seen["way"], &seen["status"]), (&done["version"], &json!("channel"), &json!("completed")));
    assert_eq!((&seen["refundedSatang"], &seen["refundableSatang"]), (&json!(900), &json!(PRICE - 900)));
    let line = &seen["lines"][0];
    assert_eq!((&line["id"], &line["status"]), (&order["lines"][0]["id"], &json!("delivered")));
    assert_eq!(line["refundableSatang"], PRICE - 900);
    assert_eq!(read(&unpaid["number"]).await.ok()["refundableSatang"], 0);
    read(&json!("MN-NONE")).await.refused(404, "order_not_found");
    let mut line = wish(PRICE, &version(&done));
    line["lineId"] = order["lines"][0]["id"].clone();
    let most = favour(&staff, &order, line.clone()).await.refused(409, "refund_too_much");
    assert_eq!(most["params"]["maxSatang"], PRICE - 900);
    line["amountSatang"] = json!(PRICE - 900);
    assert_eq!(favour(&staff, &order, line).await.status, 204);
    let done = until_refund(&shop, &mali, &order, "done").await;
    assert_eq!((at_provider(&shop, &order).await, shop.balance("losses").await), (vec![900, PRICE - 900], PRICE));
    let most = favour(&staff, &order, wish(1, &version(&done))).await.refused(409, "refund_too_much");
    assert_eq!(most["params"]["maxSatang"], 0);
    assert_eq!(shop.balance("seller_payable").await, -4_304, "94 % of the net price");
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispute_over_a_part_freezes_what_it_covers() {
    let shop = Shop::open().await;
    let cards = [shop.cards(PRICE, 1).await, shop.cards(PRICE, 1).await];
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    for product in cards {
        mali.post("/cart/add", json!({"productId": product, "quantity": 1})).await.ok();
    }
    let insert = "insert into shop.coupons (code, title_th, title_en, kind, amount_satang, quota_per_user, starts_at, ends_at)
                  values ('ONCE', 'คูปอง', 'Coupon', 'amount', 1000, 1, now() - interval '1 hour', now() + interval '1 day')";
    sqlx::query(insert).execute(&shop.world.app.db).await.unwrap();
    let mut body = crate::orders::shop::cart(2 * PRICE - 1_000);
    body["couponCode"] = json!("ONCE");
    let order = mali.post_once("/purchase/create-order", &uuid::Uuid::new_v4().to_string(), body).await.ok();
    shop.pay(&order).await.ok();
    let order = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    let charge = order["payment"]["transactionId"].as_str().unwrap();
    shop.dashboard(&format!("/charges/{charge}/dispute"), json!({"amount": PRICE - 500})).await;
    shop.until(&mali, &order, "disputed", |order| order["payment"]["disputedAt"].is_string()).await;
    let reveal = async |line: usize| {
        mali.post("/purchase/reveal-code", json!({"number": order["number"], "lineId": order["lines"][line]["id"], "index": 1}))
            .await
    };
    // The rest covers the first line.
    reveal(1).await.refused(409, "codes_frozen");
    reveal(0).await.ok();
    let other = shop.product(PRICE).await;
    shop.order(&mali, other, PRICE).await.refused(409, "dispute_open");
    let wish = json!({"amountSatang": 100, "version": shop.read(&mali, &order).await["version"], "reason": "sorry"});
    favour(&staff, &order, wish).await.refused(409, "refund_disputed");
    shop.dashboard(&format!("/charges/{charge}/dispute/lost"), json!({})).await;
    let lost = "select count(*) from shop.captured_charges where dispute = 'lost'";
    shop.world.until("it is lost", async || (shop.count(lost).await == 1).then_some(())).await;
    reveal(1).await.refused(409, "codes_frozen");
    assert_eq!(shop.count("select used::bigint from shop.coupons").await, 1, "a coupon stays used after a charge-back");
    sound(&shop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_bears_a_discount_pays_for_it() {
    let shop = Shop::open().await;
    let price = 10_700;
    let mali = shop.world.user("mali").await;
    let insert = "insert into shop.coupons (code, title_th, title_en, kind, amount_satang, starts_at, ends_at)
                  values ('TEN', 'คูปอง', 'Coupon', 'amount', 1070, now() - interval '1 hour', now() + interval '1 day')";
    sqlx::query(insert).execute(&shop.world.app.db).await.unwrap();
    let books = async || {
        let mut balances = Vec::new();
        for account in ["discounts", "seller_payable", "own_revenue", "vat_payable"] {
            balances.push(shop.balance(account).await);
        }
        balances
    };
    let bought = async |total: i64, coupon: bool, product: i64| {
        let before = books().await;
        let mut body = crate::orders::shop::direct(product, 1, total);
        if coupon {
            body["couponCode"] = json!("TEN");
        }
        let order = mali.post_once("/purchase/create-order", &uuid::Uuid::new_v4().to_string(), body).await.ok();
        shop.pay(&order).await.ok();
        shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
        books().await.into_iter().zip(before).map(|(after, before)| after - before).collect::<Vec<_>>()
    };
    let set = async |sql: &'static str| {
        sqlx::query(sql).execute(&shop.world.app.db).await.unwrap();
    };
    // 107.00 less 10.70: the seller gets 94 % of 100.00 or of 90.00.
    let product = shop.product(price).await;
    let (house, seller) = (vec![1_000, -9_400, -600, -630], vec![0, -8_460, -540, -630]);
    assert_eq!(bought(9_630, true, product).await, house);
    set("update shop.coupons set borne_by = 'seller'").await;
    assert_eq!(bought(9_630, true, product).await, seller);
    let on_sale = shop.product(price).await;
    shop.flash_sale(on_sale, 9_630, 5).await;
    assert_eq!(bought(9_630, false, on_sale).await, seller);
    set("update shop.flash_sales set borne_by = 'house'").await;
    assert_eq!(bought(9_630, false, on_sale).await, house);
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    sound(&shop).await;
}
